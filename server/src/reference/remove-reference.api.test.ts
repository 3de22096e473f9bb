import { adsApi } from '@app/contract/market/ads';
import { searchesApi } from '@app/contract/market/searches';
import { usersApi } from '@app/contract/people/users';
import { attributesApi } from '@app/contract/reference/attributes';
import { referenceApi as api } from '@app/contract/reference/reference';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countWaiting } from '../../test/count-waiting.ts';
import { type Actor, createWorld, type World } from '../../test/world.ts';

let world: World;
let manager: Actor;
let anna: Actor;

beforeAll(async () => {
  world = await createWorld();
  [manager, anna] = await Promise.all([world.user({ groups: ['manager'] }), world.user({ paid: true })]);
});
afterAll(() => world.close());

let made = 0;
const names = () => {
  made += 1;
  return { name_en: `Own ${made}`, name_native: `Своё ${made}` };
};
const category = async () => (await world.call(manager, api.createCategory, { body: names() })).body.id;
const country = async () =>
  (await world.call(manager, api.createCountry, { body: { ...names(), phone_code: '999' } })).body.id;
const city = async (countryId: number) =>
  (await world.call(manager, api.createCity, { body: { ...names(), country: countryId } })).body.id;

async function publish(fields: object): Promise<number> {
  const body = { board_title: 'Лампа', board_description: 'Описание', board_price: 100, ...fields };
  const answer = await world.call(anna, adsApi.create, { body });
  expect(answer.statusCode).toBe(200);
  return answer.body.board_id;
}
const show = async (id: number) => (await world.call(anna, adsApi.get, { params: { id } })).body;
const found = async (query: object) =>
  (await world.call(null, adsApi.listEnabled, { query: { ...query, size: 50 } })).body;
const audited = async (object: string) =>
  world.services.db
    .selectFrom('audit_entries')
    .select(['actor_id', 'action', 'details'])
    .where('object', '=', object)
    .orderBy('id', 'desc')
    .execute();

test('a used category is refused with how many ads use it, and goes once another one takes its ads', async () => {
  const [from, to] = [await category(), await category()];
  const ads = [await publish({ category: from }), await publish({ category: from })];
  const refused = await world.call(manager, api.removeCategory, { query: { id: from } });
  expect([refused.statusCode, refused.body.code, refused.body.message, refused.body.uses]).toEqual([
    409,
    'in_use',
    'Категорию нельзя удалить: в ней есть объявления',
    { ads: 2, people: 0, cities: 0 },
  ]);
  const gone = await world.call(manager, api.removeCategory, { query: { id: from, replacement: to } });
  expect([gone.statusCode, gone.body]).toEqual([200, { id: from }]);
  expect((await show(ads[0] ?? 0)).category?.id).toBe(to);
  const list = await found({ category_id: to });
  expect([list.total, list.boards.map(({ board_id }) => board_id).sort()]).toEqual([2, ads.sort()]);
  expect((await found({ category_id: to, search: 'лампа' })).boards).toHaveLength(2);
  expect((await audited(`category:${from}`))[0]).toMatchObject({
    actor_id: manager.id,
    action: 'reference.edit',
    details: { replacement: to, moved: { ads: 2 } },
  });
});

test('kept counters say the same as counting anew after ads have moved', async () => {
  const [from, to] = [await category(), await category()];
  await publish({ category: from });
  await world.call(manager, api.removeCategory, { query: { id: from, replacement: to } });
  const counts = async () => {
    const { rows } = await sql`
      select category_id, country_id, city_id, public, present from ad_counts where public <> 0 or present <> 0
      order by 1, 2, 3`.execute(world.services.db);
    return rows;
  };
  await sql`select ads_apply_count_deltas()`.execute(world.services.db);
  const kept = await counts();
  await sql`select ads_rebuild_counts()`.execute(world.services.db);
  expect(kept).toEqual(await counts());
});

test('what ads say about an attribute moves along where the other category asks for the same', async () => {
  const [from, to] = [await category(), await category()];
  const attribute = async (id: number, name: string, more: object = {}) =>
    (
      await world.call(manager, attributesApi.create, {
        body: { category: id, name, kind: 'number', unit: 'м²', ...more },
      })
    ).body;
  const choices = { kind: 'choice', choices: [{ name: 'Да' }, { name: 'Нет' }] };
  const [area, lift, floor] = [
    await attribute(from, 'Площадь'),
    await attribute(from, 'Лифт', choices),
    await attribute(from, 'Этаж'),
  ];
  const [newArea, newLift] = [await attribute(to, 'площадь'), await attribute(to, 'Лифт', choices)];
  const id = await publish({
    category: from,
    board_attributes: { [area.id]: 42, [lift.id]: lift.choices[1]?.id, [floor.id]: 3 },
  });
  await world.call(manager, api.removeCategory, { query: { id: from, replacement: to } });
  const row = await world.services.db.selectFrom('ads').select('attributes').where('id', '=', id).executeTakeFirst();
  expect(row?.attributes).toEqual({ [newArea.id]: 42, [newLift.id]: newLift.choices[1]?.id });
});

