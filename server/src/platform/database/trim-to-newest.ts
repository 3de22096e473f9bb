import { type QueryExecutorProvider, sql } from 'kysely';

/** Deletes all but the `max` rows with the highest ids of those that hold `value` in `column`. */
export async function trimToNewest(
  db: QueryExecutorProvider,
  { table, column, value, max }: { table: string; column: string; value: number; max: number },
): Promise<void> {
  const [name, ref] = [sql.table(table), sql.ref(column)];
  await sql`
    delete from ${name} where ${ref} = ${value} and id <= (
      select id from ${name} where ${ref} = ${value} order by id desc offset ${max} limit 1)`.execute(db);
}
