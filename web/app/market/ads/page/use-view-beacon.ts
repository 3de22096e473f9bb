import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { adOwnerApi } from '#contract/market/ad-owner';
import { call } from '../../../platform/call.ts';

/** A glance in passing is no view. */
const VIEW_MS = 1000;

/** Count this look at an ad, once the page has been on screen for a moment. Nothing on the page waits for it or shows its failure. */
export function useViewBeacon(adId: number, isCounted: boolean): void {
  // Said by the promoted card that led here.
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
    // A page opened in a background tab is looked at when the tab is.
    document.addEventListener('visibilitychange', scheduleView);
    return () => {
      document.removeEventListener('visibilitychange', scheduleView);
      clearTimeout(timer);
    };
  }, [adId, isCounted, promoted]);
}
