import type { PageZone } from '@app/contract/platform/page-host';
import { sql } from 'kysely';
import { type KnownZone, saveDeviceZone } from '../notifications/notifications/save-device-zone.public.ts';
import {
  presentSessionUser,
  type SessionUser,
  type SessionUserRow,
  sessionUserColumns,
} from '../people/users/accounts.public.ts';
import { rememberHome } from '../people/users/place/home-of-viewer.public.ts';
import { createBatcher, memoizeByKey } from '../platform/batches.ts';
import { runInShare } from '../platform/database/shares.ts';
import type { Db } from '../platform/database/tables.ts';
import { requireFound } from '../platform/failure.ts';
import type { SignedInViewer } from '../platform/http/viewer.ts';

interface PageViewer {
  lastEventSeq: number;
  card: SessionUser;
  zone: PageZone;
}

interface PageViewerRow extends SessionUserRow, KnownZone {
  event_seq: number;
  city_id: number | null;
  district: string;
}

/** Pages that are asked for at the same time ask together. */
const finderOf = memoizeByKey((db: Db) =>
  createBatcher(
    async (userIds: readonly number[]) => {
      const { rows } = await runInShare('access', () =>
        sql<PageViewerRow>`-- named page-viewers
          select ${sessionUserColumns}, users.city_id, users.district, settings.time_zone, settings.is_zone_chosen,
            coalesce(events.seq, 0) as event_seq
          from users
          left join media_images as media on media.id = users.photo_image_id
          left join notification_settings as settings on settings.user_id = users.id
          left join event_counters as events on events.user_id = users.id
          where users.id = any((select ${userIds}::bigint[])::bigint[])`.execute(db),
      );
      const found = new Map(rows.map((row) => [row.id, row]));
      return userIds.map((id) => found.get(id));
    },
    { max: 100, atOnce: 2 },
  ),
);

/** Reads what every page needs of a signed-in user, and stores the zone that the browser told. */
export async function findPageViewer(db: Db, viewer: SignedInViewer, toldZone: string | null): Promise<PageViewer> {
  const row = requireFound(await finderOf(db)(viewer.userId), 'session_expired');
  rememberHome(viewer, row);
  return {
    lastEventSeq: row.event_seq,
    card: presentSessionUser(row),
    zone: await runInShare('access', () => saveDeviceZone(db, viewer.userId, toldZone, row)),
  };
}
