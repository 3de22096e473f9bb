import { type Icon, IconCalendar, IconMapPin, IconSpeakerphone, IconStarFilled } from 'virtual:icons';
import { Link, redirect, useRouteLoaderData, useSearchParams } from 'react-router';
import { ADS_PAGE_SIZE, adsApi } from '#contract/market/ads';
import { followsApi } from '#contract/market/follows';
import { usersApi } from '#contract/people/users';
import { personFeed } from '../../people/users/person-feed.ts';
import { formatDate, formatRating } from '../../platform/format/format.ts';
import { hostContext, orMissing, orNull } from '../../platform/host.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import type { RootData } from '../../platform/root-data.ts';
import { button } from '../../ui/button.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { ListSearch } from '../../ui/list/list-search.tsx';
import { Pagination } from '../../ui/list/pagination.tsx';
import { useIsReplacing } from '../../ui/list/use-is-replacing.ts';
import { Notice } from '../../ui/notice.tsx';
import { Breadcrumbs } from '../../ui/page/breadcrumbs.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { UserPic } from '../../ui/user-pic.tsx';
import { ListFailed } from '../ads/list/list-failed.tsx';
import { toCard } from '../ads/to-card.ts';
import { FollowButton } from '../follows/follow-button.tsx';
import type { Route } from './+types/person-ads-page.ts';
import { AdGrid, AdGridSkeleton } from './ad-grid.tsx';
import { listAddress, pageInRange, parseAdsAddress } from './ads-address.ts';
import { NothingFound } from './empty-list.tsx';
import styles from './person-ads-page.module.css';

export const handle = { show: true, texts: ['my-ads'] } satisfies PageHandle;

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const host = context.get(hostContext);
  const { call, viewer } = host;
  const { search, page } = parseAdsAddress(url.searchParams);
  const id = params.user_id;
  const [person, subscription, ads] = await Promise.all([
    orMissing(call(usersApi.get, { params: { id }, query: { phone: 'masked' } })),
    call(followsApi.get, { params: { id } }).catch(() => null),
    orNull(
      host,
      call(adsApi.listOfFriend, {
        query: { friend_id: id, search, size: ADS_PAGE_SIZE, offset: (page - 1) * ADS_PAGE_SIZE },
      }),
    ),
  ]);
  // One of the two blocked the other; the person's page shows what is possible.
  if (person.unavailable === 1) throw redirect(`/user/${person.id}`);
  const { firstname, lastname, photo, rating, rating_count, location, registered } = person;
  return {
    person: { id: person.id, firstname, lastname, photo, rating, rating_count, location, registered },
    isOwn: viewer?.user_id === person.id,
    subscription,
    ads: ads && { cards: ads.boards.map(toCard), total: ads.total, past: pageInRange(page, ads.total, ADS_PAGE_SIZE) },
  };
}

type LoaderData = Route.ComponentProps['loaderData'];

function Person({ person, isOwn, subscription }: Omit<LoaderData, 'ads'>) {
  const t = useText('my-ads');
  const lang = useLanguage();
  const viewer = useRouteLoaderData<RootData>('root')?.viewer ?? null;
  const name = `${person.firstname} ${person.lastname}`.trim();
  const shown = person.rating === null ? null : formatRating(lang, person.rating);
  const place = [person.location.country?.name, person.location.city?.name].filter(Boolean).join(', ');
  const fact = (FactIcon: Icon, text: string) => (
    <span>
      <FactIcon size={17} stroke={ICON_STROKE} aria-hidden="true" />
      {text}
    </span>
  );
  return (
    <header className={styles.person}>
      <UserPic firstname={person.firstname} lastname={person.lastname} photo={person.photo} size={72} />
      <div className={styles.words}>
        <h1>
          <Link to={`/user/${person.id}`}>{name}</Link>
        </h1>
        <p className={styles.facts}>
          {shown !== null && (
            <span>
              <IconStarFilled size={16} className={styles.star} aria-hidden="true" />
              <span className="sr">{t('my-ads.site.rating', { rating: shown })}</span>
              <span aria-hidden="true">{shown}</span>
            </span>
          )}
          {place && fact(IconMapPin, place)}
          {fact(IconCalendar, t('my-ads.person.since', { date: formatDate(person.registered) }))}
        </p>
      </div>
      {isOwn ? (
        <Link to="/ads" className={button('plain')} title={t('my-ads.person.own')}>
          {t('my-ads.person.manage')}
        </Link>
      ) : (
        <FollowButton
          userId={person.id}
          isOn={viewer ? subscription?.subscribe === 1 : undefined}
          count={subscription?.count ?? 0}
        />
      )}
    </header>
  );
}

export default function PersonAdsPage({ loaderData: { person, isOwn, subscription, ads } }: Route.ComponentProps) {
  const t = useText('my-ads');
  const root = useRouteLoaderData<RootData>('root');
  const [query] = useSearchParams();
  const { search, page } = parseAdsAddress(query);
  const lang = useLanguage();
  const path = `/user/${person.id}/ads`;
  const isReplacing = useIsReplacing(path);
  const name = `${person.firstname} ${person.lastname}`.trim();
  return (
    <div className="wrap">
      <PageHead
        title={`${t('my-ads.person.title', { name })} · ${t('frame.name')}`}
        canonical={`${root?.publicUrl ?? ''}${listAddress(path, { page })}`}
        feed={personFeed(person.id, lang)}
        noIndex={search !== '' || !ads || ads.cards.length === 0}
      />
      <Breadcrumbs items={[{ text: name, to: `/user/${person.id}` }, { text: t('my-ads.person.title', { name }) }]} />
      <Person person={person} isOwn={isOwn} subscription={subscription} />
      <section aria-labelledby="person-ads" aria-busy={isReplacing}>
        <div className={styles.head}>
          <h2 id="person-ads">{t('my-ads.person.heading')}</h2>
          {ads && (
            <p className="dim" role="status">
              {t('ads.list.count', { count: ads.total })}
            </p>
          )}
          <div className={styles.search}>
            <ListSearch
              label={t('my-ads.search.person')}
              clearLabel={t('my-ads.search.clear')}
              value={search}
              hrefOf={(words) => listAddress(path, { search: words })}
            />
          </div>
        </div>
        {ads === null ? (
          <ListFailed />
        ) : isReplacing ? (
          <AdGridSkeleton />
        ) : ads.cards.length > 0 ? (
          <AdGrid ads={ads.cards} isOwn />
        ) : search !== '' || ads.past !== null ? (
          <NothingFound allHref={path} />
        ) : (
          <Notice
            icon={<IconSpeakerphone size={40} stroke={1.5} />}
            title={t('my-ads.empty.person.title')}
            text={isOwn ? undefined : t('my-ads.empty.person.text')}
          />
        )}
        {ads && (
          <Pagination
            current={ads.past ?? page}
            count={Math.ceil(ads.total / ADS_PAGE_SIZE)}
            hrefOf={(to) => listAddress(path, { search, page: to })}
          />
        )}
      </section>
    </div>
  );
}
