import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { adOwnerApi } from '#contract/market/ad-owner';
import { call } from '../../../platform/call.ts';

const VIEW_MS = 1000;

/** Reports a view once the page has been visible for a moment. Failures are ignored. */
export function useViewBeacon(adId: number, isCounted: boolean): void {
  // Set by the promoted card that links here.
  const promoted = useLocation().state?.promoted === 1 ? 1 : undefined;
  useEffect(() => {
    if (!isCounted) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const scheduleView = (): void => {
      if (document.visibilityState !== 'visible' || timer !== undefined) return;
      timer = setTimeout(
        () => void call(adOwnerApi.view, { params: { id: adId }, query: { promoted } }).catch(() => {}),
        VIEW_MS,
      );
    };
    scheduleView();
    // A page opened in a background tab counts once the tab becomes visible.
    document.addEventListener('visibilitychange', scheduleView);
    return () => {
      document.removeEventListener('visibilitychange', scheduleView);
      clearTimeout(timer);
    };
  }, [adId, isCounted, promoted]);
}
