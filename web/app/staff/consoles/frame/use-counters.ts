import { useRef, useState } from 'react';
import { call } from '../../../platform/call.ts';
import type { SessionViewer } from '../../../platform/host.ts';
import { type Counters, loadCounters } from './load-counters.ts';
import { useStaffEvents } from './use-staff-events.ts';

/** What waits, as it was loaded with the page, and anew whenever staff's pages hear that something has changed. */
export function useCounters(viewer: SessionViewer | null | undefined, loaded: Counters): Counters {
  const [latest, setLatest] = useState<{ since: Counters; counters: Counters }>();
  const request = useRef({ isOn: false, isStale: false });
  // However much is decided at once, it is read once more, not once for each.
  const reload = async (): Promise<void> => {
    if (!viewer) return;
    const now = request.current;
    now.isStale = true;
    if (now.isOn) return;
    now.isOn = true;
    while (now.isStale) {
      now.isStale = false;
      const counters = await loadCounters((endpoint, input) => call(endpoint, { ...input, isQuiet: true }), viewer);
      setLatest({ since: loaded, counters });
    }
    now.isOn = false;
  };
  useStaffEvents(viewer?.user_id, ['moderation', 'approvals'], () => void reload());
  // What a loader has read since is newer.
  return latest?.since === loaded ? latest.counters : loaded;
}
