import { useState } from 'react';
import { nearApi } from '#contract/publishing/near';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import type { Pages } from '../publications/feed/use-pages.ts';
import { useRegularCheck } from '../publications/feed/use-regular-check.ts';

/** Below everything: what an empty list begins with. */
const BOTTOM = '0.a.0';

interface Around {
  city_id: number;
  radius: number | undefined;
  district: string | undefined;
}

/** Counts regularly what came above the first entry shown. */
export function useNewerNear({ entries }: Pages, place: Around): number {
  const above = entries[0]?.cursor ?? BOTTOM;
  const [counted, setCounted] = useState({ above, newer: 0 });
  useRegularCheck(async () => {
    if (document.hidden) return;
    try {
      const { newer } = await call(nearApi.newer, { query: { ...place, above } });
      setCounted({ above, newer });
    } catch (error) {
      // A network error is ignored; the count is requested again later.
      if (!isApiError(error)) throw error;
    }
  });
  // Counted before the list was loaded anew.
  return counted.above === above ? counted.newer : 0;
}
