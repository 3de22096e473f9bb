import { SAFE_PLACE_KINDS } from '@app/contract/reference/safe-places';
import { z } from 'zod';
import type { Tx } from '../platform/database/tables.ts';
import { readData } from '../platform/read-data.ts';
import { insertDemoSafePlaces } from '../reference/safe-places/safe-places.public.ts';

const PLACES = readData(
  new URL('seed/safe-places.json', import.meta.url),
  z.array(z.strictObject({ city: z.string(), kind: z.enum(SAFE_PLACE_KINDS), name: z.string(), address: z.string() })),
);

/** Seeds well-known public places of some Russian cities, where people who deal meet. */
export const seedSafePlaces = (tx: Tx, findCity: (iso: string, city: string) => { city_id: number }): Promise<void> =>
  insertDemoSafePlaces(
    tx,
    PLACES.map(({ city, ...place }) => ({ ...place, city: findCity('RU', city).city_id })),
  );
