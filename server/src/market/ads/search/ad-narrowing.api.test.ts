import { adOwnerApi } from '@app/contract/market/ad-owner';
import { adSearchApi } from '@app/contract/market/ad-search';
import { adsApi, SEARCH_TOTAL_MAX } from '@app/contract/market/ads';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rounds } from '../../../../test/rounds.ts';
import { type Actor, createWorld, type World } from '../../../../test/world.ts';
import { applySearchChanges } from '../../../platform/search/vocabulary.ts';
import { adFilterCondition } from '../ads.public.ts';
import { applyCountDeltas } from '../ads.queries.ts';

const DAY_MS = 86_400_000;

let world: World;
let anna: Actor;
let boris: Actor;
let category: number;
let elsewhere: number;
let moscow: { id: number; country_id: number };
let near: { id: number };
let far: { id: number };
let color: { id: number; red: number; blue: number };
let mileage: number;
const ids = new Map<string, number>();

interface Sketch {
  title: string;
  price?: number;
  age?: number;
  photo?: boolean;
  city?: number;
  category_id?: number;
  attributes?: object;
  owner?: number;
}

async function publish(name: string, ad: Sketch): Promise<void> {
  const { pool } = world.services;
  const { rows } = await pool.query<{ id: number }>(
    `insert into ads (owner_id, title, description, price_roubles, created_at, has_photo, country_id, city_id, category_id, attributes)
     values ($1, $2, 'Описание вещи', $3, $4, $5, $6, $7, $8, $9) returning id`,
    [
      ad.owner ?? anna.id,
      ad.title,
      ad.price ?? 0,
      new Date(Date.now() - (ad.age ?? 0) * DAY_MS),
      ad.photo ?? false,
      ad.city === undefined ? null : moscow.country_id,
      ad.city ?? null,
      ad.category_id ?? category,
      JSON.stringify(ad.attributes ?? {}),
    ],
  );
  ids.set(name, rows[0]?.id ?? 0);
}

beforeAll(async () => {
  world = await createWorld();
  const { pool, db } = world.services;
  [anna, boris] = await Promise.all([world.user({ paid: true }), world.user({ paid: true })]);
  [category = 0, elsewhere = 0] = (
    await db
      .insertInto('categories')
      .values(
        ['Лодки', 'Удочки'].map((name, i) => ({
          name_en: `Test ${name}`,
          name_native: name,
          search_names: `|${name}|`,
          position: 900 + i,
        })),
      )
      .returning('id')
      .execute()
  ).map(({ id }) => id);
  const country = await db.selectFrom('countries').select('id').where('iso', '=', 'RU').executeTakeFirstOrThrow();
  const places = await db
    .insertInto('cities')
    .values(
      [0, 0.4, 5].map((away, i) => ({
        country_id: country.id,
        name_en: `Testburg ${i}`,
        name_native: `Пробск ${i}`,
        search_names: '|x|',
        latitude: 55 + away,
        longitude: 80,
      })),
    )
    .returning('id')
    .execute();
  moscow = { id: places[0]?.id ?? 0, country_id: country.id };
  near = { id: places[1]?.id ?? 0 };
  far = { id: places[2]?.id ?? 0 };
  const attribute = async (name: string, kind: string): Promise<number> => {
    const { rows } = await pool.query<{ id: number }>(
      `insert into category_attributes (category_id, name, normalized, kind, position) values ($1, $2, $2, $3, 1) returning id`,
      [category, name, kind],
    );
    return rows[0]?.id ?? 0;
  };
  const choice = async (id: number, name: string): Promise<number> => {
    const { rows } = await pool.query<{ id: number }>(
      `insert into attribute_choices (attribute_id, name, normalized, position) values ($1, $2, $2, 1) returning id`,
      [id, name],
    );
    return rows[0]?.id ?? 0;
  };
  const colorId = await attribute('цвет', 'choice');
  color = { id: colorId, red: await choice(colorId, 'красный'), blue: await choice(colorId, 'синий') };
  mileage = await attribute('пробег', 'number');

  await publish('cheap', { title: 'Лодка гребная', price: 100, age: 5, photo: true, city: moscow.id });
  await publish('dear', {
    title: 'Лодка моторная',
    price: 9000,
    age: 40,
    city: near.id,
    attributes: { [color.id]: color.red, [mileage]: 1200.5 },
  });
  await publish('free', { title: 'Лодка надувная', age: 2, photo: true, city: far.id });
  await publish('middle', {
    title: 'Лодка парусная',
    price: 500,
    city: moscow.id,
    attributes: { [color.id]: color.blue, [mileage]: 50 },
    owner: boris.id,
  });
  await publish('same', { title: 'Лодка складная', price: 500, age: 1, owner: boris.id });
  await publish('rod', { title: 'Удочка бамбуковая', price: 300, category_id: elsewhere, city: moscow.id });
  await applySearchChanges(pool);
  await applyCountDeltas(db);
});

