import './publication-styles.ts';
import { memo, Suspense, useState } from 'react';
import { whenQuiet } from '../../platform/loading/page-quiet.ts';
import { quietPart } from '../../ui/lazy-part.ts';
import type { Publication, PublicationProps } from './publication.tsx';
import { PublicationSkeleton } from './publication-skeleton.tsx';

let loaded: typeof Publication | undefined;

async function load(): Promise<typeof Publication> {
  loaded = (await import('./publication.tsx')).Publication;
  return loaded;
}

// Publications that come after a navigation are shown at once.
if (typeof window !== 'undefined')
  void whenQuiet()
    .then(load)
    .catch(() => undefined);

const QuietPublication = quietPart(load);

/**
 * A publication that comes alive when the page is quiet. Memoized with its boundary: one that was rendered again before
 * would lose what the server rendered.
 */
export const RenderedPublication = memo(function RenderedPublication(props: PublicationProps) {
  const [Part] = useState(() => loaded ?? QuietPublication);
  return (
    <Suspense fallback={<PublicationSkeleton id={props.publication.publish_id} />}>
      <Part {...props} />
    </Suspense>
  );
});
