import type { User } from '@app/contract/people/users';
import type { Services } from '../../platform/domain/services.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { getUser } from './get-user.ts';
import { presentUserCard } from './present-user.ts';
import { loadUserViews } from './user-views.ts';
import { findUsers } from './users.queries.ts';

export async function listUserCards(
  services: Services,
  viewer: SignedInViewer,
  ids: readonly number[],
): Promise<Map<number, User>> {
  const [rows, viewOf] = await Promise.all([findUsers(services.db, ids), loadUserViews(services, viewer, ids)]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const cards = new Map<number, User>();
  for (const id of ids) {
    const row = byId.get(id);
    if (row === undefined || row.status !== 'active' || row.deleted_at !== null) continue;
    cards.set(id, presentUserCard(row, viewer, viewOf(id)));
  }
  return cards;
}

export const getUserCard = (services: Services, viewer: SignedInViewer, id: number): Promise<User> =>
  getUser(services, viewer, id, { revealPhone: false });
