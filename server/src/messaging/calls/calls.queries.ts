import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/tables.ts';
import { type CallParticipantRow, type CallState, nextDue } from './call-state.ts';

/** A call with `now`, the database's clock when the row was read, because clocks of nodes may differ. */
export interface CallRow extends CallState {
  id: number;
  roomId: string;
  adId: number | null;
  isVideo: boolean;
  createdAt: Date;
  dueAt: Date | null;
  now: Date;
}

interface JoinedCallRow extends Omit<CallRow, 'people'> {
  people: RawParticipant[] | null;
}

type Times = 'rungAt' | 'ringsUntil' | 'onlineUntil' | 'joinedAt' | 'leftAt' | 'agreedAt';
type RawParticipant = Omit<CallParticipantRow, Times> & Record<Times, string | null>;

const READ = sql`
  select c.id, c.room_id as "roomId", c.starter_id as "starterId", c.ad_id as "adId", c.is_video as "isVideo", c.state, c.mode,
    c.created_at as "createdAt", c.started_at as "startedAt", c.ended_at as "endedAt", c.alone_since as "aloneSince",
    c.due_at as "dueAt", c.recording, c.recording_began_at as "recordingBeganAt", c.recording_since as "recordingSince",
    c.recording_refused_at as "recordingRefusedAt", c.listening, c.listening_revision as "listeningRevision",
    clock_timestamp() as now,
    (select json_agg(json_build_object('userId', p.user_id, 'state', p.state, 'inviterId', p.inviter_id, 'rings', p.rings,
      'rungAt', p.rung_at, 'ringsUntil', p.rings_until, 'onlineUntil', p.online_until, 'page', p.page, 'joinedAt', p.joined_at,
      'leftAt', p.left_at, 'hasJoined', p.has_joined, 'connectedMs', p.connected_ms, 'isRecording', p.is_recording, 'agreedTo', p.agreed_to,
      'agreedAt', p.agreed_at, 'recordedMs', p.recorded_ms) order by p.joined_at nulls last, p.user_id)
      from call_participants p where p.call_id = c.id) as people
  from calls c`;

const time = (text: string | null): Date | null => (text === null ? null : new Date(text));

function fromRow({ people, ...call }: JoinedCallRow): CallRow {
  return {
    ...call,
    people: (people ?? []).map((person) => ({
      ...person,
      rungAt: time(person.rungAt),
      ringsUntil: time(person.ringsUntil),
      onlineUntil: time(person.onlineUntil),
      joinedAt: time(person.joinedAt),
      leftAt: time(person.leftAt),
      agreedAt: time(person.agreedAt),
    })),
  };
}

export async function findCall(db: Db, roomId: string): Promise<CallRow | undefined> {
  const { rows } = await sql<JoinedCallRow>`${READ} where c.room_id = ${roomId}`.execute(db);
  return rows[0] && fromRow(rows[0]);
}

export async function findCallById(db: Db, id: number): Promise<CallRow | undefined> {
  const { rows } = await sql<JoinedCallRow>`${READ} where c.id = ${id}`.execute(db);
  return rows[0] && fromRow(rows[0]);
}

/** Milliseconds of the database's clock, which also dates the changes of calls. */
export async function readClock(db: Db): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]?.now.getTime() ?? Date.now();
}

/** Locks the call row (`FOR UPDATE`) until commit and reads it: changes are serialized across nodes. */
export async function lockCall(tx: Tx, roomId: string): Promise<CallRow | undefined> {
  const { rows } = await sql`select from calls where room_id = ${roomId} for update`.execute(tx);
  return rows.length === 0 ? undefined : findCall(tx, roomId);
}

/** The call that the user is in and the one that rings. Served by call_participants_one_call and call_participants_one_ring. */
export async function findEngagements(db: Db, userId: number): Promise<{ call?: string; ring?: string }> {
  const { rows } = await sql<{ room_id: string; state: 'joined' | 'ringing' }>`
    select c.room_id, p.state from call_participants p join calls c on c.id = p.call_id
    where p.user_id = ${userId} and p.state in ('joined', 'ringing')`.execute(db);
  const call = rows.find(({ state }) => state === 'joined')?.room_id;
  const ring = rows.find(({ state }) => state === 'ringing')?.room_id;
  return { ...(call && { call }), ...(ring && { ring }) };
}

export async function findBusy(db: Db, userIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ user_id: number }>`
    select distinct user_id from call_participants
    where user_id = any(${userIds}::bigint[]) and state in ('joined', 'ringing')`.execute(db);
  return new Set(rows.map(({ user_id }) => user_id));
}

interface NewCallRow {
  roomId: string;
  adId: number | null;
  isVideo: boolean;
}

