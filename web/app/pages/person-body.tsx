// Styles of the lazy parts, which are server-rendered before their scripts load.
import '../people/circle/friendship-button.module.css';
import '../people/circle/person-list-item.module.css';
import '../people/users/note/person-note.module.css';
import { IconUsers } from 'virtual:icons';
import { Suspense } from 'react';
import { Link, useRevalidator, useRouteLoaderData } from 'react-router';
import { DealRating } from '../market/deals/deal-rating.tsx';
import { FollowButton } from '../market/follows/follow-button.tsx';
import { PersonAds } from '../market/my-ads/person-ads.tsx';
import { PersonAbout } from '../people/users/person-about.tsx';
import { PersonCard } from '../people/users/person-card.tsx';
import { PersonFriends } from '../people/users/person-friends.tsx';
import { PersonHead } from '../people/users/person-head.tsx';
import { PersonUnavailable } from '../people/users/person-missing.tsx';
import styles from '../people/users/person-page.module.css';
import { PersonTabs } from '../people/users/person-tabs.tsx';
import { SubscriptionCard } from '../people/users/subscription-card.tsx';
import { useText } from '../platform/i18n.tsx';
import type { RootData } from '../platform/root-data.ts';
import { LatestPublications } from '../publishing/publications/feed/latest-publications.tsx';
import { button } from '../ui/button.ts';
import { useEarlyPart } from '../ui/hooks/use-early-part.ts';
import { quietPart } from '../ui/lazy-part.ts';
import type { LoadedPerson } from './load-person.ts';

const PersonNote = quietPart(async () => (await import('../people/users/note/person-note.tsx')).PersonNote);

const CircleEvents = quietPart(() =>
  import('../people/circle/circle-events.tsx').then(({ CircleEvents }) => CircleEvents),
);

function Requests({ count }: { count: number }) {
  const t = useText('person');
  return (
    <Link to="/circle?tab=requests" className={`${button('light', 'wide')} ${styles.requests}`}>
      <IconUsers size={20} stroke={1.75} aria-hidden="true" />
      {t('person.requests', { count })}
    </Link>
  );
}

export function PersonBody({
  person,
  subscription,
  deals,
  ads,
  posts,
  friends,
  requests,
  birthday,
  note,
}: LoadedPerson) {
  const part = useEarlyPart<HTMLDivElement>();
  const root = useRouteLoaderData<RootData>('root');
  const { revalidate } = useRevalidator();
  const viewerId = root?.viewer?.user_id;
  const isOwn = viewerId === person.id;
  const read = (): void => void revalidate();
  const circleEvents = viewerId !== undefined && (
    <Suspense>
      <CircleEvents viewerId={viewerId} personId={isOwn ? null : person.id} onEvent={read} />
    </Suspense>
  );
  if (person.unavailable === 1) {
    return (
      <div ref={part} data-early-part="page">
        <PersonUnavailable person={person} onUnblocked={read} />
        {circleEvents}
      </div>
    );
  }
  return (
    <div ref={part} className="wrap" data-early-part="page">
      <PersonHead person={person} publicUrl={root?.publicUrl ?? ''} />
      <div className={styles.columns}>
        <div className={styles.card}>
          <PersonCard
            key={person.id}
            person={person}
            follow={
              <FollowButton
                userId={person.id}
                isOn={viewerId === undefined ? undefined : subscription?.subscribe === 1}
                count={subscription?.count ?? 0}
              />
            }
            relation={isOwn ? 'own' : viewerId === undefined ? 'guest' : 'other'}
            birthday={birthday}
            publicUrl={root?.publicUrl ?? ''}
            deals={deals && <DealRating userId={person.id} figures={deals} className={styles.deals} />}
            onChange={read}
          />
          {note !== null && (
            <Suspense>
              <PersonNote key={person.id} userId={person.id} saved={note} />
            </Suspense>
          )}
          {isOwn && requests > 0 && <Requests count={requests} />}
          {isOwn && <SubscriptionCard person={person} />}
        </div>
        <div className={styles.middle}>
          <PersonAbout person={person} isOwn={isOwn} />
          <PersonTabs userId={person.id} current="posts" />
          <LatestPublications key={person.id} userId={person.id} isOwn={isOwn} publications={posts} />
        </div>
        <aside className={styles.side}>
          <PersonAds person={person} isOwn={isOwn} viewer={root?.viewer ?? null} ads={ads} />
          {friends !== null && <PersonFriends person={person} isOwn={isOwn} friends={friends} />}
        </aside>
      </div>
      {circleEvents}
    </div>
  );
}
