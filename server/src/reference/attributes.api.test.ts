import { LANGUAGES } from '@app/contract/platform/languages';
import { ATTRIBUTES_PER_CATEGORY_MAX, attributesApi, type CategoryAttribute } from '@app/contract/reference/attributes';
import { referenceApi } from '@app/contract/reference/reference';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../test/world.ts';
import { seedReference } from './reference.public.ts';

const api = attributesApi;
const TIMES = 50;

let world: World;
let person: Actor;
let manager: Actor;

beforeAll(async () => {
  world = await createWorld();
  [person, manager] = await Promise.all([world.user(), world.user({ groups: ['manager'] })]);
});
afterAll(() => world.close());

let categories = 0;

async function ownCategory(): Promise<number> {
  categories += 1;
  const body = { name_en: `Own ${categories}`, name_native: `Своя ${categories}` };
  return (await world.call(manager, referenceApi.createCategory, { body })).body.id;
}

type Draft = Parameters<typeof create>[0];
const create = (body: {
  category: number;
  name: string;
  kind: CategoryAttribute['kind'];
  unit?: string;
  names?: object;
  choices?: { name: string; names?: object }[];
}) => world.call(manager, api.create, { body });

async function created(draft: Draft): Promise<CategoryAttribute> {
  const { statusCode, body } = await create(draft);
  expect({ statusCode, body }).toMatchObject({ statusCode: 200 });
  return body;
}

async function list(category: number, lang = 'ru'): Promise<CategoryAttribute[]> {
  const answer = await world.call(null, api.list, { query: { category }, headers: { 'accept-language': lang } });
  return answer.body.attributes;
}

const idOfCategory = async (icon: string) => {
  const row = await world.services.db.selectFrom('categories').select('id').where('icon', '=', icon).executeTakeFirst();
  return row?.id ?? 0;
};

describe('from the first start', () => {
  test('every category asks for two to six things and requires none', async () => {
    const { categories } = (await world.call(null, referenceApi.listCategories)).body;
    for (const { id, name } of categories.filter(({ icon }) => icon !== '')) {
      const attributes = await list(id);
      expect(attributes.length, name).toBeGreaterThanOrEqual(2);
      const always = attributes.filter(({ for_choices }) => for_choices === undefined);
      expect(always.length, name).toBeLessThanOrEqual(6);
      for (const { required, kind, choices } of attributes) {
        expect(required, name).toBe(0);
        expect(choices.length > 0, name).toBe(kind === 'choice');
      }
    }
  });

  test('property asks for deal, type, rooms, area and floor, in the reader’s language', async () => {
    const property = await idOfCategory('building');
    const russian = await list(property);
    expect(russian.map(({ name, unit }) => `${name}${unit && `, ${unit}`}`)).toEqual([
      'Сделка',
      'Вид объекта',
      'Комнат',
      'Площадь, м²',
      'Этаж',
      'Площадь участка, сот.',
    ]);
    expect(russian[2]?.choices.map(({ name }) => name)).toEqual(['Студия', '1', '2', '3', '4', '5+']);
    const english = await list(property, 'en');
    expect(english.map(({ name, unit }) => `${name}${unit && `, ${unit}`}`)).toEqual([
      'Deal',
      'Property type',
      'Rooms',
      'Area, m²',
      'Floor',
      'Plot area, a',
    ]);
    for (const lang of LANGUAGES) expect((await list(property, lang)).length).toBe(6);
  });

  test('a start after the first one gives back nothing that staff took away', async () => {
    const gift = await idOfCategory('gift');
    const [first] = await list(gift);
    await world.call(manager, api.remove, { query: { id: first?.id ?? 0 } });
    const before = (await world.call(null, api.list)).body.attributes.length;
    await seedReference(world.services.db);
    expect((await world.call(null, api.list)).body.attributes.length).toBe(before);
  });

  test('a database from before attributes receives them', async () => {
    const older = await createWorld();
    try {
      const { db } = older.services;
      const count = async () =>
        (await sql<{ count: number }>`select count(*) as count from attribute_choices`.execute(db)).rows[0]?.count;
      const seeded = await count();
      await sql`truncate category_attributes, attribute_choices restart identity`.execute(db);
      await sql`delete from categories where icon = 'paw'`.execute(db);
      await Promise.all([seedReference(db), seedReference(db)]);
      expect(await count()).toBeGreaterThan(100);
      expect(await count()).toBeLessThan(seeded ?? 0);
    } finally {
      await older.close();
    }
  });
});

