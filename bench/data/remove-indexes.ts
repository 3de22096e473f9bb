import type pg from 'pg';

/**
 * Removes the indexes and unique constraints of tables that are to be filled, except those that foreign keys need: making
 * them at the end is cheaper than millions of updates in random places. Returns the statements that make them again.
 */
export async function removeIndexes(client: pg.ClientBase, tables: string[]): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; make: string }>(
    `select case when k.oid is null then format('drop index %I', c.relname)
         else format('alter table %s drop constraint %I', i.indrelid::regclass, k.conname) end as drop,
       case when k.oid is null then pg_get_indexdef(c.oid)
         else format('alter table %s add constraint %I %s', i.indrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) end as make
     from pg_index i join pg_class c on c.oid = i.indexrelid
       left join pg_constraint k on k.conindid = i.indexrelid and k.conrelid = i.indrelid and k.contype in ('p', 'u')
     where i.indrelid = any($1::regclass[])
       and not exists (select from pg_constraint f where f.conindid = i.indexrelid and f.contype = 'f')`,
    [tables],
  );
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ make }) => make);
}
