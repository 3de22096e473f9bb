import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, useRouteLoaderData } from 'react-router';
import { formatNumber } from '../../platform/format.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import type { RootData } from '../../root.tsx';
import styles from './comments-block.module.css';
import { CommentsSkeleton } from './comments-skeleton.tsx';

const CommentsThread = lazy(() =>
  import('./comments-thread.tsx').then(({ CommentsThread }) => ({ default: CommentsThread })),
);

/** About the height of the field, of the first comments and of their absence: what stands below must not jump when they come. */
const heightOf = (count: number): number => 110 + (Math.min(count, 5) * 105 || 160);

interface CommentsBlockProps {
  adId: number;
  ownerId: number;
  /** As the server counted it. */
  count: number;
  isSignedIn: boolean;
}

/** How many comments there are; they themselves are for people who signed in, and load once the page is alive. */
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
