import { useLayoutEffect, useRef } from 'react';
import { publicationsApi } from '#contract/publishing/publications';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { keyOf } from './pages-state.ts';
import { articleAt, type Pages } from './use-pages.ts';

/** Minimum interval in milliseconds between saves of the reading position. */
const SAVE_MS = 2500;
/** Reading line in pixels from the top of the window, below the header. */
const READING_LINE_PX = 160;

/** Saves the reading position on the server, so that the feed reopens there on any device. */
export function useFeedPosition(pages: Pages, saved: string | null): void {
  const latest = useRef(pages);
  latest.current = pages;
  const known = useRef(saved && `${saved} 0`);
  /** First entry of the list whose end was reached. */
  const ended = useRef<string>(undefined);

  // A layout effect, because its cleanup must run while the list is still in the DOM when the reader leaves the page.
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function save(isLeaving: boolean): Promise<void> {
      clearTimeout(timer);
      timer = undefined;
      noticeEnd();
      const { entries, list } = latest.current;
      const at = articleAt(list.current, READING_LINE_PX);
      const mark = entries.find((entry) => keyOf(entry) === at?.key)?.cursor;
      const first = entries[0]?.cursor;
      const end = ended.current === first ? 1 : 0;
      if (!mark || `${mark} ${end}` === known.current) return;
      known.current = `${mark} ${end}`;
      try {
        await call(publicationsApi.markFeed, { body: { mark, first, end }, keepalive: isLeaving });
      } catch (error) {
        if (!isApiError(error)) throw error;
        // Saving failed, so the next step saves again.
        known.current = null;
      }
    }
    function noticeEnd(): void {
      const { entries, isEnd, marker } = latest.current;
      const bottom = marker.current?.getBoundingClientRect().bottom ?? 0;
      if (isEnd && bottom <= window.innerHeight) ended.current = entries[0]?.cursor;
    }
    const later = (): void => {
      noticeEnd();
      timer ??= setTimeout(() => void save(false), SAVE_MS);
    };
    const hide = (): void => {
      if (document.hidden) void save(true);
    };
    const leave = (): void => void save(true);
    window.addEventListener('scroll', later, { passive: true });
    window.addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', hide);
    // Publications that are visible without scrolling count as read.
    later();
    return () => {
      window.removeEventListener('scroll', later);
      window.removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', hide);
      void save(true);
    };
  }, []);
}
