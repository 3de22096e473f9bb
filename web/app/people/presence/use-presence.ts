import type { UserPresence } from '@app/contract/people/presence';
import { useEffect, useState } from 'react';
import { setPathInterest, subscribe } from '../../platform/live/live.ts';

export type PresenceStatus = Pick<UserPresence, 'online' | 'last_seen'>;
type Listener = (presence: UserPresence) => void;

/** All presence watchers of this page, because the socket accepts one list of ids. */
const watchers = new Map<object, { ids: readonly number[]; onPresence: Listener }>();
let connection: { path: string; leave: () => void } | undefined;

const WATCHED_MAX = 200;

function updateWatchedIds(): void {
  if (connection === undefined) return;
  const ids = new Set([...watchers.values()].flatMap((watcher) => watcher.ids));
  setPathInterest(connection.path, { type: 'watch', user_ids: [...ids].slice(0, WATCHED_MAX) });
}

function handleEvent(event: unknown): void {
  const presence = event as { type?: unknown } & UserPresence;
  if (presence.type !== 'presence') return;
  for (const { ids, onPresence } of watchers.values()) if (ids.includes(presence.user_id)) onPresence(presence);
}

function watch(viewerId: number, ids: readonly number[], onPresence: Listener): () => void {
  const path = `/ws/callnotification/${viewerId}/`;
  const key = {};
  watchers.set(key, { ids, onPresence });
  connection ??= { path, leave: subscribe(path, handleEvent) };
  updateWatchedIds();
  return () => {
    watchers.delete(key);
    if (watchers.size > 0) return updateWatchedIds();
    connection?.leave();
    connection = undefined;
  };
}

/**
 * Returns who of these people is online, live, as far as they allow the viewer to see it. Ids without information are
 * missing.
 */
export function usePresence(viewerId: number, ids: readonly number[]): ReadonlyMap<number, PresenceStatus> {
  const [known, setKnown] = useState<ReadonlyMap<number, PresenceStatus>>(new Map());
  const wanted = ids.join(' ');
  useEffect(() => {
    if (wanted === '') return;
    return watch(viewerId, wanted.split(' ').map(Number), ({ user_id, online, last_seen }) =>
      setKnown((before) => new Map(before).set(user_id, { online, last_seen })),
    );
  }, [viewerId, wanted]);
  return known;
}
