import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { publicationsApi } from '#contract/publishing/publications';
import { onNotification } from '../../../notifications/notifications/bell-events.ts';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import type { Pages } from './use-pages.ts';
import { useRegularCheck } from './use-regular-check.ts';

const NEW_PUBLICATION_KIND = 'new_publication';

export interface NewPublications {
  above: number;
  /** Number of those that the reader has seen on no device. */
  fresh: number;
}

/** Counts publications above the first one shown: periodically and when a notification announces a new one. */
export function useNewPublications(viewerId: number, { entries, newer, fresh }: Pages): NewPublications {
  const first = entries[0]?.cursor;
  const [counts, setCounts] = useState<NewPublications>({ above: newer, fresh });
  const latestFirst = useRef(first);
  latestFirst.current = first;

  const loadCounts = useEffectEvent(async () => {
    if (!first || document.hidden) return;
    try {
      const query = { after: first, size: 1 };
      const page = await call(publicationsApi.feed, { params: { id: viewerId }, query });
      // Asked before the feed was loaded anew.
      if (latestFirst.current !== first) return;
      // The page begins below the first one, which therefore counts itself.
      const above = Math.max(0, page.newer - (page.list.length > 0 ? 1 : 0));
      setCounts({ above, fresh: Math.min(above, page.fresh) });
    } catch (error) {
      // A network error is ignored; the count is requested again later.
      if (!isApiError(error)) throw error;
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a feed that begins elsewhere has counts of its own, even equal ones
  useEffect(() => setCounts({ above: newer, fresh }), [first, newer, fresh]);

  useRegularCheck(() => loadCounts());
  useEffect(
    () => onNotification((notification) => notification?.kind === NEW_PUBLICATION_KIND && void loadCounts()),
    [],
  );
  return counts;
}
