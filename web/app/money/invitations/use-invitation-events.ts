import { useEffect, useEffectEvent } from 'react';
import { subscribe } from '../../platform/live/live.ts';

/** Subscribes to changes of the viewer's invitations. Also called after a reconnect. */
export function useInvitationEvents(viewerId: number | undefined, onEvent: () => void): void {
  const handleEvent = useEffectEvent(onEvent);
  useEffect(() => {
    if (viewerId === undefined) return;
    return subscribe(
      `/ws/notifications/${viewerId}/`,
      (event) => {
        if ((event as { type?: unknown }).type === 'invitations') handleEvent();
      },
      () => handleEvent(),
    );
  }, [viewerId]);
}
