import { useRef, useState } from 'react';
import { call } from '../../../platform/call.ts';
import type { SessionViewer } from '../../../platform/host.ts';
import { useViewerEvents } from '../../../platform/live/use-viewer-events.ts';
import { type Counters, loadCounters } from './load-counters.ts';

/** Counters loaded with the page and reloaded on every staff event. */
export function useCounters(viewer: SessionViewer | null | undefined, loaded: Counters): Counters {
  const [latest, setLatest] = useState<{ since: Counters; counters: Counters }>();
  const request = useRef({ isOn: false, isStale: false });
  // Several events at once cause one further reload.
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
  useViewerEvents(viewer?.user_id, ['moderation', 'approvals'], () => void reload());
  // Data loaded by a newer loader run take precedence.
  return latest?.since === loaded ? latest.counters : loaded;
}
