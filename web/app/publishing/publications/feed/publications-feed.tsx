import { IconCloudOff, IconRefresh } from 'virtual:icons';
import { Fragment, type KeyboardEvent, type ReactNode } from 'react';
import type { CardAd } from '../../../market/ads/ad-card.tsx';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { TextButton } from '../../../ui/buttons.tsx';
import { PublicationSkeleton } from '../publication-skeleton.tsx';
import { RenderedPublication } from '../rendered-publication.tsx';
import { type FeedEntry, keyOf } from './pages-state.ts';
import styles from './publications-feed.module.css';
import type { Pages } from './use-pages.ts';

interface PublicationsFeedProps {
  pages: Pages;
  label: string;
  place: 'feed' | 'list' | 'search';
  /** Of a list that has ads between the publications. */
  showAd?: (ad: CardAd, index: number) => ReactNode;
  failed?: string;
  end?: ReactNode;
}

/** Stands in place of an entry far outside the window. */
function Blank({ entry: { publication, ad }, index, height }: { entry: FeedEntry; index: number; height: number }) {
  return (
    <article
      data-publication={publication?.publish_id}
      data-ad={ad?.board_id}
      aria-posinset={index + 1}
      aria-setsize={-1}
      style={{ height }}
    />
  );
}

/** Page Up and Page Down move between articles, as the ARIA feed pattern requires. */
function step(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'PageDown' && event.key !== 'PageUp') return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const articles = [...event.currentTarget.querySelectorAll<HTMLElement>(':scope > article')];
  const at = articles.findIndex((article) => article.contains(document.activeElement));
  const next = articles[at + (event.key === 'PageDown' ? 1 : -1)];
  if (at === -1 || next === undefined) return;
  event.preventDefault();
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: 'start' });
}

export function PublicationsFeed({ pages, label, place, showAd, failed, end }: PublicationsFeedProps) {
  const t = useText('posts');
  const { entries, far, isLoading, hasFailed, isEnd } = pages;
  return (
    <>
      <div
        ref={pages.list}
        role="feed"
        className={styles.feed}
        aria-label={label}
        aria-busy={isLoading}
        onKeyDown={step}
      >
        {entries.map((entry, index) => {
          const key = keyOf(entry);
          const height = far.get(key);
          return (
            <Fragment key={key}>
              {pages.border === key && (
                <p className={styles.border}>
                  <span>{t('posts.feed.border')}</span>
                </p>
              )}
              {height !== undefined ? (
                <Blank entry={entry} index={index} height={height} />
              ) : entry.publication === undefined ? (
                showAd?.(entry.ad, index)
              ) : (
                <RenderedPublication
                  publication={entry.publication}
                  place={place}
                  made={entry.place}
                  isFirst={index === 0}
                  position={index + 1}
                  onChange={pages.change}
                  onDelete={pages.remove}
                />
              )}
            </Fragment>
          );
        })}
      </div>
      <div ref={pages.marker} className={styles.marker} aria-hidden="true" />
      <div role="status" className="sr">
        {isLoading && t('frame.loading')}
      </div>
      {isLoading && <PublicationSkeleton />}
      {hasFailed && (
        <div className={styles.failed} role="alert">
          <IconCloudOff size={28} stroke={1.5} aria-hidden="true" />
          <p>{failed ?? t('posts.feed.failed')}</p>
          <TextButton
            icon={IconRefresh}
            size={17}
            text={t('frame.retry')}
            className={button('plain')}
            onClick={pages.more}
          />
        </div>
      )}
      {isEnd && end}
    </>
  );
}
