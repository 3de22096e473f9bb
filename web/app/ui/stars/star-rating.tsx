import { IconStar, IconStarFilled, IconX } from 'virtual:icons';
import { useId } from 'react';
import { useText } from '../../platform/i18n.tsx';
import { IconButton } from '../buttons.tsx';
import styles from './stars.module.css';
import { placesOf } from './stars.tsx';

interface StarRatingProps {
  value: number;
  max: number;
  onChange: (rating: number) => void;
}

export function StarRating({ value, max, onChange }: StarRatingProps) {
  const t = useText('comments');
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>{t('comments.rating.label')}</legend>
      <span className={styles.places}>
        {placesOf(max).map((place) => (
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
