import type { Category, City, Country } from '@app/contract/reference/reference';
import { referenceApi } from '#contract/reference/reference';
import { call } from '../../../platform/call.ts';

export type ReferenceKind = 'category' | 'country' | 'city';
export type Entry = Pick<Category, 'id' | 'name_en' | 'name_native' | 'name'> &
  Partial<Pick<Country, 'phone_code' | 'iso'> & Pick<City, 'country' | 'lat' | 'lon'>>;

export interface EntryDraft {
  name_en: string;
  name_native: string;
  phone_code: string;
  iso: string;
  country: string;
  lat: string;
  lon: string;
}

export async function saveEntry(kind: ReferenceKind, id: number | undefined, draft: EntryDraft): Promise<void> {
  const { name_en, name_native, phone_code, iso, country, lat, lon } = draft;
  const body = { name_en, name_native, ...(id !== undefined && { id }) };
  if (kind === 'category') await call(id ? referenceApi.editCategory : referenceApi.createCategory, { body });
  else if (kind === 'country')
    await call(id ? referenceApi.editCountry : referenceApi.createCountry, { body: { ...body, phone_code, iso } });
  else await call(id ? referenceApi.editCity : referenceApi.createCity, { body: { ...body, country, lat, lon } });
}

/** References to the removed entry are moved to `replacement`. */
export async function removeEntry(kind: ReferenceKind, id: number, replacement: string): Promise<void> {
  const query = { id, ...(replacement !== '' && { replacement }) };
  if (kind === 'category') await call(referenceApi.removeCategory, { query });
  else if (kind === 'country') await call(referenceApi.removeCountry, { query });
  else await call(referenceApi.removeCity, { query });
}
