import { useEffect, useEffectEvent, useState } from 'react';
import { subscribe } from '../../platform/live/live.ts';
import type { CircleAddress } from './circle-address.ts';
import { type CircleCounts, type CirclePerson, circleAfter } from './circle-state.ts';
import type { Friendship } from './friendship-status.ts';

interface Loaded {
  people: readonly CirclePerson[];
  total: number;
  counts: CircleCounts | null;
}

/** Tracks friendships changed since the list was loaded; a new load discards the changes. */
export function useCircle(loaded: Loaded, list: Pick<CircleAddress, 'tab' | 'isSent'>) {
  const [changes, setChanges] = useState<{ of: Loaded; friendships: ReadonlyMap<number, Friendship> } | null>(null);
  const friendships = changes?.of === loaded ? changes.friendships : new Map<number, Friendship>();
  const setFriendship = (id: number, friendship: Friendship): void =>
    setChanges((before) => ({
      of: loaded,
      friendships: new Map(before?.of === loaded ? before.friendships : []).set(id, friendship),
    }));
  return { ...circleAfter(loaded, list, friendships), put: setFriendship };
}

/** Milliseconds in which several events cause one reload. */
const GATHER_MS = 150;

/**
 * Subscribes to events of the viewer's circle. Events are hints to load again. `onEvent` also runs after a reconnect,
 * because events may have been missed.
 */
export function useCircleEvents(
  viewerId: number | undefined,
  onEvent: () => void,
  personId: number | null = null,
): void {
  const handleEvent = useEffectEvent(onEvent);
  useEffect(() => {
    if (viewerId === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => handleEvent(), GATHER_MS);
    };
    const unsubscribe = subscribe(
      `/ws/notifications/${viewerId}/`,
      (event) => {
        const { type, person_id } = event as { type?: unknown; person_id?: unknown };
        if (type === 'circle' && (personId === null || person_id === personId)) soon();
      },
      soon,
    );
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [viewerId, personId]);
}

const ONLINE_REFRESH_MS = 30_000;

/** Loads the list of those online again from time to time: events tell only of people who are shown already. */
export function useOnlineRefresh(isOn: boolean, onRefresh: () => void): void {
  const refresh = useEffectEvent(onRefresh);
  useEffect(() => {
    if (!isOn) return;
    const again = (): void => {
      if (!document.hidden) refresh();
    };
    const timer = setInterval(again, ONLINE_REFRESH_MS);
    document.addEventListener('visibilitychange', again);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', again);
    };
  }, [isOn]);
}
