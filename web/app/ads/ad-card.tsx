import type { Board } from '@app/contract/ads';
import { memo } from 'react';
import { Link } from 'react-router';
import { AD_TITLE_ON_CARD } from '#contract/ads';
import { cut, formatDate } from '../platform/format.ts';
import { UserPic } from '../ui/user-pic.tsx';
import styles from './ad-card.module.css';
import { AdPhoto } from './ad-photo.tsx';
import { Price } from './price.tsx';

const SIZES = '(max-width: 48em) calc(50vw - 22px), (max-width: 68em) calc(33vw - 40px), 312px';

/** What a card shows of an ad. */
export type CardAd = Pick<
  Board,
  | 'board_id'
  | 'board_title'
  | 'board_price'
  | 'board_photos'
  | 'board_enabled'
  | 'board_archived'
  | 'board_date_create'
  | 'owner_firstname'
  | 'owner_lastname'
  | 'owner_photo'
> & { city: { name: string } | null };

interface AdCardProps {
  ad: CardAd;
  /** The card whose photo decides how fast the list looks ready. */
  isFirst?: boolean;
  /** Whether the card is in the first row. */
  isNear?: boolean;
  /** In the owner's lists: the owner need not be named. */
  isOwn?: boolean;
}

/** An ad in a list: one link stretched over the whole card. */
export const AdCard = memo(function AdCard({ ad, isFirst = false, isNear = isFirst, isOwn = false }: AdCardProps) {
  const title = ad.board_title;
  const owner = `${ad.owner_firstname} ${ad.owner_lastname}`.trim();
  return (
    <article className={styles.card} data-off={ad.board_archived === 1 || ad.board_enabled === 0 || undefined}>
      <AdPhoto photo={ad.board_photos[0]} sizes={SIZES} isFirst={isFirst} isNear={isNear} />
      <div className={styles.body}>
        <Price roubles={ad.board_price} className={styles.price} />
        <h3 className={styles.title}>
          <Link
            to={`/ad/${ad.board_id}`}
            prefetch="intent"
            className={styles.link}
            title={title.length > AD_TITLE_ON_CARD ? title : undefined}
          >
            {cut(title, AD_TITLE_ON_CARD)}
          </Link>
        </h3>
        <p className={styles.meta}>{[ad.city?.name, formatDate(ad.board_date_create)].filter(Boolean).join(' · ')}</p>
        {!isOwn && (
          <p className={styles.owner}>
            <UserPic firstname={ad.owner_firstname} lastname={ad.owner_lastname} photo={ad.owner_photo} size={24} />
            <span className="clip1">{owner}</span>
          </p>
        )}
      </div>
    </article>
  );
});

/** Holds the place of a card while the list loads. */
export function AdCardSkeleton() {
  return (
    <div aria-hidden="true" className={styles.skeleton}>
      <span className={styles.bonePhoto} />
      <span className={styles.bone} style={{ width: '42%', height: 18 }} />
      <span className={styles.bone} style={{ width: '86%', height: 14 }} />
      <span className={styles.bone} style={{ width: '56%', height: 12 }} />
    </div>
  );
}
