import { IconX } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useText } from '../platform/i18n.tsx';
import { button } from '../ui/button.ts';
import { type AdFilters, isFiltered, listHref } from './ad-filters.ts';
import styles from './filter-chips.module.css';

interface FilterChipsProps {
  filters: AdFilters;
  /** Names of what is chosen. */
  names: { category?: string | undefined; country?: string | undefined; city?: string | undefined };
}

/** What is chosen, each part removable by a link. */
export function FilterChips({ filters, names }: FilterChipsProps) {
  const t = useText();
  if (!isFiltered(filters)) return null;
  const first = { ...filters, page: 1 };
  const chips = [
    { name: filters.search, to: listHref({ ...first, search: '' }) },
    { name: names.category, to: listHref({ ...first, category: null }) },
    { name: names.country, to: listHref({ ...first, country: null, city: null }) },
    { name: names.city, to: listHref({ ...first, city: null }) },
  ];
  return (
    <nav className={styles.chips} aria-label={t('ads.filter.chosen')}>
      {chips.map(
        ({ name, to }) =>
          name && (
            <span key={to} className={styles.chip}>
              <span className="clip1">{name}</span>
              <Link to={to} preventScrollReset className={styles.remove} aria-label={t('ads.filter.remove', { name })}>
                <IconX size={15} stroke={2} aria-hidden="true" />
              </Link>
            </span>
          ),
      )}
      <Link to="/" preventScrollReset className={button('quiet', 'small')}>
        {t('ads.filter.reset')}
      </Link>
    </nav>
  );
}
