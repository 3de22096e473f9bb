-- What a seller sets once for all ads: hours of work, an answer while away, and templates of answers.
create table seller_settings (
  user_id bigint primary key references users (id) on delete cascade,
  -- Seven days, Monday first: {"from", "to"} or null for a day off. Null: no hours are named.
  hours jsonb,
  answers_away boolean not null default false,
  away_text text not null default '',
  templates jsonb not null default '[]',
  check (not answers_away or away_text <> '')
);

-- The product sent the message in the name of its sender.
alter table messages add column is_automatic boolean not null default false;

-- Of a seller: the day, in the zone of the seller, on which the other person of the chat was last answered automatically.
alter table chat_members add column away_answered_on date;

-- A message to a seller with an away answer takes the ordinary path, which sends the answer in the same transaction.
do $$
declare
  definition text := pg_get_functiondef('send_plain_messages'::regproc);
  changed text := replace(definition, 'and (them.is_accepted or f.user_id is not null)',
    'and (them.is_accepted or f.user_id is not null)
        and not exists (select from seller_settings d where d.user_id = u.id and d.answers_away)');
begin
  if changed = definition then raise exception 'send_plain_messages is not the function that was expected'; end if;
  execute changed;
end $$;

-- The newest feed of a seller as it was checked: what each entry would do, and what became of it.
create table seller_feeds (
  id bigint generated always as identity primary key,
  user_id bigint not null unique references users (id) on delete cascade,
  state text not null check (state in ('checked', 'running', 'done')),
  created_at timestamptz not null
);
create table seller_feed_rows (
  feed_id bigint not null references seller_feeds (id) on delete cascade,
  position integer not null,
  action text not null check (action in ('create', 'change', 'archive', 'same', 'refuse')),
  row jsonb not null,
  result text check (result in ('done', 'refused')),
  reason text,
  primary key (feed_id, position)
);