test('a city gives its ads and people to another city, with its country', async () => {
  const [one, two] = [await country(), await country()];
  const [from, to] = [await city(one), await city(two)];
  const ad = await publish({ country: one, city: from });
  const person = await world.user({ country_id: one, city_id: from });
  const refused = await world.call(manager, api.removeCity, { query: { id: from } });
  expect(refused.body.uses).toEqual({ ads: 1, people: 1, cities: 0 });
  await world.call(manager, api.removeCity, { query: { id: from, replacement: to } });
  expect(await show(ad)).toMatchObject({ country: { id: two }, city: { id: to } });
  const moved = (await world.call(person, usersApi.get, { params: { id: person.id } })).body;
  expect([moved.country_id, moved.city_id]).toEqual([two, to]);
});

test('a country gives its cities, ads and people to another country', async () => {
  const [from, to] = [await country(), await country()];
  const town = await city(from);
  const [inTown, anywhere] = [await publish({ country: from, city: town }), await publish({ country: from })];
  const person = await world.user({ country_id: from });
  const refused = await world.call(manager, api.removeCountry, { query: { id: from } });
  expect(refused.body.uses).toEqual({ ads: 2, people: 1, cities: 1 });
  expect((await world.call(manager, api.removeCountry, { query: { id: from, replacement: to } })).statusCode).toBe(200);
  expect(await show(inTown)).toMatchObject({ country: { id: to }, city: { id: town } });
  expect((await show(anywhere)).country?.id).toBe(to);
  expect((await world.call(person, usersApi.get, { params: { id: person.id } })).body.country_id).toBe(to);
  expect((await world.call(null, api.getCity, { params: { id: town } })).body.country).toBe(to);
});

test('saved searches look for the replacement, and two that become the same become one', async () => {
  const [from, to] = [await category(), await category()];
  const olga = await world.user();
  const save = (body: object) => world.call(olga, searchesApi.save, { body });
  await save({ search: 'лампа', category_id: from });
  await save({ search: 'лампа', category_id: to });
  await save({ search: 'стол', category_id: from });
  await world.call(manager, api.removeCategory, { query: { id: from, replacement: to } });
  const { searches } = (await world.call(olga, searchesApi.list)).body;
  expect(searches.map(({ href }) => href.includes(`category=${to}`))).toEqual([true, true]);
  await save({ search: 'стол', category_id: to });
  expect((await world.call(olga, searchesApi.list)).body.searches).toHaveLength(2);
});

test('nothing takes its own place, nor does what is not there; and nothing has changed then', async () => {
  const from = await category();
  const ad = await publish({ category: from });
  for (const replacement of [from, 999_999]) {
    const refused = await world.call(manager, api.removeCategory, { query: { id: from, replacement } });
    expect([refused.statusCode, refused.body.code, Object.keys(refused.body.fields ?? {})]).toEqual([
      400,
      'invalid_input',
      ['replacement'],
    ]);
  }
  expect((await show(ad)).category?.id).toBe(from);
  expect((await world.call(manager, api.removeCategory, { query: { id: 999_999 } })).statusCode).toBe(404);
});

test('an ad that is published while its category is replaced is in neither too many nor too few', async () => {
  const [from, to] = [await category(), await category()];
  const body = { board_title: 'Стул', board_description: 'Описание', board_price: 0, category: from };
  const [removal, ...ads] = await Promise.all([
    world.call(manager, api.removeCategory, { query: { id: from, replacement: to } }),
    ...Array.from({ length: 4 }, () => world.call(anna, adsApi.create, { body })),
  ]);
  expect(removal.statusCode).toBe(200);
  expect(ads.every(({ statusCode }) => statusCode === 200 || statusCode === 400)).toBe(true);
  const published = ads.filter(({ statusCode }) => statusCode === 200).map((answer) => answer.body.board_id);
  expect((await found({ category_id: to })).boards.map(({ board_id }) => board_id).sort()).toEqual(published.sort());
});

/** Makes two transactions meet in a deadlock: the first waits for a row that the second needs after its own locks. */
async function meetAt<First, Second>(
  row: ReturnType<typeof sql>,
  first: () => Promise<First>,
  second: () => Promise<Second>,
) {
  const { db } = world.services;
  const { answers } = await db.transaction().execute(async (tx) => {
    await row.execute(tx);
    const one = first();
    await expect.poll(() => countWaiting(db)).toBe(1);
    const other = second();
    await expect.poll(() => countWaiting(db)).toBe(2);
    return { answers: Promise.all([one, other]) };
  });
  return answers;
}

