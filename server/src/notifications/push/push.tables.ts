import type { ColumnType } from 'kysely';

interface PushSubscriptionsTable {
  id: ColumnType<number, never, never>;
  user_id: number;
  session_id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  created_at: Date;
}

export interface PushTables {
  push_subscriptions: PushSubscriptionsTable;
}
