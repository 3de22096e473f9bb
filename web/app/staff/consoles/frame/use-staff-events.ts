import type { ApprovalEvent } from '@app/contract/staff/staff';
import type { CaseEvent } from '@app/contract/trust/cases';
import { useEffect, useEffectEvent } from 'react';
import { subscribe } from '../../../platform/live/live.ts';

type StaffEventType = (CaseEvent | ApprovalEvent)['type'];

/** Subscribes to staff events: changed cases (`moderation`) or approval requests. Also called after a reconnect. */
export function useStaffEvents(
  viewerId: number | undefined,
  kinds: readonly StaffEventType[],
  onEvent: () => void,
): void {
  const handleEvent = useEffectEvent((event: unknown) => {
    const { type } = event as { type?: unknown };
    if (kinds.some((kind) => kind === type)) onEvent();
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
