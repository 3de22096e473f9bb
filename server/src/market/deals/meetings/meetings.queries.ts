import { type RawBuilder, type Selectable, sql } from 'kysely';
import { isBlockBetween } from '../../../people/relationships/relationships.public.ts';
import type { Db, Tx } from '../../../platform/database/tables.ts';
import { IS_ON_OFFER } from '../../ads/lifecycle/deal-marks.public.ts';
import type { DealsTables } from '../deals.tables.ts';
import { nextStepAt } from './meetings.policy.ts';

export type MeetingRow = Selectable<DealsTables['meetings']>;
export type MeetingSideRow = Selectable<DealsTables['meeting_sides']>;

type NewMeeting = Pick<
  MeetingRow,
  | 'ad_title'
  | 'seller_id'
  | 'buyer_id'
  | 'proposed_by'
  | 'place_kind'
  | 'place_name'
  | 'place_address'
  | 'at'
  | 'note'
  | 'created_at'
> & { ad_id: number };

export function findMeeting(db: Db, id: number): Promise<MeetingRow | undefined> {
  return db.selectFrom('meetings').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Locks a meeting until commit. Lock order everywhere: the ad, its deals, its meetings, the chat. */
export function lockMeeting(tx: Tx, id: number): Promise<MeetingRow | undefined> {
  return tx.selectFrom('meetings').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** The caller has locked the ad. */
export function lockRunningMeeting(tx: Tx, adId: number, buyerId: number): Promise<MeetingRow | undefined> {
  return tx
    .selectFrom('meetings')
    .selectAll()
    .where('ad_id', '=', adId)
    .where('buyer_id', '=', buyerId)
    .where('state', 'in', ['proposed', 'agreed'])
    .forUpdate()
    .executeTakeFirst();
}

export async function insertMeeting(tx: Tx, row: NewMeeting): Promise<number> {
  const next_at = nextStepAt({ state: 'proposed', at: row.at }, row.created_at);
  const { id } = await tx
    .insertInto('meetings')
    .values({ ...row, next_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('meeting_sides')
    .values([row.seller_id, row.buyer_id].map((user_id) => ({ meeting_id: id, user_id })))
    .execute();
  return id;
}

/** The people whom both chose are told of the new meeting as of the old one. */
export async function copyRelatives(tx: Tx, fromId: number, toId: number): Promise<void> {
  await sql`
    update meeting_sides s set relative_id = o.relative_id from meeting_sides o
    where s.meeting_id = ${toId} and o.meeting_id = ${fromId} and o.user_id = s.user_id`.execute(tx);
}

type Change = Partial<Pick<MeetingRow, 'state' | 'cancelled_by' | 'reason' | 'reminded_at'>>;

/** Changes a locked meeting, and when the job looks at it next. */
export async function updateMeeting(tx: Tx, row: MeetingRow, change: Change, now: Date): Promise<void> {
  const next_at = nextStepAt({ ...row, ...change }, now);
  await tx
    .updateTable('meetings')
    .set({ ...change, next_at })
    .where('id', '=', row.id)
    .execute();
}

export function listSides(db: Db, meetingId: number): Promise<MeetingSideRow[]> {
  return db.selectFrom('meeting_sides').selectAll().where('meeting_id', '=', meetingId).orderBy('user_id').execute();
}

export async function updateSide(
  tx: Tx,
  meetingId: number,
  userId: number,
  change: Partial<Omit<MeetingSideRow, 'meeting_id' | 'user_id'>>,
): Promise<void> {
  await tx
    .updateTable('meeting_sides')
    .set(change)
    .where('meeting_id', '=', meetingId)
    .where('user_id', '=', userId)
    .execute();
}

/**
 * SQL condition on `ads a` of the caller's query: its owner and this buyer may arrange a meeting. They have the accepted
 * deal, or the ad is reserved by hand without one and their chat is about it.
 */
export function mayArrange(buyer: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`case
      when exists (select from deals d where d.ad_id = a.id and d.state = 'accepted')
        then exists (select from deals d where d.ad_id = a.id and d.state = 'accepted' and d.buyer_id = ${buyer})
      else a.deal = 'reserved' and ${IS_ON_OFFER} and exists (
        select from chats c where c.low_id = least(a.owner_id, ${buyer}) and c.high_id = greatest(a.owner_id, ${buyer})
          and c.about_ad_id = a.id)
    end`;
}

export async function mayArrangeMeeting(db: Db, adId: number, buyerId: number): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select ${mayArrange(sql`${buyerId}::bigint`)} as may from ads a where a.id = ${adId}`.execute(db);
  return rows[0]?.may === true;
}

/** Whether this person is still among the user’s relatives, with no block between them. */
export async function isRelativeStill(db: Db, userId: number, relativeId: number): Promise<boolean> {
  const { rows } = await sql`
    select from friends f join users u on u.id = f.friend_id
    where f.user_id = ${userId} and f.friend_id = ${relativeId} and f.is_relative and not f.is_hidden
      and u.status = 'active' and u.deleted_at is null
      and not ${isBlockBetween(sql`f.user_id`, sql`f.friend_id`)}`.execute(db);
  return rows.length > 0;
}

export async function listDueMeetings(db: Db, now: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from meetings where next_at <= ${now} order by next_at, id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Meetings about these ads, of these two people, or both. */
export type MeetingFilter =
  | { adIds: readonly number[]; people?: readonly [number, number] }
  | { adIds?: undefined; people: readonly [number, number] };

/** Cancels meetings whose time has not come. Returns their ids. */
export async function cancelMeetings(tx: Tx, { adIds, people }: MeetingFilter, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update meetings set state = 'cancelled', next_at = null
    where id in (
      select id from meetings
      where (${adIds ?? null}::bigint[] is null or ad_id = any(${adIds ?? null}::bigint[]))
        and (${people ?? null}::bigint[] is null
          or (seller_id = any(${people ?? null}::bigint[]) and buyer_id = any(${people ?? null}::bigint[])))
        and state in ('proposed', 'agreed') and at > ${now}
      order by id for update)
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}
