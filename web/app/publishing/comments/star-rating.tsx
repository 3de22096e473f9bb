import { IconStar, IconStarFilled, IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { RATING_MAX } from '#contract/publishing/comments';
import { useText } from '../../platform/i18n.tsx';
import { IconButton } from '../../ui/buttons.tsx';
import styles from './stars.module.css';

const PLACES = Array.from({ length: RATING_MAX }, (_, index) => index + 1);

export function StarRating({ value, onChange }: { value: number; onChange: (rating: number) => void }) {
  const t = useText('comments');
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>{t('comments.rating.label')}</legend>
      <span className={styles.places}>
        {PLACES.map((place) => (
          <label key={place} className={styles.place} data-on={place <= value || undefined}>
            <input
              type="radio"
              name={name}
              value={place}
              checked={place === value}
              aria-label={t('comments.rating.star', { stars: place })}
              onChange={() => onChange(place)}
            />
            {place <= value ? (
              <IconStarFilled size={24} aria-hidden="true" />
            ) : (
              <IconStar size={24} stroke={1.5} aria-hidden="true" />
            )}
          </label>
        ))}
      </span>
      {value > 0 && (
        <IconButton
          icon={IconX}
          label={t('comments.rating.none')}
          size={16}
          hasTooltip
          className={styles.clear}
          onClick={() => onChange(0)}
        />
      )}
    </fieldset>
  );
}
