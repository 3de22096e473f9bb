-- What search finds a message by: its words in Russian word forms and as they are, and marks that no word can look like, because
-- search_fold parts words at these signs: whose dialog it is (@7), who sent it (&7), what it carries (#photo). With the marks in the same
-- index, looking through one person's messages costs what that person has, however many messages there are of others.
create function chat_search_vector(content text, people bigint[], sender bigint, carries text[]) returns tsvector
  language sql immutable parallel safe
  return to_tsvector('russian'::regconfig, search_fold(content)) || to_tsvector('simple'::regconfig, search_fold(content))
    || array_to_tsvector(array(select '@' || person from unnest(people) person) || array['&' || sender]
      || array(select '#' || kind from unnest(carries) kind));

create function messages_fill_search() returns trigger language plpgsql as $$
begin
  if new.deleted_at is not null or new.kind <> 'message' then
    new.search := null;
  else
    new.search := chat_search_vector(
      new.content, (select array[low_id, high_id] from chats where id = new.chat_id), new.sender_id, new.carries);
  end if;
  return new;
end $$;

alter table messages alter column search drop expression;
drop index messages_carries;
create trigger messages_search before insert or update of content, carries, deleted_at, sender_id on messages
  for each row execute function messages_fill_search();

-- On which days a dialog was counted for an ad: once each.
create table chat_ad_days (
  chat_id bigint not null references chats on delete cascade,
  ad_id bigint not null,
  day date not null,
  primary key (chat_id, ad_id, day)
);
create index chat_ad_days_day on chat_ad_days (day);

-- The last day on which a person's devices heard that strangers wrote: once a day is enough.
create table request_pushes (
  user_id bigint primary key,
  day date not null
);
