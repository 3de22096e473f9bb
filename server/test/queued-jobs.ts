import { sql } from 'kysely';
import { listJobs } from '../src/jobs.ts';
import type { World } from './world.ts';

/** Runs queued jobs, and the jobs that these queue, until the queue is empty. */
export async function runQueuedJobs({ services }: Pick<World, 'services'>): Promise<void> {
  for (let round = 0; round < 20; round++) {
    const { rows } = await sql<{ id: number; name: string; payload: unknown }>`
      select j.id, t.identifier as name, j.payload
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where j.attempts < j.max_attempts order by j.id`.execute(services.db);
    if (rows.length === 0) return;
    for (const { id, name, payload } of rows) {
      const job = listJobs().find((known) => known.name === name);
      if (job === undefined) throw new Error(`Nobody runs ${name}`);
      await job.run(services, job.payload.parse(payload));
      await sql`delete from graphile_worker._private_jobs where id = ${id}`.execute(services.db);
    }
  }
  throw new Error('The queue never ends');
}

/** Runs all periodic jobs. */
export async function runPeriodicJobs({ services }: Pick<World, 'services'>): Promise<void> {
  for (const job of listJobs()) {
    const payload = job.payload.safeParse({});
    if (payload.success) await job.run(services, payload.data);
  }
}
