import type { Board } from '@app/contract/market/ads';
import { lazy, Suspense } from 'react';
// Rendered by the server before the scripts of the parts arrive, which bring the styles.
import '../../../ui/frame/place-menu.module.css';
import './own-ad-state.module.css';
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
