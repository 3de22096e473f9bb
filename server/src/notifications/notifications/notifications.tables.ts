import type { NotificationKind } from '@app/contract/notifications/notifications';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

export type NotificationDetails = Record<string, string | number>;

export interface NotificationsTable {
  id: ColumnType<number, never, number>;
  user_id: ColumnType<number, number, never>;
  kind: ColumnType<NotificationKind, NotificationKind, never>;
  actor_id: number | null;
  actor_ids: ColumnType<number[], number[] | undefined, number[]>;
  board_id: number | null;
  link: string;
  details: JSONColumnType<NotificationDetails, string, string>;
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

interface NotificationSettingsTable {
  user_id: ColumnType<number, number, never>;
  bell_off: ColumnType<string[], string[] | undefined, string[]>;
  push_off: ColumnType<string[], string[] | undefined, string[]>;
  push_on: ColumnType<string[], string[] | undefined, string[]>;
  is_quiet: Generated<boolean>;
  quiet_from: Generated<number>;
  quiet_to: Generated<number>;
  time_zone: string | null;
  is_zone_chosen: boolean;
}

interface NotificationDigestsTable {
  user_id: number;
  day: string;
  up_to: number;
}

export interface NotificationsTables {
  notification_settings: NotificationSettingsTable;
  notification_digests: NotificationDigestsTable;
  notifications: NotificationsTable;
  notification_keys: NotificationKeysTable;
}
