-- Search that forgives, suggestions while typing, and what the filters of the public list read.

-- What people look for, out of the words they typed, as expressions of the query language: all of `words` in any of their
-- forms, and the last one in any form (`last`) or as the beginning of a word (`beginnings`), because it may not be finished
-- yet. A last word that search ignores ("для") only counts when it stands alone.
create function search_query(words text, last text, beginnings text) returns tsquery
  language sql immutable parallel safe strict
  return case
    when numnode(to_tsquery('russian'::regconfig, last)) > 0 or numnode(to_tsquery('russian'::regconfig, words)) = 0
      then to_tsquery('russian'::regconfig, words)
        && (to_tsquery('russian'::regconfig, last) || to_tsquery('simple'::regconfig, beginnings))
    else to_tsquery('russian'::regconfig, words)
  end;
drop function search_query(text, text);

-- The list by price, of equals the newest first: forwards for the cheapest, of which many may cost the same; backwards for the
-- dearest, where few do. 0 (not stated) has a range of its own.
create index ads_price on ads (price_roubles, created_at desc, id desc) where is_public;
create index ads_price_category on ads (category_id, price_roubles, created_at desc, id desc) where is_public;
create index ads_price_city on ads (city_id, price_roubles, created_at desc, id desc) where is_public;
-- Choices that ads made of their category's attributes.
create index ads_attributes on ads using gin (attributes jsonb_path_ops) with (fastupdate = off) where is_public;

-- One vocabulary for everything that is searched; `space` tells apart what it was read from ("ads").

-- A word as it sounds, the same in Cyrillic and Latin letters: "велосипед" and "velosiped", "филипс" and "philips".
create function search_sound(word text) returns text language plpgsql immutable parallel safe strict as $$
declare
  w text := translate(lower(word), 'абвгдезийклмнопрстуфхыэёжъь', 'abvgdeziiklmnoprstufhieej');
begin
  w := replace(replace(replace(replace(replace(replace(w, 'щ', 'sh'), 'ш', 'sh'), 'ч', 'ch'), 'ц', 'ts'), 'ю', 'iu'), 'я', 'ia');
  w := regexp_replace(replace(w, 'yo', 'io'), '([a-z])e$', '\1');
  w := replace(replace(replace(replace(replace(w, 'shch', 'sh'), 'sch', 'sh'), 'zh', 'j'), 'kh', 'h'), 'ph', 'f');
  w := replace(replace(replace(replace(w, 'ck', 'k'), 'qu', 'kv'), 'x', 'ks'), 'w', 'v');
  w := regexp_replace(regexp_replace(w, 'c([eiy])', 's\1', 'g'), 'c([^h]|$)', 'k\1', 'g');
  w := translate(replace(replace(replace(w, 'ee', 'i'), 'oo', 'u'), 'ou', 'u'), 'yq''', 'ik');
  return regexp_replace(w, '(.)\1+', '\1', 'g');
end
$$;

-- Under what a word of the vocabulary is looked up: near its stem or a spelling of it, or near its sound (after "~"). Near is all
-- that one missing letter makes of a word: two words share one of these when a single typo parts them.
create function search_near(lexeme text, forms text[], sound text) returns text[]
  language plpgsql immutable parallel safe strict as $$
declare
  keys text[] := '{}';
  word text;
begin
  foreach word in array forms || lexeme || ('~' || sound) loop
    keys := keys || word;
    for i in 1 + (left(word, 1) = '~')::int .. length(word) loop
      keys := keys || (left(word, i - 1) || substr(word, i + 1));
    end loop;
  end loop;
  return array(select distinct key from unnest(keys) key);
end
$$;

create table search_words (
  space text not null,
  -- As the index of texts keeps it.
  lexeme text not null,
  -- Up to three spellings, out of titles.
  forms text[] not null default '{}',
  sound text not null,
  -- How many texts have it. For moments it may be below nought, until all changes are folded.
  hits integer not null,
  near text[] not null generated always as (search_near(lexeme, forms, sound)) stored,
  primary key (space, lexeme)
) with (fillfactor = 85);
create index search_words_near on search_words using gin (near) with (fastupdate = off);
create index search_words_beginning on search_words (space, lexeme text_pattern_ops);