afterAll(() => world.close());

const list = async (query: object) => (await world.call(null, adsApi.listEnabled, { query: query as never })).body;
const names = (boards: readonly { board_id: number }[]): string[] => {
  const known = new Map([...ids].map(([name, id]) => [id, name]));
  return boards.map(({ board_id }) => known.get(board_id) ?? '?');
};
const find = async (query: object) => names((await list(query)).boards);

test('the cheapest or the dearest come first, those without a price last, and of equals the newest first', async () => {
  expect(await find({ category_id: category, sort: 'price_asc' })).toEqual(['cheap', 'middle', 'same', 'dear', 'free']);
  expect(await find({ category_id: category, sort: 'price_desc' })).toEqual([
    'dear',
    'middle',
    'same',
    'cheap',
    'free',
  ]);
  expect(await find({ category_id: category })).toEqual(['middle', 'same', 'free', 'cheap', 'dear']);
  expect(await find({ search: 'лодки', sort: 'price_asc' })).toEqual(['cheap', 'middle', 'same', 'dear', 'free']);
  expect(await find({ category_id: category, sort: 'nonsense' })).toEqual(['middle', 'same', 'free', 'cheap', 'dear']);
});

test('pages of every order follow one another without gaps, and past the end there is the total alone', async () => {
  for (const more of [{}, { search: 'лодка' }, { photo: 0, days: 365 }]) {
    for (const sort of ['date', 'price_asc', 'price_desc']) {
      const query = { category_id: category, sort, ...more };
      const whole = await find(query);
      const pages = [];
      for (const page of [1, 2, 3]) pages.push(...(await find({ ...query, size: 2, page })));
      expect(pages).toEqual(whole);
      expect(await list({ ...query, size: 2, page: 4 })).toMatchObject({ boards: [], total: 5 });
      expect(await list({ ...query, size: 2, page: 900_000 })).toMatchObject({ boards: [], total: 5 });
    }
  }
});

test('prices have bounds, and an ad that states none is neither cheap nor dear', async () => {
  const boats = { category_id: category, sort: 'price_asc' };
  expect(await find({ ...boats, price_from: 200 })).toEqual(['middle', 'same', 'dear']);
  expect(await find({ ...boats, price_to: 500 })).toEqual(['cheap', 'middle', 'same']);
  expect(await find({ ...boats, price_from: '200', price_to: '600' })).toEqual(['middle', 'same']);
  expect(await find({ ...boats, price_from: '', price_to: '' })).toHaveLength(5);
  expect(await find({ ...boats, price_from: 600, price_to: 200 })).toEqual([]);
});

test('only fresh ones, only with a photo', async () => {
  expect(await find({ category_id: category, days: 3 })).toEqual(['middle', 'same', 'free']);
  expect(await find({ category_id: category, photo: 1 })).toEqual(['free', 'cheap']);
  expect(await find({ category_id: category, photo: 1, days: 3 })).toEqual(['free']);
});

test('cities around the chosen one come along, each with its distance', async () => {
  expect(await find({ category_id: category, city_id: moscow.id })).toEqual(['middle', 'cheap']);
  const around = await list({ category_id: category, city_id: moscow.id, radius: 100 });
  expect(names(around.boards)).toEqual(['middle', 'cheap', 'dear']);
  expect(around.boards.map((board) => board.board_distance)).toEqual([0, 0, 44]);
  expect(await find({ category_id: category, radius: 100 })).toHaveLength(5);
});

test('attributes narrow by choices and ranges; what is unknown or no filter is ignored', async () => {
  const by = (attributes: string) => find({ category_id: category, attributes });
  expect(await by(`${color.id}:${color.red}`)).toEqual(['dear']);
  expect(await by(`${color.id}:${color.red},${color.blue}`)).toEqual(['middle', 'dear']);
  expect(await by(`${mileage}:-100`)).toEqual(['middle']);
  expect(await by(`${mileage}:1200-`)).toEqual(['dear']);
  expect(await by(`${mileage}:10-2000;${color.id}:${color.blue}`)).toEqual(['middle']);
  expect(await by(`${color.id}:987654`)).toEqual([]);
  for (const nonsense of ['999999:1', `${mileage}:5`, `${color.id}:1-5`, 'x', ';;', '1:'.repeat(50)]) {
    expect(await by(nonsense)).toHaveLength(5);
  }
});

