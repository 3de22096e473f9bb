import type { DataExport } from '@app/contract/people/exports';
import { useEffect, useState } from 'react';
import { exportsApi } from '#contract/people/exports';
import { call } from '../../platform/call.ts';

const POLL_INTERVAL_MS = 2000;
/** Polling interval in milliseconds for hidden pages and after network errors. */
const HIDDEN_POLL_INTERVAL_MS = 10_000;

export function useExport(known: DataExport): [DataExport, (next: DataExport) => void] {
  const [archive, setArchive] = useState(known);
  const isGrowing = archive.state === 'queued' || archive.state === 'running';

  useEffect(() => {
    if (!isGrowing) return;
    const stopping = new AbortController();
    let timer = 0;
    const later = (ms: number): void => {
      timer = window.setTimeout(() => void poll(), ms);
    };
    async function poll(): Promise<void> {
      if (document.hidden) return later(HIDDEN_POLL_INTERVAL_MS);
      try {
        setArchive(await call(exportsApi.get, { signal: stopping.signal }));
        later(POLL_INTERVAL_MS);
      } catch {
        if (!stopping.signal.aborted) later(HIDDEN_POLL_INTERVAL_MS);
      }
    }
    later(POLL_INTERVAL_MS);
    const onShown = (): void => {
      window.clearTimeout(timer);
      later(0);
    };
    document.addEventListener('visibilitychange', onShown);
    return () => {
      stopping.abort();
      window.clearTimeout(timer);
      document.removeEventListener('visibilitychange', onShown);
    };
  }, [isGrowing]);

  return [archive, setArchive];
}
