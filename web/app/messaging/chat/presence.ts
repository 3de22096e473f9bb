import type { PersonPresence } from '@app/contract/people/presence';
import { useEffect, useState } from 'react';
import { subscribe, wish } from '../../platform/live.ts';

export type Here = Pick<PersonPresence, 'online' | 'last_seen'>;
type Listener = (presence: PersonPresence) => void;

/** Everybody whom something on this page watches: a socket has one list of them. */
const watchers = new Map<object, { ids: readonly number[]; onPresence: Listener }>();
let line: { path: string; leave: () => void } | undefined;

const WATCHED_MAX = 200;

function tellWish(): void {
  if (line === undefined) return;
  const ids = new Set([...watchers.values()].flatMap((watcher) => watcher.ids));
  wish(line.path, { type: 'watch', user_ids: [...ids].slice(0, WATCHED_MAX) });
}

function hear(event: unknown): void {
  const presence = event as { type?: unknown } & PersonPresence;
  if (presence.type !== 'presence') return;
  for (const { ids, onPresence } of watchers.values()) if (ids.includes(presence.user_id)) onPresence(presence);
}

function watch(viewerId: number, ids: readonly number[], onPresence: Listener): () => void {
  const path = `/ws/callnotification/${viewerId}/`;
  const key = {};
  watchers.set(key, { ids, onPresence });
  line ??= { path, leave: subscribe(path, hear) };
  tellWish();
  return () => {
    watchers.delete(key);
    if (watchers.size > 0) return tellWish();
    line?.leave();
    line = undefined;
  };
}

/** Who of these people is here, live, as far as they show it to the viewer. Nothing of whom nothing was heard yet. */
export function usePresence(viewerId: number, ids: readonly number[]): ReadonlyMap<number, Here> {
  const [known, setKnown] = useState<ReadonlyMap<number, Here>>(new Map());
  const wanted = ids.join(' ');
  useEffect(() => {
    if (wanted === '') return;
    return watch(viewerId, wanted.split(' ').map(Number), ({ user_id, online, last_seen }) =>
      setKnown((before) => new Map(before).set(user_id, { online, last_seen })),
    );
  }, [viewerId, wanted]);
  return known;
}
