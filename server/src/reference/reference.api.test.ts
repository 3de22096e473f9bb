import { referenceApi } from '@app/contract/reference/reference';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../test/world.ts';
import { insertDemoAds } from '../market/ads/ads.public.ts';
import { seedReference } from './reference.public.ts';

const api = referenceApi;
const REFUSED_WRITES = [
  { endpoint: api.createCategory, body: { name_en: 'Books', name_native: 'Книги' } },
  { endpoint: api.editCategory, body: { id: 1, name_en: 'Books', name_native: 'Книги' } },
  { endpoint: api.removeCategory, query: { id: 1 } },
  { endpoint: api.createCountry, body: { name_en: 'Utopia', name_native: 'Утопия', phone_code: '999' } },
  { endpoint: api.editCountry, body: { id: 1, name_en: 'Utopia', name_native: 'Утопия', phone_code: '999' } },
  { endpoint: api.removeCountry, query: { id: 1 } },
  { endpoint: api.createCity, body: { name_en: 'Town', name_native: 'Город', country: 1 } },
  { endpoint: api.editCity, body: { id: 1, name_en: 'Town', name_native: 'Город', country: 1 } },
  { endpoint: api.removeCity, query: { id: 1 } },
] as const;

let world: World;
let person: Actor;
let manager: Actor;

beforeAll(async () => {
  world = await createWorld();
  [person, manager] = await Promise.all([world.user(), world.user({ groups: ['manager'] })]);
});
afterAll(() => world.close());

const inLanguage = (lang: string) => ({ headers: { 'accept-language': lang } });
const findCity = async (search: string) =>
  (await world.call(null, api.listCities, { query: { search } })).body.cities[0];

async function ownEntries() {
  const names = { name_en: 'Own', name_native: 'Своё' };
  const category = (await world.call(manager, api.createCategory, { body: names })).body;
  const country = (await world.call(manager, api.createCountry, { body: { ...names, phone_code: '+9 99' } })).body;
  const city = (await world.call(manager, api.createCity, { body: { ...names, country: country.id } })).body;
  return { category, country, city };
}

