import { useRef, useState } from 'react';
import { call } from '../../../platform/call.ts';
import type { SessionViewer } from '../../../platform/host.ts';
import { type Counters, loadCounters } from './load-counters.ts';
import { useStaffNews } from './use-staff-news.ts';

/** What waits, as it was loaded with the page, and anew whenever staff's pages hear that something has changed. */
export function useCounters(viewer: SessionViewer | null | undefined, loaded: Counters): Counters {
  const [news, setNews] = useState<{ since: Counters; counters: Counters }>();
  const reading = useRef({ isOn: false, isStale: false });
  // However much is decided at once, it is read once more, not once for each.
  const read = async (): Promise<void> => {
    if (!viewer) return;
    const now = reading.current;
    now.isStale = true;
    if (now.isOn) return;
    now.isOn = true;
    while (now.isStale) {
      now.isStale = false;
      const counters = await loadCounters((endpoint, input) => call(endpoint, { ...input, isQuiet: true }), viewer);
      setNews({ since: loaded, counters });
    }
    now.isOn = false;
  };
  useStaffNews(viewer?.user_id, ['moderation', 'approvals'], () => void read());
  // What a loader has read since is newer.
  return news?.since === loaded ? news.counters : loaded;
}
