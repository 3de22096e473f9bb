import { Suspense, useState } from 'react';
import { whenQuiet } from '../../platform/loading/page-quiet.ts';
import { lazyPart } from '../lazy-part.ts';

const load = async () => (await import('./error-notice.tsx')).ErrorNotice;
// It has to be there when the connection is not.
if (typeof window !== 'undefined')
  void whenQuiet()
    .then(load)
    .catch(() => undefined);

const ErrorNotice = lazyPart(load);

/** What stands in place of a page that failed. */
export function ErrorPage({ error }: { error: unknown }) {
  const [wasOnline] = useState(() => typeof navigator === 'undefined' || navigator.onLine);
  return (
    <Suspense>
      <ErrorNotice error={error} wasOnline={wasOnline} />
    </Suspense>
  );
}
