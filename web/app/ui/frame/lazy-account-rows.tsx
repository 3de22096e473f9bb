import { Suspense } from 'react';
import { quietPart } from '../lazy-part.ts';

const AccountRows = quietPart(() => import('./account-rows.tsx').then(({ AccountRows }) => AccountRows));

export function LazyAccountRows({ viewerId }: { viewerId: number }) {
  return (
    <Suspense>
      <AccountRows viewerId={viewerId} />
    </Suspense>
  );
}
