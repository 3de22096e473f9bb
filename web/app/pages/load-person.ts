import type { User } from '@app/contract/people/users';
import { data } from 'react-router';
import { adsApi } from '#contract/market/ads';
import { dealsApi } from '#contract/market/deals';
import { followsApi } from '#contract/market/follows';
import { birthdaysApi } from '#contract/people/birthdays';
import { circleApi } from '#contract/people/circle';
import { personNotesApi } from '#contract/people/person-notes';
import { usersApi } from '#contract/people/users';
import { publicationsApi } from '#contract/publishing/publications';
import { toCard } from '../market/ads/to-card.ts';
import type { FriendCard } from '../people/users/person-friends.tsx';
import { isApiError } from '../platform/api-error.ts';
import { type Host, orMissing } from '../platform/host.ts';

const ADS_SHOWN = 4;
const PUBLICATIONS_SHOWN = 2;
const FRIENDS_SHOWN = 6;

const toFriend = ({ id, firstname, lastname, photo, online }: User): FriendCard => ({
  id,
  firstname,
  lastname,
  photo,
  online: online === 1,
});

/** Loads the person, and everything else as far as possible: the page works without it. */
export async function loadPerson({ call, viewer, report = console.error }: Host, userId: string) {
  if (!/^\d{1,15}$/.test(userId)) throw data(null, { status: 404 });
  const id = Number(userId);
  const orNull = <T>(part: Promise<T>): Promise<T | null> =>
    part.catch((error: unknown) => {
      if (!isApiError(error) || error.status >= 500) report(error);
      return null;
    });
  const isOwn = viewer?.user_id === id;
  const friendsQuery = { size: FRIENDS_SHOWN };
  const [person, subscription, deals, ads, posts, friends, counts, birthday, note] = await Promise.all([
    orMissing(call(usersApi.get, { params: { id }, query: { phone: 'masked' } })),
    orNull(call(followsApi.get, { params: { id } })),
    orNull(call(dealsApi.figures, { params: { id } })),
    orNull(call(adsApi.listOfFriend, { query: { friend_id: id, size: ADS_SHOWN } })),
    orNull(call(publicationsApi.byUser, { query: { user_id: id, size: PUBLICATIONS_SHOWN } })),
    viewer === null
      ? null
      : orNull(
          isOwn
            ? call(circleApi.friends, { query: friendsQuery })
            : call(circleApi.friendsOf, { params: { id }, query: friendsQuery }),
        ),
    isOwn ? orNull(call(circleApi.counts)) : null,
    orNull(call(birthdaysApi.of, { params: { id } })),
    viewer === null || isOwn ? null : orNull(call(personNotesApi.get, { params: { id } })),
  ]);
  const isShown = friends !== null && (isOwn || friends.list.length > 0);
  return {
    person,
    subscription,
    deals,
    ads: ads && { cards: ads.boards.map(toCard), total: ads.total },
    posts: posts && { list: posts.list, total: posts.total },
    friends: isShown ? { list: friends.list.map(toFriend), total: friends.total } : null,
    requests: counts?.requests ?? 0,
    birthday: birthday?.birthday ?? null,
    note: note?.note ?? null,
  };
}

export type LoadedPerson = Awaited<ReturnType<typeof loadPerson>>;
