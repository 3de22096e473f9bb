import type { User } from '@app/contract/people/users';

/** How the viewer and a person stand, as every button and row shows it. */
export interface Friendship {
  friendship: '' | 'request' | 'friend';
  friendship_direction: 'in' | 'out' | null;
  kith: 0 | 1;
}

/** What can be done about it. */
export type FriendAction = 'request' | 'cancel' | 'accept' | 'hide' | 'remove' | 'kith' | 'unkith';

export type FriendshipStatus = 'none' | 'sent' | 'income' | 'friend';

const NO_FRIENDSHIP: Friendship = { friendship: '', friendship_direction: null, kith: 0 };

export function friendshipOf(user: Pick<User, 'friendship' | 'friendship_direction' | 'kith'>): Friendship {
  return {
    friendship: user.friendship ?? '',
    friendship_direction: user.friendship_direction ?? null,
    kith: user.kith ?? 0,
  };
}

export function friendshipStatus({ friendship, friendship_direction }: Friendship): FriendshipStatus {
  if (friendship === 'friend') return 'friend';
  if (friendship === '') return 'none';
  return friendship_direction === 'in' ? 'income' : 'sent';
}

/** How it will look once the server agrees. A request that meets another one becomes a friendship, which only the server knows. */
export function afterFriendAction(friendship: Friendship, action: FriendAction): Friendship {
  switch (action) {
    case 'request':
      return { friendship: 'request', friendship_direction: 'out', kith: 0 };
    case 'accept':
      return { friendship: 'friend', friendship_direction: null, kith: 0 };
    case 'cancel':
    case 'hide':
    case 'remove':
      return NO_FRIENDSHIP;
    case 'kith':
    case 'unkith':
      return { ...friendship, kith: action === 'kith' ? 1 : 0 };
  }
}

/** These are shown at once; the others wait for the server, because they change what two people see of each other. */
export const OPTIMISTIC_ACTIONS: ReadonlySet<FriendAction> = new Set(['request', 'hide', 'kith', 'unkith']);
