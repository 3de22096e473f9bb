-- What people publish: photos or a video with words, likes, comments, the feed; and words that people do not want to read about.

create table publications (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  -- 0 photos, 1 a video: told by its files.
  type smallint not null default 0 check (type in (0, 1)),
  description text not null default '',
  audience text not null default 'all' check (audience in ('all', 'friends', 'fams', 'me')),
  commenters text not null default 'all' check (commenters in ('all', 'circle', 'nobody')),
  may_share boolean not null default true,
  state text not null default 'draft' check (state in ('draft', 'planned', 'published')),
  -- When a planned one comes out.
  publish_at timestamptz,
  -- In the order in which publications came out: see publication_clock.
  published_at timestamptz,
  changed_at timestamptz not null default now(),
  edited_at timestamptz,
  -- Its words and files are gone; the row says that there was something.
  deleted_at timestamptz,
  -- Its author left or is suspended.
  author_hidden boolean not null default false,
  like_count integer not null default 0 check (like_count >= 0),
  -- Comments that everybody sees, replies included.
  comments_count integer not null default 0 check (comments_count >= 0),
  -- Out of the description: lower case, ё as е.
  tags text[] not null default '{}',
  search tsvector not null generated always as (to_tsvector('russian'::regconfig, search_fold(description))) stored,
  is_public boolean not null generated always as (state = 'published' and deleted_at is null and not author_hidden) stored,
  check ((state = 'published') = (published_at is not null)),
  check (state <> 'planned' or publish_at is not null)
) with (fillfactor = 90);
-- The feed reads one or the other: everything by time, or each author by time.
create index publications_timeline on publications (published_at desc, id desc) include (user_id, audience) where is_public;
create index publications_author on publications (user_id, published_at desc, id desc) include (audience) where is_public;
create index publications_waiting on publications (user_id, changed_at desc, id desc) where state <> 'published' and deleted_at is null;
create index publications_planned on publications (publish_at) where state = 'planned' and deleted_at is null;
-- Of a person, whatever its state.
create index publications_person on publications (user_id);
create index publications_tags on publications using gin (tags) where is_public;
-- Without a pending list: every search would have to read it through.
create index publications_search on publications using gin (search) with (fastupdate = off) where is_public;
alter table publications alter column search set statistics 500;

-- The moment of the newest publication. Whoever brings one out holds this row to the end of the transaction, so that what is
-- readable first also stands first: somebody who reads on behind a cursor misses nothing.
create table publication_clock (
  one boolean primary key default true check (one),
  last timestamptz not null
) with (fillfactor = 50);
insert into publication_clock (last) values ('2020-01-01');

-- What a publication said before it was changed.
create table publication_edits (
  id bigint generated always as identity primary key,
  publish_id bigint not null references publications (id) on delete cascade,
  description text not null,
  replaced_at timestamptz not null
);
create index publication_edits_publication on publication_edits (publish_id, id desc);

-- People named in a publication who were there when it was written.
create table publication_mentions (
  publish_id bigint not null references publications (id) on delete cascade,
  user_id bigint not null references users (id),
  -- As it is written in the text.
  login text not null,
  primary key (publish_id, login)
);
create index publication_mentions_person on publication_mentions (user_id, publish_id desc);

-- The truth behind publications.like_count, which changes under the publication's row.
create table publication_likes (
  publish_id bigint not null references publications (id) on delete cascade,
  user_id bigint not null references users (id),
  created_at timestamptz not null default now(),
  primary key (publish_id, user_id)
);
create index publication_likes_newest on publication_likes (publish_id, created_at desc, user_id desc);
create index publication_likes_person on publication_likes (user_id, publish_id);

