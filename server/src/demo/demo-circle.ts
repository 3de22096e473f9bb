import { z } from 'zod';
import { readData } from '../platform/read-data.ts';
import { demoPeople } from './demo-people.ts';
import { createRandom } from './random.ts';

interface DemoFriendship {
  between: readonly [string, string];
  daysAgo: number;
}

const circleSeed = z.strictObject({
  friendsOfAnna: z.array(z.string()),
  relatives: z.array(z.strictObject({ person: z.string(), relative: z.string() })),
  requests: z.array(z.strictObject({ from: z.string(), to: z.string(), minutesAgo: z.number() })),
  invited: z.array(
    z.strictObject({
      inviter: z.string(),
      invitee: z.string(),
      source: z.enum(['link', 'code', 'friend']),
      /** Counts only after a review, because too many invited users came from one address that day. */
      isInReview: z.boolean().optional(),
    }),
  ),
});
type CircleSeed = z.output<typeof circleSeed>;

const { friendsOfAnna, relatives, requests, invited } = readData(
  new URL('seed/circle.json', import.meta.url),
  circleSeed,
);
export const INVITED = invited;

interface DemoCircle extends Pick<CircleSeed, 'relatives' | 'requests'> {
  friendships: readonly DemoFriendship[];
}

export function demoCircle(): DemoCircle {
  const random = createRandom(20_180_909);
  const people = demoPeople();
  const asked = new Set(requests.map(({ from, to }) => pairOf(from, to)));
  const friendships = new Map<string, DemoFriendship>();
  const befriend = (one: string, other: string): void => {
    const pair = pairOf(one, other);
    if (one === other || asked.has(pair) || friendships.has(pair)) return;
    friendships.set(pair, { between: [one, other], daysAgo: random.whole(2, 380) });
  };
  for (const friend of friendsOfAnna) befriend('anna', friend);
  for (const { person, relative } of relatives) befriend(person, relative);
  for (const { login, city } of people) {
    if (login === 'anna') continue;
    const others = people.filter((other) => other.login !== login && other.login !== 'anna');
    const near = others.filter((other) => other.city === city);
    for (const friend of random.shuffle(near).slice(0, random.whole(1, 4))) befriend(login, friend.login);
    for (const friend of random.shuffle(others).slice(0, random.whole(2, 5))) befriend(login, friend.login);
  }
  return { friendships: [...friendships.values()], relatives, requests };
}

const pairOf = (one: string, other: string): string => [one, other].sort().join(' ');
