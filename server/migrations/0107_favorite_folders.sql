-- Folders of favourite ads: a favourite is in one folder or in none.
create table favorite_folders (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  name text not null check (length(name) between 1 and 50),
  created_at timestamptz not null default now()
);
create unique index favorite_folders_name on favorite_folders (user_id, lower(name));

-- No foreign key: it would scan all favourites for each deleted folder. Folders and favourites of one person change
-- under one lock, which empties a folder before it is deleted.
alter table favorites add column folder_id bigint;
