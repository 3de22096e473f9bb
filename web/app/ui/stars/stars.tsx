import { IconStarFilled } from 'virtual:icons';
import { useText } from '../../platform/i18n.tsx';
import styles from './stars.module.css';

export const placesOf = (max: number): number[] => Array.from({ length: max }, (_, index) => index + 1);

export function Stars({ rating, max }: { rating: number; max: number }) {
  const t = useText('comments');
  return (
    <span className={styles.shown} role="img" aria-label={t('comments.rating.shown', { rating, max })}>
      {placesOf(max).map((place) => (
        <IconStarFilled key={place} size={16} data-on={place <= rating || undefined} aria-hidden="true" />
      ))}
    </span>
  );
}
