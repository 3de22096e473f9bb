import { IconMapPin } from 'virtual:icons';
import type { Place } from '@app/contract/reference/places';
import { useLayoutEffect, useRef, useState } from 'react';
import { redirect, useNavigate, useRouteLoaderData, useSearchParams } from 'react-router';
import { ownPlaceApi } from '#contract/people/own-place';
import { nearApi } from '#contract/publishing/near';
import { placesApi } from '#contract/reference/places';
import {
  MARK_PLACE_SCRIPT,
  PLACE_ATTRIBUTE,
  readRememberedPlace,
  rememberPlace,
} from '../../market/ads/list/filters/remembered-place.ts';
import { usePlaceName, withDistrict } from '../../market/ads/list/filters/use-place-name.ts';
import { isApiError } from '../../platform/api-error.ts';
import { type Host, hostContext, orNull } from '../../platform/host.ts';
import { useText } from '../../platform/i18n.tsx';
import { OwnScript } from '../../platform/loading/own-script.tsx';
import { showLastOffline } from '../../platform/loading/show-last-offline.ts';
import type { PageHandle } from '../../platform/page-handle.ts';
import type { RootData } from '../../platform/root-data.ts';
import { ListTabs } from '../../ui/list/list-tabs.tsx';
import { LoadFailed } from '../../ui/list/load-failed.tsx';
import { useIsReplacing } from '../../ui/list/use-is-replacing.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { FeedHead } from '../publications/feed/feed-head.tsx';
import type { EntriesPart } from '../publications/feed/pages-state.ts';
import socialStyles from '../publications/feed/social-page.module.css';
import { PublicationSkeleton } from '../publications/publication-skeleton.tsx';
import type { Route } from './+types/near-page.ts';
import { nearHref, parseNear } from './near-address.ts';
import { NearForm } from './near-form.tsx';
import { NearList } from './near-list.tsx';
import styles from './near-page.module.css';
import { toEntries } from './to-entries.ts';

export const handle = { texts: ['near', 'posts', 'ad-filters', 'reference'], footer: false } satisfies PageHandle;

const TEXT_MAX = 120;

/** Leads from a typed text to its city or district; false where it names none. */
async function redirectToCity({ call }: Host, query: URLSearchParams): Promise<boolean> {
  const search = query.get('where')?.trim().slice(0, TEXT_MAX);
  if (search === undefined) return true;
  const { city: near, radius } = parseNear(query);
  if (search === '') throw redirect(nearHref({ city: null, radius, district: '' }));
  const { places } = await call(placesApi.suggest, { query: { search, near, districts: 1 } });
  const found = places.find(({ kind }) => kind !== 'country');
  if (found !== undefined)
    throw redirect(nearHref({ city: found.id, radius, district: found.kind === 'district' ? found.name : '' }));
  return false;
}

interface Home {
  city: number;
  district: string;
}

/** Where the profile says that the viewer lives. A guess by the address of the network is not applied. */
async function findHome(host: Host): Promise<Home | null> {
  if (host.viewer === null) return null;
  const own = await orNull(host, host.call(ownPlaceApi.get));
  if (own?.source !== 'profile' || own.place?.kind !== 'city') return null;
  return { city: own.place.id, district: own.district ?? '' };
}

interface PageData {
  place: Place | null;
  part: EntriesPart | null;
  radius: number | null;
  district: string;
  /** District of the profile, where the place is the city of the profile. */
  ownDistrict: string;
  isUnknown: boolean;
  hasFailed: boolean;
}

const NOTHING: PageData = {
  place: null,
  part: null,
  radius: null,
  district: '',
  ownDistrict: '',
  isUnknown: false,
  hasFailed: false,
};

export async function loader({ url, context }: Route.LoaderArgs): Promise<PageData> {
  const host = context.get(hostContext);
  const query = url.searchParams;
  const isKnown = await redirectToCity(host, query);
  const { city, radius, district } = parseNear(query);
  const nowhere = { ...NOTHING, radius, district, isUnknown: !isKnown };
  if (!isKnown) return nowhere;
  const findingHome = findHome(host);
  const city_id = city ?? (await findingHome)?.city ?? null;
  if (city_id === null) return nowhere;
  const around = { city_id, radius: radius ?? undefined, district: district || undefined };
  try {
    const [page, home] = await Promise.all([host.call(nearApi.list, { query: around }), findingHome]);
    const ownDistrict = home?.city === city_id ? home.district : '';
    return { ...nowhere, ownDistrict, place: page.place, part: toEntries(page, radius) };
  } catch (error) {
    if (isApiError(error) && error.status === 404) return { ...nowhere, isUnknown: true };
    if (!isApiError(error)) throw error;
    (host.report ?? console.error)(error);
    return { ...nowhere, hasFailed: true };
  }
}

