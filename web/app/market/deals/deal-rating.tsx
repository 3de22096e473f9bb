import { IconHeartHandshake } from 'virtual:icons';
import type { DealFigures } from '@app/contract/market/deals';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatRating } from '../../platform/format/format.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import styles from './deal-rating.module.css';

interface DealRatingProps {
  userId: number;
  figures: DealFigures;
  className?: string | undefined;
  /** Stands in place of the figure where there are no reviews. */
  none?: ReactNode;
}

/** The figure of deals with the number of its reviews; without a figure, the number of those that do not count. */
export function DealRating({ userId, figures, className = '', none = null }: DealRatingProps) {
  const t = useText();
  const lang = useLanguage();
  const shown = figures.rating === null ? null : formatRating(lang, figures.rating);
  const count = shown === null ? figures.left_out : figures.count;
  if (count === 0) return none;
  return (
    <p className={`${styles.rating} ${className}`}>
      <IconHeartHandshake size={17} stroke={ICON_STROKE} aria-hidden="true" />
      {shown !== null && (
        <b>
          <span className="sr">{t('ads.deals.rating', { rating: shown })}</span>
          <span aria-hidden="true">{shown}</span>
        </b>
      )}
      <Link to={`/user/${userId}/reviews`} className="link">
        {t('ads.deals.link', { count })}
      </Link>
    </p>
  );
}
