import { useEffect, useEffectEvent, useState } from 'react';
import { publicationsApi } from '#contract/publishing/publications';
import { onNotification } from '../../../notifications/notifications/bell-events.ts';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { readStored, writeStored } from '../../../platform/stored.ts';

const POLL_MS = 60_000;
const NEW_PUBLICATION_KIND = 'new_publication';

export interface NewPublications {
  above: number;
  /** Number of those that were published after the reader last saw the top of the feed in this browser. */
  fresh: number;
}

const keyOf = (viewerId: number): string => `feed-top ${viewerId}`;

/**
 * Number of publications above a feed position. `newer` counts those above the entry after the cursor, so the entry at
 * the cursor is subtracted.
 */
async function countAbove(id: number, cursor: string): Promise<number> {
  const page = await call(publicationsApi.feed, { params: { id }, query: { after: cursor, size: 1 } });
  return Math.max(0, page.newer - (page.list.length > 0 ? 1 : 0));
}

/** Counts publications above the first one shown: periodically and when a notification announces a new one. */
export function useNewPublications(viewerId: number, first: string | undefined, given: number): NewPublications {
  const [newer, setNewer] = useState<NewPublications>({ above: given, fresh: 0 });

  const loadCounts = useEffectEvent(async () => {
    if (!first || document.hidden) return;
    try {
      const top = readStored(keyOf(viewerId));
      const above = await countAbove(viewerId, first);
      const fresh = above === 0 || top === null || top === first ? above : await countAbove(viewerId, top);
      setNewer({ above, fresh: Math.min(above, fresh) });
    } catch (error) {
      // A network error is ignored; the count is requested again later.
      if (!isApiError(error)) throw error;
    }
  });
  const start = useEffectEvent(() => {
    setNewer({ above: given, fresh: readStored(keyOf(viewerId)) === null ? given : 0 });
    if (given > 0) void loadCounts();
    else if (first) writeStored(keyOf(viewerId), first);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another first one is another place to count from
  useEffect(() => start(), [viewerId, first, given]);

  useEffect(() => {
    const again = (): void => void loadCounts();
    const timer = setInterval(again, POLL_MS);
    document.addEventListener('visibilitychange', again);
    const leave = onNotification((notification) => notification?.kind === NEW_PUBLICATION_KIND && again());
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', again);
      leave();
    };
  }, []);
  return newer;
}
