import { IconStarFilled } from 'virtual:icons';
import type { User } from '@app/contract/people/users';
import { formatRating } from '../../platform/format/format.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import styles from './rating.module.css';

export function Rating({ person }: { person: Pick<User, 'rating' | 'rating_count' | 'rating_year_count'> }) {
  const t = useText('my-ads');
  const lang = useLanguage();
  const { rating, rating_count, rating_year_count } = person;
  if (rating === null) {
    return (
      <span className={styles.rating} title={t('my-ads.site.rating.none')}>
        <IconStarFilled size={16} className={styles.noStar} aria-hidden="true" />
        <span className="sr">{t('my-ads.site.rating.none')}</span>
        <span aria-hidden="true">—</span>
      </span>
    );
  }
  const shown = formatRating(lang, rating);
  const made = t('my-ads.site.rating.explained', { count: rating_count, year: rating_year_count ?? 0 });
  return (
    <details className={styles.rating} title={made}>
      <summary>
        <IconStarFilled size={16} className={styles.star} aria-hidden="true" />
        <span className="sr">{t('my-ads.site.rating', { rating: shown })}</span>
        <span aria-hidden="true">{shown}</span>
      </summary>
      <span className={styles.made}>{made}</span>
    </details>
  );
}
