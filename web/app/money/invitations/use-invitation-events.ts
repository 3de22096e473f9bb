import { useEffect, useEffectEvent } from 'react';
import { subscribe } from '../../platform/live.ts';

/** Hear that somebody came by the viewer's invitation, or that one of those invitations moved. After a break the same. */
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