describe('reading', () => {
  test('the twelve categories come in the order of the page, in the reader’s language', async () => {
    const russian = (await world.call(null, api.listCategories)).body;
    expect(russian.total).toBe(12);
    expect(russian.categories.map(({ name }) => name).slice(0, 3)).toEqual(['Недвижимость', 'Транспорт', 'Работа']);
    expect(russian.categories[0]).toMatchObject({ name_en: 'Property', name_native: 'Недвижимость', icon: 'building' });
    const german = (await world.call(null, api.listCategories, inLanguage('de'))).body;
    expect(german.categories[0]?.name).toBe('Immobilien');
  });

  test('countries come by name, Russia first for Russians', async () => {
    const russian = (await world.call(null, api.listCountries)).body;
    expect(russian.total).toBeGreaterThan(240);
    expect(russian.countries).toHaveLength(russian.total);
    expect(russian.countries[0]).toEqual({
      id: 1,
      name_en: 'Russia',
      name_native: 'Россия',
      name: 'Россия',
      phone_code: '7',
      iso: 'RU',
    });
    const french = (await world.call(null, api.listCountries, { query: { size: 3 }, ...inLanguage('fr') })).body;
    expect(french.countries.map(({ name }) => name)).toEqual(['Afghanistan', 'Afrique du Sud', 'Albanie']);
  });

  test('a country is found by its dial code, the main one first, with or without a plus', async () => {
    const codes = async (code: string) =>
      (await world.call(null, api.listCountries, { query: { phone_code: code } })).body.countries.map(({ iso }) => iso);
    expect(await codes('7')).toEqual(['RU', 'KZ']);
    expect((await codes('+1'))[0]).toBe('US');
    expect(await codes('995')).toEqual(['GE']);
  });

  test('one country, its dial code and one city are answered by id, unknown ones are not found', async () => {
    const country = await world.call(null, api.getCountry, { params: { id: 1 } });
    expect(country.body).toMatchObject({ iso: 'RU', name_native: 'Россия' });
    expect((await world.call(null, api.getCountryPhone, { params: { id: 1 } })).body).toEqual({
      id: 1,
      phone_code: '7',
      iso: 'RU',
    });
    const kazan = await findCity('казань');
    const city = await world.call(null, api.getCity, { params: { id: kazan?.id ?? 0 } });
    expect(city.body).toMatchObject({ name_en: 'Kazan', name_native: 'Казань', country: 1 });
    for (const endpoint of [api.getCountry, api.getCountryPhone, api.getCity]) {
      expect((await world.call(null, endpoint, { params: { id: 999_999 } })).statusCode).toBe(404);
    }
  });

  test('cities are found by native, English and translated names, whatever the case, ё or accents', async () => {
    const names = async (search: string) =>
      (await world.call(null, api.listCities, { query: { search } })).body.cities.map(({ name_en }) => name_en);
    expect(await names('КАЗ')).toEqual(['Kazan', 'Vladikavkaz']);
    expect(await names('kazan')).toEqual(['Kazan']);
    expect(await names('орел')).toEqual(['Oryol']);
    expect(await names('мюнхен')).toEqual(['Munich']);
    expect(await names('munchen')).toEqual(['Munich']);
    expect(await names('東京')).toEqual(['Tokyo']);
    expect(await names('нет такого')).toEqual([]);
  });

  test('cities of one country come largest first and in pages', async () => {
    const page = (offset: number, size: number) =>
      world.call(null, api.listCities, { query: { country: 1, offset, size } });
    const all = (await page(0, 1000)).body;
    expect(all.cities.slice(0, 3).map(({ name }) => name)).toEqual(['Москва', 'Санкт-Петербург', 'Новосибирск']);
    expect(all.cities.every(({ country }) => country === 1)).toBe(true);
    expect((await page(10, 5)).body.cities).toEqual(all.cities.slice(10, 15));
    expect((await page(100_000, 5)).body).toEqual({ cities: [], total: all.total });
  });

  test('one call answers a thousand entries at most', async () => {
    const { cities, total } = (await world.call(null, api.listCities, { query: { size: 5000 } })).body;
    expect(cities).toHaveLength(1000);
    expect(total).toBeGreaterThan(1000);
  });

  test('singular and plural spellings answer alike', async () => {
    const get = async (url: string) => (await world.app.inject(url)).json();
    expect(await get('/api/category?size=2')).toEqual(await get('/api/categories?size=2'));
    expect(await get('/api/countries/1')).toEqual(await get('/api/country/1'));
    expect(await get('/api/countries/phone/1')).toEqual(await get('/api/country/phone/1'));
    expect(await get('/api/city?size=2')).toEqual(await get('/api/cities?size=2'));
  });
});

