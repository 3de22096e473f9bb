import type { Meeting } from '@app/contract/market/meetings';
import type { Lang } from '@app/contract/platform/languages';
import { sql } from 'kysely';
import { isBlockBetween } from '../../../people/relationships/relationships.public.ts';
import { bit } from '../../../platform/bit.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { requireFound } from '../../../platform/failure.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import { texts } from '../../../platform/texts.ts';
import { actionsOf, stateAt } from './meetings.policy.ts';
import type { MeetingRow } from './meetings.queries.ts';

interface MeetingViewRow extends MeetingRow {
  title: string;
  other_id: number;
  other_name: string | null;
  is_blocked: boolean;
  arrived_at: Date | null;
  confirmed_at: Date | null;
  notified_at: Date | null;
  has_arrived: boolean;
  has_confirmed: boolean;
  relative_id: number | null;
  relative_name: string;
}

interface Reader {
  userId: number;
  lang: Lang;
}

/** Presents meetings as this user sees them now, by id; meetings of other people are missing. */
export async function presentMeetings(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { userId, lang }: Reader,
  ids: readonly number[],
): Promise<Map<number, Meeting>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<MeetingViewRow>`
    select m.*, coalesce(a.title, m.ad_title) as title, u.id as other_id,
      case when u.status = 'active' and u.deleted_at is null then trim(u.firstname || ' ' || u.lastname) end as other_name,
      ${isBlockBetween(sql`m.seller_id`, sql`m.buyer_id`)} as is_blocked,
      mine.arrived_at, mine.confirmed_at, mine.notified_at, r.id as relative_id,
      trim(r.firstname || ' ' || r.lastname) as relative_name,
      theirs.arrived_at is not null as has_arrived, theirs.confirmed_at is not null as has_confirmed
    from meetings m
    join meeting_sides mine on mine.meeting_id = m.id and mine.user_id = ${userId}
    join meeting_sides theirs on theirs.meeting_id = m.id and theirs.user_id <> ${userId}
    join users u on u.id = theirs.user_id
    left join users r on r.id = mine.relative_id
    left join ads a on a.id = m.ad_id
    where m.id = any(${ids}::bigint[])`.execute(db);
  const now = clock();
  return new Map(rows.map((row) => [row.id, presentMeeting(row, { userId, lang }, now)]));
}

export async function getMeeting(services: Services, viewer: SignedInViewer, id: number): Promise<Meeting> {
  return requireFound((await presentMeetings(services, viewer, [id])).get(id));
}

function presentMeeting(row: MeetingViewRow, { userId, lang }: Reader, now: Date): Meeting {
  return {
    id: row.id,
    board_id: row.ad_id,
    title: row.title,
    user_id: row.other_id,
    user_name: row.other_name ?? texts.t(lang, 'notifications.gone'),
    mine: bit(row.proposed_by === userId),
    state: stateAt(row, now),
    place: { kind: row.place_kind, name: row.place_name, address: row.place_address },
    at: row.at.toISOString(),
    note: row.note,
    cancelled: row.cancelled_by === null ? null : { mine: bit(row.cancelled_by === userId), reason: row.reason },
    arrived: { me: bit(row.arrived_at !== null), other: bit(row.has_arrived) },
    confirmed: { me: bit(row.confirmed_at !== null), other: bit(row.has_confirmed) },
    relative:
      row.relative_id === null
        ? null
        : { id: row.relative_id, name: row.relative_name, notified: bit(row.notified_at !== null) },
    actions: actionsOf(userId, row, { side: row, isBlocked: row.is_blocked }, now),
  };
}
