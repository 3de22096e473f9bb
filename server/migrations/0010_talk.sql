-- What people say about ads, what they complain about, and what they write to us.

-- A comment, or a reply to one. Whoever changes any of an ad's comments holds the ad's row, so that everything counted here and
-- there agrees; readers wait for nobody.
create table comments (
  id bigint generated always as identity primary key,
  ad_id bigint not null references ads (id) on delete cascade,
  -- Always a comment that is no reply itself.
  parent_id bigint references comments (id) on delete cascade,
  user_id bigint not null references users (id),
  -- Empty once it was deleted while others had replied to it: its place stays, its words do not.
  message text not null,
  -- What its author gave the seller; 0: nothing.
  rating smallint not null default 0 check (rating between 0 and 5),
  -- Replies that everybody sees.
  replies_count integer not null default 0 check (replies_count >= 0),
  -- By the ad's owner.
  hidden boolean not null default false,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  deleted_at timestamptz,
  check (parent_id is null or rating = 0),
  check ((message = '') = (deleted_at is not null)),
  check (deleted_at is null or rating = 0)
);
create index comments_threads on comments (ad_id, id desc) where parent_id is null;
create index comments_replies on comments (parent_id, id) where parent_id is not null;
create index comments_author on comments (user_id);

-- What a comment said before it was changed, for staff.
create table comment_edits (
  id bigint generated always as identity primary key,
  comment_id bigint not null references comments (id) on delete cascade,
  message text not null,
  rating smallint not null,
  replaced_at timestamptz not null default now()
);
create index comment_edits_comment on comment_edits (comment_id, id desc);

-- Votes for sellers: the truth behind users.rating_sum and users.rating_count. A vote outlives the ad it was given under;
-- otherwise deleting an ad would wash its seller.
create table seller_votes (
  id bigint generated always as identity primary key,
  -- Null under ads brought from elsewhere: their author is nobody here.
  seller_id bigint references users (id),
  author_id bigint not null references users (id),
  ad_id bigint references ads (id) on delete set null,
  rating smallint not null check (rating between 1 and 5),
  voted_at timestamptz not null default now(),
  check (seller_id <> author_id)
);
-- One vote per author per ad, however many try at once.
create unique index seller_votes_once on seller_votes (ad_id, author_id) where ad_id is not null;
create index seller_votes_seller on seller_votes (seller_id, voted_at) where seller_id is not null;
create index seller_votes_author on seller_votes (author_id);

create table complaints (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  -- What it is about, as one word ("ad:5"), which stays when the thing itself goes.
  object text not null check (object ~ '^(ad|user|comment):\d+$'),
  about_user_id bigint references users (id),
  ad_id bigint references ads (id) on delete set null,
  comment_id bigint references comments (id) on delete set null,
  reason text not null,
  message text not null default '',
  -- What the thing said when somebody complained: {title, text, author}. It may be changed or gone by the time staff look.
  evidence jsonb not null check (jsonb_typeof(evidence) = 'object'),
  status text not null default 'open' check (status in ('open', 'upheld', 'rejected')),
  created_at timestamptz not null default now(),
  due_at timestamptz not null,
  decided_at timestamptz,
  decided_by bigint references users (id),
  -- What staff answered.
  answer text not null default '',
  -- Off the list of staff; who complained keeps it in theirs.
  removed_at timestamptz,
  check ((status = 'open') = (decided_at is null))
);
-- One open complaint per person and thing, however many are sent at once.
create unique index complaints_open on complaints (user_id, object) where status = 'open';
create index complaints_own on complaints (user_id, id desc);
-- Staff read open ones by the time left, which is the order they came in, then the others, newest first.
create index complaints_queue on complaints ((status <> 'open'), (case when status = 'open' then id else -id end))
  where removed_at is null;
create index complaints_about on complaints (about_user_id) where about_user_id is not null;
create index complaints_ad on complaints (ad_id) where ad_id is not null;
create index complaints_comment on complaints (comment_id) where comment_id is not null;

create table feedback (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  -- As the profile had it that day.
  email text not null,
  message text not null check (message <> ''),
  created_at timestamptz not null default now()
);
create index feedback_person on feedback (user_id, id desc);
