import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';

const BATCH = 5000;

/**
 * Deletes the rows of a table without partitions that match a condition, and returns their number. Each statement
 * deletes at most `batch` rows and commits, so that locks, snapshots and bursts of the write-ahead log stay short. Rows
 * locked by others are left to the next call.
 */
export async function deleteInBatches(
  db: QueryExecutorProvider,
  table: string,
  condition: RawBuilder<unknown>,
  batch = BATCH,
): Promise<number> {
  const name = sql.table(table);
  for (let total = 0; ; ) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${name} where ctid = any(array(
        select ctid from ${name} where ${condition} limit ${batch} for update skip locked))`.execute(db);
    total += Number(numAffectedRows);
    if (numAffectedRows < BigInt(batch)) return total;
  }
}
