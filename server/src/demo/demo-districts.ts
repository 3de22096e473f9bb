import { z } from 'zod';
import { readData } from '../platform/read-data.ts';
import type { DemoAd } from './demo-ads.ts';
import { createRandom, seedOf } from './random.ts';

const districtNames = readData(
  new URL('seed/districts.json', import.meta.url),
  z.strictObject({ byCity: z.record(z.string(), z.array(z.string())), byTitle: z.record(z.string(), z.string()) }),
);
const STATED_SHARE = 0.7;

export function demoDistrict({ title, city }: Pick<DemoAd, 'title' | 'city'>): string {
  const spoken = districtNames.byTitle[title];
  if (spoken !== undefined) return spoken;
  const random = createRandom(seedOf(title));
  const known = districtNames.byCity[city];
  return known !== undefined && random.next() < STATED_SHARE ? random.pick(known) : '';
}
