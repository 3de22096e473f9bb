import { type AdFilters, adsApi, type Board } from '@app/contract/market/ads';
import { attributesApi, type CategoryAttribute } from '@app/contract/reference/attributes';
import { referenceApi } from '@app/contract/reference/reference';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../../../test/world.ts';
import { insertDemoAds } from '../ads.public.ts';
import { deleteAttributeValues } from './delete-attribute-values.job.ts';

let world: World;
let anna: Actor;
let manager: Actor;
let asked: { area: number; colour: number; red: number; blue: number; brand: number };
let category: number;
let elsewhere: number;

beforeAll(async () => {
  world = await createWorld();
  [anna, manager] = await Promise.all([world.user({ paid: true }), world.user({ groups: ['manager'] })]);
  category = await addCategory('Цветное');
  elsewhere = await addCategory('Прочее');
  const area = await add({ category, name: 'Площадь', kind: 'number', unit: 'м²' });
  const colour = await add({
    category,
    name: 'Цвет',
    kind: 'choice',
    choices: [{ name: 'Красный' }, { name: 'Синий' }],
  });
  const brand = await add({ category, name: 'Бренд', kind: 'text' });
  const [red, blue] = colour.choices.map(({ id }) => id);
  asked = { area: area.id, colour: colour.id, red: red ?? 0, blue: blue ?? 0, brand: brand.id };
});
afterAll(() => world.close());

async function addCategory(name: string): Promise<number> {
  return (await world.call(manager, referenceApi.createCategory, { body: { name_en: name, name_native: name } })).body
    .id;
}

async function add(body: {
  category: number;
  name: string;
  kind: CategoryAttribute['kind'];
  unit?: string;
  required?: 1;
  choices?: { name: string }[];
}): Promise<CategoryAttribute> {
  const answer = await world.call(manager, attributesApi.create, { body });
  expect(answer.statusCode).toBe(200);
  return answer.body;
}

const draft = { board_title: 'Ковёр', board_description: 'Шерстяной', board_price: 100 };
const publish = (change: object) => world.call(anna, adsApi.create, { body: { ...draft, category, ...change } });
const edit = (board_id: number, change: object) => world.call(anna, adsApi.edit, { body: { board_id, ...change } });
const said = ({ board_attributes }: Board) => board_attributes.map(({ id, text }) => [id, text]);

async function published(change: object): Promise<Board> {
  const { statusCode, body } = await publish(change);
  expect({ statusCode, body }).toMatchObject({ statusCode: 200 });
  return body;
}

describe('filling in', () => {
  test('numbers, choices and texts are kept clean and shown in the order of the form', async () => {
    const board = await published({
      board_attributes: {
        [asked.brand]: '  Ткач  и\nсын ',
        [asked.colour]: String(asked.blue),
        [asked.area]: '1 250,5',
      },
    });
    expect(board.board_attributes).toEqual([
      { id: asked.area, name: 'Площадь', kind: 'number', text: '1250.5', unit: 'м²', value: 1250.5 },
      { id: asked.colour, name: 'Цвет', kind: 'choice', text: 'Синий', unit: '', value: asked.blue },
      { id: asked.brand, name: 'Бренд', kind: 'text', text: 'Ткач и сын', unit: '', value: null },
    ]);
    const listed = (await world.call(null, adsApi.listEnabled, { query: { category_id: category } })).body.boards[0];
    expect(listed?.board_attributes).toEqual(board.board_attributes);
  });

  test('a number that a program computed is rounded to two decimals', async () => {
    const board = await published({ board_attributes: { [asked.area]: 0.1 + 0.2 } });
    expect(said(board)).toEqual([[asked.area, '0.3']]);
    expect((await publish({ board_attributes: { [asked.area]: -0.01 } })).statusCode).toBe(400);
    expect((await publish({ board_attributes: { [asked.area]: 1e21 } })).statusCode).toBe(400);
  });

  test('half a character is shown as a broken one', async () => {
    const board = await published({ board_attributes: { [asked.brand]: 'a\ud83d' } });
    expect(said(board)).toEqual([[asked.brand, 'a\ufffd']]);
  });

  test('a form sends them as one line of JSON; empty ones are none', async () => {
    const values = JSON.stringify({ [asked.area]: 12, [asked.brand]: ' ', [asked.colour]: null });
    const { statusCode, body } = await world.call(anna, adsApi.create, {
      body: { ...draft, category, board_attributes: values } as never,
      files: [],
    });
    expect({ statusCode, body }).toMatchObject({ statusCode: 200 });
    expect(said(body)).toEqual([[asked.area, '12']]);
  });

  test('each wrong value is told at its own field', async () => {
    const wrong = await publish({
      board_attributes: { [asked.area]: 'много', [asked.colour]: asked.area + 1000, [asked.brand]: 'я'.repeat(121) },
    });
    expect([wrong.statusCode, wrong.body.code]).toEqual([400, 'invalid_input']);
    expect(wrong.body.fields).toEqual({
      [`board_attributes.${asked.area}`]: 'Число от 0 до 999 999 999, не больше двух знаков после запятой',
      [`board_attributes.${asked.colour}`]: 'Значение не подходит',
      [`board_attributes.${asked.brand}`]: 'Слишком длинно',
    });
  });

  test.each(['-1', '1e3', '1000000000', '0x10', 'NaN', '1.2.3', '12,345', '--'])('%s is no number', async (typed) => {
    const { statusCode, body } = await publish({ board_attributes: { [asked.area]: typed } });
    expect([statusCode, Object.keys(body.fields ?? {})]).toEqual([400, [`board_attributes.${asked.area}`]]);
  });

  test('what another category is asked for, or nobody, is refused, and so are control characters and a crowd of values', async () => {
    const foreign = await publish({ category: elsewhere, board_attributes: { [asked.area]: 5 } });
    expect(Object.keys(foreign.body.fields ?? {})).toEqual([`board_attributes.${asked.area}`]);
    expect((await publish({ category: '', board_attributes: { [asked.area]: 5 } })).statusCode).toBe(400);
    expect((await publish({ board_attributes: { 999999999999999: 5 } })).statusCode).toBe(400);
    expect((await publish({ board_attributes: { [asked.brand]: 'a\u0000b' } })).statusCode).toBe(400);
    const crowd = Object.fromEntries(Array.from({ length: 1000 }, (_, id) => [id + 1, 'x']));
    expect(Object.keys((await publish({ board_attributes: crowd })).body.fields ?? {})).toEqual(['board_attributes']);
    for (const values of ['{', '[]', '"x"', { __proto__x: 1 }, { constructor: 1 }, { 1: { a: 1 } }])
      expect((await publish({ board_attributes: values })).statusCode).toBe(400);
  });

  test('a required one binds those who send attributes, and nobody else', async () => {
    const strict = await addCategory('Строгое');
    const { id } = await add({ category: strict, name: 'Срок', kind: 'text', required: 1 });
    const refused = await publish({ category: strict, board_attributes: {} });
    expect(refused.body.fields).toEqual({ [`board_attributes.${id}`]: 'Заполните это поле' });
    const plain = await published({ category: strict });
    expect(plain.board_attributes).toEqual([]);
    expect((await edit(plain.board_id, { board_title: 'Новый' })).statusCode).toBe(200);
    expect((await edit(plain.board_id, { board_attributes: { [id]: '' } })).statusCode).toBe(400);
    expect((await edit(plain.board_id, { board_attributes: { [id]: 'год' } })).statusCode).toBe(200);
  });
});

