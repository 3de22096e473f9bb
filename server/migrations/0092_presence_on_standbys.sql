-- A standby has no unlogged tables, so lists with presence could not be read there. A row is written for each arrival, as
-- it is in last_seen, so the log grows little.
alter table presence_nodes set logged;
alter table presences set logged;
