import { lazy, Suspense } from 'react';

const AccountRows = lazy(() => import('./account-rows.tsx').then(({ AccountRows }) => ({ default: AccountRows })));

/** The rows of a signed-in person, of which a guest's first load carries nothing. */
export function LazyAccountRows() {
  return (
    <Suspense>
      <AccountRows />
    </Suspense>
  );
}
