-- Sellers on vacation: their ads leave lists and search, and come back as they were.

create table ad_vacations (
  user_id bigint primary key references users (id) on delete cascade,
  since timestamptz not null
);

-- The ad is hidden (owner_hidden) for no other reason than that its owner is on vacation: who has the link still sees it.
alter table ads add column owner_away boolean not null default false check (not owner_away or owner_hidden);
