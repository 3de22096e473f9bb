import type { Board } from '@app/contract/market/ads';
import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { formatRating } from '../../../platform/format/format.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { UserPic } from '../../../ui/user-pic.tsx';
import { authorOf } from '../to-card.ts';
import type { MutualFriendsCard } from './mutual-friends.tsx';
import styles from './seller.module.css';

export interface SellerCard {
  /** Name of the company that the account belongs to; empty for people. */
  company: string;
  rating: number | null;
  adsCount: number;
  since: string;
  /** Whether the viewer may message the seller; true for guests, for whom this is unknown. */
  mayWrite: boolean;
  /** Whether the viewer may call the seller; false for guests. */
  mayCall: boolean;
  follow: { isOn: boolean; count: number } | null;
  /** Friends of both; absent for guests, and where the seller does not show friends to the viewer. */
  mutual?: MutualFriendsCard | undefined;
}

function Rating({ rating }: { rating: number | null }) {
  const t = useText('ad-page');
  const lang = useLanguage();
  const shown = rating === null ? '—' : formatRating(lang, rating);
  const words = rating === null ? t('ad-page.seller.noRating') : t('ad-page.seller.rating', { rating: shown });
  return (
    <p className={styles.rating}>
      <span className={styles.stars} style={{ '--rating': rating ?? 0 } as CSSProperties} aria-hidden="true">
        ★★★★★
      </span>
      <span className="sr">{words}</span>
      <span aria-hidden="true" title={rating === null ? words : undefined}>
        {shown}
      </span>
    </p>
  );
}

export function Seller({ ad, seller }: { ad: Board; seller: SellerCard | null }) {
  const t = useText('ad-page');
  const isExternal = ad.board_external === 1;
  const { owner_firstname: firstname, owner_lastname: lastname, owner_photo: photo } = authorOf(ad);
  const name = `${firstname} ${lastname}`.trim();
  return (
    <div className={styles.seller}>
      <UserPic firstname={firstname} lastname={lastname} photo={photo} size={52} />
      <div className={styles.words}>
        <p className={styles.name}>
          {isExternal ? name : <Link to={`/user/${ad.board_user_id}`}>{seller?.company || name}</Link>}
        </p>
        {seller?.company && <p className={styles.since}>{name}</p>}
        {isExternal ? (
          <p className={styles.rating}>{t('ad-page.seller.external')}</p>
        ) : (
          seller && (
            <>
              <Rating rating={seller.rating} />
              <p className={styles.since}>
                {t('ad-page.seller.since', { year: String(new Date(seller.since).getUTCFullYear()) })}
              </p>
            </>
          )
        )}
      </div>
      {!isExternal && seller !== null && seller.adsCount > 0 && (
        <Link to={`/user/${ad.board_user_id}/ads`} className={styles.all}>
          {t('ad-page.seller.ads', { count: seller.adsCount })}
        </Link>
      )}
    </div>
  );
}