/** When the connection is lost the page stays, with an error in place of its list. */
export const clientLoader = showLastOffline<PageData>(({ place, radius, district, ownDistrict } = NOTHING) => ({
  ...NOTHING,
  place,
  radius,
  district,
  ownDistrict,
  hasFailed: true,
}));

/** Remembers the chosen place in this browser, and leads a reader without a place to the one of the last time. */
function useRememberedPlace({ place, radius, district, isUnknown, hasFailed }: PageData): boolean {
  const navigate = useNavigate();
  const isChosen = parseNear(useSearchParams()[0]).city !== null;
  const [isLeading, setLeading] = useState(false);
  const isAsking = place === null && !isUnknown && !hasFailed;
  useLayoutEffect(() => {
    document.documentElement.removeAttribute(PLACE_ATTRIBUTE);
    if (place !== null && isChosen)
      rememberPlace({ name: place.name, country: place.country_id, city: place.id, radius, district });
    const remembered = isAsking ? readRememberedPlace() : null;
    setLeading(remembered?.city != null);
    if (remembered?.city != null) void navigate(nearHref(remembered), { replace: true });
  }, [place, radius, district, isChosen, isAsking, navigate]);
  return isLeading;
}

function Ask({ isUnknown }: { isUnknown: boolean }) {
  const t = useText('near');
  return (
    <>
      <OwnScript text={import.meta.env.SSR ? MARK_PLACE_SCRIPT : ''} />
      <div className={`card ${styles.ask}`}>
        <Notice
          icon={<IconMapPin size={40} stroke={1.5} />}
          title={t(isUnknown ? 'ads.filter.whereUnknown' : 'near.ask')}
          text={t('near.ask.text')}
        />
      </div>
    </>
  );
}

interface DistrictSwitchProps {
  city: number;
  /** The one that is shown, else that of the profile. */
  name: string;
  isShown: boolean;
}

/** Switches between a city and its district. */
function DistrictSwitch({ city, name, isShown }: DistrictSwitchProps) {
  const t = useText('near');
  const tab = (district: string, text: string, isCurrent: boolean) => ({
    to: nearHref({ city, radius: null, district }),
    text,
    count: null,
    isCurrent,
  });
  return (
    <div className={styles.parts}>
      <ListTabs label={t('near.parts')} tabs={[tab('', t('near.wholeCity'), !isShown), tab(name, name, isShown)]} />
    </div>
  );
}

export default function NearPage({ loaderData }: Route.ComponentProps) {
  const t = useText('near');
  const viewerId = useRouteLoaderData<RootData>('root')?.viewer?.user_id ?? null;
  const form = useRef<HTMLFormElement>(null);
  const { short } = usePlaceName();
  const isReplacing = useIsReplacing('/near');
  const isLeading = useRememberedPlace(loaderData);
  const { place, radius, district, ownDistrict, part, isUnknown, hasFailed } = loaderData;
  const chosen = {
    country: place?.country_id ?? null,
    city: place?.id ?? null,
    name: place === null ? '' : withDistrict(place.name, district),
    district,
  };
  const key = `${place?.id} ${radius} ${district}`;
  const partOfCity = district || ownDistrict;
  const title =
    place === null ? t('near.title') : t('near.titleIn', { place: short(place.name, { radius, district }) });
  return (
    <div className={`wrap ${socialStyles.own}`}>
      <PageHead title={`${title} · ${t('frame.name')}`} noIndex />
      <div className={socialStyles.columns}>
        <div className={socialStyles.middle}>
          {viewerId === null ? <h1>{t('near.title')}</h1> : <FeedHead id={viewerId} tab="near" />}
          <NearForm key={`form ${key}`} form={form} place={chosen} radius={radius} />
          {place !== null && radius === null && partOfCity !== '' && (
            <DistrictSwitch city={place.id} name={partOfCity} isShown={district !== ''} />
          )}
          {isReplacing || isLeading ? (
            <div>
              <PublicationSkeleton />
              <PublicationSkeleton />
            </div>
          ) : hasFailed ? (
            <LoadFailed title={t('near.failed')} />
          ) : place === null || part === null ? (
            <Ask isUnknown={isUnknown} />
          ) : (
            <NearList
              key={`list ${key}`}
              place={place}
              radius={radius}
              district={district}
              part={part}
              viewerId={viewerId}
              onOtherCity={() => form.current?.querySelector<HTMLInputElement>('input[role="combobox"]')?.focus()}
            />
          )}
        </div>
      </div>
    </div>
  );
}
