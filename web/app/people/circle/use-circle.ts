import { useEffect, useEffectEvent, useState } from 'react';
import { subscribe } from '../../platform/live.ts';
import type { CircleAddress } from './circle-address.ts';
import { type CircleCounts, type CirclePerson, circleAfter } from './circle-state.ts';
import type { Friendship } from './friendship-status.ts';

interface Loaded {
  people: readonly CirclePerson[];
  total: number;
  counts: CircleCounts | null;
}

/** How people stand since the list was loaded; the changes belong to one load of it. */
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

/** Several events of one moment are one reason to look. */
const GATHER_MS = 150;

/**
 * Hear that something about the viewer's circle changed: a request came, was accepted, taken back. The event is a hint: whoever hears
 * it reads anew. After a break the same, because something may have been missed.
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
