import type { Tx } from '../../platform/database/tables.ts';
import { groupNotifications } from './group-notifications.ts';
import type { NotificationInput } from './notification-input.ts';
import { claimKeys } from './notifications.queries.ts';

export interface DemoNotification {
  input: NotificationInput;
  at: Date;
  isRead: boolean;
}

export async function insertDemoNotifications(tx: Tx, notifications: readonly DemoNotification[]): Promise<void> {
  const rows = notifications.flatMap(({ input, at, isRead }) =>
    groupNotifications([input]).map((row) => ({
      user_id: row.userId,
      kind: row.kind,
      actor_id: row.actorId,
      actor_ids: [...row.actorIds],
      board_id: row.boardId,
      link: row.link,
      details: JSON.stringify(row.details),
      group_key: row.groupKey,
      event_count: row.events,
      created_at: at,
      read_at: isRead ? at : null,
    })),
  );
  if (rows.length > 0) await tx.insertInto('notifications').values(rows).execute();
  const keys = notifications.flatMap(({ input: { userId, dedupe } }) => (dedupe ? [{ userId, key: dedupe }] : []));
  const [newest] = notifications.slice(-1);
  if (newest !== undefined) await claimKeys(tx, keys, newest.at);
}
