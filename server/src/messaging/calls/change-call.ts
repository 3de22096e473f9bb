import { CALL_PARTICIPANTS_MAX } from '@app/contract/live/media-room';
import { sql } from 'kysely';
import { commitWork } from '../../platform/database/commit-work.ts';
import type { Tx } from '../../platform/database/tables.ts';
import { findViolatedConstraint } from '../../platform/database/violation.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import { settledCalls } from './call-entries.ts';
import { type CallStep, type CallStepOutcome, findParticipant, nextDue, stepCall } from './call-state.ts';
import { type CallRow, lockCall, saveCall } from './calls.queries.ts';
import { openChatTo } from './conference-chat.ts';
import { publishCallEvents } from './publish-call-events.ts';
import { pushIncomingCalls } from './push-incoming-calls.job.ts';
import { recordMissedCalls } from './record-missed-calls.job.ts';
import { recordSettledCalls } from './record-settled-calls.job.ts';

export async function changeCall(services: Services, roomId: string, step: CallStep): Promise<CallRow> {
  try {
    const { call, refusal } = await services.db.transaction().execute((tx) => changeWithin(services, tx, roomId, step));
    if (refusal !== undefined) throw new Failure(refusal, { values: { max: CALL_PARTICIPANTS_MAX } });
    return call;
  } catch (error) {
    throw isElsewhere(error) ? new Failure('in_call') : error;
  }
}

/** Applies a step within the caller's transaction, which has locked no other call. Lock order: users before calls. */
export async function changeWithin(
  services: Services,
  tx: Tx,
  roomId: string,
  step: CallStep,
): Promise<{ call: CallRow; refusal: CallStepOutcome['refusal'] }> {
  const before = requireFound(await lockCall(tx, roomId));
  const outcome = stepCall(before, step, before.now);
  const call = { ...before, ...outcome.call };
  await saveCall(tx, before, outcome.call);
  for (const { userId, hasJoined } of outcome.call.people)
    if (hasJoined && findParticipant(before, userId)?.hasJoined !== true) await openChatTo(tx, before.id, userId);
  const calls = settledCalls(roomId, before, call);
  if (calls.length > 0) await services.queue.add(tx, recordSettledCalls, { calls });
  await publishOutcome(services, tx, call, outcome);
  return { call, refusal: outcome.refusal };
}

/** Publishes the consequences of a step: events to pages, incoming-call pushes and missed calls to record. */
export async function publishOutcome(
  services: Services,
  tx: Tx,
  call: CallRow,
  outcome: CallStepOutcome,
): Promise<void> {
  const { roomId } = call;
  await publishCallEvents(services, tx, roomId, outcome);
  const rings = outcome.ringEvents.flatMap(({ type, user }) =>
    type === 'knock' ? [] : [{ user, isOver: type === 'hangup' }],
  );
  if (rings.length > 0) await services.queue.add(tx, pushIncomingCalls, { room_id: roomId, rings });
  if (outcome.missed.length > 0)
    await services.queue.add(tx, recordMissedCalls, { room_id: roomId, missed: outcome.missed });
  const work = await commitWork(tx, AFTER_CALLS, () => new AfterCalls());
  work.add(() => {
    for (const userId of outcome.departedIds) services.mediaRooms.removeParticipant(roomId, userId);
    if (call.state === 'ended') services.mediaRooms.end(roomId);
    scheduleAdvance(services, roomId, nextDue(call), call.now);
  });
}

const AFTER_CALLS = {};

class AfterCalls {
  readonly #work: (() => void)[] = [];

  add(work: () => void): void {
    this.#work.push(work);
  }

  async before(): Promise<void> {}

  after(): void {
    for (const work of this.#work) work();
  }
}

export async function advanceCall(services: Services, roomId: string): Promise<void> {
  await changeCall(services, roomId, { type: 'clock' });
}

interface AdvanceTimer {
  due: Date;
  timeout: NodeJS.Timeout;
}

const timers = new WeakMap<Services['live'], Map<string, AdvanceTimer>>();

/**
 * This node applies the time-out on time; if the node dies, a job does so a little later. Commits may be confirmed in
 * another order than they were made, so a later time never replaces an earlier one: a timer that fires too early only
 * schedules the next.
 */
function scheduleAdvance(services: Services, roomId: string, due: Date | null, now: Date): void {
  const mine = timers.get(services.live) ?? new Map<string, AdvanceTimer>();
  timers.set(services.live, mine);
  const scheduled = mine.get(roomId);
  if (due !== null && scheduled !== undefined && scheduled.due <= due) return;
  clearTimeout(scheduled?.timeout);
  mine.delete(roomId);
  if (due === null) return;
  const timeout = setTimeout(
    () => {
      mine.delete(roomId);
      advanceCall(services, roomId).catch((error: unknown) =>
        services.log.debug(
          { reason: error instanceof Error ? error.message : error },
          'a call was not settled in time',
        ),
      );
    },
    Math.max(0, due.getTime() - now.getTime()) + 5,
  );
  mine.set(roomId, { due, timeout: timeout.unref() });
}

const isElsewhere = (error: unknown): boolean =>
  findViolatedConstraint('unique', error) === 'call_participants_one_call';

/** Locks users until commit, in order of their ids, so that rings and blocks are serialized without deadlocks. */
export async function lockUsers(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`select from users where id = any(${ids}::bigint[]) order by id for no key update`.execute(tx);
}
