import { useCircleEvents } from './use-circle.ts';

interface CircleEventsProps {
  viewerId: number;
  /** Only what concerns this person; null hears of everybody. */
  personId: number | null;
  onEvent: () => void;
}

/** Hears of changes in the viewer's circle, for pages that load this only when somebody is signed in. */
export function CircleEvents({ viewerId, personId, onEvent }: CircleEventsProps) {
  useCircleEvents(viewerId, onEvent, personId);
  return null;
}
