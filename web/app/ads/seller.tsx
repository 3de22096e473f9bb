import type { Board } from '@app/contract/ads';
import { IconStarFilled } from '@tabler/icons-react';
import { formatRating } from '../platform/format.ts';
import { useLanguage, useText } from '../platform/i18n.tsx';
import { UserPic } from '../ui/user-pic.tsx';
import styles from './seller.module.css';

/** Who sells: photo, name, rating. */
export function Seller({ ad, rating }: { ad: Board; rating: number | null }) {
  const t = useText();
  const lang = useLanguage();
  const shown = rating === null ? null : formatRating(lang, rating);
  return (
    <div className={styles.seller}>
      <UserPic firstname={ad.owner_firstname} lastname={ad.owner_lastname} photo={ad.owner_photo} size={52} />
      <div className={styles.words}>
        <p className={styles.name}>{`${ad.owner_firstname} ${ad.owner_lastname}`.trim()}</p>
        {shown !== null && (
          <p className={styles.rating}>
            <IconStarFilled size={16} className={styles.star} aria-hidden="true" />
            <span className="sr">{t('ads.seller.rating', { rating: shown })}</span>
            <span aria-hidden="true">{shown}</span>
          </p>
        )}
      </div>
    </div>
  );
}
