import type { Lang } from '@app/contract/platform/languages';
import type { Category, City, Country } from '@app/contract/reference/reference';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import type { Database } from '../platform/database/tables.ts';
import { Failure } from '../platform/failure.ts';
import {
  ATTRIBUTE_RULES,
  type AttributeDictionary,
  type AttributeRule,
  attributeDictionary,
} from './attribute-dictionary.ts';
import { categoryNames, type NamedCategory } from './category-names.ts';
import { localizedName, type NamedRow } from './names.ts';
import { type CityIndex, cityIndex } from './places/city-index.ts';
import type { Position } from './places/great-circle.ts';
import { type MapCity, mapCities } from './places/map-cities.ts';
import { type PlaceNames, placeNames } from './places/place-names.ts';
import { findCategory, findCity, findCountry, findCountryOfCity, isTableEmpty } from './reference.queries.ts';
import { seedAttributes } from './seed-attributes.ts';
import { seedCategories, seedPlaces } from './seed-places.ts';

type Db = Kysely<Database>;

export const localizedReferenceName: (row: NamedRow, lang: Lang) => string = localizedName;

/** Seeds countries, cities, categories and attributes where a table is empty; edits of staff are never overwritten. */
export async function seedReference(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Concurrent starts are serialized: one node seeds, the others find full tables.
    await sql`select pg_advisory_xact_lock(hashtextextended('seed-reference', 0))`.execute(tx);
    if (await isTableEmpty(tx, 'countries')) await seedPlaces(tx);
    if (await isTableEmpty(tx, 'categories')) await seedCategories(tx);
    await seedAttributes(tx);
  });
}

export async function getCategory(db: Db, lang: Lang, id: number): Promise<Category> {
  return requireFound(await findCategory(db, lang, id));
}

export async function getCountry(db: Db, lang: Lang, id: number): Promise<Country> {
  return requireFound(await findCountry(db, lang, id));
}

export async function getCity(db: Db, lang: Lang, id: number): Promise<City> {
  return requireFound(await findCity(db, lang, id));
}

export type { AttributeDictionary, AttributeRule };

export async function findAttributes(db: Db, categoryId: number | null): Promise<AttributeRule[]> {
  if (categoryId === null) return [];
  const { rows } = await sql<AttributeRule>`
    ${sql.raw(ATTRIBUTE_RULES)} where a.category_id = ${categoryId} order by a.position, a.id`.execute(db);
  return rows;
}

/** Attributes from the cache, at most two seconds old: to present many ads and parse filters without a query each. */
export function getAttributeDictionary(pool: pg.Pool): Promise<AttributeDictionary> {
  return attributeDictionary.get(pool);
}

/** City coordinates from the cache, at most two seconds old: for many distances without a query each. */
export function getCityIndex(pool: pg.Pool): Promise<CityIndex> {
  return cityIndex.get(pool);
}

export type { MapCity, Position };

/** Cities with their coordinates, the largest first, from the cache, at most a minute old. */
export function getMapCities(pool: pg.Pool): Promise<readonly MapCity[]> {
  return mapCities.get(pool);
}

/** Names of cities in any case from the cache, at most a minute old. */
export function getPlaceNames(pool: pg.Pool): Promise<PlaceNames> {
  return placeNames.get(pool);
}

/** Names of categories from the cache, at most two seconds old. */
export function getCategoryNames(pool: pg.Pool): Promise<readonly NamedCategory[]> {
  return categoryNames.get(pool);
}

export async function citiesWithin(pool: pg.Pool, cityId: number, km: number): Promise<number[]> {
  return (await cityIndex.get(pool)).within(cityId, km);
}

interface PlaceChoice {
  countryId: number | null;
  cityId: number | null;
}

/**
 * Validates a chosen country and city: both exist and the city belongs to the country. A city alone sets its country.
 * Fails with invalid_input and the field's text.
 */
export async function checkPlace(db: Db, choice: PlaceChoice): Promise<PlaceChoice> {
  const { countryId, cityId } = choice;
  if (cityId === null) {
    if (countryId !== null && !(await findCountry(db, 'ru', countryId)))
      throw unknown('country', 'reference.country.unknown');
    return choice;
  }
  const country = await findCountryOfCity(db, cityId);
  if (country === undefined) throw unknown('city', 'reference.city.unknown');
  if (countryId !== null && countryId !== country) throw unknown('city', 'reference.city.elsewhere');
  return { countryId: country, cityId };
}

function unknown(field: string, text: string): Failure {
  return new Failure('invalid_input', { fields: { [field]: text } });
}

function requireFound<Item>(item: Item | undefined): Item {
  if (item === undefined) throw new Failure('not_found');
  return item;
}