test('what nothing matches says which filter to do without', async () => {
  const none = await list({ category_id: category, search: 'лодка', price_from: 100_000, photo: 1 });
  expect(none).toMatchObject({ boards: [], total: 0 });
  expect(none.relax).toEqual([{ filter: 'price', total: 2 }]);
  const two = await list({ category_id: elsewhere, search: 'лодка', city_id: moscow.id });
  expect(two.relax?.map(({ filter, total }) => [filter, total])).toEqual([
    ['category', 2],
    ['search', 1],
  ]);
  expect(await list({ category_id: elsewhere, search: 'лодка', page: 2 })).not.toHaveProperty('relax');
  expect(await list({ price_from: 999_999_999 })).not.toHaveProperty('relax');
  expect(await list({ category_id: category, page: 50 })).not.toHaveProperty('relax');
});

test('a misspelt word in the wrong category is mended, and the category proposed to be dropped', async () => {
  const found = await list({ category_id: elsewhere, search: 'лотка' });
  expect(found).toMatchObject({ total: 0, corrected: 'лодка', relax: [{ filter: 'category', total: 5 }, {}] });
});

const facets = async (query: object) => (await world.call(null, adSearchApi.facets, { query: query as never })).body;

test('each choice is counted under the other filters', async () => {
  const all = await facets({ search: 'лодка' });
  expect(all).toMatchObject({ total: 5, bounded: 0, with_photo: 2, price_from: 100, price_to: 9000 });
  expect(all.categories).toEqual([{ id: category, name: 'Лодки', count: 5 }]);

  const chosen = await facets({ category_id: category, city_id: moscow.id, price_to: 400 });
  expect(chosen.total).toBe(1);
  expect(chosen.categories).toEqual([
    { id: category, name: 'Лодки', count: 1 },
    { id: elsewhere, name: 'Удочки', count: 1 },
  ]);
  expect(chosen.cities).toEqual([{ id: moscow.id, name: 'Пробск 0', count: 1 }]);
  expect(chosen).toMatchObject({ price_from: 100, price_to: 500, with_photo: 1 });

  const colors = await facets({ category_id: category, attributes: `${color.id}:${color.red}` });
  expect(colors.total).toBe(1);
  expect(colors.attributes).toEqual([
    {
      id: color.id,
      choices: [
        { id: color.red, count: 1 },
        { id: color.blue, count: 1 },
      ],
    },
  ]);
});

test('without words the counts are those of the kept totals', async () => {
  const all = await facets({});
  expect(all.categories).toEqual([
    { id: category, name: 'Лодки', count: 5 },
    { id: elsewhere, name: 'Удочки', count: 1 },
  ]);
  expect(all.cities).toEqual([
    { id: moscow.id, name: 'Пробск 0', count: 3 },
    { id: near.id, name: 'Пробск 1', count: 1 },
    { id: far.id, name: 'Пробск 2', count: 1 },
  ]);
  expect(all).toMatchObject({ total: 6, price_from: 100, price_to: 9000 });
  expect(await facets({ search: 'зюзюблик' })).toMatchObject({ total: 0, categories: [], price_from: null });
});

const suggest = async (search: string, more: object = {}) =>
  (await world.call(null, adSearchApi.suggest, { query: { search, ...more } as never })).body.suggestions;
const texts = async (search: string, more: object = {}) => (await suggest(search, more)).map(({ text }) => text);

test('what is typed is finished: the commonest first, then where it is offered', async () => {
  const [first, second] = await suggest('лод');
  expect(first).toEqual({ text: 'лодка', category: null, kind: 'words' });
  expect(second).toEqual({ text: 'лодка', category: { id: category, name: 'Лодки' }, kind: 'words' });
  expect(await texts('лодка пар')).toEqual(expect.arrayContaining(['лодка парусная']));
  expect(await suggest('удо')).toContainEqual({
    text: 'Удочки',
    category: { id: elsewhere, name: 'Удочки' },
    kind: 'category',
  });
  expect(await texts('лод', { category_id: elsewhere })).toEqual([]);
  expect((await suggest('лодка')).length).toBeLessThanOrEqual(8);
});

