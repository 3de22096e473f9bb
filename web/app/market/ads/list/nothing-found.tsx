import { IconSearchOff } from 'virtual:icons';
import type { adsApi } from '@app/contract/market/ads';
import type { ResponseOf } from '@app/contract/platform/endpoint';
import { Link } from 'react-router';
import { formatNumber } from '../../../platform/format/format.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { Notice } from '../../../ui/notice.tsx';
import { SaveSearchButton } from '../save-search/save-search-button.tsx';
import { type AdFilters, isFiltered, listHref } from './filters/ad-filters.ts';
import { usePlaceName } from './filters/use-place-name.ts';
import styles from './nothing-found.module.css';
import type { ReadPart } from './read-part.ts';

export type Relaxation = NonNullable<ResponseOf<typeof adsApi.listEnabled>['relax']>[number];

const WITHOUT: Record<Relaxation['filter'], Partial<AdFilters>> = {
  search: { search: '' },
  category: { category: null },
  country: { country: null },
  city: { city: null, radius: null, district: '' },
  district: { district: '' },
  price: { priceFrom: null, priceTo: null },
  photo: { photo: false },
  days: { days: null },
  kind: { kind: null },
  circle: { circle: false },
  friends_of_friends: { friendsOfFriends: false },
  attributes: { attributes: '' },
};

/** What is read out of the words is removed from the words. */
function without(filter: Relaxation['filter'], read: readonly ReadPart[]): Partial<AdFilters> {
  const part = read.find(({ kind }) => kind === filter || (kind === 'city' && filter === 'country'));
  return part === undefined ? WITHOUT[filter] : { search: part.search };
}

interface NothingFoundProps {
  filters: AdFilters;
  relax: readonly Relaxation[];
  read: readonly ReadPart[];
  /** Name of the city or country; undefined for everywhere. */
  place: string | undefined;
}

/** Empty search result: suggests which single filter to remove, and how many ads that would give. */
export function NothingFound({ filters, relax, read, place }: NothingFoundProps) {
  const t = useText('ad-filters');
  const lang = useLanguage();
  const { full } = usePlaceName();
  const hasFilters = isFiltered(filters);
  const canSave = hasFilters && !filters.friendsOfFriends;
  return (
    <Notice
      heading="h3"
      icon={<IconSearchOff size={40} stroke={1.5} />}
      title={place ? t('ads.list.empty.titleIn', { place: full(place, filters) }) : t('ads.list.empty.title')}
      text={t(hasFilters && relax.length > 0 ? 'ad-filters.empty.text' : 'ads.list.empty.text')}
    >
      {relax.length > 0 && (
        <nav className={styles.relax} aria-label={t('ad-filters.relax')}>
          {relax.map(({ filter, total, total_bounded }) => (
            <Link
              key={filter}
              to={listHref({ ...filters, ...without(filter, read), page: 1 })}
              className={`${button('plain')} ${styles.option}`}
            >
              {t(`ad-filters.relax.${filter}`)}
              <span className={styles.total}>
                {formatNumber(lang, total)}
                {total_bounded ? '+' : ''}
              </span>
            </Link>
          ))}
        </nav>
      )}
      <div className={styles.actions}>
        {canSave && <SaveSearchButton filters={filters} />}
        <Link to="/" className={button(canSave ? 'quiet' : 'light')}>
          {t('ads.filter.reset')}
        </Link>
      </div>
    </Notice>
  );
}
