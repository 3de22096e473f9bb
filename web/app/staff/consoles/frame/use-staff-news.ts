import type { ApprovalEvent } from '@app/contract/staff/staff';
import type { CaseEvent } from '@app/contract/trust/cases';
import { useEffect, useEffectEvent } from 'react';
import { subscribe } from '../../../platform/live.ts';

type News = (CaseEvent | ApprovalEvent)['type'];

/** Hear that what waits for staff has changed: cases (`moderation`), requests for an approval. After a break the same. */
export function useStaffNews(viewerId: number | undefined, kinds: readonly News[], onNews: () => void): void {
  const tell = useEffectEvent((event: unknown) => {
    const { type } = event as { type?: unknown };
    if (kinds.some((kind) => kind === type)) onNews();
  });
  const tellAll = useEffectEvent(onNews);
  useEffect(() => {
    if (viewerId === undefined) return;
    return subscribe(
      `/ws/notifications/${viewerId}/`,
      (event) => tell(event),
      () => tellAll(),
    );
  }, [viewerId]);
}
