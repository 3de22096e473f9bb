import { IconStarFilled } from '@tabler/icons-react';
import { RATING_MAX } from '#contract/publishing/comments';
import { useText } from '../../platform/i18n.tsx';
import styles from './stars.module.css';

const PLACES = Array.from({ length: RATING_MAX }, (_, index) => index + 1);

export function Stars({ rating }: { rating: number }) {
  const t = useText('comments');
  return (
    <span className={styles.shown} role="img" aria-label={t('comments.rating.shown', { rating, max: RATING_MAX })}>
      {PLACES.map((place) => (
        <IconStarFilled key={place} size={16} data-on={place <= rating || undefined} aria-hidden="true" />
      ))}
    </span>
  );
}
