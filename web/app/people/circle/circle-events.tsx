import { useCircleEvents } from './use-circle.ts';

interface CircleEventsProps {
  viewerId: number;
  personId: number | null;
  onEvent: () => void;
}

/** Subscribes to events of the viewer's circle. A component, so that pages can load it lazily for signed-in users. */
export function CircleEvents({ viewerId, personId, onEvent }: CircleEventsProps) {
  useCircleEvents(viewerId, onEvent, personId);
  return null;
}
