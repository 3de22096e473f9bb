import { z } from 'zod';
import { readData } from '../platform/read-data.ts';
import { createRandom } from './random.ts';

export interface DemoPerson {
  login: string;
  firstname: string;
  lastname: string;
  middlename: string;
  position: string;
  description: string;
  email: string;
  phoneCountryCode: string;
  /** National phone number; unassigned, because no exchange begins with 000. */
  phoneNational: string;
  countryIso: string;
  city: string;
  avatar: string | null;
  referralCode: string;
  allowToCall: boolean;
  familyStatus: '-' | 'not_married' | 'married' | 'searching';
  registeredDaysAgo: number;
  /** Days from seeding to the end of the subscription; negative when it has expired, null when there was none. */
  paidForDays: number | null;
}

export const DEMO_PASSWORD = 'okolo-demo-1';

const DIAL_CODES: Readonly<Record<string, string>> = {
  RU: '7',
  KZ: '7',
  BY: '375',
  GE: '995',
  AM: '374',
  RS: '381',
  DE: '49',
  TR: '90',
};

const PEOPLE = readData(
  new URL('seed/people.json', import.meta.url),
  z.array(
    z.strictObject({
      login: z.string(),
      firstname: z.string(),
      lastname: z.string(),
      middlename: z.string(),
      countryIso: z.string(),
      city: z.string(),
      avatar: z.string().nullable(),
      position: z.string(),
      description: z.string(),
    }),
  ),
);

export function demoPeople(): DemoPerson[] {
  const random = createRandom(20_190_501);
  return PEOPLE.map((person, index) => {
    const { login, countryIso } = person;
    return {
      ...person,
      email: `${login}@example.com`,
      phoneCountryCode: DIAL_CODES[countryIso] ?? '7',
      phoneNational: phone(countryIso, 1_000_001 + index * 1_111),
      referralCode: `DEM${code(random, 6)}`,
      allowToCall: random.next() < 0.7,
      familyStatus: random.pick(['-', '-', 'married', 'not_married', 'searching'] as const),
      registeredDaysAgo: index < 8 ? 400 - index * 11 : random.whole(65, 390),
      paidForDays: subscription(login, index, random.whole(20, 350)),
    };
  });
}

/** Ten digits for Russian numbers, nine for others. */
function phone(countryIso: string, number: number): string {
  return `000${String(number).slice(DIAL_CODES[countryIso] === '7' ? -7 : -6)}`;
}

// Without 0, O, 1 and I, which are easily confused.
const CODE_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

function code(random: { whole(min: number, max: number): number }, length: number): string {
  return Array.from({ length }, () => CODE_LETTERS[random.whole(0, CODE_LETTERS.length - 1)]).join('');
}

/** About half of the users subscribe; Igor's year has expired: both sides of the payment prompt can be tried. */
function subscription(login: string, index: number, days: number): number | null {
  if (login === 'igor') return -9;
  if (index < 8 || index % 2 === 0) return days;
  return index % 4 === 1 ? -(days % 60) - 1 : null;
}
