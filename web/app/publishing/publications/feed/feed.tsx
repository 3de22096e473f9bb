import { IconCircleCheck, IconLayoutList } from 'virtual:icons';
import type { ResponseOf } from '@app/contract/platform/endpoint';
import type { publicationsApi as PublicationsApi } from '@app/contract/publishing/publications';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { publicationsApi } from '#contract/publishing/publications';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { Notice } from '../../../ui/notice.tsx';
import feedStyles from './feed.module.css';
import { NewPill } from './new-pill.tsx';
import { PublicationsFeed } from './publications-feed.tsx';
import styles from './social-page.module.css';
import { SuggestedPeople } from './suggested-people.tsx';
import type { SuggestedUser } from './suggested-user.ts';
import { useFeedPosition } from './use-feed-position.ts';
import { useNewPublications } from './use-new-publications.ts';
import { usePages } from './use-pages.ts';

type FeedPart = ResponseOf<typeof PublicationsApi.feed>;

const NEWER_MAX = 100;

interface FeedProps {
  viewerId: number;
  feed: FeedPart;
  suggestions: readonly SuggestedUser[];
  header: ReactNode;
}

/**
 * Publications of friends and followed people. The feed opens where the reader stopped, at the top when nothing is
 * unread; nothing is inserted above.
 */
export function Feed({ viewerId, feed, suggestions, header }: FeedProps) {
  const t = useText('posts');
  const params = { id: viewerId };
  const readMore = (after: string) => call(publicationsApi.feed, { params, query: { after, counts: 0 } });
  const pages = usePages(feed, 'feed', readMore, true);
  const { above, fresh } = useNewPublications(viewerId, pages);
  useFeedPosition(pages, feed.mark);
  const pillText =
    fresh === 0
      ? t('posts.feed.top')
      : fresh >= NEWER_MAX
        ? t('posts.feed.newMany', { count: NEWER_MAX })
        : t('posts.feed.new', { count: fresh });

  const isEmpty = pages.entries.length === 0 && pages.isEnd;
  return (
    <div className={styles.columns}>
      <div className={styles.middle}>
        {header}
        <div>
          <NewPill
            text={above > 0 ? pillText : ''}
            hasRoom={pages.newer > 0}
            isQuiet={fresh === 0}
            onRestart={async () => pages.restart(await call(publicationsApi.feed, { params, query: { from: 'top' } }))}
          />
          {isEmpty ? (
            <div className="card">
              <Notice
                icon={<IconLayoutList size={40} stroke={1.5} />}
                title={t('posts.feed.empty')}
                text={t('posts.feed.empty.text')}
              >
                <Link to="/circle" className={button('light')}>
                  {t('posts.feed.people')}
                </Link>
              </Notice>
            </div>
          ) : (
            <PublicationsFeed
              pages={pages}
              label={t('posts.feed.title')}
              place="feed"
              end={
                <div className={feedStyles.end}>
                  <IconCircleCheck size={28} stroke={1.5} aria-hidden="true" />
                  <b>{t('posts.feed.end')}</b>
                  {suggestions.length > 0 && <p>{t('posts.feed.end.text')}</p>}
                </div>
              }
            />
          )}
        </div>
        {pages.isEnd && (
          <div className={feedStyles.endPeople}>
            <SuggestedPeople people={suggestions} />
          </div>
        )}
      </div>
      <aside className={styles.side}>
        <SuggestedPeople people={suggestions} />
      </aside>
    </div>
  );
}
