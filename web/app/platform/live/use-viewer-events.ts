import { useEffect, useEffectEvent } from 'react';
import { subscribe } from './live.ts';

/** Calls back on events of the viewer that have one of the types, and after a reconnect. */
export function useViewerEvents(viewerId: number | undefined, types: readonly string[], onEvent: () => void): void {
  const handleEvent = useEffectEvent((event: unknown) => {
    const { type } = event as { type?: unknown };
    if (types.some((one) => one === type)) onEvent();
  });
  const handleReconnect = useEffectEvent(onEvent);
  useEffect(() => {
    if (viewerId === undefined) return;
    return subscribe(
      `/ws/notifications/${viewerId}/`,
      (event) => handleEvent(event),
      () => handleReconnect(),
    );
  }, [viewerId]);
}
