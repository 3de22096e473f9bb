import { type QueryExecutorProvider, sql } from 'kysely';

/** Remove queued and dead jobs that would bring something to these addresses; one that runs at this moment ends by itself. */
export async function removeJobsTo(db: QueryExecutorProvider, addresses: readonly string[]): Promise<void> {
  await sql`
    delete from graphile_worker._private_jobs
    where locked_at is null and lower(payload->>'to') = any(${addresses.map((address) => address.toLowerCase())}::text[])`.execute(
    db,
  );
}

/** Remove letters and short messages that could not be delivered, once nobody will look at them any more. */
export async function purgeDeadLetters(db: QueryExecutorProvider, before: Date): Promise<void> {
  await sql`
    delete from graphile_worker._private_jobs
    where attempts >= max_attempts and locked_at is null and created_at < ${before} and payload::jsonb ? 'to'`.execute(
    db,
  );
}
