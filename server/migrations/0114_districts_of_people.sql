-- The part of their city that people name in their profile, in their words; '' for none. A publication keeps the one that its author
-- named when it came out.
alter table users add column district text not null default '' check (length(district) <= 80);
alter table publication_places add column district text not null default '';
