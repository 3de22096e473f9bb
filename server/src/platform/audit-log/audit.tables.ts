import type { ColumnType } from 'kysely';

type MadeByDatabase<T> = ColumnType<T, never, never>;
type Fixed<T, Given = T> = ColumnType<T, Given, never>;

export interface AuditEntriesTable {
  id: MadeByDatabase<number>;
  at: Fixed<Date>;
  actor_id: Fixed<number>;
  session_id: Fixed<number | null>;
  ip: Fixed<string>;
  action: Fixed<string>;
  object: Fixed<string, string | undefined>;
  about_user_id: Fixed<number | null, number | null | undefined>;
  details: Fixed<Record<string, unknown>, string | undefined>;
}

export interface AuditTables {
  audit_entries: AuditEntriesTable;
}
