import type { ChatCounts } from '@app/contract/messaging/chat';
import type { PageFrame } from '@app/contract/platform/page-host';
import { sql } from 'kysely';
import { chatCountsSql } from '../messaging/chat/list/count-chats.public.ts';
import { unreadCountSql } from '../notifications/notifications/count-unread.public.ts';
import { type KnownZone, saveDeviceZone } from '../notifications/notifications/save-device-zone.public.ts';
import {
  presentSessionUser,
  type SessionUser,
  type SessionUserRow,
  sessionUserColumns,
} from '../people/users/accounts.public.ts';
import { runInShare } from '../platform/database/shares.ts';
import type { Db } from '../platform/database/tables.ts';
import type { Identity, ReadWithSession, SignedInViewer, Viewer } from '../platform/http/viewer.ts';

export interface ReaderFrame {
  frame: PageFrame<SessionUser>;
  counts: Pick<Viewer, 'unread' | 'chats'>;
}

interface FrameRow extends SessionUserRow, KnownZone {
  event_seq: number;
  unread: number;
  chats: ChatCounts;
}

const rows = new WeakMap<Identity, FrameRow>();

/** For the sessions: frames cost no statement of their own for who is signed in. */
export function readForFrames(db: Db): ReadWithSession<FrameRow> {
  const columns = sql`, ${sessionUserColumns}, settings.time_zone, settings.is_zone_chosen,
    coalesce(events.seq, 0) as event_seq, ${unreadCountSql(sql`users.id`)} as unread`.compile(db);
  return {
    name: 'identify-session-for-page',
    columns: `${columns.sql}, ${chatCountsSql('users.id')} as chats`,
    joins: `
      left join media_images as media on media.id = users.photo_image_id
      left join notification_settings as settings on settings.user_id = users.id
      left join event_counters as events on events.user_id = users.id`,
    rows,
  };
}

/**
 * What the frame of a page needs of a signed-in user, as it was read with the session. Stores the zone that the browser
 * told. Undefined for an identity that was not found for a frame.
 */
export async function findFrame(
  db: Db,
  viewer: SignedInViewer,
  identity: Identity,
  toldZone: string | null,
): Promise<ReaderFrame | undefined> {
  const row = rows.get(identity);
  if (row === undefined) return undefined;
  return {
    frame: {
      lastEventSeq: row.event_seq,
      viewer: presentSessionUser(row),
      zone: await runInShare('access', () => saveDeviceZone(db, viewer.userId, toldZone, row)),
    },
    counts: { unread: row.unread, chats: row.chats },
  };
}
