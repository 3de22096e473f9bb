import { randomBytes } from 'node:crypto';
import { CALL_PARTICIPANTS_MAX } from '@app/contract/live/media-room';
import { sql } from 'kysely';
import { NO_RELATIONSHIP } from '../../people/relationships/relationship.public.ts';
import { findRelationships, isWithinContactAudience } from '../../people/relationships/relationships.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import { type IdempotencyKey, runIdempotent } from '../../platform/http/idempotency.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { presentAdCards } from '../chat/cards/ad-cards.public.ts';
import { createCallState, findParticipant, isIn, nextDue } from './call-state.ts';
import {
  type CallRow,
  countRings,
  findBusy,
  findCall,
  findCallById,
  findEngagements,
  insertCall,
} from './calls.queries.ts';
import { changeCall, changeWithin, lockUsers, publishOutcome } from './change-call.ts';

const ROOM_BYTES = 16;
const MINUTE_MS = 60_000;
const RINGS_PER_MINUTE = 20;
const RINGS_OF_ONE = 6;
const RINGS_OF_ONE_MS = 10 * MINUTE_MS;

interface CallRequest {
  user_id: readonly number[];
  ad_id?: number | null | undefined;
  video: 0 | 1;
}

type StartServices = Services & Services;

/** Rings users. When all are already in a call with the caller, or ring the caller just now, that call is joined. */
export async function startCall(
  services: StartServices,
  viewer: SignedInViewer,
  request: CallRequest,
  idempotency: IdempotencyKey | undefined,
): Promise<CallRow> {
  const { db } = services;
  if (request.user_id.includes(viewer.userId)) throw new Failure('call_not_allowed');
  const adId = request.ad_id ?? null;
  if (adId !== null && !(await presentAdCards(services, viewer, [adId])).has(adId)) throw new Failure('not_found');
  const { id } = await db.transaction().execute((tx) =>
    runIdempotent(tx, idempotency, async () => {
      // Locks all users, so that simultaneous calls and blocks are serialized and two users who ring each other get one
      // call.
      await lockUsers(tx, [viewer.userId, ...request.user_id]);
      return (
        (await joinRunning(services, tx, viewer, request.user_id)) ?? (await createCall(services, tx, viewer, request))
      );
    }),
  );
  return requireFound(await findCallById(db, id));
}

/** Joins the call that the caller means; a ring from somebody else makes the caller busy. */
async function joinRunning(
  services: StartServices,
  tx: Tx,
  { userId }: SignedInViewer,
  users: readonly number[],
): Promise<number | undefined> {
  const { call: ownCall, ring } = await findEngagements(tx, userId);
  if (ownCall !== undefined) {
    const { call } = await changeWithin(services, tx, ownCall, { type: 'clock' });
    const me = findParticipant(call, userId);
    if (me !== undefined && isIn(me)) {
      if (users.every((id) => isExpected(call, id))) return call.id;
      // A call that is about to end because the user is alone in it does not prevent a new one.
      if (call.aloneSince === null) throw new Failure('in_call');
      await changeWithin(services, tx, ownCall, { type: 'hangup', by: userId });
    }
  }
  if (ring === undefined) return undefined;
  const rung = await findCall(tx, ring);
  const isSame = users.length === 1 && rung?.people.some((person) => isIn(person) && person.userId === users[0]);
  const step = isSame ? ({ type: 'accept' } as const) : ({ type: 'decline', reason: 'busy' } as const);
  const { call, refusal } = await changeWithin(services, tx, ring, { ...step, by: userId });
  return isSame && refusal === undefined ? call.id : undefined;
}

function isExpected(call: CallRow, userId: number): boolean {
  const state = findParticipant(call, userId)?.state;
  return state === 'joined' || state === 'ringing';
}

