import type { User } from '@app/contract/people/users';
import type { CircleAddress } from './circle-address.ts';
import { type Friendship, friendshipOf, friendshipStatus } from './friendship-status.ts';

export interface CirclePerson {
  user: User;
  requestedAt: string | null;
}

export interface CircleCounts {
  friends: number;
  fams: number;
  requests: number;
}

type ListName = Pick<CircleAddress, 'tab' | 'isSent'>;

function belongs({ tab, isSent }: ListName, friendship: Friendship): boolean {
  const status = friendshipStatus(friendship);
  if (tab === 'fams') return status === 'friend' && friendship.kith === 1;
  if (tab === 'friends') return status === 'friend';
  return status === (isSent ? 'sent' : 'income');
}

const tally = (friendship: Friendship): CircleCounts => {
  const status = friendshipStatus(friendship);
  return {
    friends: status === 'friend' ? 1 : 0,
    fams: status === 'friend' && friendship.kith === 1 ? 1 : 0,
    requests: status === 'income' ? 1 : 0,
  };
};

/**
 * Returns the counts after a change of friendship. Changes counted by the server meanwhile never make them negative.
 */
export function countsAfter(counts: CircleCounts, before: Friendship, after: Friendship): CircleCounts {
  const [was, is] = [tally(before), tally(after)];
  const count = (key: keyof CircleCounts): number => Math.max(0, counts[key] - was[key] + is[key]);
  return { friends: count('friends'), fams: count('fams'), requests: count('requests') };
}

interface Loaded {
  people: readonly CirclePerson[];
  total: number;
  counts: CircleCounts | null;
}

/** Returns the list after the viewer's changes since loading; `changed` contains the current friendships. */
export function circleAfter(loaded: Loaded, list: ListName, changed: ReadonlyMap<number, Friendship>): Loaded {
  if (changed.size === 0) return loaded;
  const people = loaded.people.filter(({ user }) => {
    const friendship = changed.get(user.id);
    return friendship === undefined || belongs(list, friendship);
  });
  let { counts } = loaded;
  for (const { user } of loaded.people) {
    const friendship = changed.get(user.id);
    if (friendship !== undefined && counts !== null) counts = countsAfter(counts, friendshipOf(user), friendship);
  }
  return { people, counts, total: Math.max(0, loaded.total - (loaded.people.length - people.length)) };
}
