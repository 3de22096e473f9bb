import { IconBuildingStore } from 'virtual:icons';
import { Link, redirect, useRouteLoaderData, useSearchParams } from 'react-router';
import { AD_ARCHIVE_DAYS, ADS_PAGE_SIZE } from '#contract/market/ads';
import { hostContext, orNull } from '../../platform/host.ts';
import { useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import type { RootData } from '../../platform/root-data.ts';
import { button } from '../../ui/button.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { ListSearch } from '../../ui/list/list-search.tsx';
import { ListTabs, listBar, listTitle } from '../../ui/list/list-tabs.tsx';
import { Pagination } from '../../ui/list/pagination.tsx';
import { useIsReplacing } from '../../ui/list/use-is-replacing.ts';
import { Breadcrumbs } from '../../ui/page/breadcrumbs.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { ListFailed } from '../ads/list/list-failed.tsx';
import type { Route } from './+types/my-ads-page.ts';
import { AdGridSkeleton } from './ad-grid.tsx';
import { ADS_TABS, type AdsAddress, type AdsTab, listAddress, pageInRange, parseAdsAddress } from './ads-address.ts';
import { EmptyFolder, EmptyList, NothingFound } from './empty-list.tsx';
import { FavoritesList } from './favorites/favorites-list.tsx';
import { FolderBar, NO_FOLDER } from './favorites/folder-bar.tsx';
import { GuestFavorites } from './guest-favorites.tsx';
import { loadTab, type Totals } from './load-ads.ts';
import styles from './my-ads-page.module.css';
import { DraftNote, OwnList } from './own-list.tsx';
import { VacationSwitch } from './vacation.tsx';

export const handle = { texts: ['my-ads'] } satisfies PageHandle;

const PATH = '/ads';
const SEARCH_TEXTS: Record<AdsTab, 'mine' | 'favourite' | 'archive'> = {
  mine: 'mine',
  attention: 'mine',
  active: 'mine',
  sold: 'mine',
  archive: 'archive',
  favourite: 'favourite',
};

export async function loader({ url, context }: Route.LoaderArgs) {
  const host = context.get(hostContext);
  const address = parseAdsAddress(url.searchParams);
  // The favorites of guests are known to their browser only.
  if (!host.viewer && address.tab === 'favourite') return null;
  if (!host.viewer) throw redirect(`/auth?next=${encodeURIComponent(PATH + url.search)}`);
  const loaded = await orNull(host, loadTab(host.call, address));
  const page = loaded && pageInRange(address.page, loaded.total, ADS_PAGE_SIZE);
  if (page !== null) throw redirect(listAddress(PATH, { ...address, page }));
  if (loaded && isGoneFolder(loaded.list, address.folder)) throw redirect(listAddress(PATH, { tab: 'favourite' }));
  return loaded;
}

/** Whether the folder of the address was deleted meanwhile. */
function isGoneFolder(list: Loaded['list'], folder: number | null): boolean {
  if (!('favorites' in list) || list.folders === null || folder === null || folder === NO_FOLDER) return false;
  return !list.folders.folders.some(({ id }) => id === folder);
}

function Tabs({ current, totals }: { current: AdsTab; totals: Totals | undefined }) {
  const t = useText('my-ads');
  const tabs = ADS_TABS.map((tab) => ({
    to: listAddress(PATH, { tab }),
    text: t(`my-ads.tab.${tab}`),
    count: totals?.[tab] ?? null,
    isCurrent: tab === current,
    isNew: tab === 'attention' && (totals?.attention ?? 0) > 0,
  }));
  return <ListTabs label={t('my-ads.tabs')} tabs={tabs} />;
}

type Loaded = Awaited<ReturnType<typeof loadTab>>;

function List({ loaded: { list, draft }, address }: { loaded: Loaded; address: AdsAddress }) {
  const isOnlyDraft = address.tab === 'attention' && address.search === '' && draft !== null;
  const empty = isOnlyDraft ? null : address.search === '' ? (
    <EmptyList tab={address.tab} />
  ) : (
    <NothingFound allHref={listAddress(PATH, { tab: address.tab })} />
  );
  if ('own' in list)
    return <OwnList key={`${address.tab} ${address.page} ${address.search}`} loaded={list.own} empty={empty} />;
  const allHref = listAddress(PATH, { tab: 'favourite' });
  const inFolder = address.folder !== null && address.search === '' ? <EmptyFolder allHref={allHref} /> : empty;
  return (
    <>
      <FavoritesList
        key={`${address.folder} ${address.page} ${address.search}`}
        ads={list.favorites}
        folders={list.folders}
        current={address.folder}
        allHref={allHref}
      />
      {list.favorites.length === 0 && inFolder}
    </>
  );
}

export default function MyAdsPage({ loaderData: loaded }: Route.ComponentProps) {
  const isGuest = useRouteLoaderData<RootData>('root')?.viewer === null;
  const [query] = useSearchParams();
  const address = parseAdsAddress(query);
  return isGuest ? <GuestFavoritesPage /> : <SignedInPage loaded={loaded} address={address} />;
}

function GuestFavoritesPage() {
  const t = useText('my-ads');
  return (
    <div className="wrap">
      <PageHead title={`${t('my-ads.tab.favourite')} · ${t('frame.name')}`} noIndex />
      <h1 className={listTitle}>{t('my-ads.tab.favourite')}</h1>
      <GuestFavorites />
    </div>
  );
}

function SignedInPage({ loaded, address }: { loaded: Loaded | null; address: AdsAddress }) {
  const t = useText('my-ads');
  const isReplacing = useIsReplacing(PATH);
  const heading = t(address.tab === 'favourite' ? 'my-ads.tab.favourite' : 'my-ads.title');
  const hrefOf = (part: Partial<AdsAddress>): string => listAddress(PATH, { ...address, page: 1, ...part });
  return (
    <div className="wrap">
      <PageHead title={`${heading} · ${t('frame.name')}`} noIndex />
      <Breadcrumbs items={[{ text: t('my-ads.site.title'), to: '/profile/site' }, { text: heading }]} />
      <div className={styles.head}>
        <h1 className={listTitle}>{heading}</h1>
        {address.tab !== 'favourite' && (
          <Link to="/profile/seller" className={button('quiet', 'small')}>
            <IconBuildingStore size={18} stroke={ICON_STROKE} aria-hidden="true" />
            {t('my-ads.desk')}
          </Link>
        )}
      </div>
      <div className={`${listBar} ${styles.bar}`}>
        <Tabs current={address.tab} totals={loaded?.totals} />
        <ListSearch
          key={address.tab}
          label={t(`my-ads.search.${SEARCH_TEXTS[address.tab]}`)}
          clearLabel={t('my-ads.search.clear')}
          value={address.search}
          hrefOf={(search) => hrefOf({ search })}
          hidden={{
            ...(address.tab !== 'mine' && { tab: address.tab }),
            ...(address.folder !== null && { folder: String(address.folder) }),
          }}
        />
      </div>
      <section aria-labelledby="my-list" aria-busy={isReplacing}>
        <h2 id="my-list" className="sr">
          {t(`my-ads.tab.${address.tab}`)}
        </h2>
        {loaded && address.search !== '' && (
          <p className={styles.found} role="status">
            {t('ads.list.count', { count: loaded.total })}
          </p>
        )}
        {address.tab === 'archive' && loaded !== null && loaded.total > 0 && (
          <p className={styles.found}>{t('my-ads.archive.note', { days: AD_ARCHIVE_DAYS })}</p>
        )}
        {loaded && 'favorites' in loaded.list && loaded.list.folders && (
          <FolderBar
            {...loaded.list.folders}
            current={address.folder}
            hrefOf={(folder) => listAddress(PATH, { tab: 'favourite', folder })}
          />
        )}
        {loaded?.vacation !== undefined && <VacationSwitch since={loaded.vacation?.since ?? null} />}
        {address.tab === 'attention' && loaded?.draft && !isReplacing && <DraftNote title={loaded.draft.board_title} />}
        {isReplacing ? (
          <AdGridSkeleton />
        ) : loaded === null ? (
          <ListFailed />
        ) : (
          <List loaded={loaded} address={address} />
        )}
        {loaded && (
          <Pagination
            current={address.page}
            count={Math.ceil(loaded.total / ADS_PAGE_SIZE)}
            hrefOf={(page) => hrefOf({ page })}
          />
        )}
      </section>
    </div>
  );
}
