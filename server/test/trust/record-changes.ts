import { type Kysely, sql } from 'kysely';
import type { Database } from '../../src/platform/database/tables.ts';

/**
 * Has the database record what changes in these tables from now on. Returns a function that names the last change: reading whole tables
 * for a digest takes longer with every scene.
 */
export async function recordChanges(db: Kysely<Database>, tables: readonly string[]): Promise<() => Promise<string>> {
  await sql`create table recorded_changes (id bigint generated always as identity primary key, change text not null)`.execute(
    db,
  );
  await sql`create function record_change() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'UPDATE' or old::text is distinct from new::text then
        insert into recorded_changes (change) values (tg_op || ' ' || tg_table_name);
      end if;
      return null;
    end $$`.execute(db);
  for (const table of tables) {
    await sql`create trigger record_change after insert or update or delete on ${sql.table(table)}
      for each row execute function record_change()`.execute(db);
  }
  return async () => {
    const { rows } = await sql<{ change: string }>`
      select id || ' ' || change as change from recorded_changes order by id desc limit 1`.execute(db);
    return rows[0]?.change ?? '';
  };
}