describe('editing', () => {
  test('an edit without attributes leaves them, one with attributes states them all', async () => {
    const { board_id } = await published({ board_attributes: { [asked.area]: 5, [asked.brand]: 'Ткач' } });
    expect(said((await edit(board_id, { board_title: 'Палас' })).body)).toHaveLength(2);
    expect(said((await edit(board_id, { board_attributes: { [asked.area]: 6 } })).body)).toEqual([[asked.area, '6']]);
    expect(said((await edit(board_id, { board_attributes: {} })).body)).toEqual([]);
  });

  test('another category forgets what the old one asked for', async () => {
    const { board_id } = await published({ board_attributes: { [asked.area]: 5 } });
    expect(said((await edit(board_id, { category })).body)).toHaveLength(1);
    const moved = await edit(board_id, { category: elsewhere });
    expect(moved.body.board_attributes).toEqual([]);
    expect(said((await edit(board_id, { category })).body)).toEqual([]);
    const back = await edit(board_id, { category, board_attributes: { [asked.colour]: asked.red } });
    expect(said(back.body)).toEqual([[asked.colour, 'Красный']]);
    const stale = await edit(board_id, { category: elsewhere, board_attributes: { [asked.colour]: asked.red } });
    expect(stale.statusCode).toBe(400);
  });

  test('fifty edits at once leave the values of one category only', async () => {
    const { board_id } = await published({ board_attributes: { [asked.area]: 5 } });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        index % 2
          ? edit(board_id, { category: elsewhere })
          : edit(board_id, { category, board_attributes: { [asked.area]: index } }),
      ),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    const row = await world.services.db
      .selectFrom('ads')
      .select(['category_id', 'attributes'])
      .where('id', '=', board_id)
      .executeTakeFirstOrThrow();
    expect(Object.keys(row.attributes)).toHaveLength(row.category_id === category ? 1 : 0);
  });
});

