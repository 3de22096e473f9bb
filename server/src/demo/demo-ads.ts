import { AD_KINDS, type AdKind, PRICE_PERIODS, type PricePeriod } from '@app/contract/market/ads';
import { CATEGORY_ICONS, type CategoryIcon } from '@app/contract/reference/reference';
import { z } from 'zod';
import { readData } from '../platform/read-data.ts';
import { type DemoPerson, demoPeople } from './demo-people.ts';
import { createRandom, type Random } from './random.ts';

export interface DemoAd {
  ownerLogin: string;
  title: string;
  description: string;
  priceRoubles: number;
  category: CategoryIcon;
  countryIso: string;
  city: string;
  /** Names of pictures in `pictures/`, without extension; the first is the card's picture. */
  photos: readonly string[];
  ageMinutes: number;
  /** Default: for sale. */
  kind?: AdKind;
  pricePeriod?: PricePeriod;
  swapFor?: string;
  /** Of a thing to lend: in how many days it is back. */
  returnInDays?: number;
  /** Who has the lent thing now, by login. */
  lentTo?: string;
  /** Who asked for a thing that is given away, by login. */
  askedBy?: readonly string[];
}

const HOUR = 60;
const DAY = 24 * HOUR;
const OLDEST_DAYS = 60;
/** Minimum distance between cards with the same picture: one and a half rows of the widest page. */
const PICTURE_GAP = 6;

export const describedAd = z.strictObject({
  title: z.string(),
  ownerLogin: z.string(),
  city: z.string(),
  category: z.enum(CATEGORY_ICONS),
  photos: z.array(z.string()),
  priceRoubles: z.number(),
  description: z.string(),
});

/** First page of the list, newest first. */
const SHOWCASE = readData(new URL('seed/showcase.json', import.meta.url), z.array(describedAd));

/** Ads that are not for sale, after the first page. */
const KINDS = readData(
  new URL('seed/kinds.json', import.meta.url),
  z.array(
    describedAd.extend({
      kind: z.enum(AD_KINDS),
      pricePeriod: z.enum(PRICE_PERIODS).optional(),
      swapFor: z.string().optional(),
      returnInDays: z.number().optional(),
      lentTo: z.string().optional(),
      askedBy: z.array(z.string()).optional(),
    }),
  ),
);

const closing = z.enum(['goods', 'rent', 'estate', 'service', 'job', 'pets', 'free', 'business']);
const subject = z.strictObject({
  category: z.enum(CATEGORY_ICONS),
  closing,
  /** Sets of pictures from `pictures/`, used in rotation; empty when no picture fits. */
  photos: z.array(z.array(z.string())),
  titles: z.array(z.strictObject({ title: z.string(), priceRoubles: z.number() })),
  about: z.array(z.string()),
  more: z.array(z.string()),
});
type Subject = z.output<typeof subject>;
const { closings: CLOSINGS, subjects: SUBJECTS } = readData(
  new URL('seed/subjects.json', import.meta.url),
  z.strictObject({ closings: z.record(closing, z.array(z.string())), subjects: z.array(subject) }),
);

/**
 * All demo ads in the list, newest first: the showcase, ads of the other kinds, then one ad per title of the subjects. Deterministic, so that
 * screenshots can be compared.
 */
export function demoAds(): DemoAd[] {
  const random = createRandom(20_201_231);
  const people = demoPeople();
  const sellers = people.filter((person) => person.paidForDays !== null);
  const rest = spreadPictures(random.shuffle(SUBJECTS.flatMap((subject) => describeSubject(subject, sellers, random))));
  return [
    ...described(SHOWCASE, people, 0),
    ...described(KINDS, people, SHOWCASE.length),
    ...spreadInTime(rest, random),
  ];
}

function described(
  ads: readonly Omit<DemoAd, 'countryIso' | 'ageMinutes'>[],
  people: readonly DemoPerson[],
  from: number,
): DemoAd[] {
  return ads.map((ad, index) => {
    if (!people.some(({ login }) => login === ad.ownerLogin))
      throw new Error(`no demo user has the login ${ad.ownerLogin}`);
    return { ...ad, countryIso: 'RU', ageMinutes: 25 + (from + index) * 47 };
  });
}

type Undated = Omit<DemoAd, 'ageMinutes'>;

function describeSubject(subject: Subject, sellers: readonly DemoPerson[], random: Random): Undated[] {
  return subject.titles.map(({ title, priceRoubles }, index) => {
    const owner = random.pick(sellers);
    return {
      ownerLogin: owner.login,
      title,
      description: describe(subject, random),
      priceRoubles,
      category: subject.category,
      countryIso: owner.countryIso,
      city: owner.city,
      photos: subject.photos[index % subject.photos.length] ?? [],
    };
  });
}

function describe({ about, more, closing }: Subject, random: Random): string {
  const details = random.shuffle(more).slice(0, random.whole(1, 2));
  return [random.pick(about), ...details, random.pick(CLOSINGS[closing])].join(' ');
}

/** Keeps the order except for ads whose picture appears on one of the last cards, which move further down. */
function spreadPictures(ads: readonly Undated[]): Undated[] {
  const waiting = [...ads];
  const spread: Undated[] = [];
  while (waiting.length > 0) {
    const recent = spread.slice(-PICTURE_GAP).flatMap(({ photos }) => photos.slice(0, 1));
    const free = waiting.findIndex(({ photos }) => photos[0] === undefined || !recent.includes(photos[0]));
    spread.push(...waiting.splice(Math.max(free, 0), 1));
  }
  return spread;
}

function spreadInTime(ads: readonly Undated[], random: Random): DemoAd[] {
  const span = (OLDEST_DAYS - 1) * DAY;
  let previous = 0;
  return ads.map((ad, index) => {
    const even = DAY + span * (index / ads.length) ** 1.25;
    previous = Math.max(previous + 1, Math.round(even) + random.whole(0, HOUR));
    return { ...ad, ageMinutes: previous };
  });
}
