import { Suspense, useEffect, useState } from 'react';
import { Link, useRouteLoaderData } from 'react-router';
import { formatNumber } from '../../platform/format/format.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import type { RootData } from '../../platform/root-data.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import styles from './comments-block.module.css';
import { CommentsSkeleton } from './comments-skeleton.tsx';

const CommentsThread = lazyPart(() => import('./comments-thread.tsx').then(({ CommentsThread }) => CommentsThread));

/**
 * Estimated height in pixels of the field and the first comments (or of the empty state), so that content below does
 * not jump when comments load.
 */
const heightOf = (count: number): number => 110 + (Math.min(count, 5) * 105 || 160);

interface CommentsBlockProps {
  adId: number;
  ownerId: number;
  count: number;
  isSignedIn: boolean;
}

/**
 * Shows the number of comments to everybody. The comments themselves are for signed-in users and load after hydration.
 */
export function CommentsBlock({ adId, ownerId, count, isSignedIn }: CommentsBlockProps) {
  const t = useText();
  const lang = useLanguage();
  const viewer = useRouteLoaderData<RootData>('root')?.viewer ?? null;
  const [isAlive, setAlive] = useState(false);
  const [live, setLive] = useState<{ adId: number; count: number } | null>(null);
  const isLoaded = live?.adId === adId;
  useEffect(() => setAlive(true), []);
  return (
    <section className={styles.comments} aria-labelledby="comments">
      <h2 id="comments" className={styles.title}>
        {t('ads.comments')} <span className={styles.count}>{formatNumber(lang, isLoaded ? live.count : count)}</span>
      </h2>
      {!isSignedIn && (
        <p>
          {t('ads.comments.signIn')}{' '}
          <Link to={`/auth?next=/ad/${adId}`} className="link">
            {t('frame.signIn')}
          </Link>
        </p>
      )}
      {isSignedIn && (
        <div style={isLoaded ? undefined : { minHeight: heightOf(count) }}>
          {isAlive && viewer && (
            <Suspense fallback={<CommentsSkeleton />}>
              <CommentsThread
                key={adId}
                adId={adId}
                ownerId={ownerId}
                viewer={viewer}
                onCount={(count) => setLive({ adId, count })}
              />
            </Suspense>
          )}
        </div>
      )}
    </section>
  );
}
