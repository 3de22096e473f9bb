import { useMemo } from 'react';
import { Link, redirect, useRevalidator, useRouteLoaderData, useSearchParams } from 'react-router';
import { FRIENDS_PAGE_SIZE } from '#contract/people/circle';
import { hostContext } from '../../platform/host.ts';
import { useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import type { RootData } from '../../platform/root-data.ts';
import { ListSearch } from '../../ui/list/list-search.tsx';
import { ListTabs, listBar, listTitle } from '../../ui/list/list-tabs.tsx';
import { LoadFailed } from '../../ui/list/load-failed.tsx';
import { Pagination } from '../../ui/list/pagination.tsx';
import { useIsReplacing } from '../../ui/list/use-is-replacing.ts';
import { PageHead } from '../../ui/page/page-head.tsx';
import type { Route } from './+types/circle-page.ts';
import { BirthdaysCard } from './birthdays-card.tsx';
import {
  CIRCLE_PATH,
  CIRCLE_TABS,
  type CircleAddress,
  circleHref,
  isNarrowed,
  parseCircleAddress,
} from './circle-address.ts';
import { CircleFilters } from './circle-filters.tsx';
import { CircleList } from './circle-list.tsx';
import styles from './circle-page.module.css';
import type { CircleCounts } from './circle-state.ts';
import { PeopleSkeleton } from './dialogs/people-skeleton.tsx';
import { FindPerson } from './find-person.tsx';
import { InviteCard } from './invite-card.tsx';
import { loadCircle } from './load-circle.ts';
import { Suggestions } from './suggestions.tsx';
import { useCircle, useCircleEvents, useOnlineRefresh } from './use-circle.ts';

export const handle = { texts: ['circle'] } satisfies PageHandle;

export async function loader({ url, context }: Route.LoaderArgs) {
  const { call, viewer, report = console.error } = context.get(hostContext);
  if (!viewer) throw redirect(`/auth?next=${encodeURIComponent(CIRCLE_PATH + url.search)}`);
  const address = parseCircleAddress(url.searchParams);
  const loaded = await loadCircle(call, address, report);
  const last = loaded.list && Math.max(1, Math.ceil(loaded.list.total / FRIENDS_PAGE_SIZE));
  if (last !== null && address.page > last) throw redirect(circleHref({ ...address, page: last }));
  return loaded;
}

function Tabs({ current, counts }: { current: CircleAddress['tab']; counts: CircleCounts | null }) {
  const t = useText('circle');
  const tabs = CIRCLE_TABS.map((tab) => ({
    to: circleHref({ tab }),
    text: t(`circle.tab.${tab}`),
    count: counts?.[tab] ?? null,
    isCurrent: tab === current,
    isNew: tab === 'requests' && counts !== null && counts.requests > 0,
  }));
  return <ListTabs label={t('circle.tabs')} tabs={tabs} />;
}

function RequestKinds({ isSent }: { isSent: boolean }) {
  const t = useText('circle');
  return (
    <nav aria-label={t('circle.requests.kinds')} className={styles.kinds}>
      {[false, true].map((sent) => (
        <Link
          key={String(sent)}
          to={circleHref({ tab: 'requests', isSent: sent })}
          className={styles.kind}
          aria-current={sent === isSent ? 'page' : undefined}
          preventScrollReset
        >
          {t(sent ? 'circle.requests.sent' : 'circle.requests.income')}
        </Link>
      ))}
    </nav>
  );
}

const NOBODY = { people: [], total: 0 };

export default function CirclePage({ loaderData }: Route.ComponentProps) {
  const { list, counts: counted, places, suggestions, birthdays, inviteLink } = loaderData;
  const t = useText('circle');
  const [query] = useSearchParams();
  const address = parseCircleAddress(query);
  const { revalidate } = useRevalidator();
  const viewer = useRouteLoaderData<RootData>('root')?.viewer ?? null;
  const isReplacing = useIsReplacing(CIRCLE_PATH);
  // The viewer's later changes are kept for this object.
  const loaded = useMemo(() => ({ ...(list ?? NOBODY), counts: counted }), [list, counted]);
  const { people, total, counts, put: setFriendship } = useCircle(loaded, address);
  useCircleEvents(viewer?.user_id, () => void revalidate());
  useOnlineRefresh(address.isOnline, () => void revalidate());
  const hrefOf = (part: Partial<CircleAddress>): string => circleHref({ ...address, page: 1, ...part });
  const { tab, isSent } = address;
  const heading = t(isSent ? 'circle.requests.sentAll' : `circle.tab.${tab}`);

  return (
    <div className="wrap">
      <PageHead title={`${t('circle.title')} · ${t('frame.name')}`} noIndex />
      <h1 className={listTitle}>{t('circle.title')}</h1>
      <div className={`${listBar} ${styles.bar}`}>
        <Tabs current={tab} counts={counts} />
        <ListSearch
          key={`${tab} ${isSent}`}
          label={t(`circle.search.${tab}`)}
          clearLabel={t('circle.search.clear')}
          value={address.search}
          hrefOf={(search) => hrefOf({ search })}
          hidden={tab === 'friends' ? {} : { tab }}
        />
      </div>
      <p role="status" className="sr">
        {counts ? t('circle.requests.count', { count: counts.requests }) : ''}
      </p>
      <div className={styles.columns}>
        <section aria-label={heading} aria-busy={isReplacing} className={styles.main}>
          <div className={styles.tools}>
            {tab === 'requests' && <RequestKinds isSent={isSent} />}
            <CircleFilters address={address} places={places} />
          </div>
          {list && isNarrowed(address) && (
            <p className={styles.found} role="status">
              {t('circle.found', { count: total })}
            </p>
          )}
          {isReplacing ? (
            <PeopleSkeleton />
          ) : list === null ? (
            <LoadFailed title={t('circle.failed.load')} />
          ) : (
            <CircleList
              viewerId={viewer?.user_id ?? 0}
              people={people}
              address={address}
              inviteLink={inviteLink}
              onFriendship={setFriendship}
              onOther={() => void revalidate()}
            />
          )}
          {list && (
            <Pagination
              current={address.page}
              count={Math.ceil(list.total / FRIENDS_PAGE_SIZE)}
              hrefOf={(page) => hrefOf({ page })}
            />
          )}
        </section>
        <aside className={styles.side} aria-label={t('circle.side')}>
          {birthdays.length > 0 && <BirthdaysCard list={birthdays} />}
          <FindPerson />
          {suggestions.length > 0 && <Suggestions people={suggestions} />}
          {viewer && <InviteCard viewerId={viewer.user_id} link={inviteLink} />}
        </aside>
      </div>
    </div>
  );
}
