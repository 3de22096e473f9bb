-- A zone that a person chose holds on every device; one that the browser told follows the browser. Zones stored so far
-- may have been chosen, so nobody's choice is lost.

alter table notification_settings add column is_zone_chosen boolean not null default false;
update notification_settings set is_zone_chosen = true where time_zone is not null;