export async function insertCall(tx: Tx, call: NewCallRow, state: CallState, now: Date): Promise<number> {
  const { id } = await tx
    .insertInto('calls')
    .values({
      room_id: call.roomId,
      starter_id: state.starterId,
      ad_id: call.adId,
      is_video: call.isVideo,
      state: state.state,
      mode: state.mode,
      created_at: now,
      due_at: nextDue(state),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await saveParticipants(tx, id, state.people);
  return id;
}

export async function saveCall(tx: Tx, before: CallRow, after: CallState): Promise<void> {
  const due = nextDue(after);
  if (after === before && due?.getTime() === before.dueAt?.getTime()) return;
  const { state, mode, startedAt, endedAt, aloneSince } = after;
  await tx
    .updateTable('calls')
    .set({
      state,
      mode,
      started_at: startedAt,
      ended_at: endedAt,
      alone_since: aloneSince,
      due_at: due,
      recording: after.recording,
      recording_began_at: after.recordingBeganAt,
      recording_since: after.recordingSince,
      recording_refused_at: after.recordingRefusedAt,
      listening: after.listening && JSON.stringify(after.listening),
      listening_revision: after.listeningRevision,
    })
    .where('id', '=', before.id)
    .execute();
  await saveParticipants(
    tx,
    before.id,
    after.people.filter((person) => !before.people.includes(person)),
  );
}

async function saveParticipants(tx: Tx, callId: number, people: readonly CallParticipantRow[]): Promise<void> {
  if (people.length === 0) return;
  // Participants who leave are written first, because unique indexes allow one call and one ring per user.
  const sorted = people.toSorted((a, b) => Number(isEngaged(a)) - Number(isEngaged(b)));
  await tx
    .insertInto('call_participants')
    .values(
      sorted.map((person) => ({
        call_id: callId,
        user_id: person.userId,
        state: person.state,
        inviter_id: person.inviterId,
        rings: person.rings,
        rung_at: person.rungAt,
        rings_until: person.ringsUntil,
        online_until: person.onlineUntil,
        page: person.page,
        joined_at: person.joinedAt,
        left_at: person.leftAt,
        has_joined: person.hasJoined,
        connected_ms: person.connectedMs,
        is_recording: person.isRecording,
        agreed_to: person.agreedTo,
        agreed_at: person.agreedAt,
        recorded_ms: person.recordedMs,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['call_id', 'user_id']).doUpdateSet((eb) => ({
        state: eb.ref('excluded.state'),
        inviter_id: eb.ref('excluded.inviter_id'),
        rings: eb.ref('excluded.rings'),
        rung_at: eb.ref('excluded.rung_at'),
        rings_until: eb.ref('excluded.rings_until'),
        online_until: eb.ref('excluded.online_until'),
        page: eb.ref('excluded.page'),
        joined_at: eb.ref('excluded.joined_at'),
        left_at: eb.ref('excluded.left_at'),
        has_joined: eb.ref('excluded.has_joined'),
        connected_ms: eb.ref('excluded.connected_ms'),
        is_recording: eb.ref('excluded.is_recording'),
        agreed_to: eb.ref('excluded.agreed_to'),
        agreed_at: eb.ref('excluded.agreed_at'),
        recorded_ms: eb.ref('excluded.recorded_ms'),
      })),
    )
    .execute();
}

const isEngaged = ({ state }: CallParticipantRow): boolean => state === 'joined' || state === 'ringing';

/** Renews the leases of these pages; returns the rooms in which a time-out is due. */
export async function renewPages(db: Db, pages: readonly string[], seconds: number): Promise<string[]> {
  if (pages.length === 0) return [];
  const { rows } = await sql<{ room_id: string }>`
    with renewed as (
      update call_participants set online_until = now() + make_interval(secs => ${seconds})
      where page = any(${pages}::uuid[]) and state = 'joined' returning call_id)
    select c.room_id from calls c where c.id in (select call_id from renewed) and c.due_at < now()`.execute(db);
  return rows.map(({ room_id }) => room_id);
}

export async function listDue(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ room_id: string }>`
    select room_id from calls where due_at < now() order by due_at limit ${limit}`.execute(db);
  return rows.map(({ room_id }) => room_id);
}

/** Counts how often a user rang each other user since a time; repeated rings within a call count each time. */
export async function countRings(db: Db, inviterId: number, since: Date): Promise<Map<number, number>> {
  const { rows } = await sql<{ user_id: number; rings: number }>`
    select user_id, sum(rings)::int as rings from call_participants
    where inviter_id = ${inviterId} and rung_at > ${since} group by user_id`.execute(db);
  return new Map(rows.map(({ user_id, rings }) => [user_id, rings]));
}