describe('writing', () => {
  test('nobody but staff writes', async () => {
    for (const { endpoint, ...input } of REFUSED_WRITES) {
      expect((await world.call(null, endpoint, input)).statusCode, endpoint.summary).toBe(401);
      expect((await world.call(person, endpoint, input)).statusCode, endpoint.summary).toBe(403);
    }
  });

  test('PUT always creates, POST edits, and POST without an id is refused', async () => {
    const names = { name_en: 'Music', name_native: 'Музыка' };
    const created = (await world.call(manager, api.createCategory, { body: { ...names, id: 1 } as typeof names })).body;
    expect(created).toMatchObject({ ...names, name: 'Музыка' });
    expect(created.id).toBeGreaterThan(12);

    const refused = await world.call(manager, api.editCategory, { body: names });
    expect([refused.statusCode, refused.body.code]).toEqual([400, 'id_required']);
    const edited = await world.call(manager, api.editCategory, {
      body: { id: created.id, name_en: 'Sound', name_native: 'Звук' },
    });
    expect(edited.body).toMatchObject({ id: created.id, name_native: 'Звук' });

    const { categories } = (await world.call(null, api.listCategories)).body;
    expect(categories.at(-1)).toMatchObject({ id: created.id, name: 'Звук' });
    expect((await world.call(null, api.listCategories, { query: { search: 'звук' } })).body.total).toBe(1);
    const gone = await world.call(manager, api.removeCategory, { query: { id: created.id } });
    expect(gone.body).toEqual({ id: created.id });
    expect((await world.call(manager, api.removeCategory, { query: { id: created.id } })).statusCode).toBe(404);
  });

  test('a repeated creation with the same key makes one entry', async () => {
    const create = () =>
      world.call(manager, api.createCity, {
        body: { name_en: 'Twice', name_native: 'Дважды', country: 1 },
        headers: { 'idempotency-key': 'twice' },
      });
    const answers = [await create(), ...(await Promise.all([create(), create()]))];
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await world.call(null, api.listCities, { query: { search: 'дважды' } })).body.total).toBe(1);
  });

  test('a country keeps its dial code as digits and is edited whole', async () => {
    const { country } = await ownEntries();
    expect(country.phone_code).toBe('999');
    const body = { id: country.id, name_en: 'Atlantis', name_native: 'Атлантида', phone_code: '998' };
    expect((await world.call(manager, api.editCountry, { body })).body).toMatchObject({
      name: 'Атлантида',
      phone_code: '998',
    });
    const wrong = await world.call(manager, api.editCountry, { body: { ...body, phone_code: 'seven' } });
    expect([wrong.statusCode, Object.keys(wrong.body.fields ?? {})]).toEqual([400, ['phone_code']]);
  });

  test('a city is refused in a country that does not exist, and empty names are refused', async () => {
    const lost = await world.call(manager, api.createCity, {
      body: { name_en: 'Lost', name_native: 'Нигде', country: 999_999 },
    });
    expect([lost.statusCode, lost.body.fields]).toEqual([400, { country: 'Такой страны нет в списке' }]);
    const nameless = await world.call(manager, api.createCategory, { body: { name_en: ' ', name_native: '' } });
    expect([nameless.statusCode, Object.keys(nameless.body.fields ?? {}).sort()]).toEqual([
      400,
      ['name_en', 'name_native'],
    ]);
  });

  test('what an ad, a person or a city uses cannot be deleted, and says so', async () => {
    const { category, country, city } = await ownEntries();
    await world.services.db.transaction().execute((tx) =>
      insertDemoAds(tx, [
        {
          owner_id: person.id,
          title: 'Гамак на острове',
          description: 'Между двух пальм',
          price_roubles: 1,
          category_id: category.id,
          country_id: country.id,
          city_id: city.id,
          created_at: new Date(),
          image_ids: [],
        },
      ]),
    );
    const refusals = [
      await world.call(manager, api.removeCategory, { query: { id: category.id } }),
      await world.call(manager, api.removeCity, { query: { id: city.id } }),
      await world.call(manager, api.removeCountry, { query: { id: country.id } }),
    ];
    expect(refusals.map(({ statusCode, body }) => [statusCode, body.code])).toEqual(Array(3).fill([409, 'in_use']));
    expect(refusals[0]?.body.message).toBe('Категорию нельзя удалить: в ней есть объявления');

    const home = (await ownEntries()).city;
    await world.user({ country_id: home.country, city_id: home.id });
    expect((await world.call(manager, api.removeCity, { query: { id: home.id } })).statusCode).toBe(409);

    const free = await ownEntries();
    expect((await world.call(manager, api.removeCountry, { query: { id: free.country.id } })).statusCode).toBe(409);
    expect((await world.call(manager, api.removeCity, { query: { id: free.city.id } })).statusCode).toBe(200);
    expect((await world.call(manager, api.removeCountry, { query: { id: free.country.id } })).statusCode).toBe(200);
  });

  test('what staff changed is seen by everyone at once', async () => {
    const { city } = await ownEntries();
    const seen = () => world.call(null, api.getCity, { params: { id: city.id } });
    expect((await seen()).body.name).toBe('Своё');
    await world.call(manager, api.editCity, {
      body: { id: city.id, name_en: 'New', name_native: 'Новое', country: city.country },
    });
    expect((await seen()).body.name).toBe('Новое');
  });

  test('seeding again leaves the entries of staff alone', async () => {
    const totals = async () => [
      (await world.call(manager, api.listCategories)).body.total,
      (await world.call(manager, api.listCities)).body.total,
    ];
    const before = await totals();
    await seedReference(world.services.db);
    expect(await totals()).toEqual(before);
  });
});
