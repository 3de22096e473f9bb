import type { ColumnType, Generated } from 'kysely';

interface EventCountersTable {
  user_id: number;
  seq: number;
}

/** Recent events for a user's open pages, stored for a while so that reconnecting pages receive what they missed. */
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
