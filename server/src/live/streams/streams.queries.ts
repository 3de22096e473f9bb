import { randomInt } from 'node:crypto';
import type { StreamAudience, StreamSource } from '@app/contract/live/streams';
import { type RawBuilder, sql } from 'kysely';
import { visibleTo, visibleToReader } from '../../people/relationships/relationships.public.ts';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { nextDue, type StreamTimes } from './stream-state.ts';

/** A stream with `now`, the database's clock when the row was read, because clocks of nodes may differ. */
export interface StreamRow extends StreamTimes {
  id: number;
  userId: number;
  name: string;
  theme: string | null;
  audience: StreamAudience;
  source: StreamSource;
  keepsRecording: boolean;
  slowSeconds: number;
  poster: string | null;
  now: Date;
}

const READ = sql`
  select s.id, s.user_id as "userId", trim(maker.firstname || ' ' || maker.lastname) as name, s.theme, s.audience, s.source, s.state, s.keeps_recording as "keepsRecording",
    s.slow_seconds as "slowSeconds", s.planned_for as "plannedFor", s.opened_at as "openedAt",
    s.started_at as "startedAt", s.seen_at as "seenAt", s.lost_at as "lostAt", s.ended_at as "endedAt", s.poster,
    clock_timestamp() as now
  from streams s join users maker on maker.id = s.user_id`;

const ID_FROM = 100_000_000_000_000;

/** Draws a random 15-digit id, so that stream addresses cannot be enumerated. */
export const drawStreamId = (): number => ID_FROM + randomInt(2 ** 47) * 6 + randomInt(6);

export const roomIdOf = (streamId: number): string => `stream_${streamId}`;

export function streamIdOf(roomId: string): number | undefined {
  const digits = /^stream_(\d{15})$/.exec(roomId)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Knowing the address, everybody may see a stream with the audience `link`. */
const AUDIENCE = sql`case when s.audience = 'link' then 'all' else s.audience end`;

const OWNER_IS_ACTIVE = sql<boolean>`exists (
  select from users owner where owner.id = s.user_id and owner.status = 'active' and owner.deleted_at is null)`;

/** Condition under which this viewer may see the stream `s` of the caller's query, given its address. */
export const streamVisibleTo = (viewer: Pick<Viewer, 'userId'>): RawBuilder<boolean> =>
  sql<boolean>`(${OWNER_IS_ACTIVE} and ${visibleTo(viewer, sql`s.user_id`, AUDIENCE)})`;

/** The same condition for a user id column of the caller's query. */
export const streamVisibleToReader = (reader: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${OWNER_IS_ACTIVE} and ${visibleToReader(reader, sql`s.user_id`, AUDIENCE)})`;

export async function findStream(db: Db, id: number): Promise<StreamRow | undefined> {
  const { rows } = await sql<StreamRow>`${READ} where s.id = ${id}`.execute(db);
  return rows[0];
}

export async function findVisibleStream(
  db: Db,
  viewer: Pick<Viewer, 'userId'>,
  id: number,
): Promise<StreamRow | undefined> {
  const { rows } = await sql<StreamRow>`${READ} where s.id = ${id} and ${streamVisibleTo(viewer)}`.execute(db);
  return rows[0];
}

export async function findRunning(db: Db, userId: number): Promise<StreamRow | undefined> {
  const { rows } =
    await sql<StreamRow>`${READ} where s.user_id = ${userId} and s.state in ('waiting', 'live', 'lost')`.execute(db);
  return rows[0];
}

/** Locks the stream row (`FOR UPDATE`) until commit and reads it: changes are serialized across nodes. */
export async function lockStream(tx: Tx, id: number): Promise<StreamRow | undefined> {
  const { rows } = await sql`select from streams where id = ${id} for no key update`.execute(tx);
  return rows.length === 0 ? undefined : findStream(tx, id);
}

export async function saveTimes(tx: Tx, id: number, times: StreamTimes): Promise<void> {
  const { state, openedAt, startedAt, seenAt, lostAt, endedAt } = times;
  await tx
    .updateTable('streams')
    .set({
      state,
      opened_at: openedAt,
      started_at: startedAt,
      seen_at: seenAt,
      lost_at: lostAt,
      ended_at: endedAt,
      due_at: nextDue(times),
    })
    .where('id', '=', id)
    .execute();
}

/** Lists streams with a time-out that is due. */
export async function listDue(db: Db, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from streams where due_at <= now() order by due_at limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
