import { demoPeople } from './demo-people.ts';
import { createRandom } from './random.ts';

export interface DemoFriendship {
  between: readonly [string, string];
  daysAgo: number;
}

interface DemoRequest {
  from: string;
  to: string;
  minutesAgo: number;
}

export interface DemoInvited {
  inviter: string;
  invitee: string;
  source: 'link' | 'code' | 'friend';
  /** Counts only after a review, because too many invited users came from one address that day. */
  isInReview?: boolean;
}

export interface DemoCircle {
  friendships: readonly DemoFriendship[];
  relatives: readonly { person: string; relative: string }[];
  requests: readonly DemoRequest[];
}

export const INVITED: readonly DemoInvited[] = [
  { inviter: 'anna', invitee: 'aliya.safina', source: 'link' },
  { inviter: 'anna', invitee: 'guzel.khasanova', source: 'code' },
  { inviter: 'anna', invitee: 'katya.weber', source: 'link' },
  { inviter: 'anna', invitee: 'marat.yusupov', source: 'friend' },
  { inviter: 'anna', invitee: 'kirill.belov', source: 'link', isInReview: true },
  { inviter: 'maria', invitee: 'denis.makarov', source: 'link' },
];

const DAY = 24 * 60;

const ANNAS: readonly string[] = [
  'maria',
  'timur',
  'igor',
  'pavel',
  'dina',
  'aliya.safina',
  'svetlana.titova',
  'julia.smirnova',
  'irina.pavlova',
  'guzel.khasanova',
  'marat.yusupov',
  'nina.fedorova',
  'katya.weber',
  'andrey.komarov',
];

const RELATIVES: DemoCircle['relatives'] = [
  { person: 'anna', relative: 'igor' },
  { person: 'anna', relative: 'irina.pavlova' },
  { person: 'anna', relative: 'katya.weber' },
  { person: 'igor', relative: 'anna' },
  { person: 'maria', relative: 'pavel' },
];

const REQUESTS: readonly DemoRequest[] = [
  { from: 'olga', to: 'anna', minutesAgo: 2 },
  { from: 'sergey', to: 'anna', minutesAgo: 3 * DAY },
  { from: 'ekaterina.sorokina', to: 'anna', minutesAgo: 6 * DAY },
  { from: 'anna', to: 'armen.sargsyan', minutesAgo: 2 * DAY },
  { from: 'kirill.belov', to: 'maria', minutesAgo: 5 * 60 },
  { from: 'roman.kuznetsov', to: 'timur', minutesAgo: DAY },
  { from: 'emre.demir', to: 'pavel', minutesAgo: 4 * DAY },
];

export function demoCircle(): DemoCircle {
  const random = createRandom(20_180_909);
  const people = demoPeople();
  const asked = new Set(REQUESTS.map(({ from, to }) => pairOf(from, to)));
  const friendships = new Map<string, DemoFriendship>();
  const befriend = (one: string, other: string): void => {
    const pair = pairOf(one, other);
    if (one === other || asked.has(pair) || friendships.has(pair)) return;
    friendships.set(pair, { between: [one, other], daysAgo: random.whole(2, 380) });
  };
  for (const friend of ANNAS) befriend('anna', friend);
  for (const { person, relative } of RELATIVES) befriend(person, relative);
  for (const { login, city } of people) {
    if (login === 'anna') continue;
    const others = people.filter((other) => other.login !== login && other.login !== 'anna');
    const near = others.filter((other) => other.city === city);
    for (const friend of random.shuffle(near).slice(0, random.whole(1, 4))) befriend(login, friend.login);
    for (const friend of random.shuffle(others).slice(0, random.whole(2, 5))) befriend(login, friend.login);
  }
  return { friendships: [...friendships.values()], relatives: RELATIVES, requests: REQUESTS };
}

const pairOf = (one: string, other: string): string => [one, other].sort().join(' ');
