import type { Lang } from '@app/contract/languages';
import type { Generated } from 'kysely';

/** Names in interface languages that neither the native nor the English name serves. */
export type Names = Partial<Record<Lang, string>>;

interface Named {
  id: Generated<number>;
  name_en: string;
  name_native: string;
  names: Generated<Names>;
  search_names: string;
}

export interface CountriesTable extends Named {
  iso: string | null;
  phone_code: string;
}

export interface CitiesTable extends Named {
  country_id: number;
  population: Generated<number>;
  latitude: number | null;
  longitude: number | null;
}

export interface CategoriesTable extends Named {
  icon: Generated<string>;
  position: number;
}

export interface ReferenceTables {
  countries: CountriesTable;
  cities: CitiesTable;
  categories: CategoriesTable;
}
