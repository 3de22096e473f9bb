import { type QueryExecutorProvider, sql } from 'kysely';
import { deleteInBatches } from '../database/delete-in-batches.ts';

/** Removes queued and dead jobs that would send to these addresses; a running one finishes. */
export async function removeJobsTo(db: QueryExecutorProvider, addresses: readonly string[]): Promise<void> {
  await sql`
    delete from graphile_worker._private_jobs
    where locked_at is null and lower(payload->>'to') = any(${addresses.map((address) => address.toLowerCase())}::text[])`.execute(
    db,
  );
}

/** Purges emails and SMS that could not be delivered, by age. */
export async function purgeDeadLetters(db: QueryExecutorProvider, before: Date): Promise<void> {
  await deleteInBatches(
    db,
    'graphile_worker._private_jobs',
    sql`attempts >= max_attempts and locked_at is null and created_at < ${before} and payload::jsonb ? 'to'`,
  );
}
