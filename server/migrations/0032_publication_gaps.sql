-- What publications and music lacked: words that searches of publications are mended with, and whose sound lies in the store.

-- Words that searches of publications are mended with: of what everybody may see.
create function publications_words() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.is_public and old.audience = 'all' then
    insert into search_changes values ('publications', 0, search_title_words(old.description), tsvector_to_array(old.search), -1);
  end if;
  if tg_op <> 'DELETE' and new.is_public and new.audience = 'all' then
    insert into search_changes values ('publications', 0, search_title_words(new.description), tsvector_to_array(new.search), 1);
  end if;
  return null;
end
$$;
create trigger publications_words_change after insert or delete on publications for each row execute function publications_words();
create trigger publications_words_update after update on publications for each row
  when ((old.description, old.audience, old.is_public) is distinct from (new.description, new.audience, new.is_public))
  execute function publications_words();
insert into search_changes
select 'publications', 0, search_title_words(description), tsvector_to_array(search), 1
from publications where is_public and audience = 'all';

-- Its keeper sent the content: it takes room of theirs. Entries made from what others have take none.
alter table tracks add column is_sent boolean not null default false;
update tracks set is_sent = true where batch_id is not null;
create index tracks_sent on tracks (user_id, recording_id) where is_sent;
