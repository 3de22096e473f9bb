import type { Notification, notificationsApi } from '@app/contract/notifications/notifications';
import type { ResponseOf } from '@app/contract/platform/endpoint';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import type { Services } from '../../platform/services.ts';
import {
  countNotifications,
  countUnread,
  listNotifications,
  listNotificationsById,
  markRead,
} from './notifications.queries.ts';
import { presentNotification } from './present-notification.ts';

type ReadServices = Pick<Services, 'db' | 'texts' | 'live' | 'clock'>;

interface PageOptions {
  size: number;
  page: number;
  before_id?: number | undefined;
  /** Whether what is shown counts as read from now on. */
  marksRead: boolean;
}

/** A page of what the viewer was told, as it was found; the counter on all their pages follows. */
export async function presentNotifications(
  services: ReadServices,
  viewer: SignedInViewer,
  { size, page, before_id: beforeId, marksRead }: PageOptions,
): Promise<ResponseOf<typeof notificationsApi.list>> {
  const { db, texts } = services;
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

/** Everything is read, or everything up to the one that was on top when the button was pressed. */
export async function markAllRead(
  services: ReadServices,
  { userId }: SignedInViewer,
  upTo = Number.MAX_SAFE_INTEGER,
): Promise<{ count: number }> {
  await markAndPublish(services, userId, { upTo });
  return { count: await countUnread(services.db, userId) };
}

/** One is read; one that is gone, or somebody else's, changes nothing. */
export async function markOneRead(
  services: ReadServices,
  { userId }: SignedInViewer,
  id: number,
): Promise<{ count: number }> {
  await markAndPublish(services, userId, { ids: [id] });
  return { count: await countUnread(services.db, userId) };
}

/** One notification of the viewer's own, as a device shows it that was told its id only. */
export async function getNotification(
  { db, texts }: ReadServices,
  { userId, lang }: SignedInViewer,
  id: number,
): Promise<Notification> {
  const [row] = await listNotificationsById(db, [userId], [id]);
  if (row === undefined) throw new Failure('not_found');
  return presentNotification(row, texts, lang);
}

async function markAndPublish(
  { db, live, clock }: ReadServices,
  userId: number,
  which: Parameters<typeof markRead>[2],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if ((await markRead(tx, userId, which, clock())) > 0) await live.publishUserEvent(tx, userId, { type: 'unread' });
  });
}
