import '../../ui/notice.module.css';
import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '../../ui/lazy-part.ts';
import type { PersonMissing as Missing } from './person-missing.tsx';

const LazyMissing = lazyPart(async () => (await import('./person-missing.tsx')).PersonMissing);

/** What few pages show, loaded where it is shown. */
export function PersonMissing(props: ComponentProps<typeof Missing>) {
  return (
    <Suspense>
      <LazyMissing {...props} />
    </Suspense>
  );
}
