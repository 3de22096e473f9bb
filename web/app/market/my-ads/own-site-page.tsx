import { IconChevronRight, IconPlus } from 'virtual:icons';
import { Link, redirect, useRouteLoaderData, useSearchParams } from 'react-router';
import { AD_PHOTOS_MAX, ADS_PAGE_SIZE } from '#contract/market/ads';
import { ownAdsApi } from '#contract/market/own-ads';
import { usersApi } from '#contract/people/users';
import { loadServices } from '../../people/users/load-services.ts';
import { ProfileCard } from '../../people/users/profile-card.tsx';
import { ServicesCard } from '../../people/users/services-card.tsx';
import { formatNumber } from '../../platform/format/format.ts';
import { hostContext, orNull, type SessionViewer } from '../../platform/host.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import type { RootData } from '../../platform/root-data.ts';
import { button } from '../../ui/button.ts';
import { Pagination } from '../../ui/list/pagination.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { AddLink } from '../ads/list/add-link.tsx';
import { ListFailed } from '../ads/list/list-failed.tsx';
import { type OwnAd, toOwnAd } from '../ads/own/own-ad.ts';
import { OwnAdsGrid } from '../ads/own/own-ads-grid.tsx';
import { useOwnAds } from '../ads/own/use-own-ads.ts';
import type { Route } from './+types/own-site-page.ts';
import { listAddress, pageInRange, parseAdsAddress, partAfterCell } from './ads-address.ts';
import styles from './own-site-page.module.css';

export const handle = { texts: ['my-ads'] } satisfies PageHandle;

const PATH = '/profile/site';
/** The first cell of the first page is the link to add an ad. */
const ADD_CELL = 1;

export async function loader({ url, context }: Route.LoaderArgs) {
  const host = context.get(hostContext);
  const { call, viewer } = host;
  if (!viewer) throw redirect(`/auth?next=${encodeURIComponent(PATH)}`);
  const { page } = parseAdsAddress(url.searchParams);
  const [person, services, ads] = await Promise.all([
    call(usersApi.get, { params: { id: viewer.user_id } }),
    loadServices(call),
    orNull(host, call(ownAdsApi.listOwn, { query: partAfterCell(page, ADS_PAGE_SIZE) })),
  ]);
  const last = ads && pageInRange(page, ads.total + ADD_CELL, ADS_PAGE_SIZE);
  if (last !== null) throw redirect(listAddress(PATH, { page: last }));
  const now = Date.now();
  return { person, services, ads: ads && { own: ads.boards.map((ad) => toOwnAd(ad, now)), total: ads.total } };
}

function NewAd({ viewer }: { viewer: SessionViewer | null }) {
  const t = useText('my-ads');
  return (
    <AddLink viewer={viewer} className={styles.add ?? ''}>
      <span className={styles.plus}>
        <IconPlus size={26} stroke={1.8} aria-hidden="true" />
      </span>
      <b>{t('my-ads.site.new')}</b>
      <span className="dim">{t('my-ads.site.new.hint', { max: AD_PHOTOS_MAX })}</span>
    </AddLink>
  );
}

function OwnAds({ loaded, hasFirst }: { loaded: readonly OwnAd[]; hasFirst: boolean }) {
  const viewer = useRouteLoaderData<RootData>('root')?.viewer ?? null;
  const { ads, act } = useOwnAds(loaded);
  return <OwnAdsGrid ads={ads} act={act} isQuiet first={hasFirst && <NewAd viewer={viewer} />} />;
}

export default function OwnSitePage({ loaderData: { person, services, ads } }: Route.ComponentProps) {
  const t = useText('my-ads');
  const lang = useLanguage();
  const [query] = useSearchParams();
  const { page } = parseAdsAddress(query);
  return (
    <div className="wrap">
      <PageHead title={`${t('my-ads.site.title')} · ${t('frame.name')}`} noIndex />
      <div className={styles.top}>
        <ProfileCard person={person} />
        <ServicesCard services={services} />
      </div>
      <section aria-labelledby="own-ads">
        <div className={styles.head}>
          <h2 id="own-ads">{t('my-ads.title')}</h2>
          {ads && <span className="dim num">{formatNumber(lang, ads.total)}</span>}
          <Link to="/ads" className={`${button('quiet')} ${styles.all}`}>
            {t('my-ads.site.all')}
            <IconChevronRight size={18} stroke={2} aria-hidden="true" />
          </Link>
        </div>
        {ads ? <OwnAds loaded={ads.own} hasFirst={page === 1} /> : <ListFailed />}
        {ads && (
          <Pagination
            current={page}
            count={Math.ceil((ads.total + ADD_CELL) / ADS_PAGE_SIZE)}
            hrefOf={(to) => listAddress(PATH, { page: to })}
          />
        )}
      </section>
    </div>
  );
}
