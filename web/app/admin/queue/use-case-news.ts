import { useEffect, useEffectEvent } from 'react';
import { subscribe } from '../../platform/live.ts';

/** Hear that somebody took, gave back or decided a case. After a break the same. */
export function useCaseNews(viewerId: number | undefined, onNews: () => void): void {
  const tell = useEffectEvent(onNews);
  useEffect(() => {
    if (viewerId === undefined) return;
    return subscribe(
      `/ws/notifications/${viewerId}/`,
      (event) => {
        if ((event as { type?: unknown }).type === 'moderation') tell();
      },
      () => tell(),
    );
  }, [viewerId]);
}