test('suggestions are words, beginnings and short titles, and no scraps of longer ones', async () => {
  const { pool } = world.services;
  await publish('style', { title: 'Гондола в стиле ретро, резные вёсла' });
  await publish('tall', { title: 'Гондола на рост до 180 см, с мягким сиденьем' });
  await publish('gondolier', { title: 'Гондольер на гондоле, свободный график' });
  await publish('walk', { title: 'Гондола для прогулок' });
  await applySearchChanges(pool);
  world.services.publicCache.invalidate();
  expect(new Set(await texts('гондол'))).toEqual(new Set(['гондола', 'гондола для прогулок', 'гондольер']));
  await pool.query(`delete from ads where title like 'Гондол%'`);
  await applySearchChanges(pool);
});

test('suggestions forgive keyboards, alphabets and typos', async () => {
  for (const typed of ['kjlr', 'lodk', 'лотка', 'лодкп', 'Лод', '  лод ', 'kjlrf gfh', 'лодка паросна']) {
    expect({ typed, found: await texts(typed) }).toEqual({
      typed,
      found: expect.arrayContaining([expect.stringMatching(/^лодка/)]),
    });
  }
  for (const nothing of ['', '   ', '!!!', 'ъъъъ', 'зюзюблик', '%', '_', '\\'])
    expect(await texts(nothing)).toEqual([]);
});

test('everything suggested finds something, also in the moment after it has gone', async () => {
  const { pool } = world.services;
  await publish('whale', { title: 'Китобойный гарпун', price: 10 });
  await applySearchChanges(pool);
  world.services.publicCache.invalidate();
  expect(await texts('кито')).toContain('китобойный гарпун');
  for (const { text } of await suggest('кито')) expect((await list({ search: text })).total).toBeGreaterThan(0);

  await pool.query(`update ads set archived_at = now() where id = $1`, [ids.get('whale')]);
  world.services.publicCache.invalidate();
  expect(await texts('кито')).toEqual([]);
  await applySearchChanges(pool);
  const { rows } = await pool.query(`select phrase from search_phrases where phrase like 'кито%'`);
  expect(rows).toEqual([]);
  expect(await pool.query(`select lexeme from search_words where lexeme like 'китоб%'`)).toMatchObject({ rows: [] });
});

test('the vocabulary stays exact under parallel changes, folded in between', async () => {
  const { pool } = world.services;
  const writer = async (n: number) => {
    for (let i = 0; i < 10; i += 1) {
      const name = `paddle${n}x${i}`;
      await publish(name, { title: `Весло буковое ${n}`, price: 5 });
      await pool.query('update ads set title = $2 where id = $1', [ids.get(name), `Весло ясеневое ${n}`]);
      if (i % 2 === 0) await pool.query('delete from ads where id = $1', [ids.get(name)]);
      if (i % 3 === 0) await applySearchChanges(pool);
    }
  };
  await Promise.all([1, 2, 3, 4, 5].map(writer));
  await applySearchChanges(pool);
  const hits = async () =>
    (
      await pool.query(
        `select phrase, hits from search_phrases where scope = 0 and phrase in ('весло', 'весло буковое', 'весло ясеневое') order by 1`,
      )
    ).rows;
  const folded = await hits();
  expect(folded).toEqual([
    { phrase: 'весло', hits: 25 },
    { phrase: 'весло ясеневое', hits: 25 },
  ]);
  const words = `select lexeme, hits from search_words order by 1`;
  const counted = (await pool.query(words)).rows;
  await pool.query('select ads_rebuild_vocabulary()');
  expect(await hits()).toEqual(folded);
  expect((await pool.query(words)).rows).toEqual(counted);
  await pool.query(`delete from ads where title like 'Весло%'`);
  await applySearchChanges(pool);
});

test('similar ads share category and words, the newest first, without one’s own; others of the seller stand apart', async () => {
  const { body } = await world.call(null, adOwnerApi.similar, { params: { id: ids.get('cheap') ?? 0 } });
  expect(names(body.similar)).toEqual(['middle', 'same']);
  expect(names(body.seller)).toEqual(['rod', 'free', 'dear']);
  const rod = await world.call(null, adOwnerApi.similar, { params: { id: ids.get('rod') ?? 0 } });
  expect(rod.body.similar).toEqual([]);
  expect(await world.call(null, adOwnerApi.similar, { params: { id: 987_654_321 } })).toMatchObject({
    statusCode: 404,
  });
});

