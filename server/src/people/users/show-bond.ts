import type { Privacy } from '@app/contract/people/privacy';
import type { User } from '@app/contract/people/users';
import type { Viewer } from '../../platform/http/viewer.ts';
import { type Bond, NO_BOND, reaches } from './bond.public.ts';
import type { PersonView } from './person-views.ts';
import { maySeePrivate } from './users.policy.ts';
import type { UserRow } from './users.queries.ts';

const bit = (isSo: boolean): 0 | 1 => (isSo ? 1 : 0);

/** Whether one of the two blocked the other: the person does not show themselves then. Staff see whom they moderate. */
export function isUnavailable(viewer: Viewer, row: Pick<UserRow, 'id'>, bond: Bond = NO_BOND): boolean {
  return !maySeePrivate(viewer, row.id) && (bond.isBlocked || bond.hasBlocked);
}

/** How a signed-in viewer and a person stand, and what that lets the viewer see and do. */
export function showBond(row: UserRow, viewer: Viewer, view: PersonView): Partial<User> {
  const { bond, presence, friendsCount } = view;
  const isOneself = viewer.userId === row.id;
  const seesFriends = isOneself || reaches(row.see_friends, bond);
  const seesOnline = isOneself || reaches(row.see_online, bond);
  return {
    friendship: bond.friendship,
    friendship_direction: bond.direction,
    kith: bit(bond.isKith),
    ...showSilence(bond),
    may_write: bit(!isOneself && reaches(row.may_write, bond)),
    may_call: bit(!isOneself && reaches(row.may_call, bond)),
    may_see_friends: bit(seesFriends),
    ...(seesFriends && { mutual: bond.mutual, friends_count: friendsCount }),
    ...(seesOnline && { online: bit(presence.online), last_seen: presence.lastSeen?.toISOString() ?? null }),
  };
}

function showSilence(bond: Bond): Partial<User> {
  const { mutedUntil } = bond;
  return {
    blocked: bit(bond.isBlocked),
    muted: bit(mutedUntil !== null),
    muted_until: mutedUntil instanceof Date ? mutedUntil.toISOString() : null,
  };
}

/** All that is shown across a block: who it is, and what the viewer has set. Whoever blocked the viewer has no picture either. */
export function showUnavailable(row: UserRow, bond: Bond): User {
  return {
    id: row.id,
    photo: bond.hasBlocked ? null : row.photo,
    firstname: row.firstname,
    lastname: row.lastname,
    middlename: row.middlename,
    position: '',
    description: '',
    country_id: null,
    city_id: null,
    location: { country: null, city: null },
    payed: 0,
    rating: null,
    rating_count: 0,
    ads_count: 0,
    allow_to_call: 0,
    legal_status: 0,
    registered: row.registered_at.toISOString(),
    unavailable: 1,
    friendship: '',
    friendship_direction: null,
    kith: 0,
    ...showSilence(bond),
    may_write: 0,
    may_call: 0,
    may_see_friends: 0,
  };
}

/** What a person decided about who sees and may do what. */
export function showPrivacy(row: Pick<UserRow, `${'see' | 'may'}_${string}` & keyof UserRow>): Privacy {
  return {
    phone: row.see_phone,
    email: row.see_email,
    online: row.see_online,
    friends: row.see_friends,
    write: row.may_write,
    call: row.may_call,
    comment: row.may_comment,
  };
}
