import { Suspense, useEffect, useState } from 'react';
import { Link, useRouteLoaderData, useSearchParams } from 'react-router';
import { ADS_PAGE_SIZE } from '#contract/market/ads';
import { formatNumber } from '../../../platform/format/format.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { OwnScript } from '../../../platform/loading/own-script.tsx';
import type { RootData } from '../../../platform/root-data.ts';
import { useEarlyPart } from '../../../ui/hooks/use-early-part.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { Pagination } from '../../../ui/list/pagination.tsx';
import { useIsReplacing } from '../../../ui/list/use-is-replacing.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { AdCardSkeleton } from '../ad-card.tsx';
import { AdsHead } from './ads-head.tsx';
import styles from './ads-page.module.css';
// Rendered by the server before the scripts of the parts arrive, which bring the styles.
import '../filter-chips.module.css';
import './nothing-found.module.css';
import { useIsClient } from '../../../platform/loading/use-is-client.ts';
import type { AdsPageData } from './ads-page.tsx';
import { CategoryNav } from './category-nav.tsx';
import { type AdFilters, filtersFor, isFiltered, listHref, parseFilters } from './filters/ad-filters.ts';
import { FilterBar } from './filters/filter-bar.tsx';
import type { OwnPlace } from './filters/own-place.ts';
import { MARK_PLACE_SCRIPT } from './filters/remembered-place.ts';
import { ListFailed } from './list-failed.tsx';
import { ListedCard } from './listed-card.tsx';
import { PlaceHint } from './place-hint.tsx';
import { SortSelect } from './sort-select.tsx';
import { usePlaceHint } from './use-place-hint.ts';
import { ViewSwitch } from './view-switch.tsx';

// The unfiltered list, which most visitors see first, does not load these parts.
const ChosenFilters = lazyPart(async () => (await import('./filters/chosen-filters.tsx')).ChosenFilters);
const NothingFound = lazyPart(async () => (await import('./nothing-found.tsx')).NothingFound);
const NoSuchPage = lazyPart(async () => (await import('./no-such-page.tsx')).NoSuchPage);
const NearbyAds = lazyPart(async () => (await import('./nearby-ads.tsx')).NearbyAds);
const AdsMap = lazyPart(async () => (await import('../map/ads-map.tsx')).AdsMap);
const NoAdsYet = lazyPart(async () => (await import('./no-ads-yet.tsx')).NoAdsYet);

// biome-ignore lint/suspicious/noArrayIndexKey: the places never change
const SKELETONS = Array.from({ length: ADS_PAGE_SIZE }, (_, place) => <AdCardSkeleton key={place} />);

/** Keeps the filter row open, so that returning restores the scroll position. Always false on the server. */
let wasOpen = false;

interface ListProps {
  ads: AdsPageData['ads'];
  filters: AdFilters;
  placeName: string | undefined;
}

function ListHead({ ads, filters, placeName, own }: ListProps & { own: OwnPlace | null }) {
  const { hint, decline } = usePlaceHint(filters, placeName, own);
  const t = useText();
  const lang = useLanguage();
  return (
    <div className={styles.head}>
      <OwnScript text={import.meta.env.SSR ? MARK_PLACE_SCRIPT : ''} />
      <h2 id="ads-list" className={styles.title}>
        {t(isFiltered(filters) ? 'ads.list.found' : 'ads.list.new')}
      </h2>
      {ads && (
        <p className={styles.count} aria-live="polite">
          <span className={styles.countLong}>
            {t(ads.total_bounded ? 'ads.list.countOver' : 'ads.list.count', { count: ads.total })}
            {filters.sort !== null && <span className="sr">, {t(`ads.sort.${filters.sort}`)}</span>}
          </span>
          <span className={styles.countShort} aria-hidden="true">
            {formatNumber(lang, ads.total)}
            {ads.total_bounded ? '+' : ''}
          </span>
        </p>
      )}
      <div className={styles.tools}>
        {hint && <PlaceHint filters={filters} place={hint} onDecline={decline} />}
        {!filters.map && <SortSelect filters={filters} />}
        <ViewSwitch filters={filters} />
      </div>
    </div>
  );
}

