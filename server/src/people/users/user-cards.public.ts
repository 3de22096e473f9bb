import type { User } from '@app/contract/people/users';
import type { RawBuilder } from 'kysely';
import type { Services } from '../../platform/domain/services.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { getUser } from './get-user.ts';
import { presentUserCard } from './present-user.ts';
import { findSeenUsers, type SeenUser, seenUsersOf } from './user-views.ts';

/** By id, in the order of the ids; users who are not active are missing. */
export async function listUserCards(
  { db }: Services,
  viewer: SignedInViewer,
  ids: readonly number[],
): Promise<Map<number, User>> {
  return presentCards(await findSeenUsers(db, viewer, ids), viewer);
}

/** Lists the cards of the users that a query finds; it calls the viewer $1. */
export function userCardsOf(name: string, ids: RawBuilder<unknown>) {
  const find = seenUsersOf(name, ids);
  return async ({ db }: Services, viewer: SignedInViewer): Promise<User[]> => [
    ...presentCards(await find(db, viewer.userId), viewer).values(),
  ];
}

const presentCards = (found: readonly SeenUser[], viewer: SignedInViewer): Map<number, User> =>
  new Map(
    found
      .filter(({ row }) => row.status === 'active' && row.deleted_at === null)
      .map(({ row, view }) => [row.id, presentUserCard(row, viewer, view)]),
  );

export const getUserCard = (services: Services, viewer: SignedInViewer, id: number): Promise<User> =>
  getUser(services, viewer, id, { revealPhone: false });
