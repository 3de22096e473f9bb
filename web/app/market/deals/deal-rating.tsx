import type { DealFigures } from '@app/contract/market/deals';
import { IconHeartHandshake } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatRating } from '../../platform/format/format.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import styles from './deal-rating.module.css';

/** The figure of deals with the number of its reviews. Without reviews there is nothing to say. */
export function DealRating({ userId, figures }: { userId: number; figures: DealFigures }) {
  const t = useText('deals');
  const lang = useLanguage();
  const shown = figures.rating === null ? null : formatRating(lang, figures.rating);
  const count = shown === null ? figures.left_out : figures.count;
  if (count === 0) return null;
  return (
    <p className={styles.rating}>
      <IconHeartHandshake size={17} stroke={ICON_STROKE} aria-hidden="true" />
      {shown !== null && (
        <b>
          <span className="sr">{t('deals.reviews.rating', { rating: shown })}</span>
          <span aria-hidden="true">{shown}</span>
        </b>
      )}
      <Link to={`/user/${userId}/reviews`} className="link">
        {t('deals.reviews.link', { count })}
      </Link>
    </p>
  );
}
