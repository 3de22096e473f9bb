import type { User } from '@app/contract/people/users';

/** How the viewer and a person stand, as every button and row shows it. */
export interface Standing {
  friendship: '' | 'request' | 'friend';
  friendship_direction: 'in' | 'out' | null;
  kith: 0 | 1;
}

/** What can be done about it. */
export type FriendAction = 'request' | 'cancel' | 'accept' | 'hide' | 'remove' | 'kith' | 'unkith';

export type StandingName = 'none' | 'sent' | 'income' | 'friend';

const NONE: Standing = { friendship: '', friendship_direction: null, kith: 0 };

export function standingOf(user: Pick<User, 'friendship' | 'friendship_direction' | 'kith'>): Standing {
  return {
    friendship: user.friendship ?? '',
    friendship_direction: user.friendship_direction ?? null,
    kith: user.kith ?? 0,
  };
}

export function nameOf({ friendship, friendship_direction }: Standing): StandingName {
  if (friendship === 'friend') return 'friend';
  if (friendship === '') return 'none';
  return friendship_direction === 'in' ? 'income' : 'sent';
}

/** How it will look once the server agrees. A request that meets another one becomes a friendship, which only the server knows. */
export function afterFriendAction(standing: Standing, action: FriendAction): Standing {
  switch (action) {
    case 'request':
      return { friendship: 'request', friendship_direction: 'out', kith: 0 };
    case 'accept':
      return { friendship: 'friend', friendship_direction: null, kith: 0 };
    case 'cancel':
    case 'hide':
    case 'remove':
      return NONE;
    case 'kith':
    case 'unkith':
      return { ...standing, kith: action === 'kith' ? 1 : 0 };
  }
}

/** These are shown at once; the others wait for the server, because they change what two people see of each other. */
export const SHOWN_AT_ONCE: ReadonlySet<FriendAction> = new Set(['request', 'hide', 'kith', 'unkith']);
