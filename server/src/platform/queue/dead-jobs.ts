import { type QueryExecutorProvider, sql } from 'kysely';

export interface DeadJobRow {
  id: number;
  name: string;
  payload: unknown;
  error: string;
  attempts: number;
  queued_at: Date;
  failed_at: Date;
}

export interface ChosenJobs {
  id?: number | undefined;
  name?: string | undefined;
}

const IS_DEAD = sql`j.attempts >= j.max_attempts and j.locked_at is null`;
const AT_ONCE_MAX = 10_000;
const ERROR_MAX = 4000;

/** Jobs that failed on their last attempt, latest first. Scans all queued jobs, which are few in normal operation. */
export async function listDeadJobs(
  db: QueryExecutorProvider,
  { name, limit, offset }: { name?: string | undefined; limit: number; offset: number },
): Promise<DeadJobRow[]> {
  const { rows } = await sql<DeadJobRow>`
    select j.id, t.identifier as name, j.payload, left(coalesce(j.last_error, ''), ${ERROR_MAX}) as error, j.attempts,
           j.created_at as queued_at, j.updated_at as failed_at
    from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    where ${IS_DEAD} and (${name ?? null}::text is null or t.identifier = ${name ?? null})
    order by j.updated_at desc, j.id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function countDeadJobsByName(db: QueryExecutorProvider): Promise<{ name: string; count: number }[]> {
  const { rows } = await sql<{ name: string; count: number }>`
    select t.identifier as name, count(*) as count
    from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    where ${IS_DEAD} group by 1 order by 2 desc, 1`.execute(db);
  return rows;
}

export async function reviveDeadJobs(tx: QueryExecutorProvider, chosen: ChosenJobs): Promise<number> {
  const ids = await lockDeadJobs(tx, chosen);
  const { rows } = await sql`
    select from graphile_worker.reschedule_jobs(${ids}::bigint[], run_at => now(), attempts => 0)`.execute(tx);
  return rows.length;
}

export async function deleteDeadJobs(tx: QueryExecutorProvider, chosen: ChosenJobs): Promise<number> {
  const ids = await lockDeadJobs(tx, chosen);
  const { rows } = await sql`select from graphile_worker.complete_jobs(${ids}::bigint[])`.execute(tx);
  return rows.length;
}

/** Locks the chosen jobs, so that a concurrent choice of the same jobs finds none left. */
async function lockDeadJobs(tx: QueryExecutorProvider, { id, name }: ChosenJobs): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select j.id from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    where ${IS_DEAD} and (j.id = ${id ?? null} or t.identifier = ${name ?? null})
    order by j.id limit ${AT_ONCE_MAX} for update of j skip locked`.execute(tx);
  return rows.map((row) => row.id);
}

export interface QueueDepth {
  name: string;
  waiting: number;
  running: number;
  planned: number;
  dead: number;
  /** Age in seconds of the oldest job that is ready. */
  age_seconds: number;
}

/** Counts queued jobs by name. Scans the whole queue: for metrics, not for user requests. */
export async function measureQueue(db: QueryExecutorProvider): Promise<QueueDepth[]> {
  const { rows } = await sql<QueueDepth>`
    select t.identifier as name,
      count(*) filter (where j.locked_at is null and j.attempts < j.max_attempts and j.run_at <= now()) as waiting,
      count(*) filter (where j.locked_at is not null) as running,
      count(*) filter (where j.locked_at is null and j.attempts < j.max_attempts and j.run_at > now()) as planned,
      count(*) filter (where j.locked_at is null and j.attempts >= j.max_attempts) as dead,
      coalesce(extract(epoch from now() - min(j.run_at) filter (
        where j.locked_at is null and j.attempts < j.max_attempts and j.run_at <= now())), 0)::float8 as age_seconds
    from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    group by 1`.execute(db);
  return rows;
}
