import type { Lang } from '@app/contract/platform/languages';
import type { AttributeKind } from '@app/contract/reference/attributes';
import type { SafePlaceKind } from '@app/contract/reference/safe-places';
import type { Generated } from 'kysely';

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

export interface CategoryAttributesTable {
  id: Generated<number>;
  category_id: number;
  name: string;
  names: Generated<Names>;
  normalized: string;
  kind: AttributeKind;
  unit: Generated<string>;
  required: Generated<boolean>;
  searchable: Generated<boolean>;
  position: number;
  for_choices: Generated<number[]>;
}

export interface AttributeChoicesTable {
  id: Generated<number>;
  attribute_id: number;
  name: string;
  names: Generated<Names>;
  normalized: string;
  position: number;
}

export interface SafePlacesTable {
  id: Generated<number>;
  city_id: number;
  kind: SafePlaceKind;
  name: string;
  address: Generated<string>;
  created_at: Generated<Date>;
}

export interface ReferenceTables {
  countries: CountriesTable;
  cities: CitiesTable;
  categories: CategoriesTable;
  category_attributes: CategoryAttributesTable;
  attribute_choices: AttributeChoicesTable;
  safe_places: SafePlacesTable;
}