test('an ad that its owner moves to the category which takes the place of its own is moved by both', async () => {
  const [from, to] = [await category(), await category()];
  const id = await publish({ category: from });
  const [edited, removed] = await meetAt(
    sql`select from ads where id = ${id} for no key update`,
    () => world.call(anna, adsApi.edit, { body: { board_id: id, category: to } }),
    () => world.call(manager, api.removeCategory, { query: { id: from, replacement: to } }),
  );
  expect([edited.statusCode, removed.statusCode]).toEqual([200, 200]);
  expect((await show(id)).category?.id).toBe(to);
});

test('a person who moves to the city which takes the place of their own is moved by both', async () => {
  const home = await country();
  const [from, to] = [await city(home), await city(home)];
  const person = await world.user({ country_id: home, city_id: from });
  const [changed, removed] = await meetAt(
    sql`select from users where id = ${person.id} for no key update`,
    () => world.call(person, usersApi.change, { params: { id: person.id }, body: { city_id: to } }),
    () => world.call(manager, api.removeCity, { query: { id: from, replacement: to } }),
  );
  expect([changed.statusCode, removed.statusCode]).toEqual([200, 200]);
  expect((await world.call(person, usersApi.get, { params: { id: person.id } })).body.city_id).toBe(to);
});

test('a category, a country or a city that has just been removed is refused wherever it is named', async () => {
  const { db } = world.services;
  const home = await country();
  const town = await city(await country());
  const person = await world.user();
  const during = async <Answer>(removal: ReturnType<typeof sql>, call: () => Promise<Answer>): Promise<Answer> => {
    const { answer } = await db.transaction().execute(async (tx) => {
      await removal.execute(tx);
      const answer = call();
      await expect.poll(() => countWaiting(db)).toBe(1);
      return { answer };
    });
    return answer;
  };
  const abroad = { ...names(), country: home };
  const csv = `name_en,name_native,country\nFar,Дальний,${home}\n`;
  const removed = sql`delete from countries where id = ${home}`;
  const again = sql`insert into countries (id, name_en, name_native, phone_code, search_names)
    overriding system value values (${home}, 'Own', 'Своя', '999', '|own|')`;

  const made = await during(removed, () => world.call(manager, api.createCity, { body: abroad }));
  expect([made.statusCode, Object.keys(made.body.fields ?? {})]).toEqual([400, ['country']]);
  await again.execute(db);
  const moved = await during(removed, () => world.call(manager, api.editCity, { body: { ...abroad, id: town } }));
  expect([moved.statusCode, Object.keys(moved.body.fields ?? {})]).toEqual([400, ['country']]);
  await again.execute(db);
  const imported = await during(removed, () =>
    world.call(manager, api.importTable, { body: { table: 'cities', csv, apply: 1 } }),
  );
  expect([imported.statusCode, imported.body.wrong]).toEqual([200, 1]);
  const settled = await during(sql`delete from cities where id = ${town}`, () =>
    world.call(person, usersApi.change, { params: { id: person.id }, body: { city_id: town } }),
  );
  expect([settled.statusCode, Object.keys(settled.body.fields ?? {})]).toEqual([400, ['city_id']]);
  const kind = await category();
  const saved = await during(sql`delete from categories where id = ${kind}`, () =>
    world.call(person, searchesApi.save, { body: { category_id: kind } }),
  );
  expect([saved.statusCode, saved.body.code]).toEqual([404, 'not_found']);
});

test('tables are ordered by a column, equal rows by their ids, and by no other column', async () => {
  const home = await country();
  for (const name of ['Б', 'а', 'ё', 'Е'])
    await world.call(manager, api.createCity, { body: { name_en: 'Same', name_native: name, country: home } });
  const list = async (query: object) =>
    (await world.call(manager, api.listCities, { query: { country: home, ...query } })).body.cities;
  const native = async (order: 'asc' | 'desc') =>
    (await list({ sort: 'name_native', order })).map(({ name_native }) => name_native);
  expect(await native('asc')).toEqual(['а', 'Б', 'Е', 'ё']);
  expect(await native('desc')).toEqual(['ё', 'Е', 'Б', 'а']);
  const same = (await list({ sort: 'name_en', order: 'desc' })).map(({ id }) => id);
  expect(same).toEqual([...same].sort((a, b) => b - a));
  const whatever = await world.call(manager, api.listCities, { query: { country: home, sort: 'population' as 'id' } });
  expect([whatever.statusCode, whatever.body.total]).toEqual([200, 4]);
});
