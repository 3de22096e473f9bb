-- Words are also found by their consonants: two wrong vowels, or a wrong vowel and a wrong consonant, leave these the same or one
-- apart. Which consonants sound alike is one letter here.
create function search_consonants(sound text) returns text language sql immutable parallel safe strict as $$
  select translate(replace(replace(replace(sound, 'sh', 'x'), 'ch', 'x'), 'ts', 's'), 'bdgvzjaeiouy', 'ptkfsx')
$$;

alter table search_words drop column near;
create or replace function search_near(lexeme text, forms text[], sound text) returns text[]
  language plpgsql immutable parallel safe strict as $$
declare
  keys text[] := '{}';
  word text;
  consonants text := search_consonants(search_sound(lexeme));
begin
  foreach word in array forms || lexeme || ('~' || sound) loop
    keys := keys || word;
    for i in 1 + (left(word, 1) = '~')::int .. length(word) loop
      keys := keys || (left(word, i - 1) || substr(word, i + 1));
    end loop;
  end loop;
  if length(consonants) >= 3 then keys := keys || ('=' || consonants); end if;
  if length(consonants) >= 4 then
    for i in 1 .. length(consonants) loop
      keys := keys || ('=' || left(consonants, i - 1) || substr(consonants, i + 1));
    end loop;
  end if;
  return array(select distinct key from unnest(keys) key);
end
$$;
alter table search_words add near text[] not null generated always as (search_near(lexeme, forms, sound)) stored;
create index search_words_near on search_words using gin (near) with (fastupdate = off);
