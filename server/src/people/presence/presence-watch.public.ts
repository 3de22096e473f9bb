import type { Services } from '../../platform/domain/services.ts';
import type { Live } from '../../platform/live/live.ts';
import { findPresence, type Presence } from './presence.public.ts';

const TOPIC = 'presence';
const PUBLISHED_AT_ONCE = 500;
/** Changes within this time are read together. */
const GATHER_MS = 50;
/** All watched users are reread at this interval, whatever events arrive. */
const SYNC_MS = 5000;
/** While events of other nodes are missed, what each listener may see is reread at this interval. */
const REREAD_MS = 15_000;
const READ_AT_ONCE = 2000;

/** Publishes that these users came online, went offline, or changed who may see it. */
export function publishPresenceEvent(live: Live, userIds: readonly number[]): void {
  for (let i = 0; i < userIds.length; i += PUBLISHED_AT_ONCE) {
    live.publish(TOPIC, { ids: userIds.slice(i, i + PUBLISHED_AT_ONCE) });
  }
}

type PresenceListener = (userIds: readonly number[]) => void;

export interface PresenceWatch {
  watch(userIds: readonly number[], listener: PresenceListener): () => void;
  close(): void;
}

interface WatchedUser {
  known: string | undefined;
  listeners: Set<PresenceListener>;
}

/** Watches the presence of users for this node. Each user is read once, however many watch. */
export function createPresenceWatch({ db, live, log }: Services): PresenceWatch {
  const watched = new Map<number, WatchedUser>();
  let staleIds = new Set<number>();
  let notifyTimer: NodeJS.Timeout | undefined;
  let syncTimer: NodeJS.Timeout | undefined;
  let rereadTimer: NodeJS.Timeout | undefined;
  let isSyncing = false;
  let leaveTopic: Promise<() => void> | undefined;

  function handleEvent(event: object): void {
    if (!('ids' in event) || !Array.isArray(event.ids)) return;
    markStale(event.ids.filter((id) => watched.has(id)));
  }

  function markStale(ids: Iterable<number>): void {
    for (const id of ids) staleIds.add(id);
    if (staleIds.size > 0) notifyTimer ??= setTimeout(notifyStale, GATHER_MS);
  }

  /** Users named in an event are always reported, because their privacy setting may be what changed. */
  function notifyStale(): void {
    notifyTimer = undefined;
    const ids = staleIds;
    staleIds = new Set();
    notifyListeners([...ids]);
  }

  function notifyListeners(ids: readonly number[]): void {
    const idsByListener = new Map<PresenceListener, number[]>();
    for (const id of ids) {
      for (const listener of watched.get(id)?.listeners ?? []) {
        const listenerIds = idsByListener.get(listener) ?? [];
        idsByListener.set(listener, listenerIds);
        listenerIds.push(id);
      }
    }
    for (const [listener, listenerIds] of idsByListener) listener(listenerIds);
  }

  async function sync(): Promise<void> {
    if (isSyncing) return;
    isSyncing = true;
    try {
      const ids = [...watched.keys()];
      for (let i = 0; i < ids.length; i += READ_AT_ONCE) {
        const found = await findPresence(db, ids.slice(i, i + READ_AT_ONCE));
        const changed = [...found].filter(([id, presence]) => updateKnown(id, presence)).map(([id]) => id);
        if (changed.length > 0) notifyListeners(changed);
      }
    } catch (error) {
      log.warn({ reason: error instanceof Error ? error.message : error }, 'presence was not read');
    }
    isSyncing = false;
  }

  function updateKnown(id: number, { online }: Presence): boolean {
    const entry = watched.get(id);
    if (entry === undefined) return false;
    const known = String(online);
    const isNew = entry.known !== known;
    entry.known = known;
    return isNew;
  }

  /** A missed event may concern a privacy setting, which rereading presence would not reveal. */
  const stopGapListener = live.onGap(() => {
    markStale(watched.keys());
    void sync();
  });

  return {
    watch(userIds, listener) {
      leaveTopic ??= live.subscribe(TOPIC, handleEvent);
      leaveTopic.catch(() => {
        leaveTopic = undefined;
      });
      syncTimer ??= setInterval(() => watched.size > 0 && void sync(), SYNC_MS).unref();
      rereadTimer ??= setInterval(() => live.isBusConnected || markStale(watched.keys()), REREAD_MS).unref();
      for (const id of userIds) {
        const entry = watched.get(id) ?? { known: undefined, listeners: new Set() };
        watched.set(id, entry);
        entry.listeners.add(listener);
      }
      return () => {
        for (const id of userIds) {
          const entry = watched.get(id);
          entry?.listeners.delete(listener);
          if (entry?.listeners.size === 0) watched.delete(id);
        }
      };
    },
    close() {
      stopGapListener();
      clearTimeout(notifyTimer);
      clearInterval(syncTimer);
      clearInterval(rereadTimer);
    },
  };
}
