import { placesApi } from '@app/contract/reference/places';
import { referenceApi as api } from '@app/contract/reference/reference';
import { safePlacesApi } from '@app/contract/reference/safe-places';
import { everyone, row, staff, word } from '../row.ts';

const names = () => ({ name_en: `Name ${word()}`, name_native: `Имя ${word()}` });

const place = () => ({ city: 1, kind: 'post' as const, name: `Почта ${word()}` });

export const referenceRows = [
  row(api.listCategories, everyone),
  row(api.createCategory, staff, () => ({ body: names() })),
  row(api.editCategory, staff, async (scene) => ({ body: { id: await scene.category(), ...names() } })),
  row(api.removeCategory, staff, async (scene) => ({ query: { id: await scene.category() } })),
  row(api.listCountries, everyone),
  row(api.getCountry, everyone, () => ({ params: { id: 1 } })),
  row(api.getCountryPhone, everyone, () => ({ params: { id: 1 } })),
  row(api.createCountry, staff, () => ({ body: { ...names(), phone_code: '999' } })),
  row(api.editCountry, staff, async (scene) => ({
    body: { id: await scene.country(), ...names(), phone_code: '999' },
  })),
  row(api.removeCountry, staff, async (scene) => ({ query: { id: await scene.country() } })),
  row(api.listCities, everyone),
  row(api.getCity, everyone, () => ({ params: { id: 1 } })),
  row(api.createCity, staff, () => ({ body: { ...names(), country: 1 } })),
  row(api.editCity, staff, async (scene) => ({ body: { id: await scene.city(), ...names(), country: 1 } })),
  row(api.removeCity, staff, async (scene) => ({ query: { id: await scene.city() } })),
  row(api.importTable, staff, () => ({
    body: { table: 'categories' as const, csv: 'name_en,name_native\nProperty,Недвижимость' },
  })),
  row(placesApi.suggest, everyone, () => ({ query: { search: 'моск' } })),
  row(placesApi.nearest, everyone, () => ({ query: { lat: '55.79', lon: '49.12' } })),
  row(safePlacesApi.list, staff),
  row(safePlacesApi.create, staff, () => ({ body: place() })),
  row(safePlacesApi.edit, staff, async (scene) => ({ body: { id: await scene.safePlace(), ...place() } })),
  row(safePlacesApi.remove, staff, async (scene) => ({ query: { id: await scene.safePlace() } })),
  row(api.listDistricts, everyone, () => ({ query: { city: 1 } })),
];
