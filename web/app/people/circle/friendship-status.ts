import type { User } from '@app/contract/people/users';

export interface Friendship {
  friendship: '' | 'request' | 'friend';
  friendship_direction: 'in' | 'out' | null;
  kith: 0 | 1;
}

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

/**
 * Predicts the friendship after an action. Only the server knows whether a request meets an opposite one and becomes a
 * friendship.
 */
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

/**
 * Actions that are shown optimistically; others wait for the server, because they change what two people see of each
 * other.
 */
export const OPTIMISTIC_ACTIONS: ReadonlySet<FriendAction> = new Set(['request', 'hide', 'kith', 'unkith']);
