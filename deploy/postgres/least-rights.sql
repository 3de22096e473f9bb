-- A role for nodes that reads and changes rows, and no tables. Run it as the role that migrates, which owns everything, after `migrate`:
-- psql "$OWNER_URL" --variable=node=okolo_node --file=least-rights.sql
-- after a superuser made the role: create role okolo_node login password '…';
grant usage on schema public, graphile_worker to :"node";
grant select, insert, update, delete on all tables in schema public, graphile_worker to :"node";
grant usage, select, update on all sequences in schema public, graphile_worker to :"node";
grant execute on all functions in schema public, graphile_worker to :"node";
revoke insert, update, delete on schema_migrations, graphile_worker.migrations from :"node";
revoke create on schema public from public;

-- The tables of the queue are closed to all but their owner until a policy names another role.
drop policy if exists nodes on graphile_worker._private_jobs;
create policy nodes on graphile_worker._private_jobs to :"node" using (true) with check (true);
drop policy if exists nodes on graphile_worker._private_job_queues;
create policy nodes on graphile_worker._private_job_queues to :"node" using (true) with check (true);
drop policy if exists nodes on graphile_worker._private_tasks;
create policy nodes on graphile_worker._private_tasks to :"node" using (true) with check (true);
drop policy if exists nodes on graphile_worker._private_known_crontabs;
create policy nodes on graphile_worker._private_known_crontabs to :"node" using (true) with check (true);

-- Tables of later versions.
alter default privileges in schema public grant select, insert, update, delete on tables to :"node";
alter default privileges in schema public grant usage, select, update on sequences to :"node";
alter default privileges in schema graphile_worker grant select, insert, update, delete on tables to :"node";
alter default privileges in schema graphile_worker grant usage, select, update on sequences to :"node";
