import { useLayoutEffect, useRef } from 'react';
import { publicationsApi } from '#contract/publishing/publications';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { articleAt, type Pages } from './use-pages.ts';

/** How often at most the place is told to the server. */
const SAVE_MS = 2500;
/** Below the bar on top: what reaches up to here is being read. */
const READING_LINE_PX = 160;

/** Tells the server where the reader is: the feed reopens there, on any device. */
export function useFeedPosition(pages: Pages, saved: string | null): void {
  const latest = useRef(pages);
  latest.current = pages;
  const known = useRef(saved);

  // As a layout effect: when the reader goes to another page, the list is still there to be asked.
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function save(isLeaving: boolean): Promise<void> {
      clearTimeout(timer);
      timer = undefined;
      const { entries, list } = latest.current;
      const at = articleAt(list.current, READING_LINE_PX);
      const position = entries.find(({ publication }) => publication.publish_id === at?.id)?.cursor;
      if (!position || position === known.current) return;
      known.current = position;
      try {
        await call(publicationsApi.markFeed, { body: { mark: position }, keepalive: isLeaving });
      } catch (error) {
        if (!isApiError(error)) throw error;
        // Told with the next step.
        known.current = null;
      }
    }
    const later = (): void => {
      timer ??= setTimeout(() => void save(false), SAVE_MS);
    };
    const hide = (): void => {
      if (document.hidden) void save(true);
    };
    const leave = (): void => void save(true);
    window.addEventListener('scroll', later, { passive: true });
    window.addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', hide);
    // Whoever reads only what stands there first has read that.
    later();
    return () => {
      window.removeEventListener('scroll', later);
      window.removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', hide);
      void save(true);
    };
  }, []);
}
