import type { Board } from '@app/contract/market/ads';
import { lazy, Suspense } from 'react';
// Imported here instead of in the lazy part, because the styles are needed for the server-rendered page.
import styles from './own-ad-actions.module.css';

const OwnAdButtons = lazy(() => import('./own-ad-panel.tsx').then(({ OwnAdButtons }) => ({ default: OwnAdButtons })));
const OwnAdSummary = lazy(() => import('./own-ad-panel.tsx').then(({ OwnAdSummary }) => ({ default: OwnAdSummary })));

export function OwnAdActions({ ad }: { ad: Board }) {
  return (
    <Suspense fallback={<div className={styles.actions} />}>
      <OwnAdButtons ad={ad} />
    </Suspense>
  );
}

export function OwnAdInfo({ ad }: { ad: Board }) {
  return (
    <Suspense fallback={<div className={styles.info} />}>
      <OwnAdSummary ad={ad} />
    </Suspense>
  );
}
