import { FEATURE_PAGES, FEATURES } from '@app/contract/platform/features';
import type { Announcement, SiteState } from '@app/contract/staff/operations';
import { Suspense, startTransition, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { operationsApi } from '#contract/staff/operations';
import { lazyPart } from '../../ui/lazy-part.ts';
import { announcementKey, dismiss, loadDismissed } from './dismissed.ts';
// Rendered by the server before the part that brings these styles.
import './site-notices.module.css';

// Most pages have none.
const NoticeStrips = lazyPart(async () => (await import('./notice-strips.tsx')).NoticeStrips);

/** Polling interval in milliseconds; also the age at which the state is reloaded when the page becomes visible. */
const POLL_INTERVAL_MS = 300_000;

/** Announcements, and features of this page that are turned off; shown above every page. */
export function SiteNotices({ state: loaded }: { state: SiteState }) {
  const state = useFreshState(loaded);
  const { pathname } = useLocation();
  const off = FEATURES.filter(
    (feature) => state.features_off.includes(feature) && FEATURE_PAGES[feature].test(pathname),
  );
  const [hidden, setHidden] = useState<readonly string[]>([]);
  // An urgent change would take away what the server rendered until the texts have come.
  useEffect(() => startTransition(() => setHidden(loadDismissed())), []);
  const shown = state.announcements.filter((one) => !hidden.includes(announcementKey(one)));
  if (shown.length + off.length === 0) return null;
  const hide = (one: Announcement): void => {
    dismiss(announcementKey(one));
    setHidden(loadDismissed());
  };
  return (
    <Suspense>
      <NoticeStrips announcements={shown} off={off} onHide={hide} />
    </Suspense>
  );
}

function useFreshState(loaded: SiteState): SiteState {
  const [fresh, setFresh] = useState(loaded);
  useEffect(() => startTransition(() => setFresh(loaded)), [loaded]);
  useEffect(() => {
    let polledAt = Date.now();
    const poll = async (): Promise<void> => {
      if (document.hidden || Date.now() - polledAt < POLL_INTERVAL_MS) return;
      polledAt = Date.now();
      const { call } = await import('../../platform/call.ts');
      setFresh(await call(operationsApi.siteState));
    };
    // Offline, the known state stays until the next poll.
    const pollSafely = (): void => void poll().catch(() => {});
    const timer = setInterval(pollSafely, POLL_INTERVAL_MS / 5);
    document.addEventListener('visibilitychange', pollSafely);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', pollSafely);
    };
  }, []);
  return fresh;
}
