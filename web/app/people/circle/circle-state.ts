import type { User } from '@app/contract/people/users';
import type { CircleAddress } from './circle-address.ts';
import { nameOf, type Standing, standingOf } from './standing.ts';

/** A line of any list of the circle. */
export interface CirclePerson {
  user: User;
  /** When the request came; null where there is none. */
  asked: string | null;
}

export interface CircleCounts {
  friends: number;
  fams: number;
  requests: number;
}

type ListName = Pick<CircleAddress, 'tab' | 'isSent'>;

/** Whether somebody who stands so belongs into the list. */
function belongs({ tab, isSent }: ListName, standing: Standing): boolean {
  const name = nameOf(standing);
  if (tab === 'fams') return name === 'friend' && standing.kith === 1;
  if (tab === 'friends') return name === 'friend';
  return name === (isSent ? 'sent' : 'income');
}

const tally = (standing: Standing): CircleCounts => {
  const name = nameOf(standing);
  return {
    friends: name === 'friend' ? 1 : 0,
    fams: name === 'friend' && standing.kith === 1 ? 1 : 0,
    requests: name === 'income' ? 1 : 0,
  };
};

/** The counts once somebody stands otherwise than before. What the server counted meanwhile never makes them negative. */
export function countsAfter(counts: CircleCounts, before: Standing, after: Standing): CircleCounts {
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
export function circleAfter(loaded: Loaded, list: ListName, changed: ReadonlyMap<number, Standing>): Loaded {
  if (changed.size === 0) return loaded;
  const people = loaded.people.filter(({ user }) => {
    const standing = changed.get(user.id);
    return standing === undefined || belongs(list, standing);
  });
  let { counts } = loaded;
  for (const { user } of loaded.people) {
    const standing = changed.get(user.id);
    if (standing !== undefined && counts !== null) counts = countsAfter(counts, standingOf(user), standing);
  }
  return { people, counts, total: Math.max(0, loaded.total - (loaded.people.length - people.length)) };
}
