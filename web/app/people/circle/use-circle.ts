import { useEffect, useEffectEvent, useState } from 'react';
import { subscribe } from '../../platform/live.ts';
import type { CircleAddress } from './circle-address.ts';
import { type CircleCounts, type CirclePerson, circleAfter } from './circle-state.ts';
import type { Standing } from './standing.ts';

interface Loaded {
  people: readonly CirclePerson[];
  total: number;
  counts: CircleCounts | null;
}

/** How people stand since the list was loaded; the changes belong to one load of it. */
export function useCircle(loaded: Loaded, list: Pick<CircleAddress, 'tab' | 'isSent'>) {
  const [changes, setChanges] = useState<{ of: Loaded; standings: ReadonlyMap<number, Standing> } | null>(null);
  const standings = changes?.of === loaded ? changes.standings : new Map<number, Standing>();
  const put = (id: number, standing: Standing): void =>
    setChanges((before) => ({
      of: loaded,
      standings: new Map(before?.of === loaded ? before.standings : []).set(id, standing),
    }));
  return { ...circleAfter(loaded, list, standings), put };
}

/** Several events of one moment are one reason to look. */
const GATHER_MS = 150;

/**
 * Hear that something about the viewer's circle changed: a request came, was accepted, taken back. The event is a hint: whoever hears
 * it reads anew. After a break the same, because something may have been missed.
 */
export function useCircleNews(viewerId: number | undefined, onNews: () => void, personId: number | null = null): void {
  const tell = useEffectEvent(onNews);
  useEffect(() => {
    if (viewerId === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => tell(), GATHER_MS);
    };
    const leave = subscribe(
      `/ws/notifications/${viewerId}/`,
      (event) => {
        const { type, person_id } = event as { type?: unknown; person_id?: unknown };
        if (type === 'circle' && (personId === null || person_id === personId)) soon();
      },
      soon,
    );
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [viewerId, personId]);
}
