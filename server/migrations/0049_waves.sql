-- What an action upon many accounts hid of each, as `comment:5`, to be shown again when it is taken back.
alter table wave_accounts drop column hidden_comments, add column hidden text[] not null default '{}';
-- It is counted in the accounts.
alter table waves drop column settled;
