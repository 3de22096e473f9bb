import type { ColumnType, Generated } from 'kysely';

/** The number of the last event of each person. */
interface EventCountersTable {
  user_id: number;
  seq: number;
}

/** What a person's open pages are told. Kept for a while, so that whoever was away hears the rest. */
interface UserEventsTable {
  user_id: number;
  seq: number;
  event: ColumnType<object, string, never>;
  created_at: Generated<Date>;
}

export interface LiveTables {
  event_counters: EventCountersTable;
  user_events: UserEventsTable;
}