async function createCall(
  services: StartServices,
  tx: Tx,
  viewer: SignedInViewer,
  { user_id: users, ad_id, video }: CallRequest,
): Promise<number> {
  await requireCallable(tx, viewer, users, []);
  const roomId = randomBytes(ROOM_BYTES).toString('base64url');
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(tx);
  const now = rows[0]?.now ?? services.clock();
  const outcome = createCallState({ starterId: viewer.userId, users: await withBusy(tx, users) }, now);
  const row = { roomId, adId: ad_id ?? null, isVideo: video === 1 };
  const id = await insertCall(tx, row, outcome.call, now);
  await publishOutcome(
    services,
    tx,
    { ...row, id, createdAt: now, dueAt: nextDue(outcome.call), now, ...outcome.call },
    outcome,
  );
  return id;
}

async function withBusy(tx: Tx, users: readonly number[]): Promise<{ id: number; isBusy: boolean }[]> {
  const busy = await findBusy(tx, users);
  return users.map((id) => ({ id, isBusy: busy.has(id) }));
}

/** Rings more users into the caller's call. Users who are already expected there are skipped. */
export async function addPeople(
  services: StartServices,
  viewer: SignedInViewer,
  roomId: string,
  users: readonly number[],
): Promise<CallRow> {
  if (users.includes(viewer.userId)) throw new Failure('call_not_allowed');
  const known = await changeCall(services, roomId, { type: 'clock' });
  const me = requireFound(findParticipant(known, viewer.userId));
  if (known.state === 'ended' || !isIn(me)) throw new Failure('call_over');
  const { call, refusal } = await services.db.transaction().execute(async (tx) => {
    await lockUsers(tx, [viewer.userId, ...users]);
    const fresh = users.filter((id) => !isExpected(known, id));
    const inside = known.people.filter(({ userId }) => isExpected(known, userId)).map(({ userId }) => userId);
    if (inside.length + fresh.length > CALL_PARTICIPANTS_MAX)
      throw new Failure('call_full', { values: { max: CALL_PARTICIPANTS_MAX } });
    await requireCallable(tx, viewer, fresh, inside);
    return changeWithin(services, tx, roomId, {
      type: 'ring',
      by: viewer.userId,
      users: await withBusy(tx, fresh),
    });
  });
  if (refusal !== undefined) throw new Failure(refusal, { values: { max: CALL_PARTICIPANTS_MAX } });
  return call;
}

async function requireCallable(
  tx: Tx,
  viewer: SignedInViewer,
  ids: readonly number[],
  inside: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  const activeUsers = await tx
    .selectFrom('users')
    .select(['id', 'may_call'])
    .where('id', 'in', ids)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .execute();
  if (activeUsers.length < ids.length) throw new Failure('not_found');
  const relationships = await findRelationships(tx, viewer, ids);
  if (
    !activeUsers.every(({ id, may_call }) =>
      isWithinContactAudience(may_call, relationships.get(id) ?? NO_RELATIONSHIP),
    )
  )
    throw new Failure('call_not_allowed');
  if (await isAnyBlockAmong(tx, ids, [...ids, ...inside])) throw new Failure('call_not_allowed');
  await requireRingLimits(tx, viewer.userId, ids);
}

async function isAnyBlockAmong(tx: Tx, ids: readonly number[], all: readonly number[]): Promise<boolean> {
  const { rows } = await sql`
    select from blocks where user_id = any(${ids}::bigint[]) and blocked_id = any(${all}::bigint[])
    union all
    select from blocks where user_id = any(${all}::bigint[]) and blocked_id = any(${ids}::bigint[]) limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Limits rings per user and in total. The caller's lock makes simultaneous calls count each other. */
async function requireRingLimits(tx: Tx, userId: number, ids: readonly number[]): Promise<void> {
  const now = Date.now();
  const lately = await countRings(tx, userId, new Date(now - MINUTE_MS));
  const total = [...lately.values()].reduce((sum, rings) => sum + rings, 0);
  if (total + ids.length > RINGS_PER_MINUTE) throw new Failure('too_many_calls', { retryAfter: MINUTE_MS / 1000 });
  const ofOne = await countRings(tx, userId, new Date(now - RINGS_OF_ONE_MS));
  if (ids.some((id) => (ofOne.get(id) ?? 0) >= RINGS_OF_ONE))
    throw new Failure('too_many_calls', { retryAfter: RINGS_OF_ONE_MS / 1000 });
}