test('whoever brings ads from elsewhere is not their seller', async () => {
  const { db } = world.services;
  const importer = await world.user({ groups: ['manager'] });
  const bring = async (board_title: string, board_external: 0 | 1) => {
    const body = { board_title, board_description: 'Из ленты', board_price: 5, board_external };
    return (await world.call(importer, adsApi.create, { body })).body.board_id;
  };
  const [first, second, own] = [await bring('Аэролодка', 1), await bring('Аэролодка', 1), await bring('Весло', 0)];
  const similarTo = async (id: number) => {
    const { similar, seller } = (await world.call(null, adOwnerApi.similar, { params: { id } })).body;
    return [similar, seller].map((boards) => boards.map(({ board_id }) => board_id));
  };
  expect(await similarTo(first)).toEqual([[second], []]);
  expect(await similarTo(own)).toEqual([[], []]);
  await db.deleteFrom('ads').where('id', 'in', [first, second, own]).execute();
});

test('saved filters tell by one condition which ads match', async () => {
  const { pool } = world.services;
  const matches = async (filters: object): Promise<string[]> => {
    const { where, values } = adFilterCondition(filters, 2, 'a');
    const { rows } = await pool.query<{ board_id: number }>(
      `select a.id as board_id from ads a where a.id = any($1) and ${where} order by a.created_at desc`,
      [[...ids.values()], ...values],
    );
    return names(rows);
  };
  expect(await matches({ search: 'лодки', price_to: 500 })).toEqual(['middle', 'same', 'cheap']);
  expect(await matches({ city_id: moscow.id, radius: 100, category_id: category })).toEqual([
    'middle',
    'cheap',
    'dear',
  ]);
  expect(await matches({ attributes: `${mileage}:-100`, photo: 0 })).toEqual(['middle']);
  expect(await matches({ city_id: moscow.id, country_id: moscow.country_id, days: 3 })).toEqual(['rod', 'middle']);
});

test('private lists understand the same words', async () => {
  const mine = async (search: string) =>
    names((await world.call(anna, adsApi.list, { query: { search } as never })).body.boards);
  expect(await mine('лодочка')).toEqual([]);
  expect(await mine('kjlrf')).toEqual(['free', 'cheap', 'dear']);
  expect(await mine('лотка')).toEqual(['free', 'cheap', 'dear']);
  const friends = await world.call(anna, adsApi.listOfFriend, {
    query: { friend_id: boris.id, search: 'lodka' } as never,
  });
  expect(names(friends.body.boards)).toEqual(['middle', 'same']);
  const staff = await world.user({ groups: ['admin'] });
  const everything = await world.call(staff, adsApi.list, { query: { search: 'лотка' } as never });
  expect(everything.body.total).toBe(5);
});

test('whatever is typed, lists, counts and suggestions answer', async () => {
  const signs = [
    "'",
    '\\',
    '%_',
    ':*',
    '&|!()',
    '<->',
    '$1',
    '::',
    '\u202e',
    '🚲',
    'İıŉﬃß',
    'е\u0301',
    '\u0000',
    '~',
    '`',
    '[{',
  ];
  const typed = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc
      .array(fc.constantFrom(...signs, ' ', 'лодка', 'ghbdtn', 'лотк', 'lodka', '15', 'б/у', 'a'.repeat(60)), {
        maxLength: 8,
      })
      .map((parts) => parts.join('')),
  );
  await fc.assert(
    fc.asyncProperty(typed, async (search) => {
      const query = { search: search.isWellFormed() ? search : '?', category_id: category } as never;
      const answers = await Promise.all([
        world.call(null, adsApi.listEnabled, { query }),
        world.call(null, adSearchApi.facets, { query }),
        world.call(null, adSearchApi.suggest, { query }),
      ]);
      for (const { statusCode } of answers) expect([200, 400]).toContain(statusCode);
    }),
    { numRuns: rounds(10, 150), seed: 20_191_121 },
  );
}, 120_000);

test('more matches than anybody reads are bounded in every order', async () => {
  await world.services.pool.query(
    `insert into ads (owner_id, title, description, price_roubles)
     select $1, 'Табурет ' || n, 'Крепкий', n % 50 from generate_series(1, $2::int) n`,
    [anna.id, SEARCH_TOTAL_MAX + 50],
  );
  for (const sort of ['date', 'price_asc', 'price_desc']) {
    expect(await list({ price_from: 1, sort })).toMatchObject({ total: SEARCH_TOTAL_MAX, total_bounded: 1 });
  }
  expect((await list({ search: 'табурет', sort: 'price_asc' })).boards[0]?.board_price).toBe(1);
});
