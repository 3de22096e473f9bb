import type { circleApi } from '@app/contract/people/circle';
import type { User } from '@app/contract/people/users';
import type { ResponseOf } from '@app/contract/platform/endpoint';
import { sql } from 'kysely';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { getUserCard, listUserCards } from '../users/user-cards.public.ts';
import { findPage, friendsVisibleTo, mutualOf, type PeopleFilter, requestsOf, requestsTo } from './people.queries.ts';
import { publishOwnCircleEvent } from './publish-circle-event.ts';

type PeopleSource = Parameters<typeof findPage>[1];
type PeopleResponse = ResponseOf<typeof circleApi.friends>;

export async function listPeople(
  services: Services,
  viewer: SignedInViewer,
  source: PeopleSource,
  filter: PeopleFilter,
): Promise<PeopleResponse> {
  const { list, ...page } = await loadPage(services, viewer, source, filter);
  return { list: list.map(({ user }) => user), ...page };
}

export async function listRequests(
  services: Services,
  viewer: SignedInViewer,
  filter: PeopleFilter,
): Promise<ResponseOf<typeof circleApi.incoming>> {
  const { list, ...page } = await loadPage(services, viewer, requestsTo(viewer.userId), filter);
  return { list: list.map(({ user, timestamp }) => ({ user_from: user, timestamp })), ...page };
}

export async function listSentRequests(
  services: Services,
  viewer: SignedInViewer,
  filter: PeopleFilter,
): Promise<ResponseOf<typeof circleApi.sent>> {
  const { list, ...page } = await loadPage(services, viewer, requestsOf(viewer.userId), filter);
  return { list: list.map(({ user, timestamp }) => ({ user_to: user, timestamp })), ...page };
}

interface PeoplePage {
  list: { user: User; timestamp: string }[];
  total: PeopleResponse['total'];
  next: PeopleResponse['next'];
}

async function loadPage(
  services: Services,
  viewer: SignedInViewer,
  source: PeopleSource,
  filter: PeopleFilter,
): Promise<PeoplePage> {
  const { rows, total, next } = await findPage(services, source, filter);
  const cards = await listUserCards(
    services,
    viewer,
    rows.map(({ id }) => id),
  );
  const list = rows.flatMap(({ id, at }) => {
    const user = cards.get(id);
    return user === undefined ? [] : [{ user, timestamp: at.toISOString() }];
  });
  return { list, total, next };
}

export async function listFriendsOf(
  services: Services,
  viewer: SignedInViewer,
  userId: number,
  filter: PeopleFilter,
): Promise<PeopleResponse> {
  await assertFriendsVisible(services, viewer, userId);
  return listPeople(services, viewer, friendsVisibleTo(viewer.userId, userId), filter);
}

export async function listMutual(
  services: Services,
  viewer: SignedInViewer,
  userId: number,
  filter: PeopleFilter,
): Promise<PeopleResponse> {
  await assertFriendsVisible(services, viewer, userId);
  return listPeople(services, viewer, mutualOf(viewer.userId, userId), filter);
}

/** Fails with not_found across a block and for inactive users, and with forbidden when friends are hidden. */
async function assertFriendsVisible(services: Services, viewer: SignedInViewer, userId: number): Promise<void> {
  const cards = await listUserCards(services, viewer, [userId]);
  const card = cards.get(userId);
  if (card === undefined || card.unavailable === 1) throw new Failure('not_found');
  if (card.may_see_friends !== 1) throw new Failure('forbidden');
}

/** Each number is counted on an index. */
export async function countCircle(
  { db }: Services,
  { userId }: SignedInViewer,
): Promise<ResponseOf<typeof circleApi.counts>> {
  const { rows } = await sql<ResponseOf<typeof circleApi.counts>>`-- named circle-counts
    select (select count(*) from friends where user_id = ${userId} and not is_hidden) as friends,
      (select count(*) from friends where user_id = ${userId} and is_relative and not is_hidden) as fams,
      (select count(*) from friend_requests where to_id = ${userId} and hidden_at is null) as requests`.execute(db);
  return rows[0] ?? { friends: 0, fams: 0, requests: 0 };
}

export async function getCard(
  services: Services,
  viewer: SignedInViewer,
  { id, kith }: { id: number; kith?: 0 | 1 | undefined },
): Promise<User> {
  const card = await getUserCard(services, viewer, id);
  if (kith === undefined) return card;
  await services.db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('friends')
      .set({ is_relative: kith === 1 })
      .where('user_id', '=', viewer.userId)
      .where('friend_id', '=', id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Failure('not_friends');
    // Only the viewer's own pages: the friend is not informed about the mark.
    await publishOwnCircleEvent(services, tx, viewer.userId, id);
  });
  return { ...card, kith };
}
