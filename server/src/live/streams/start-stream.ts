import {
  STREAM_PLANNED_DAYS,
  STREAMS_ANNOUNCED_MAX,
  type StreamAudience,
  type StreamSource,
} from '@app/contract/live/streams';
import { sql } from 'kysely';
import { isAcceptanceAwaited } from '../../people/auth/consents/consents.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import { type IdempotencyKey, runIdempotent } from '../../platform/http/idempotency.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { createPublishingLimit } from '../../trust/moderation/publishing-limits.public.ts';
import { changeLockedStream, endWithin } from './change-stream.ts';
import { pinNewest } from './pins.ts';
import { firstTimes, isRunning, nextDue } from './stream-state.ts';
import { drawStreamId, findRunning } from './streams.queries.ts';

const DAY_MS = 86_400_000;

interface NewStream {
  theme: string;
  audience: StreamAudience;
  source: StreamSource;
  planned_for?: string | undefined;
  slow_seconds: number;
  record: 0 | 1;
  show_ads: 0 | 1;
}

export async function createStream(
  services: Services,
  { userId }: Pick<SignedInViewer, 'userId'>,
  draft: NewStream,
  idempotency?: IdempotencyKey,
): Promise<number> {
  const plannedFor = draft.planned_for === undefined ? null : parsePlannedDate(draft.planned_for, services.clock());
  const { id } = await services.db.transaction().execute((tx) =>
    runIdempotent(tx, idempotency, async () => {
      await lockStreamOwner(tx, userId);
      if (plannedFor === null) await requireNoRunningStream(services, tx, userId);
      else await requireRoomToAnnounce(tx, userId);
      return insertStream(tx, userId, draft, plannedFor);
    }),
  );
  return id;
}

export function parsePlannedDate(text: string, now: Date): Date {
  const date = new Date(text);
  const ahead = date.getTime() - now.getTime();
  if (!(ahead > 0 && ahead <= STREAM_PLANNED_DAYS * DAY_MS)) throw new Failure('stream_date_wrong');
  return date;
}

/** Serializes the creation of streams by one user. */
export async function lockStreamOwner(tx: Tx, userId: number): Promise<void> {
  await sql`select from users where id = ${userId} for no key update`.execute(tx);
}

/** Fails when a stream is running; ends a stream that never sent anything. */
export async function requireNoRunningStream(services: Services, tx: Tx, userId: number): Promise<void> {
  const running = await findRunning(tx, userId);
  if (running === undefined) return;
  if (running.state === 'waiting') await endWithin(services, tx, running.id);
  else throw new Failure('stream_running', { details: { stream_id: running.id } });
}

async function requireRoomToAnnounce(tx: Tx, userId: number): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from streams where user_id = ${userId} and state = 'announced'`.execute(tx);
  if ((rows[0]?.count ?? 0) >= STREAMS_ANNOUNCED_MAX)
    throw new Failure('streams_full', { values: { max: STREAMS_ANNOUNCED_MAX } });
}

async function insertStream(tx: Tx, userId: number, draft: NewStream, plannedFor: Date | null): Promise<number> {
  const id = drawStreamId();
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(tx);
  const now = rows[0]?.now ?? new Date();
  const times = firstTimes(plannedFor, now);
  await tx
    .insertInto('streams')
    .values({
      id,
      user_id: userId,
      theme: draft.theme === '' ? null : draft.theme,
      audience: draft.audience,
      source: draft.source,
      state: times.state,
      keeps_recording: draft.record === 1,
      slow_seconds: draft.slow_seconds,
      planned_for: plannedFor,
      created_at: now,
      opened_at: times.openedAt,
      due_at: nextDue(times),
    })
    .execute();
  if (draft.show_ads === 1) await pinNewest(tx, userId, id);
  return id;
}

/**
 * Returns the stream that an encoder sends to: the one that waits for it, else a new one. A new one needs what
 * `PUT /api/streams/add` needs in a browser; an encoder that reconnects goes on.
 */
export async function openForIngest(services: Services, userId: number): Promise<number> {
  // Asked outside the transaction, which would need a second connection for it.
  const isAwaited = await isAcceptanceAwaited(services, userId);
  return services.db.transaction().execute(async (tx) => {
    await lockStreamOwner(tx, userId);
    const running = await findRunning(tx, userId);
    if (running !== undefined) {
      // An encoder replaces a browser that has not sent anything yet, but never interrupts a live browser.
      if (running.source === 'browser' && running.state !== 'waiting')
        throw new Failure('stream_running', { details: { stream_id: running.id } });
      if (running.source === 'browser')
        await tx.updateTable('streams').set({ source: 'whip' }).where('id', '=', running.id).execute();
      const { state } = await changeLockedStream(services, tx, running, { type: 'clock' });
      if (isRunning(state)) return running.id;
    }
    if (isAwaited) throw new Failure('acceptance_required');
    // A transaction that fails gives the count back.
    await createPublishingLimit({ db: tx, clock: services.clock }).take(userId);
    const draft: NewStream = { theme: '', audience: 'all', source: 'whip', slow_seconds: 0, record: 0, show_ads: 0 };
    return insertStream(tx, userId, draft, null);
  });
}
