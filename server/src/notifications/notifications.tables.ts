import type { NotificationKind } from '@app/contract/notifications';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

export type NoticeDetails = Record<string, string | number>;

export interface NotificationsTable {
  id: ColumnType<number, never, number>;
  user_id: ColumnType<number, number, never>;
  kind: ColumnType<NotificationKind, NotificationKind, never>;
  actor_id: number | null;
  actor_ids: ColumnType<number[], number[] | undefined, number[]>;
  board_id: number | null;
  link: string;
  details: JSONColumnType<NoticeDetails, string, string>;
  group_key: ColumnType<string | null, string | null, never>;
  event_count: Generated<number>;
  created_at: Date;
  read_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

export interface NotificationKeysTable {
  user_id: ColumnType<number, number, never>;
  key: ColumnType<string, string, never>;
  created_at: ColumnType<Date, Date, never>;
}

export interface NotificationsTables {
  notifications: NotificationsTable;
  notification_keys: NotificationKeysTable;
}
