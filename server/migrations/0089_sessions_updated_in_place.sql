-- Every note of use moves expires_at, and an index on it makes each of these updates write a new entry into every index
-- of the table. Only the hourly sweep asked for the index, and it may read the whole table. Room on each page lets the
-- new version of a row stay where the old one was.
drop index sessions_expiry;
alter table sessions set (fillfactor = 80);