-- What is suggested: one to three words that stand side by side in titles. `scope` narrows a space (the category of ads), 0 is all.
create table search_phrases (
  space text not null,
  scope bigint not null,
  phrase text not null,
  hits integer not null,
  -- Commonness by doublings: it changes seldom, so that counting one more rarely touches an index.
  rank smallint not null generated always as (case when hits < 1 then 0 else floor(log(2.0, hits)) end) stored,
  primary key (space, scope, phrase)
) with (fillfactor = 85);
create index search_phrases_beginning on search_phrases (space, scope, phrase text_pattern_ops);
-- The commonest for a beginning of one, two, three letters and more: read in order, without sorting.
create index search_phrases_1 on search_phrases (space, scope, left(phrase, 1), rank desc, phrase) where hits > 1;
create index search_phrases_2 on search_phrases (space, scope, left(phrase, 2), rank desc, phrase) where hits > 1;
create index search_phrases_3 on search_phrases (space, scope, left(phrase, 3), rank desc, phrase) where hits > 1;

-- Texts that came (1) or went (-1) and are not folded into the vocabulary yet. Appended by triggers: writers never meet on a word.
create table search_changes (
  space text not null,
  scope bigint not null,
  -- Of the title, in their order.
  words text[] not null,
  lexemes text[] not null,
  sign smallint not null
) with (autovacuum_vacuum_threshold = 200, autovacuum_vacuum_scale_factor = 0);
-- Suggestions ask what has just gone.
create index search_changes_gone on search_changes (space) where sign < 0;

-- The words of a title, folded as search sees them.
create function search_title_words(title text) returns text[]
  language sql immutable parallel safe strict
  return array(
    select m[1] from regexp_matches(lower(search_fold(normalize(title, nfc))), '[[:alnum:]]+', 'g') m limit 12
  );

-- Single words, pairs, and the three words that a title begins with; nothing that begins or ends with a word that search ignores,
-- and no long numbers, which are somebody's.
create function search_phrases_of(title_words text[]) returns setof text
  language sql immutable parallel safe strict as $$
  with words as materialized (
    select word, at, word ~ '^[[:alpha:]]{3,}$' as is_plain, word ~ '[0-9]{5}' as is_long,
           to_tsvector('russian'::regconfig, word) = '' as is_ignored
    from unnest(title_words) with ordinality as w (word, at)
    where at <= 8 and length(word) <= 30
  )
  select word from words where is_plain and not is_ignored
  union
  select a.word || ' ' || b.word from words a join words b on b.at = a.at + 1
  where not (a.is_ignored or b.is_ignored or a.is_long or b.is_long) and a.word ~ '[[:alpha:]]'
  union
  select a.word || ' ' || b.word || ' ' || c.word
  from words a join words b on b.at = 2 join words c on c.at = 3
  where a.at = 1 and not (a.is_ignored or c.is_ignored or a.is_long or b.is_long or c.is_long) and a.word ~ '[[:alpha:]]'
$$;