-- A comment, or a reply to one; as comments under ads.
create table publication_comments (
  id bigint generated always as identity primary key,
  publish_id bigint not null references publications (id) on delete cascade,
  -- Always a comment that is no reply itself.
  parent_id bigint references publication_comments (id) on delete cascade,
  user_id bigint not null references users (id),
  -- Empty once it was deleted while others had replied to it.
  message text not null,
  -- Replies that everybody sees.
  replies_count integer not null default 0 check (replies_count >= 0),
  like_count integer not null default 0 check (like_count >= 0),
  -- By the publication's author.
  hidden boolean not null default false,
  created_at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  check ((message = '') = (deleted_at is not null))
);
create index publication_comments_threads on publication_comments (publish_id, id desc) where parent_id is null;
create index publication_comments_replies on publication_comments (parent_id, id) where parent_id is not null;
create index publication_comments_author on publication_comments (user_id);

-- What a comment said before it was changed, for staff.
create table publication_comment_edits (
  id bigint generated always as identity primary key,
  comment_id bigint not null references publication_comments (id) on delete cascade,
  message text not null,
  replaced_at timestamptz not null
);
create index publication_comment_edits_comment on publication_comment_edits (comment_id);

create table publication_comment_likes (
  comment_id bigint not null references publication_comments (id) on delete cascade,
  user_id bigint not null references users (id),
  created_at timestamptz not null default now(),
  primary key (comment_id, user_id)
);
create index publication_comment_likes_person on publication_comment_likes (user_id, comment_id);

-- Where somebody stopped reading their feed: a publication, or the place where it was.
create table feed_marks (
  user_id bigint primary key references users (id) on delete cascade,
  published_at timestamptz not null,
  publish_id bigint not null,
  marked_at timestamptz not null
);

-- How many publications for everybody have a tag. What is added or taken away waits for a job: writers never meet on a tag.
create table publication_tags (
  tag text primary key,
  count integer not null
);
create index publication_tags_beginning on publication_tags (tag text_pattern_ops);
create table publication_tag_changes (
  tag text not null,
  sign smallint not null
) with (autovacuum_vacuum_threshold = 200, autovacuum_vacuum_scale_factor = 0);

create function publications_count_tags() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.is_public and old.audience = 'all' then
    insert into publication_tag_changes select unnest(old.tags), -1;
  end if;
  if tg_op <> 'DELETE' and new.is_public and new.audience = 'all' then
    insert into publication_tag_changes select unnest(new.tags), 1;
  end if;
  return null;
end
$$;
create trigger publications_tags_change after insert or delete on publications
  for each row execute function publications_count_tags();
create trigger publications_tags_update after update on publications for each row
  when ((old.is_public, old.audience, old.tags) is distinct from (new.is_public, new.audience, new.tags))
  execute function publications_count_tags();

-- Which publications followers are being told of, and how far that has come.
create table publication_announcements (
  publish_id bigint primary key references publications (id) on delete cascade,
  created_at timestamptz not null,
  -- Followers up to this id have been told.
  told_up_to bigint not null default 0
);

-- A word or a phrase that somebody does not want to read about.
create table hidden_words (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  word text not null check (word <> ''),
  -- The same word in another case is the same word.
  folded text not null generated always as (lower(search_fold(word))) stored,
  -- Any form of it; null where search keeps nothing of it ("для", "🙂"): then its letters are looked for.
  forms tsquery generated always as (
    case when numnode(phraseto_tsquery('russian'::regconfig, search_fold(word))) > 0
      then phraseto_tsquery('russian'::regconfig, search_fold(word)) end
  ) stored,
  places text[] not null check (places <@ array['feed', 'comments', 'ads'] and cardinality(places) > 0),
  until timestamptz not null,
  unique (user_id, folded)
);

-- Complaints about publications, their comments and music.
alter table complaints drop constraint complaints_object_check;
alter table complaints add constraint complaints_object_check
  check (object ~ '^(ad|user|comment|publication|publication_comment|audio):\d+$');
alter table complaints
  add column publish_id bigint references publications (id) on delete set null,
  add column publish_comment_id bigint references publication_comments (id) on delete set null,
  -- Tracks come and go with their playlists: nothing holds on to them.
  add column audio_id bigint,
  -- Who holds the rights, as the complaint says.
  add column holder text not null default '';
create index complaints_publication on complaints (publish_id) where publish_id is not null;
create index complaints_publication_comment on complaints (publish_comment_id) where publish_comment_id is not null;
