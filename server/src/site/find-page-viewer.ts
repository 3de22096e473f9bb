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

/** Reads what every page needs of a signed-in user, in one statement, and stores the zone that the browser told. */
export async function findPageViewer(db: Db, viewer: SignedInViewer, toldZone: string | null): Promise<PageViewer> {
  const { userId } = viewer;
  const { rows } = await sql<PageViewerRow>`-- named page-viewer
    select ${sessionUserColumns}, users.city_id, users.district, settings.time_zone, settings.is_zone_chosen,
      coalesce(events.seq, 0) as event_seq
    from users
    left join media_images as media on media.id = users.photo_image_id
    left join notification_settings as settings on settings.user_id = users.id
    left join event_counters as events on events.user_id = users.id
    where users.id = ${userId}`.execute(db);
  const row = requireFound(rows[0], 'session_expired');
  rememberHome(viewer, row);
  return {
    lastEventSeq: row.event_seq,
    card: presentSessionUser(row),
    zone: await saveDeviceZone(db, userId, toldZone, row),
  };
}
