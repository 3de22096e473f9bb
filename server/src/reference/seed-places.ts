import type { Kysely } from 'kysely';
import type { Database } from '../platform/database/tables.ts';
import { searchNames } from './names.ts';
import { countrySeeds } from './seed/countries.ts';
import { CATEGORIES, CITIES } from './seed/seed-data.ts';

export async function seedPlaces(db: Kysely<Database>): Promise<void> {
  const seeds = countrySeeds();
  const countries = seeds.map(({ iso, nameEn, nameNative, names, phoneCode }) => {
    const row = { name_en: nameEn, name_native: nameNative, names };
    return { ...row, iso, phone_code: phoneCode, search_names: searchNames(row) };
  });
  // Ids follow the order of the VALUES list, so Russia gets id 1.
  const inserted = await db.insertInto('countries').values(countries).returning(['id', 'iso']).execute();
  const idOf = new Map(inserted.map(({ id, iso }) => [iso, id]));
  const languageOf = new Map(seeds.map(({ iso, language }) => [iso, language]));

  const cities = CITIES.map(({ iso, nameEn, nameNative, population, latitude, longitude, names: known }) => {
    const countryId = idOf.get(iso);
    if (countryId === undefined) throw new Error(`no country ${iso} for ${nameEn}`);
    const language = languageOf.get(iso);
    const names = language && language !== 'ru' ? { [language]: nameNative, ...known } : { ...known };
    const row = { name_en: nameEn, name_native: nameNative, names };
    return { ...row, country_id: countryId, population, latitude, longitude, search_names: searchNames(row) };
  });
  await db.insertInto('cities').values(cities).execute();
}

export async function seedCategories(db: Kysely<Database>): Promise<void> {
  const categories = CATEGORIES.map(({ icon, nameNative, nameEn, names }, index) => {
    const row = { name_en: nameEn, name_native: nameNative, names };
    return { ...row, icon, position: index + 1, search_names: searchNames(row) };
  });
  await db.insertInto('categories').values(categories).execute();
}