describe('when staff change what is asked', () => {
  const attributesOf = async (id: number) =>
    (await world.services.db.selectFrom('ads').select('attributes').where('id', '=', id).executeTakeFirst())
      ?.attributes;
  const read = async (id: number) => (await world.call(anna, adsApi.get, { params: { id } })).body;

  test('a choice that ads name stays, another one goes', async () => {
    const own = await addCategory('Размеры');
    const size = await add({ category: own, name: 'Размер', kind: 'choice', choices: [{ name: 'S' }, { name: 'M' }] });
    const [small, medium] = size.choices;
    const { board_id } = await published({ category: own, board_attributes: { [size.id]: small?.id ?? 0 } });
    await world.call(anna, adsApi.archive, { query: { board_id } });
    const keep = (choice: typeof small) =>
      world.call(manager, attributesApi.edit, {
        body: { id: size.id, name: 'Размер', choices: choice ? [choice] : [] },
      });
    const refused = await keep(medium);
    expect([refused.statusCode, refused.body.code]).toEqual([409, 'in_use']);
    expect((await keep(small)).body.choices).toEqual([small]);
  });

  test('a new name is seen on ads at once', async () => {
    const own = await addCategory('Имена');
    const { id } = await add({ category: own, name: 'Было', kind: 'text' });
    const { board_id } = await published({ category: own, board_attributes: { [id]: 'так' } });
    await world.call(manager, attributesApi.edit, { body: { id, name: 'Стало' } });
    expect((await read(board_id)).board_attributes[0]?.name).toBe('Стало');
  });

  test('ads forget a removed attribute: at once for readers, and a little later for good', async () => {
    const own = await addCategory('Забытое');
    const gone = await add({ category: own, name: 'Лишнее', kind: 'text' });
    const kept = await add({ category: own, name: 'Нужное', kind: 'text' });
    const board = await published({ category: own, board_attributes: { [gone.id]: 'а', [kept.id]: 'б' } });
    expect((await world.call(manager, attributesApi.remove, { query: { id: gone.id } })).statusCode).toBe(200);
    expect(said(await read(board.board_id))).toEqual([[kept.id, 'б']]);
    expect(await attributesOf(board.board_id)).toHaveProperty(String(gone.id));

    for (let run = 0; run < 2; run++) await deleteAttributeValues.run(world.services, { attribute_id: gone.id });
    expect(await attributesOf(board.board_id)).toEqual({ [kept.id]: 'б' });
    expect((await read(board.board_id)).board_date_change).toBe(board.board_date_change);
  });
});

describe('distances and districts', () => {
  const cityId = async (name: string) =>
    (await world.call(null, referenceApi.listCities, { query: { search: name } })).body.cities[0]?.id ?? 0;

  test('a list that reaches beyond its city says how far away each ad is', async () => {
    const [moscow, korolyov] = [await cityId('Москва'), await cityId('Королёв')];
    const near = await published({ category: elsewhere, city: korolyov });
    const filters = { category_id: elsewhere, city_id: korolyov } satisfies Partial<AdFilters>;
    const list = async (query: object) =>
      (await world.call(null, adsApi.listEnabled, { query: { ...filters, ...query } })).body.boards.find(
        ({ board_id }) => board_id === near.board_id,
      );
    expect(await list({})).not.toHaveProperty('board_distance');
    expect((await list({ radius: 50 }))?.board_distance).toBe(0);
    expect((await list({ city_id: moscow, radius: 50 }))?.board_distance).toBe(22);
  });

  test('somebody who told where they live learns how far an ad is; nobody else does', async () => {
    const [kazan, moscow] = [await cityId('Казань'), await cityId('Москва')];
    const { board_id } = await published({ city: kazan });
    const muscovite = await world.user({ country_id: 1, city_id: moscow });
    const read = async (actor: Actor | null) =>
      (await world.call(actor, adsApi.get, { params: { id: board_id } })).body.board_distance;
    expect(await read(muscovite)).toBeGreaterThan(700);
    expect(await read(muscovite)).toBeLessThan(740);
    expect([await read(null), await read(anna)]).toEqual([undefined, undefined]);
    const nowhere = await published({});
    const answer = await world.call(muscovite, adsApi.get, { params: { id: nowhere.board_id } });
    expect(answer.body).not.toHaveProperty('board_distance');
  });

  test('districts of a city are those that its public ads name, the commonest first', async () => {
    const { db } = world.services;
    const city = await cityId('Пермь');
    const named = ['Мотовилиха', 'мотовилиха', 'Мотовилиха', 'Закамск', ''];
    const ids = await db.transaction().execute((tx) =>
      insertDemoAds(
        tx,
        named.map(() => ({
          owner_id: anna.id,
          title: 'Ковёр',
          description: 'Шерстяной',
          price_roubles: 1,
          category_id: null,
          country_id: 1,
          city_id: city,
          created_at: new Date(),
          image_ids: [],
        })),
      ),
    );
    for (const [index, district] of named.entries())
      await db
        .updateTable('ads')
        .set({ district })
        .where('id', '=', ids[index] ?? 0)
        .execute();
    const districts = async (query: object) =>
      (await world.call(null, referenceApi.listDistricts, { query: query as { city: number } })).body.districts;
    world.services.publicCache.invalidate();
    expect(await districts({ city })).toEqual(['Мотовилиха', 'Закамск']);
    await db.updateTable('ads').set({ enabled: false }).where('district', '=', 'Закамск').execute();
    world.services.publicCache.invalidate();
    expect(await districts({ city })).toEqual(['Мотовилиха']);
    expect(await districts({ city: 999_999 })).toEqual([]);
    expect((await world.call(null, referenceApi.listDistricts, { query: {} as never })).statusCode).toBe(400);
  });
});
