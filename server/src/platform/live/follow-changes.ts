import { setTimeout as sleep } from 'node:timers/promises';
import type { BaseLogger } from 'pino';
import type { Tx } from '../database/tables.ts';
import type { Live } from './live.ts';

/** Maximum delay of a missed bus message, and of states that change by time. */
const REFRESH_MS = 15_000;

interface FollowOptions {
  topic: string;
  /** What is followed, for the log. */
  what: string;
  refresh: () => Promise<void>;
  live: Live;
  log: BaseLogger;
}

/** Keeps a state of the database in the memory of this node. Nodes tell each other of changes. */
export interface FollowedState {
  /** Loads the state and follows changes until `stop`. After an error the previous state stays and loading is retried. */
  start(): Promise<void>;
  stop(): void;
  /** Publishes the change in the caller's transaction; every node reloads after the commit. */
  publishChange(tx: Tx): Promise<void>;
  refresh(): Promise<void>;
}

export function followChanges({ topic, what, refresh, live, log }: FollowOptions): FollowedState {
  let unsubscribe: (() => void) | undefined;
  const stopping = new AbortController();

  const refreshSafely = (): Promise<void> =>
    refresh().catch((error: Error) => log.warn({ reason: error.message }, `${what} could not be read`));

  async function subscribe(): Promise<void> {
    if (unsubscribe !== undefined) return;
    unsubscribe = () => {};
    try {
      const unsubscribers = [
        await live.subscribe(topic, () => void refreshSafely()),
        live.onGap(() => void refreshSafely()),
      ];
      unsubscribe = () => unsubscribers.forEach((one) => void one());
      if (stopping.signal.aborted) unsubscribe();
    } catch (error) {
      unsubscribe = undefined;
      log.warn({ reason: (error as Error).message }, `changes of ${what} are not received yet`);
    }
  }

  async function refreshPeriodically(): Promise<void> {
    for (;;) {
      await sleep(REFRESH_MS, undefined, { signal: stopping.signal, ref: false });
      await subscribe();
      await refreshSafely();
    }
  }

  return {
    async start() {
      await refreshSafely();
      await subscribe();
      refreshPeriodically().catch(() => {});
    },
    stop() {
      stopping.abort();
      unsubscribe?.();
    },
    publishChange: (tx) => live.publishInTransaction(tx, [{ topic, event: {} }]),
    refresh,
  };
}
