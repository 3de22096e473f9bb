import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/domain/services.ts';
import {
  deletePresences,
  insertPresences,
  removeDeadNodes,
  renewLease,
  shortenLease,
  touchLastSeen,
} from './presence.queries.ts';
import { publishPresenceEvent } from './presence-watch.public.ts';

/** A user who closes the last page and opens another within this time stays online. */
const GRACE_MS = 6000;
/** A dead node is detected within this time. */
const LEASE_SECONDS = 9;
const RENEW_MS = 3000;
const WRITE_MS = 250;
/** "Last seen" is written once per this many lease renewals, about each minute. */
const SEEN_ROUNDS = 20;
const WRITTEN_AT_ONCE = 2000;

/** Records in the database which users are connected to this node, for all nodes to read. */
export function registerPresenceBoard(app: FastifyInstance, { pool, live, log }: Services): void {
  const node = randomUUID();
  const online = new Map<number, boolean>();
  const leaving = new Map<number, number>();
  let timers: NodeJS.Timeout[] = [];
  let isWriting = false;
  let hasLease = false;
  let round = 0;

  app.socketDoor.watchUsers({
    onArrival(userId) {
      leaving.delete(userId);
      if (!online.has(userId)) online.set(userId, false);
      start();
    },
    onDeparture(userId) {
      leaving.set(userId, Date.now() + GRACE_MS);
    },
  });

  /** A node without sockets does not query the database. */
  function start(): void {
    if (timers.length > 0) return;
    timers = [
      setInterval(() => void write(renew), RENEW_MS).unref(),
      setInterval(() => void write(async () => {}), WRITE_MS).unref(),
    ];
  }

  async function write(first: () => Promise<void>): Promise<void> {
    if (isWriting) return;
    isWriting = true;
    try {
      await first();
      await writeArrivals();
      await writeDepartures();
    } catch (error) {
      log.warn({ reason: error instanceof Error ? error.message : error }, 'presence was not stored');
    }
    isWriting = false;
  }

  async function renew(): Promise<void> {
    if (online.size > 0) {
      await acquireLease();
      round += 1;
      const turn = [...online.keys()].filter((userId) => userId % SEEN_ROUNDS === round % SEEN_ROUNDS);
      for (const userIds of batches(turn)) await touchLastSeen(pool, userIds, false);
    }
    publishPresenceEvent(live, await removeDeadNodes(pool));
  }

  async function acquireLease(): Promise<void> {
    const isOld = await renewLease(pool, node, LEASE_SECONDS);
    hasLease = true;
    // The lease had expired or its rows were deleted, so everything is written again.
    if (!isOld) for (const userId of online.keys()) online.set(userId, false);
  }

  async function writeArrivals(): Promise<void> {
    const fresh = [...online].flatMap(([userId, isWritten]) => (isWritten ? [] : [userId]));
    if (fresh.length === 0) return;
    if (!hasLease) await acquireLease();
    for (const userIds of batches(fresh)) {
      await insertPresences(pool, node, userIds);
      await touchLastSeen(pool, userIds, false);
      for (const userId of userIds) if (online.has(userId)) online.set(userId, true);
      publishPresenceEvent(live, userIds);
    }
  }

  async function writeDepartures(): Promise<void> {
    const now = Date.now();
    const gone = [...leaving].flatMap(([userId, at]) => (at <= now ? [userId] : []));
    for (const userIds of batches(gone)) {
      await touchLastSeen(pool, userIds, true);
      await deletePresences(pool, node, userIds);
      for (const userId of userIds) {
        // A user who reconnected during this write is written again.
        if (leaving.delete(userId)) online.delete(userId);
        else online.set(userId, false);
      }
      publishPresenceEvent(live, userIds);
    }
  }

  app.addHook('onClose', async () => {
    for (const timer of timers) clearInterval(timer);
    if (hasLease) await shortenLease(pool, node, GRACE_MS / 1000).catch(() => {});
  });
}

function* batches(userIds: readonly number[]): Generator<number[]> {
  for (let i = 0; i < userIds.length; i += WRITTEN_AT_ONCE) yield userIds.slice(i, i + WRITTEN_AT_ONCE);
}
