import { IconMapPin, IconX } from 'virtual:icons';
import { Link } from 'react-router';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { type AdFilters, listHref } from './filters/ad-filters.ts';
import type { NamedPlace } from './filters/remembered-place.ts';
import { usePlaceName } from './filters/use-place-name.ts';
import styles from './place-hint.module.css';

interface PlaceHintProps {
  filters: AdFilters;
  place: NamedPlace;
  onDecline: () => void;
}

/** Proposes to look around the place of the last search or of the profile. */
export function PlaceHint({ filters, place, onDecline }: PlaceHintProps) {
  const t = useText();
  const { short } = usePlaceName();
  const { country, city, radius, district } = place;
  const name = short(place.name, place);
  const label = t('ads.list.showNear', { place: name });
  return (
    <span className={styles.hint}>
      <Link
        to={listHref({ ...filters, country, city, radius, district, page: 1 })}
        preventScrollReset
        className={`${button('light', 'small')} ${styles.link}`}
        aria-label={label}
      >
        <IconMapPin size={18} stroke={2} aria-hidden="true" />
        <span className="clip1">{label}</span>
      </Link>
      <button type="button" className={styles.decline} aria-label={t('ads.list.declineNear')} onClick={onDecline}>
        <IconX size={16} stroke={2} aria-hidden="true" />
      </button>
    </span>
  );
}
