import type { Privacy } from '@app/contract/people/privacy';
import type { User } from '@app/contract/people/users';
import { bit } from '../../platform/bit.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isWithinAudience, NO_RELATIONSHIP, type Relationship } from '../relationships/relationship.public.ts';
import type { UserView } from './user-views.ts';
import { mayViewPrivate } from './users.policy.ts';
import type { UserRow } from './users.queries.ts';

export function isUnavailable(
  viewer: Viewer,
  row: Pick<UserRow, 'id'>,
  relationship: Relationship = NO_RELATIONSHIP,
): boolean {
  return !mayViewPrivate(viewer, row.id) && (relationship.isBlocked || relationship.hasBlocked);
}

export function presentRelationship(row: UserRow, viewer: Viewer, view: UserView): Partial<User> {
  const { relationship, presence, friendsCount } = view;
  const isSelf = viewer.userId === row.id;
  const mayViewFriends = isSelf || isWithinAudience(row.see_friends, relationship);
  const mayViewOnline = isSelf || isWithinAudience(row.see_online, relationship);
  return {
    friendship: relationship.friendship,
    friendship_direction: relationship.direction,
    kith: bit(relationship.isRelative),
    ...presentMute(relationship),
    may_write: bit(!isSelf && isWithinAudience(row.may_write, relationship)),
    may_call: bit(!isSelf && isWithinAudience(row.may_call, relationship)),
    may_see_friends: bit(mayViewFriends),
    ...(mayViewFriends && { mutual: relationship.mutual, friends_count: friendsCount }),
    ...(mayViewOnline && { online: bit(presence.online), last_seen: presence.lastSeen?.toISOString() ?? null }),
  };
}

function presentMute(relationship: Relationship): Partial<User> {
  const { mutedUntil } = relationship;
  return {
    blocked: bit(relationship.isBlocked),
    muted: bit(mutedUntil !== null),
    muted_until: mutedUntil instanceof Date ? mutedUntil.toISOString() : null,
  };
}

/**
 * Fields shown across a block: the name, and the viewer's own settings. A viewer blocked by the person does not see the
 * photo either.
 */
export function presentUnavailableUser(row: UserRow, relationship: Relationship): User {
  return {
    id: row.id,
    photo: relationship.hasBlocked ? null : row.photo,
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
    ...presentMute(relationship),
    may_write: 0,
    may_call: 0,
    may_see_friends: 0,
  };
}

export function presentPrivacy(row: Pick<UserRow, `${'see' | 'may'}_${string}` & keyof UserRow>): Privacy {
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
