-- Words that searches of people are corrected with: of the names of active users, each word by itself, so that no phrase is a full name.
create function users_record_search_changes() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.status = 'active' and old.deleted_at is null then
    insert into search_changes
    select 'people', 0, array[word], tsvector_to_array(to_tsvector('russian', word)), -1 from unnest(search_title_words(old.search_text)) word;
  end if;
  if tg_op <> 'DELETE' and new.status = 'active' and new.deleted_at is null then
    insert into search_changes
    select 'people', 0, array[word], tsvector_to_array(to_tsvector('russian', word)), 1 from unnest(search_title_words(new.search_text)) word;
  end if;
  return null;
end
$$;
create trigger users_search_change after insert or delete on users for each row execute function users_record_search_changes();
create trigger users_search_update after update on users for each row
  when ((old.status, old.deleted_at is null, old.lastname, old.firstname, old.middlename)
    is distinct from (new.status, new.deleted_at is null, new.lastname, new.firstname, new.middlename))
  execute function users_record_search_changes();

insert into search_words (space, lexeme, forms, sound, hits)
select 'people', lexeme, forms, search_sound(forms[1]), hits
from (
  select lexeme, (array_agg(word order by length(word), word))[:3] as forms, sum(hits)::integer as hits
  from (
    select word, (tsvector_to_array(to_tsvector('russian', word)))[1] as lexeme, count(*) as hits
    from users, unnest(search_title_words(search_text)) word
    where status = 'active' and deleted_at is null group by word
  ) words
  where word ~ '^[[:alpha:]]{2,30}$' and lexeme ~ '^[[:alpha:]]{2,30}$' group by lexeme
) known;
