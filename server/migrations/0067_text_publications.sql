-- Publications of words alone: they have no files, and never had to have any.
alter table publications add column is_text boolean not null default false;
