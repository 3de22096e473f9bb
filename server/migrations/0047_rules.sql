-- Feedback as threads: what staff answered stands among what the person wrote.
-- Who answered; null: the person wrote. No reference: the answer stays when they are erased.
alter table feedback add column staff_id bigint;
-- Of what a person wrote: when staff looked at it, or answered.
alter table feedback add column seen_at timestamptz;
create index feedback_unseen on feedback (user_id) where staff_id is null and seen_at is null;

-- Rules that staff write about what people publish.
create table moderation_rules (
  id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  -- `stop_words` is the list of stop words: there is one, and it is never removed.
  kind text not null check (kind in ('stop_words', 'words', 'links', 'pictures', 'burst', 'newcomer')),
  -- On what: ad, publication, comment, message (the first to a stranger), profile.
  subjects text[] not null check (cardinality(subjects) > 0),
  -- `queue`: it stays visible and staff look; `hold`: it waits for staff.
  action text not null check (action in ('queue', 'hold')),
  -- What authors read when something of theirs waits.
  reason text not null default '',
  -- As the contract says of each kind.
  settings jsonb not null default '{}',
  -- Of `words`: each as search reads it.
  words text[] not null default '{}',
  queries tsquery[] not null default '{}',
  is_on boolean not null default false,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  revision integer not null default 1,
  check (cardinality(words) = cardinality(queries))
);
create unique index moderation_rules_stop_words on moderation_rules (kind) where kind = 'stop_words';
insert into moderation_rules (name, kind, subjects, action, is_on)
  values ('Стоп-слова', 'stop_words', '{ad}', 'hold', true);

-- Pictures that staff do not want to see again, by their perceptual hash.
create table bad_pictures (
  id bigint generated always as identity primary key,
  print bit(64) not null unique,
  note text not null default '',
  created_at timestamptz not null default now()
);

-- What people wrote in the last week, as rules read it: bursts are counted in it, and a new rule is tried on it.
create table content_traces (
  -- `ad:5`, `comment:9`: changed again, it is the same trace.
  object text primary key,
  kind text not null check (kind in ('ad', 'publication', 'comment', 'message', 'profile')),
  user_id bigint not null references users (id) on delete cascade,
  at timestamptz not null,
  text text not null,
  search tsvector not null,
  -- Of the text without capitals, digits and signs; null where it is too short to say anything.
  text_key bytea,
  hosts text[] not null default '{}',
  prints bit(64)[] not null default '{}',
  -- Where it came from: an address of IPv4, or the upper half of one of IPv6.
  network text not null
);
create index content_traces_at on content_traces (at desc);
create index content_traces_user on content_traces (user_id, at);
create index content_traces_network on content_traces (network, at);
create index content_traces_text on content_traces (text_key, at) where text_key is not null;

-- What rules found, each thing once for each rule. Whether rightly is in the case.
create table rule_hits (
  id bigint generated always as identity primary key,
  rule_id bigint not null references moderation_rules (id) on delete cascade,
  object text not null,
  user_id bigint not null references users (id) on delete cascade,
  found text not null,
  is_held boolean not null,
  at timestamptz not null,
  case_id bigint,
  unique (rule_id, object)
);
create index rule_hits_rule on rule_hits (rule_id, at desc);
create index rule_hits_user on rule_hits (user_id);
create index rule_hits_object on rule_hits (object);

-- Many accounts dealt with in one action.
create table waves (
  id bigint generated always as identity primary key,
  staff_id bigint not null,
  -- What the accounts share, and the value that they share.
  shared text not null check (shared in ('address', 'text', 'host', 'picture', 'registration')),
  value text not null,
  reason text not null check (reason <> ''),
  state text not null default 'running' check (state in ('running', 'done', 'undoing', 'undone')),
  total integer not null,
  -- Of those, how many came to their end.
  settled integer not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz
);
create index waves_running on waves (id) where state in ('running', 'undoing');

create table wave_accounts (
  wave_id bigint not null references waves (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  -- `skipped`: staff by then, or suspended already by somebody else.
  state text not null default 'waiting' check (state in ('waiting', 'done', 'skipped', 'undone')),
  -- The measure by which the account is suspended.
  measure_id bigint,
  -- Comments that this action hid, to be shown again when it is undone.
  hidden_comments bigint[] not null default '{}',
  primary key (wave_id, user_id)
);
create index wave_accounts_user on wave_accounts (user_id);
create index wave_accounts_waiting on wave_accounts (wave_id, user_id) where state = 'waiting';
