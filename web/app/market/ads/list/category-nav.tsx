import type { Category } from '@app/contract/reference/reference';
import { Link } from 'react-router';
import { useText } from '../../../platform/i18n.tsx';
import { Cached } from '../../../ui/cached.tsx';
import { CategoryIcon } from './category-icon.tsx';
import styles from './category-nav.module.css';
import { type AdFilters, listHref } from './filters/ad-filters.ts';

const SHOWN = 12;

interface CategoryNavProps {
  categories: readonly Category[];
  filters: AdFilters;
}

export function CategoryNav({ categories, filters }: CategoryNavProps) {
  const t = useText();
  const shown = categories.slice(0, SHOWN);
  return (
    <Cached
      as="nav"
      name="categories"
      by={[shown, filters]}
      aria-label={t('ads.categories')}
      className={styles.categories}
    >
      <CategoryLinks categories={shown} filters={filters} />
    </Cached>
  );
}

function CategoryLinks({ categories, filters }: CategoryNavProps) {
  return (
    <>
      {categories.map(({ id, name, icon }) => {
        const isOn = filters.category === id;
        return (
          <Link
            key={id}
            to={listHref({ ...filters, category: isOn ? null : id, attributes: '', page: 1 })}
            className={styles.category}
            aria-current={isOn ? 'true' : undefined}
          >
            <span className={styles.icon}>
              <CategoryIcon icon={icon} />
            </span>
            <span>{name}</span>
          </Link>
        );
      })}
    </>
  );
}
