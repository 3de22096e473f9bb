import { Suspense } from 'react';
import { lazyPart } from '../lazy-part.ts';

const AccountRows = lazyPart(() => import('./account-rows.tsx').then(({ AccountRows }) => AccountRows));

export function LazyAccountRows() {
  return (
    <Suspense>
      <AccountRows />
    </Suspense>
  );
}
