/** `server_version_num` of the first PostgreSQL that changes the expression of a generated column in place. */
const SETS_EXPRESSIONS = 170_000;

const SET_EXPRESSION = /alter table (\w+) alter column (\w+)\s+set expression as \((.*?)\);/gis;

/**
 * Returns a migration in words that an older server knows. A landed migration stays as it is, because its checksum is
 * stored; the result is the same schema, with the generated column behind the others.
 */
export function rewriteForServer(sql: string, versionNumber: number): string {
  if (versionNumber >= SETS_EXPRESSIONS) return sql;
  return sql.replace(SET_EXPRESSION, (_statement, table: string, column: string, expression: string) =>
    replaceColumn(table, column, expression),
  );
}

/** Drops the column and creates it anew with its indexes and triggers. Fails where anything else depends on it. */
const replaceColumn = (table: string, column: string, expression: string): string => `
do $migration$
declare
  kind text;
  dependents text[];
  trigger_name text;
  statement text;
begin
  select format_type(atttypid, atttypmod) || case when attnotnull then ' not null' else '' end into strict kind
  from pg_attribute where attrelid = '${table}'::regclass and attname = '${column}';
  select array_agg(definition) into dependents from (
    select pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = '${table}'::regclass
    union all
    select pg_get_triggerdef(oid) from pg_trigger where tgrelid = '${table}'::regclass and not tgisinternal
  ) as all_of_table where definition ~ '\\m${column}\\M';
  for trigger_name in
    select tgname from pg_trigger
    where tgrelid = '${table}'::regclass and not tgisinternal and pg_get_triggerdef(oid) ~ '\\m${column}\\M'
  loop
    execute format('drop trigger %I on ${table}', trigger_name);
  end loop;
  alter table ${table} drop column ${column};
  execute 'alter table ${table} add column ${column} ' || kind || $expression$ generated always as (${expression}) stored$expression$;
  foreach statement in array coalesce(dependents, '{}') loop
    execute statement;
  end loop;
end
$migration$;`;