describe('staff', () => {
  test('nobody else writes', async () => {
    const category = await ownCategory();
    const body = { category, name: 'Цвет', kind: 'text' } as const;
    const { id } = await created(body);
    const tries = [
      [api.create, { body }],
      [api.edit, { body: { id, name: 'Тон' } }],
      [api.remove, { query: { id } }],
    ] as const;
    for (const [endpoint, input] of tries) {
      expect((await world.call(null, endpoint, input)).statusCode).toBe(401);
      expect((await world.call(person, endpoint, input)).statusCode).toBe(403);
    }
    expect((await list(category)).map(({ name }) => name)).toEqual(['Цвет']);
  });

  test('add attributes that everyone sees at once, at the end of the form', async () => {
    const category = await ownCategory();
    const area = await created({ category, name: 'Площадь', kind: 'number', unit: 'м²', names: { en: 'Area' } });
    const colour = await created({
      category,
      name: 'Цвет',
      kind: 'choice',
      unit: 'кг',
      choices: [{ name: 'Красный', names: { en: 'Red', de: '' } }, { name: 'Синий' }],
    });
    expect(area).toMatchObject({ unit: 'м²', required: 0, searchable: 1, choices: [] });
    expect(colour).toMatchObject({ unit: '', choices: [{ name: 'Красный' }, { name: 'Синий' }] });
    expect((await list(category, 'en')).map(({ name }) => name)).toEqual(['Area', 'Цвет']);
    expect((await list(category, 'en'))[1]?.choices.map(({ name }) => name)).toEqual(['Red', 'Синий']);
    expect((await list(category, 'de'))[1]?.choices[0]?.name).toBe('Красный');
  });

  test('see every name when they ask for names, others do not', async () => {
    const category = await ownCategory();
    await created({
      category,
      name: 'Цвет',
      kind: 'choice',
      names: { en: 'Colour' },
      choices: [{ name: 'Красный', names: { en: 'Red' } }],
    });
    const ask = async (actor: Actor) =>
      (await world.call(actor, api.list, { query: { category, names: 1 }, headers: { 'accept-language': 'en' } })).body;
    expect((await ask(manager)).attributes[0]).toMatchObject({
      name: 'Цвет',
      names: { en: 'Colour' },
      choices: [{ name: 'Красный', names: { en: 'Red' } }],
    });
    expect((await ask(person)).attributes[0]).not.toHaveProperty('names');
  });

  test('cannot give one name twice, whatever the case or ё', async () => {
    const category = await ownCategory();
    await created({ category, name: 'Объём', kind: 'number' });
    const again = await create({ category, name: 'объем', kind: 'text' });
    expect([again.statusCode, again.body.code]).toEqual([409, 'already_exists']);
    const twins = await create({
      category,
      name: 'Цвет',
      kind: 'choice',
      choices: [{ name: 'Синий' }, { name: 'СИНИЙ' }],
    });
    expect([twins.statusCode, twins.body.code]).toEqual([409, 'already_exists']);
    const other = await created({ category, name: 'Вес', kind: 'number' });
    const renamed = await world.call(manager, api.edit, { body: { id: other.id, name: 'ОБЪЁМ' } });
    expect([renamed.statusCode, renamed.body.code]).toEqual([409, 'already_exists']);
    await created({ category: await ownCategory(), name: 'Объём', kind: 'number' });
  });

  test('who add the same at the same time make one', async () => {
    const category = await ownCategory();
    const answers = await Promise.all(
      Array.from({ length: TIMES }, () => create({ category, name: 'Цвет', kind: 'text' })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(TIMES - 1).fill(409)]);
    expect(await list(category)).toHaveLength(1);
  });

  test('who add many at the same time never exceed what a category may have', async () => {
    const category = await ownCategory();
    const answers = await Promise.all(
      Array.from({ length: TIMES }, (_, index) => create({ category, name: `Вопрос ${index}`, kind: 'text' })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(ATTRIBUTES_PER_CATEGORY_MAX);
    const refused = answers.find(({ statusCode }) => statusCode === 400);
    expect(refused?.body.fields).toEqual({ category: 'В категории может быть не больше 12 характеристик' });
    expect(await list(category)).toHaveLength(ATTRIBUTES_PER_CATEGORY_MAX);
  });

  test('who repeat a request with its key make one', async () => {
    const category = await ownCategory();
    const send = () =>
      world.call(manager, api.create, {
        body: { category, name: 'Цвет', kind: 'text' },
        headers: { 'idempotency-key': `colour-${category}` },
      });
    const answers = [await send(), ...(await Promise.all([send(), send()]))];
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await list(category)).toHaveLength(1);
  });

  test('are refused what makes no sense', async () => {
    const category = await ownCategory();
    const unknown = await create({ category: 999_999, name: 'Цвет', kind: 'text' });
    expect([unknown.statusCode, Object.keys(unknown.body.fields ?? {})]).toEqual([400, ['category']]);
    const empty = await create({ category, name: 'Цвет', kind: 'choice', choices: [] });
    expect(empty.body.fields).toEqual({ choices: 'Добавьте хотя бы один вариант' });
    const many = Array.from({ length: 101 }, (_, index) => ({ name: `Цвет ${index}` }));
    expect((await create({ category, name: 'Цвет', kind: 'choice', choices: many })).statusCode).toBe(400);
    expect((await create({ category, name: ' ', kind: 'text' })).statusCode).toBe(400);
    expect((await create({ category, name: 'Цвет', kind: 'text', names: { xx: 'Farbe' } })).statusCode).toBe(400);
    expect((await world.call(manager, api.edit, { body: { name: 'Цвет' } })).body.code).toBe('id_required');
    expect((await world.call(manager, api.edit, { body: { id: 999_999, name: 'Цвет' } })).statusCode).toBe(404);
    expect((await world.call(manager, api.remove, { query: { id: 999_999 } })).statusCode).toBe(404);
    expect(await list(category)).toEqual([]);
  });

  test('rename, reorder and add choices, which keep their ids; what is left out stays', async () => {
    const category = await ownCategory();
    const size = await created({
      category,
      name: 'Размер',
      kind: 'choice',
      names: { en: 'Size' },
      choices: [{ name: 'S', names: { ko: '소' } }, { name: 'M' }],
    });
    const [small, medium] = size.choices;
    const body = {
      id: size.id,
      name: 'Рост',
      choices: [{ name: 'XS' }, { id: medium?.id, name: 'S' }, { id: small?.id, name: 'M' }],
    };
    const edited = await world.call(manager, api.edit, { body });
    expect(edited.statusCode).toBe(200);
    expect(edited.body).toMatchObject({ name: 'Рост', searchable: 1, kind: 'choice' });
    expect(edited.body.choices.slice(1)).toEqual([
      { id: medium?.id, name: 'S' },
      { id: small?.id, name: 'M' },
    ]);
    expect((await list(category, 'en'))[0]?.name).toBe('Size');
    expect((await list(category, 'ko'))[0]?.choices[2]?.name).toBe('소');
    const hidden = await world.call(manager, api.edit, {
      body: { id: size.id, name: 'Рост', searchable: 0, names: {} },
    });
    expect(hidden.body).toMatchObject({ searchable: 0, choices: [{ name: 'XS' }, {}, {}] });
    expect((await list(category, 'en'))[0]?.name).toBe('Рост');
  });

  test('who type half a character see a broken one', async () => {
    const category = await ownCategory();
    const broken = { name: 'a\ud83d', names: { en: '\ude00b' } };
    const { id, choices } = await created({ category, kind: 'choice', ...broken, choices: [broken] });
    const body = { id, ...broken, choices: choices.map((choice) => ({ ...broken, id: choice.id })) };
    expect((await world.call(manager, api.edit, { body })).body.choices).toEqual([
      { id: choices[0]?.id, name: 'a\ufffd' },
    ]);
  });

  test('cannot take choices of another attribute', async () => {
    const category = await ownCategory();
    const one = await created({ category, name: 'Один', kind: 'choice', choices: [{ name: 'А' }] });
    const two = await created({ category, name: 'Два', kind: 'choice', choices: [{ name: 'Б' }] });
    const body = { id: one.id, name: 'Один', choices: [{ id: two.choices[0]?.id, name: 'Б' }] };
    const refused = await world.call(manager, api.edit, { body });
    expect([refused.statusCode, Object.keys(refused.body.fields ?? {})]).toEqual([400, ['choices']]);
    expect((await list(category)).map(({ choices }) => choices)).toEqual([one.choices, two.choices]);
  });

  test('who remove a category remove what its ads were asked for', async () => {
    const category = await ownCategory();
    const { id } = await created({ category, name: 'Цвет', kind: 'choice', choices: [{ name: 'А' }] });
    expect((await world.call(manager, referenceApi.removeCategory, { query: { id: category } })).statusCode).toBe(200);
    const all = (await world.call(null, api.list)).body.attributes;
    expect(all.some((attribute) => attribute.id === id)).toBe(false);
    const rest = await world.services.db
      .selectFrom('attribute_choices')
      .select('id')
      .where('attribute_id', '=', id)
      .execute();
    expect(rest).toEqual([]);
  });
});

describe('where cities lie', () => {
  const names = { name_en: 'Near', name_native: 'Рядом', country: 1 };

  test('a city alone tells it, and staff may say it in degrees', async () => {
    const kazan = (await world.call(null, referenceApi.listCities, { query: { search: 'казань' } })).body.cities[0];
    expect(kazan).not.toHaveProperty('lat');
    const city = (await world.call(null, referenceApi.getCity, { params: { id: kazan?.id ?? 0 } })).body;
    expect([city.lat, city.lon]).toEqual([55.79, 49.12]);

    const created = await world.call(manager, referenceApi.createCity, { body: { ...names, lat: '55.8', lon: 49.3 } });
    expect(created.body).toMatchObject({ lat: 55.8, lon: 49.3 });
    const { id } = created.body;
    const renamed = await world.call(manager, referenceApi.editCity, { body: { ...names, id, name_native: 'Близко' } });
    expect(renamed.body).toMatchObject({ name_native: 'Близко', lat: 55.8, lon: 49.3 });
    const lost = await world.call(manager, referenceApi.editCity, { body: { ...names, id, lat: '', lon: '' } });
    expect(lost.body).not.toHaveProperty('lat');
  });

  test('half a point and points outside the world are refused', async () => {
    const fields = async (change: object) => {
      const { statusCode, body } = await world.call(manager, referenceApi.createCity, {
        body: { ...names, ...change },
      });
      return [statusCode, Object.keys(body.fields ?? {})];
    };
    expect(await fields({ lat: 55.8 })).toEqual([400, ['lon']]);
    expect(await fields({ lat: '', lon: 49 })).toEqual([400, ['lat']]);
    expect(await fields({ lat: 91, lon: 0 })).toEqual([400, ['lat']]);
    expect(await fields({ lat: '1e1', lon: 181 })).toEqual([400, ['lat', 'lon']]);
  });
});
