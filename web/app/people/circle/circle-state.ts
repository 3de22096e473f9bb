import type { User } from '@app/contract/people/users';
import type { CircleAddress } from './circle-address.ts';
import { type Friendship, friendshipOf, friendshipStatus } from './friendship-status.ts';

/** A line of any list of the circle. */
export interface CirclePerson {
  user: User;
  /** When the request came; null where there is none. */
  requestedAt: string | null;
}

export interface CircleCounts {
  friends: number;
  fams: number;
  requests: number;
}

type ListName = Pick<CircleAddress, 'tab' | 'isSent'>;

/** Whether somebody who stands so belongs into the list. */
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

/** The counts once somebody stands otherwise than before. What the server counted meanwhile never makes them negative. */
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

/** The list as it looks after what the viewer did since it was loaded; `changed` says how people stand now. */
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
