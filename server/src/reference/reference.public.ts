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
import { type CityIndex, cityIndex } from './city-index.ts';
import { localizedName, type NamedRow } from './names.ts';
import { findCategory, findCity, findCountry, findCountryOfCity, isTableEmpty } from './reference.queries.ts';
import { seedAttributes } from './seed-attributes.ts';
import { seedCategories, seedPlaces } from './seed-places.ts';

type Db = Kysely<Database>;

/** The name of a place or category to show in a language, for rows that other domains join. */
export const localizedReferenceName: (row: NamedRow, lang: Lang) => string = localizedName;

/** Fill countries, cities, categories and their attributes where a table is still empty; what staff changed later is left alone. */
export async function seedReference(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Of nodes that start at once one fills the tables; the others then find them full.
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

export type { AttributeDictionary, AttributeRule, CityIndex as Atlas };

/** What ads of a category are asked for, in the order of the form, as it is this very moment. */
export async function findAttributes(db: Db, categoryId: number | null): Promise<AttributeRule[]> {
  if (categoryId === null) return [];
  const { rows } = await sql<AttributeRule>`
    ${sql.raw(ATTRIBUTE_RULES)} where a.category_id = ${categoryId} order by a.position, a.id`.execute(db);
  return rows;
}

/** All attributes at hand, at most two seconds old: for showing many ads and for reading filters without a query each. */
export function getAttributeDictionary(pool: pg.Pool): Promise<AttributeDictionary> {
  return attributeDictionary.get(pool);
}

/** Where cities lie, at hand, at most two seconds old: for many distances without a query each. */
export function getCityIndex(pool: pg.Pool): Promise<CityIndex> {
  return cityIndex.get(pool);
}

/** The city itself and those within so many kilometres of it, nearest first; alone when nobody said where it lies. */
export async function citiesWithin(pool: pg.Pool, cityId: number, km: number): Promise<number[]> {
  return (await cityIndex.get(pool)).within(cityId, km);
}

/** Whole kilometres between two cities; undefined when either is unknown. */
export async function distanceKm(
  pool: pg.Pool,
  fromCityId: number | null,
  toCityId: number | null,
): Promise<number | undefined> {
  return (await cityIndex.get(pool)).km(fromCityId, toCityId);
}

interface PlaceChoice {
  countryId: number | null;
  cityId: number | null;
}

/**
 * What people chose in the two fields, checked: both exist and the city lies in the country.
 * A city alone brings its country. Anything else is refused as `invalid_input` with the field's text.
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
