import type { Db } from '../../../platform/database/tables.ts';

interface NamedRow {
  id: number;
  name_native: string;
  name_en: string;
  names: Record<string, string>;
}

export interface Places {
  /** Null for an empty word; undefined when nothing has that name. */
  category(word: string): number | null | undefined;
  /**
   * A city alone sets its country. Of several cities with one name, the one in the given country is chosen, otherwise
   * the first.
   */
  place(country: string, city: string): { countryId: number | null; cityId: number | null } | undefined;
}

export async function loadPlaces(db: Db): Promise<Places> {
  const columns = ['id', 'name_native', 'name_en', 'names'] as const;
  const [categories, countries, cities] = await Promise.all([
    db.selectFrom('categories').select(columns).orderBy('id').execute(),
    db.selectFrom('countries').select(columns).orderBy('id').execute(),
    db
      .selectFrom('cities')
      .select([...columns, 'country_id'])
      .orderBy('id')
      .execute(),
  ]);
  const categoryIds = indexNames(categories);
  const countryIds = indexNames(countries);
  const cityIds = indexNames(cities);
  const countryOf = new Map(cities.map(({ id, country_id }) => [id, country_id]));

  return {
    category: (word) => (word === '' ? null : categoryIds(word)[0]),
    place(country, city) {
      const countryId = country === '' ? null : countryIds(country)[0];
      if (countryId === undefined) return undefined;
      if (city === '') return { countryId, cityId: null };
      const cityId = cityIds(city).find((id) => countryId === null || countryOf.get(id) === countryId);
      return cityId === undefined ? undefined : { countryId: countryOf.get(cityId) ?? null, cityId };
    },
  };
}

function indexNames(rows: readonly NamedRow[]): (word: string) => readonly number[] {
  const byName = new Map<string, number[]>();
  for (const row of rows) {
    const names = new Set(
      [String(row.id), row.name_native, row.name_en, ...Object.values(row.names)].map(normalizeWord),
    );
    for (const name of names) byName.set(name, [...(byName.get(name) ?? []), row.id]);
  }
  return (word) => byName.get(normalizeWord(word)) ?? [];
}

const normalizeWord = (name: string): string => name.trim().toLowerCase().replaceAll('ё', 'е');
