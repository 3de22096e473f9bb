import type { Notification, notificationsApi } from '@app/contract/notifications/notifications';
import type { ResponseOf } from '@app/contract/platform/endpoint';
import { retryDeadlocks } from '../../platform/database/retry-deadlocks.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { texts } from '../../platform/texts.ts';
import { countUnread } from './count-unread.public.ts';
import { countNotifications, listNotifications, listNotificationsById, markRead } from './notifications.queries.ts';
import { presentNotification } from './present-notification.ts';

interface PageOptions {
  size: number;
  page: number;
  before_id?: number | undefined;
  /** Marks the returned notifications as read. */
  marksRead: boolean;
}

/** A page of notifications as they were before they are marked read; the counter on all open pages is updated. */
export async function presentNotifications(
  services: Services,
  viewer: SignedInViewer,
  { size, page, before_id: beforeId, marksRead }: PageOptions,
): Promise<ResponseOf<typeof notificationsApi.list>> {
  const { db } = services;
  const { userId, lang } = viewer;
  const rows = await listNotifications(db, userId, {
    size,
    offset: beforeId === undefined ? (page - 1) * size : 0,
    beforeId,
  });
  const ids = rows.filter((row) => row.read_at === null).map(({ id }) => id);
  if (marksRead && ids.length > 0) await markAndPublish(services, userId, { ids });
  return {
    list: rows.map((row) => presentNotification(row, texts, lang)),
    total: await countNotifications(db, userId),
    unread: await countUnread(db, userId),
  };
}

export async function markAllRead(
  services: Services,
  { userId }: SignedInViewer,
  upTo = Number.MAX_SAFE_INTEGER,
): Promise<{ count: number }> {
  await markAndPublish(services, userId, { upTo });
  return { count: await countUnread(services.db, userId) };
}

export async function markOneRead(
  services: Services,
  { userId }: SignedInViewer,
  id: number,
): Promise<{ count: number }> {
  await markAndPublish(services, userId, { ids: [id] });
  return { count: await countUnread(services.db, userId) };
}

/** Returns one of the viewer's notifications, for a device that received only its id by push. */
export async function getNotification(
  { db }: Services,
  { userId, lang }: SignedInViewer,
  id: number,
): Promise<Notification> {
  const [row] = await listNotificationsById(db, [userId], [id]);
  if (row === undefined) throw new Failure('not_found');
  return presentNotification(row, texts, lang);
}

async function markAndPublish(
  { db, live, clock }: Services,
  userId: number,
  which: Parameters<typeof markRead>[2],
): Promise<void> {
  // Three devices at once can deadlock in spite of the order of ids: PostgreSQL locks the versions of one row in turn.
  await retryDeadlocks(() =>
    db.transaction().execute(async (tx) => {
      if ((await markRead(tx, userId, which, clock())) > 0) await live.publishUserEvent(tx, userId, { type: 'unread' });
    }),
  );
}
