import { Suspense } from 'react';
import { lazyPart } from '../lazy-part.ts';

const AccountRows = lazyPart(() => import('./account-rows.tsx').then(({ AccountRows }) => AccountRows));

/** The rows of a signed-in person, of which a guest's first load carries nothing. */
export function LazyAccountRows() {
  return (
    <Suspense>
      <AccountRows />
    </Suspense>
  );
}
