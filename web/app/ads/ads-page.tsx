import { IconCloudOff, IconPlus, IconRefresh, IconSearchOff, IconSpeakerphone } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link, redirect, useNavigation, useRevalidator, useRouteLoaderData, useSearchParams } from 'react-router';
import { ADS_PAGE_SIZE, adsApi } from '#contract/ads';
import { referenceApi } from '#contract/reference';
import { formatNumber } from '../platform/format.ts';
import { hostContext } from '../platform/host.ts';
import { useLanguage, useText } from '../platform/i18n.tsx';
import type { PageHandle } from '../platform/page-handle.ts';
import type { RootData } from '../root.tsx';
import { button } from '../ui/button.ts';
import { ICON_STROKE } from '../ui/icon.ts';
import { Notice } from '../ui/notice.tsx';
import { Pagination } from '../ui/pagination.tsx';
import type { Route } from './+types/ads-page.ts';
import { AdCard, AdCardSkeleton } from './ad-card.tsx';
import { isFiltered, listHref, readFilters } from './ad-filters.ts';
import { AddLink } from './add-link.tsx';
import { AdsHead } from './ads-head.tsx';
import styles from './ads-page.module.css';
import { CategoryNav } from './category-nav.tsx';
import { FilterBar } from './filter-bar.tsx';
import { FilterChips } from './filter-chips.tsx';
import { type Option, packOptions, unpackOptions } from './packed-options.ts';
import { toCard } from './to-card.ts';

export const handle = { show: true, lateScripts: true } satisfies PageHandle;

/** Cards of the first row at their widest. */
const FIRST_ROW = 4;
const SKELETONS = Array.from({ length: ADS_PAGE_SIZE }, (_, place) => place);
/** Nothing is said about waits shorter than this. */
const SKELETON_AFTER_MS = 300;

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const inviter = query.get('friend_id');
  if (inviter) throw redirect(`/friend?${query}`);

  const { call, report } = context.get(hostContext);
  const { search, category, country, city, page } = readFilters(query);
  const [ads, { countries }, cities] = await Promise.all([
    call(adsApi.listEnabled, {
      query: { size: ADS_PAGE_SIZE, page, search, category_id: category, country_id: country, city_id: city },
    }).catch((error: unknown) => {
      (report ?? console.error)(error);
      return null;
    }),
    call(referenceApi.listCountries),
    country === null
      ? []
      : call(referenceApi.listCities, { query: { country, size: 1000 } }).then((answer) => answer.cities),
  ]);
  return {
    ads: ads && { ...ads, boards: ads.boards.map(toCard) },
    countries: packOptions(countries),
    cities: packOptions(cities),
  };
}

/** Whether the list is being replaced, long enough to say so. */
function useIsReplacing(): boolean {
  const navigation = useNavigation();
  const isLoading = navigation.state === 'loading' && navigation.location.pathname === '/';
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setIsLong(true), SKELETON_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setIsLong(false);
    };
  }, [isLoading]);
  return isLoading && isLong;
}

function Failed() {
  const t = useText();
  const { revalidate } = useRevalidator();
  return (
    <Notice
      heading="h3"
      tone="berry"
      icon={<IconCloudOff size={40} stroke={1.5} />}
      title={t('ads.list.failed')}
      text={t('frame.error.network')}
    >
      <button type="button" className={button('plain')} onClick={() => void revalidate()}>
        <IconRefresh size={17} stroke={ICON_STROKE} aria-hidden="true" />
        {t('frame.retry')}
      </button>
    </Notice>
  );
}

function Empty({ isSearch }: { isSearch: boolean }) {
  const t = useText();
  const viewer = useRouteLoaderData<RootData>('root')?.viewer ?? null;
  if (isSearch) {
    return (
      <Notice
        heading="h3"
        icon={<IconSearchOff size={40} stroke={1.5} />}
        title={t('ads.list.empty.title')}
        text={t('ads.list.empty.text')}
      >
        <Link to="/" className={button('light')}>
          {t('ads.filter.reset')}
        </Link>
      </Notice>
    );
  }
  return (
    <Notice
      heading="h3"
      tone="gold"
      icon={<IconSpeakerphone size={40} stroke={1.5} />}
      title={t('ads.list.none.title')}
      text={t('ads.list.none.text')}
    >
      <AddLink viewer={viewer} className={button('light')}>
        <IconPlus size={17} stroke={2} aria-hidden="true" />
        {t('frame.add')}
      </AddLink>
    </Notice>
  );
}

export default function AdsPage({ loaderData }: Route.ComponentProps) {
  const { ads } = loaderData;
  const countries = unpackOptions(loaderData.countries);
  const cities = unpackOptions(loaderData.cities);
  const t = useText();
  const lang = useLanguage();
  const [query] = useSearchParams();
  const root = useRouteLoaderData<RootData>('root');
  const isReplacing = useIsReplacing();

  const filters = readFilters(query);
  const categories = root?.categories ?? [];
  const nameOf = (list: readonly Option[], id: number | null): string | undefined =>
    list.find((entry) => entry.id === id)?.name;
  const names = {
    category: nameOf(categories, filters.category),
    country: nameOf(countries, filters.country),
    city: nameOf(cities, filters.city),
  };
  const pages = Math.ceil((ads?.total ?? 0) / ADS_PAGE_SIZE);
  const count = ads?.total ?? 0;

  return (
    <>
      <AdsHead ads={ads?.boards ?? []} filters={filters} names={names} publicUrl={root?.publicUrl ?? ''} />
      <div className={styles.hero}>
        <div className="wrap">
          <h1 className={styles.heading}>{t('ads.list.heading')}</h1>
          <FilterBar
            key={listHref({ ...filters, page: 1 })}
            filters={filters}
            categories={categories}
            countries={countries}
            cities={cities}
          />
          <CategoryNav categories={categories} filters={filters} />
        </div>
      </div>
      <section className="wrap" aria-busy={isReplacing} aria-labelledby="ads-list">
        <div className={styles.head}>
          <h2 id="ads-list" className={styles.title}>
            {t(isFiltered(filters) ? 'ads.list.found' : 'ads.list.new')}
          </h2>
          {ads && (
            <p className={styles.count} aria-live="polite">
              <span className={styles.countLong}>
                {t(ads.total_bounded ? 'ads.list.countOver' : 'ads.list.count', { count })}
              </span>
              <span className={styles.countShort} aria-hidden="true">
                {formatNumber(lang, count)}
                {ads.total_bounded ? '+' : ''}
              </span>
            </p>
          )}
          <FilterChips filters={filters} names={names} />
        </div>
        {ads === null ? (
          <Failed />
        ) : isReplacing ? (
          <div className={styles.grid}>
            {SKELETONS.map((place) => (
              <AdCardSkeleton key={place} />
            ))}
          </div>
        ) : ads.boards.length === 0 ? (
          <Empty isSearch={isFiltered(filters) || filters.page > 1} />
        ) : (
          <div className={styles.grid}>
            {ads.boards.map((ad, index) => (
              <AdCard key={ad.board_id} ad={ad} isFirst={index === 0} isNear={index < FIRST_ROW} />
            ))}
          </div>
        )}
        <Pagination
          current={Math.min(filters.page, Math.max(pages, 1))}
          count={pages}
          hrefOf={(page) => listHref({ ...filters, page })}
        />
      </section>
    </>
  );
}
