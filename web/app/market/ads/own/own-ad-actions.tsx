import type { Board } from '@app/contract/market/ads';
import { lazy, Suspense } from 'react';
// Here and not with the part that comes later: its looks are there with the page.
import styles from './own-ad-actions.module.css';

const OwnAdButtons = lazy(() => import('./own-ad-panel.tsx').then(({ OwnAdButtons }) => ({ default: OwnAdButtons })));
const OwnAdSummary = lazy(() => import('./own-ad-panel.tsx').then(({ OwnAdSummary }) => ({ default: OwnAdSummary })));

/** What the owner may do with the ad. Buyers do not load any of it. */
export function OwnAdActions({ ad }: { ad: Board }) {
  return (
    <Suspense fallback={<div className={styles.actions} />}>
      <OwnAdButtons ad={ad} />
    </Suspense>
  );
}

/** How the ad stands and how it is doing, for its owner. */
export function OwnAdInfo({ ad }: { ad: Board }) {
  return (
    <Suspense fallback={<div className={styles.info} />}>
      <OwnAdSummary ad={ad} />
    </Suspense>
  );
}
