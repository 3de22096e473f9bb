import { AD_AUDIENCES, AD_DEALS, type AdAudience, type AdDeal } from '@app/contract/market/ads';
import { z } from 'zod';
import { readData } from '../platform/read-data.ts';
import { type DemoAd, demoAds, describedAd } from './demo-ads.ts';
import { createRandom, seedOf } from './random.ts';

const DAY = 24 * 60;
const GRAPH_DAYS = 30;

export interface DemoAdWithHistory extends DemoAd {
  deal?: AdDeal;
  audience?: AdAudience;
  enabled?: boolean;
  archivedDaysAgo?: number;
  expired?: boolean;
  /** Expires in so many days; the owner was notified. */
  endsInDays?: number;
  matchedWord?: string;
  blockedReason?: string;
}

const RESERVED: readonly string[] = [
  'Пластинки рок восьмидесятых',
  'Комод и тумба, светлое дерево',
  'Гибрид для работы и парка, рама L',
  'Монитор 27 дюймов, 4К',
];
const ENDS_IN_DAYS: Readonly<Record<string, number>> = {
  'Оранжевый велосипед, один сезон': 2,
  'Юбка плиссе, 42 размер': 2,
  'Пара шин 195/65 R15': 2,
};

/** The list shows none of these to everybody. Anna has an ad in every state, so that all of her lists have content. */
const PAST_ADS = readData(
  new URL('seed/past-ads.json', import.meta.url),
  z.array(
    describedAd.extend({
      ageDays: z.number(),
      deal: z.enum(AD_DEALS).optional(),
      audience: z.enum(AD_AUDIENCES).optional(),
      enabled: z.boolean().optional(),
      archivedDaysAgo: z.number().optional(),
      expired: z.boolean().optional(),
      matchedWord: z.string().optional(),
      blockedReason: z.string().optional(),
    }),
  ),
);

export function pastAds(): DemoAdWithHistory[] {
  return PAST_ADS.map(({ ageDays, ...ad }) => ({ ...ad, countryIso: 'RU', ageMinutes: ageDays * DAY + 7 * 60 }));
}

export function demoAdsWithHistory(): DemoAdWithHistory[] {
  const listed = demoAds().map(
    (ad): DemoAdWithHistory => ({
      ...ad,
      ...(RESERVED.includes(ad.title) && { deal: 'reserved' }),
      ...(ENDS_IN_DAYS[ad.title] && { endsInDays: ENDS_IN_DAYS[ad.title] }),
    }),
  );
  return [...listed, ...pastAds()];
}

export interface DemoDay {
  daysAgo: number;
  views: number;
  phones: number;
}

/** Daily statistics of an ad since its publication: high at first, decreasing later. Deterministic. */
export function demoDays({ title, ageMinutes, archivedDaysAgo = 0, matchedWord }: DemoAdWithHistory): DemoDay[] {
  if (matchedWord !== undefined) return [];
  const random = createRandom(seedOf(title));
  const interest = random.whole(6, 26);
  const age = Math.ceil(ageMinutes / DAY);
  const days: DemoDay[] = [];
  for (let daysAgo = Math.min(age, GRAPH_DAYS); daysAgo >= Math.max(1, archivedDaysAgo); daysAgo -= 1) {
    const views = Math.round((interest * (0.5 + random.next())) / (1 + (age - daysAgo) / 8));
    const called = random.next() < views / 40 ? 1 : 0;
    days.push({ daysAgo, views, phones: called });
  }
  return days;
}
