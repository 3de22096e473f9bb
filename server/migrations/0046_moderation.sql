-- What waits for a decision of staff, in one queue, and what was decided about people and what they show.

create table moderation_cases (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('complaint', 'rule', 'hold', 'claim', 'farm', 'appeal')),
  -- What it is about, as one word ("ad:5"), which stays when the thing itself goes.
  object text not null check (object ~ '^[a-z_]+:\d+$'),
  about_user_id bigint references users (id),
  state text not null default 'open' check (state in ('open', 'taken', 'resolved', 'reopened')),
  -- Why: the reason of the first complaint, the name of a rule, the word that was found.
  reason text not null default '',
  -- How many signals it gathered, and what they weigh together.
  signals int not null default 1 check (signals > 0),
  weight double precision not null default 1 check (weight >= 0),
  -- What the thing said when the case was opened: {title, text, …}.
  evidence jsonb not null default '{}' check (jsonb_typeof(evidence) = 'object'),
  opened_at timestamptz not null,
  due_at timestamptz not null,
  -- Since when the thing is out of sight until it is decided, because of what the complaints weigh.
  hidden_at timestamptz,
  -- Who may not decide: whoever decided what an appeal is against.
  not_for bigint references users (id),
  taken_by bigint references users (id),
  taken_at timestamptz,
  resolved_by bigint references users (id),
  resolved_at timestamptz,
  -- What was done, and why: the reason is what the person reads.
  outcome text not null default '',
  resolution text not null default '',
  check ((state = 'taken') = (taken_by is not null and taken_at is not null)),
  check ((state = 'resolved') = (resolved_at is not null))
);
-- One open case for each thing and kind, however many signals come at once.
create unique index moderation_cases_open on moderation_cases (kind, object) where state <> 'resolved';
create index moderation_cases_queue on moderation_cases (due_at, id) where state <> 'resolved';
create index moderation_cases_taken on moderation_cases (taken_by, due_at) where state = 'taken';
create index moderation_cases_done on moderation_cases (resolved_at desc, id desc) where state = 'resolved';
create index moderation_cases_object on moderation_cases (object, id desc);
create index moderation_cases_about on moderation_cases (about_user_id, id desc) where about_user_id is not null;

create table measures (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  kind text not null check (kind in ('warn', 'hide', 'limit', 'freeze', 'suspend')),
  -- What was hidden, or what it was about; '' for the person alone.
  object text not null default '',
  case_id bigint references moderation_cases (id),
  -- Which rule: one of the reasons of complaints.
  rule text not null,
  -- What the person reads.
  reason text not null check (reason <> ''),
  evidence jsonb not null default '{}' check (jsonb_typeof(evidence) = 'object'),
  -- Of a limit: how much a day may be published.
  per_day int check (per_day > 0),
  decided_by bigint references users (id),
  created_at timestamptz not null,
  -- Null: until it is lifted.
  until_at timestamptz check (until_at > created_at),
  -- When it was over: at its date, or lifted by somebody.
  ended_at timestamptz,
  lifted_by bigint references users (id),
  appeal text not null default '',
  appealed_at timestamptz,
  appeal_outcome text not null default '' check (appeal_outcome in ('', 'kept', 'lifted')),
  -- What staff answered to the appeal, or said when they lifted it.
  answer text not null default ''
);
-- Asked for every request of somebody signed in: few people have any.
create index measures_running on measures (user_id, kind) where ended_at is null and kind in ('limit', 'freeze', 'suspend');
create index measures_ending on measures (until_at) where ended_at is null and until_at is not null;
create index measures_person on measures (user_id, id desc);
create index measures_object on measures (object) where ended_at is null and object <> '';

-- How much somebody limited published, by the day of Moscow.
create table measure_days (
  user_id bigint not null references users (id) on delete cascade,
  day date not null,
  count int not null default 0,
  primary key (user_id, day)
);

-- Signs the links by which suspended people appeal.
create table measure_key (
  one boolean primary key default true check (one),
  key text not null
);
insert into measure_key (key) values (replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));

alter table complaints
  add column case_id bigint references moderation_cases (id),
  -- By how often its author was right before, 1 for somebody unknown.
  add column weight double precision not null default 1;
create index complaints_case on complaints (case_id) where case_id is not null;
create index complaints_accuracy on complaints (user_id, decided_at desc) where decided_at is not null;
create index complaints_month on complaints (created_at) include (due_at, decided_at);

-- What staff hid stays hidden, whatever the owner of the page says.
alter table comments add column blocked_at timestamptz;
alter table publication_comments add column blocked_at timestamptz;
alter table publications
  -- Waits for staff, or was taken down by them; its author sees it with the reason.
  add column held_at timestamptz,
  add column blocked_at timestamptz,
  add column withheld_reason text not null default '';
alter table publications alter column is_public
  set expression as (state = 'published' and deleted_at is null and not author_hidden and held_at is null and blocked_at is null);

-- What waits already.
insert into moderation_cases (kind, object, about_user_id, reason, signals, weight, evidence, opened_at, due_at)
select case when object like 'audio:%' and bool_or(reason = 'copyright') then 'claim' else 'complaint' end, object, min(about_user_id),
  (array_agg(reason order by id))[1], count(*), count(*), (array_agg(evidence order by id))[1], min(created_at), min(due_at)
from complaints where status = 'open' and removed_at is null group by object;
update complaints c set case_id = k.id from moderation_cases k where k.object = c.object and c.status = 'open' and c.removed_at is null;
insert into moderation_cases (kind, object, about_user_id, reason, evidence, opened_at, due_at)
select 'hold', 'ad:' || id, owner_id, held_word, jsonb_build_object('title', title, 'text', description), held_at, held_at + interval '1 day'
from ads where held_at is not null and archived_at is null and blocked_at is null;
insert into moderation_cases (kind, object, about_user_id, reason, opened_at, due_at)
select 'farm', 'invitation:' || id, inviter_id, reason, now(), now() + interval '1 day' from invitations where state = 'review';