-- Take waiting changes into the vocabulary, at most so many; one folder at a time, the others find nothing to do.
create function search_fold_changes(batch integer) returns bigint language plpgsql as $$
declare
  folded bigint;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('search_changes', 0)) then return 0; end if;
  with moved as materialized (
    delete from search_changes where ctid = any (array(select ctid from search_changes limit batch)) returning *
  ), spellings as materialized (
    select space, lexeme, (array_agg(word order by length(word), word))[:3] as forms
    from (
      select distinct space, word, (tsvector_to_array(to_tsvector('russian'::regconfig, word)))[1] as lexeme
      from (select distinct space, unnest(moved.words) as word from moved where sign > 0) plain
      where word ~ '^[[:alpha:]]{2,30}$'
    ) lexemes
    where lexeme is not null group by 1, 2
  ), counted as (
    select space, lexeme, sum(sign) as hits from moved cross join unnest(lexemes) as lexeme
    where lexeme ~ '^[[:alpha:]]{2,30}$' group by 1, 2 having sum(sign) <> 0
  ), known as (
    insert into search_words as w (space, lexeme, forms, sound, hits)
    select space, lexeme, coalesce(forms, '{}'), search_sound(coalesce(forms[1], lexeme)), hits
    from counted left join spellings using (space, lexeme) order by 1, 2
    on conflict (space, lexeme) do update set hits = w.hits + excluded.hits,
      forms = case when cardinality(w.forms) = 3 or excluded.forms <@ w.forms then w.forms
        else (select (array_agg(distinct form))[:3] from unnest(w.forms || excluded.forms) form) end
  ), phrased as (
    insert into search_phrases as p (space, scope, phrase, hits)
    select space, scopes.scope, phrase, sum(sign)
    from moved cross join lateral search_phrases_of(moved.words) phrase
      cross join lateral (select distinct s from unnest(array[0, moved.scope]) s) as scopes (scope)
    group by 1, 2, 3 having sum(sign) <> 0 order by 1, 2, 3
    on conflict (space, scope, phrase) do update set hits = p.hits + excluded.hits
  )
  select count(*) into folded from moved;
  delete from search_words where hits = 0;
  delete from search_phrases where hits = 0;
  return folded;
end
$$;
create index search_words_gone on search_words (space) where hits = 0;
create index search_phrases_gone on search_phrases (space) where hits = 0;

create function ads_words() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.is_public then
    insert into search_changes values ('ads', coalesce(old.category_id, 0), search_title_words(old.title), tsvector_to_array(old.search), -1);
  end if;
  if tg_op <> 'DELETE' and new.is_public then
    insert into search_changes values ('ads', coalesce(new.category_id, 0), search_title_words(new.title), tsvector_to_array(new.search), 1);
  end if;
  return null;
end
$$;
create trigger ads_words_change after insert or delete on ads for each row execute function ads_words();
create trigger ads_words_update after update on ads for each row
  when ((old.is_public, old.category_id, old.title, old.description)
    is distinct from (new.is_public, new.category_id, new.title, new.description))
  execute function ads_words();

insert into search_changes
  select 'ads', coalesce(category_id, 0), search_title_words(title), tsvector_to_array(search), 1 from ads where is_public;

-- Read all public ads anew: after bulk loads that went past the triggers. Writers wait meanwhile.
create function ads_rebuild_words() returns void language plpgsql as $$
begin
  lock table ads in share mode;
  perform pg_advisory_xact_lock(hashtextextended('search_changes', 0));
  delete from search_changes where space = 'ads';
  delete from search_words where space = 'ads';
  delete from search_phrases where space = 'ads';
  with titles as materialized (
    select search_title_words(title) as words, coalesce(category_id, 0) as scope, count(*) as hits
    from ads where is_public group by 1, 2
  ), spellings as (
    select (tsvector_to_array(to_tsvector('russian'::regconfig, word)))[1] as lexeme,
           (array_agg(word order by length(word), word))[:3] as forms
    from (select distinct unnest(words) as word from titles) plain
    where word ~ '^[[:alpha:]]{2,30}$' group by 1
  ), known as (
    insert into search_words (space, lexeme, forms, sound, hits)
    select 'ads', word, coalesce(forms, '{}'), search_sound(coalesce(forms[1], word)), ndoc
    from ts_stat('select search from ads where is_public') left join spellings on lexeme = word
    where word ~ '^[[:alpha:]]{2,30}$'
  )
  insert into search_phrases (space, scope, phrase, hits)
  select 'ads', scopes.scope, phrase, sum(hits)
  from titles cross join lateral search_phrases_of(words) phrase
    cross join lateral (select distinct s from unnest(array[0, titles.scope]) s) as scopes (scope)
  group by 2, 3;
end
$$;
