-- What keeps an ad from being published at once, ads that look alike, and ads brought in from elsewhere.

-- A phrase in any forms of its words. The stemmer cuts some words differently from their own forms («динамит», «динамиты»), so
-- that a single word is also looked for as the beginning of one.
create function stop_word_query(word text) returns tsquery language sql immutable parallel safe strict as $$
  select case
    when numnode(plain) = 1 then plain || to_tsquery('simple'::regconfig, quote_literal(lower(btrim(search_fold(word)))) || ':*')
    else plain
  end
  from phraseto_tsquery('russian'::regconfig, search_fold(word)) plain
$$;

-- Words, in any of their forms, that make an ad wait for staff.
create table stop_words (
  id bigint generated always as identity primary key,
  word text not null check (word <> ''),
  -- What authors read: a key of the texts for the words that come with the product, staff's own sentence for theirs.
  reason text not null,
  query tsquery not null check (numnode(query) > 0)
);
create unique index stop_words_word on stop_words (lower(word));

alter table ads
  -- The word that was found.
  add column held_word text not null default '',
  -- Stop words that staff have seen in this ad and let through.
  add column accepted_words text[] not null default '{}';

-- What a picture looks like: pictures that look alike differ in few of the 64 bits. Of two that differ in three at most, one
-- of four quarters is the same in both: each quarter has its index.
alter table media_images add column print bit(64);
create index media_images_print_1 on media_images (substring(print from 1 for 16)) where kind = 'photo' and print is not null;
create index media_images_print_2 on media_images (substring(print from 17 for 16)) where kind = 'photo' and print is not null;
create index media_images_print_3 on media_images (substring(print from 33 for 16)) where kind = 'photo' and print is not null;
create index media_images_print_4 on media_images (substring(print from 49 for 16)) where kind = 'photo' and print is not null;

-- How far each feed has been read, so that an interrupted import goes on where it stopped.
create table ad_imports (
  source text not null,
  -- SHA-256 of the feed's bytes, in hex.
  feed_sha256 text not null,
  lines_done bigint not null default 0,
  created_count bigint not null default 0,
  changed_count bigint not null default 0,
  skipped_count bigint not null default 0,
  finished_at timestamptz,
  primary key (source, feed_sha256)
);
