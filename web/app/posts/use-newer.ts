import { useEffect, useEffectEvent, useState } from 'react';
import { publicationsApi } from '#contract/publications';
import { onNews } from '../notifications/bell-events.ts';
import { isApiError } from '../platform/api-error.ts';
import { call } from '../platform/call.ts';

const ASK_MS = 60_000;
const NEWS = 'new_publication';

/** How many publications stand above the first one shown: asked now and then, and when the bell tells of one. */
export function useNewer(viewerId: number, first: string | undefined, given: number): number {
  const [newer, setNewer] = useState(given);
  useEffect(() => setNewer(given), [given]);

  const ask = useEffectEvent(async () => {
    if (first === undefined || document.hidden) return;
    try {
      // What is counted stands above the one after the first.
      const query = { after: first, size: 1 };
      const page = await call(publicationsApi.feed, { params: { id: viewerId }, query });
      setNewer(Math.max(0, page.newer - (page.list.length > 0 ? 1 : 0)));
    } catch (error) {
      // Asked again in a while.
      if (!isApiError(error)) throw error;
    }
  });
  useEffect(() => {
    const again = (): void => void ask();
    const timer = setInterval(again, ASK_MS);
    document.addEventListener('visibilitychange', again);
    const leave = onNews((notification) => notification?.kind === NEWS && again());
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', again);
      leave();
    };
  }, []);
  return newer;
}
