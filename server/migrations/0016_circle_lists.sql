-- Lists of people in one order everywhere, by time and id, and without those who left.

-- `friend_id` left or is suspended: the friendship waits, unseen and uncounted.
alter table friends add column is_away boolean not null default false;
-- Finds everybody who has a person among their friends.
create index friends_of on friends (friend_id);
drop index friends_newest;
create index friends_newest on friends (user_id, since desc, friend_id desc) where not is_away;
drop index friends_kith;
create index friends_kith on friends (user_id, since desc, friend_id desc) where is_kith and not is_away;

drop index friend_requests_income;
create index friend_requests_income on friend_requests (to_id, created_at desc, from_id desc) where hidden_at is null;
create index friend_requests_sent on friend_requests (from_id, created_at desc, to_id desc);

create index blocks_newest on blocks (user_id, created_at desc, blocked_id desc);
create index mutes_muted on mutes (muted_id);
create index hidden_suggestions_hidden on hidden_suggestions (hidden_id);

-- People of one city who may be proposed to each other, the newest first.
create index users_neighbours on users (city_id, id desc)
  where city_id is not null and status = 'active' and deleted_at is null;