function List({ ads, filters, placeName, isReplacing }: ListProps & { isReplacing: boolean }) {
  const viewerId = useRouteLoaderData<RootData>('root')?.viewer?.user_id;
  if (ads === null) return <ListFailed heading="h3" />;
  if (isReplacing) return <div className={styles.grid}>{SKELETONS}</div>;
  if (ads.boards.length === 0) {
    const isAnySearch = isFiltered(filters) || filters.page > 1;
    const pages = Math.ceil(ads.total / ADS_PAGE_SIZE);
    return (
      <Suspense>
        {pages > 0 ? (
          <NoSuchPage filters={filters} pages={pages} />
        ) : isAnySearch ? (
          <NothingFound filters={filters} relax={ads.relax ?? []} read={ads.read ?? []} place={placeName} />
        ) : (
          <NoAdsYet heading="h3" />
        )}
      </Suspense>
    );
  }
  return (
    <div className={styles.grid}>
      {ads.boards.map((ad, index) => (
        <ListedCard key={ad.board_id} ad={ad} index={index} hasHeart={ad.board_user_id !== viewerId} />
      ))}
    </div>
  );
}

/** A place whose name could not be loaded is reported once; the list stays. */
function useFailedPlace(failed: AdsPageData['place']['failed']): void {
  const t = useText();
  useEffect(() => {
    if (failed) toast.error(t(`ads.filter.${failed}Failed`));
  }, [failed, t]);
}

export function AdsBody({ ads, attributes, place, own }: AdsPageData) {
  const part = useEarlyPart<HTMLDivElement>();
  const t = useText();
  const [query] = useSearchParams();
  const root = useRouteLoaderData<RootData>('root');
  const isReplacing = useIsReplacing('/');
  const [isOpen, setIsOpen] = useState(wasOpen);
  useFailedPlace(place.failed);

  const filters = filtersFor(parseFilters(query), Boolean(root?.viewer));
  const categories = root?.categories ?? [];
  const names = { ...place, category: categories.find(({ id }) => id === filters.category)?.name };
  const placeName = place.city ?? place.country;
  const pages = Math.ceil((ads?.total ?? 0) / ADS_PAGE_SIZE);
  // A map needs scripts: without them the list stands in its place.
  const isMap = useIsClient() && filters.map;
  // A chosen place is remembered by this browser.
  const needsScripts = filters.map || placeName !== undefined || place.failed !== undefined;

  return (
    <div ref={part} data-early-part="page">
      <AdsHead
        ads={ads?.boards ?? []}
        filters={{ ...filters, map: false }}
        names={names}
        publicUrl={root?.publicUrl ?? ''}
      />
      <div className={styles.hero}>
        <div className="wrap">
          <h1 className={styles.heading}>{t('ads.list.heading')}</h1>
          <FilterBar
            key={listHref({ ...filters, page: 1, sort: null })}
            filters={filters}
            categories={categories}
            placeName={placeName ?? ''}
            hasCircle={Boolean(root?.viewer)}
            isOpen={isOpen}
            onOpenChange={(isOpenNow) => {
              wasOpen = isOpenNow;
              setIsOpen(isOpenNow);
            }}
          />
          <CategoryNav categories={categories} filters={filters} />
        </div>
      </div>
      <section
        className="wrap"
        aria-busy={isReplacing}
        aria-labelledby="ads-list"
        data-needs-scripts={needsScripts ? '' : undefined}
      >
        <ListHead {...{ ads, filters, placeName, own }} />
        {isFiltered(filters) && (
          <div className={styles.chosen}>
            <Suspense>
              <ChosenFilters
                filters={filters}
                names={names}
                attributes={attributes}
                read={ads?.read ?? []}
                canSave={Boolean(ads?.total)}
              />
            </Suspense>
          </div>
        )}
        {ads && (ads.corrected || ads.read) && (
          <p role="status" className={styles.corrected}>
            {ads.corrected && <span>{t('ads.list.corrected', { words: ads.corrected })}</span>}
            <Link to={listHref({ ...filters, exact: true, page: 1 })}>
              {t('ads.list.exact', { words: filters.search })}
            </Link>
          </p>
        )}
        {isMap ? (
          <Suspense fallback={<div className={styles.map} />}>
            <AdsMap filters={filters} />
          </Suspense>
        ) : (
          <>
            <List {...{ ads, filters, placeName, isReplacing }} />
            {ads && ads.nearby.length > 0 && !isReplacing && (
              <Suspense>
                <NearbyAds ads={ads.nearby} isOfDistrict={filters.district !== ''} viewerId={root?.viewer?.user_id} />
              </Suspense>
            )}
            <Pagination
              current={Math.min(filters.page, Math.max(pages, 1))}
              count={pages}
              hrefOf={(page) => listHref({ ...filters, page })}
            />
          </>
        )}
      </section>
    </div>
  );
}
