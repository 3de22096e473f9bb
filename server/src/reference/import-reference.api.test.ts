import {
  referenceApi as api,
  REFERENCE_IMPORT_LINES_MAX,
  type ReferenceTable,
} from '@app/contract/reference/reference';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../test/world.ts';

let world: World;
let manager: Actor;

beforeAll(async () => {
  world = await createWorld();
  manager = await world.user({ groups: ['manager'] });
});
afterAll(() => world.close());

const read = async (table: ReferenceTable, csv: string, apply: 0 | 1 = 0) => {
  const answer = await world.call(manager, api.importTable, { body: { table, csv, apply } });
  expect(answer.statusCode).toBe(200);
  return answer.body;
};
const figures = ({ applied, created, changed, same, wrong }: Awaited<ReturnType<typeof read>>) => [
  applied,
  created,
  changed,
  same,
  wrong,
];
const total = async () => (await world.call(null, api.listCategories, { query: { size: 1000 } })).body.total;

test('a dry run tells what would change and changes nothing; applied, it is so, and the same file again changes nothing', async () => {
  const csv = 'id;name_en;name_native\n1;Real estate;Недвижимость\n;Boats;Лодки\n;Transport;транспорт\n';
  const before = await total();
  const dry = await read('categories', csv);
  expect(figures(dry)).toEqual([0, 1, 2, 0, 0]);
  expect(dry.changes[0]).toEqual({
    line: 2,
    name: 'Недвижимость',
    fields: [{ field: 'name_en', before: 'Property', after: 'Real estate' }],
  });
  expect(dry.changes[1]).toEqual({ line: 3, name: 'Лодки', fields: [] });
  expect(await total()).toBe(before);
  expect(figures(await read('categories', csv, 1))).toEqual([1, 1, 2, 0, 0]);
  expect(await total()).toBe(before + 1);
  expect(figures(await read('categories', csv, 1))).toEqual([1, 0, 0, 3, 0]);
  const { categories } = (await world.call(null, api.listCategories, { query: { search: 'лодки' } })).body;
  expect(categories.map(({ name_en }) => name_en)).toEqual(['Boats']);
});

test.each(['categories', 'countries', 'cities'] as const)('an exported file of %s says nothing new', async (table) => {
  const file = await world.app.inject({
    url: `/api/${table}/export.csv?country=2`,
    cookies: { token: manager.token },
  });
  const report = await read(table, file.body, 1);
  expect(figures(report).slice(0, 3)).toEqual([1, 0, 0]);
  expect([report.same > 0, report.wrong]).toEqual([true, 0]);
});

test('cities name their country by id, code or name, and say where they lie', async () => {
  const csv =
    'name_en,name_native,country,lat,lon\nOne,Первый,1,"55,5",49\nTwo,Второй,RU,-10.5,20\nThree,Третий,Россия,,\n';
  expect(figures(await read('cities', csv, 1))).toEqual([1, 3, 0, 0, 0]);
  const { cities } = (await world.call(null, api.listCities, { query: { country: 1, search: 'второй' } })).body;
  const city = (await world.call(null, api.getCity, { params: { id: cities[0]?.id ?? 0 } })).body;
  expect([city.country, city.lat, city.lon]).toEqual([1, -10.5, 20]);
});

test('every wrong line is told with its number, and then no line is taken', async () => {
  const csv = [
    'id,name_en,name_native,country,lat,lon',
    ',Good,Хороший,1,,',
    ',,Без английского,1,,',
    ',Nowhere,Нигде,Нарния,,',
    ',Far,Далёкий,1,91,10',
    ',Half,Половина,1,10,',
    '999999,Ghost,Призрак,1,,',
    ',Again,Хороший,1,,',
  ].join('\r\n');
  const report = await read('cities', csv, 1);
  expect(figures(report)).toEqual([0, 1, 0, 0, 6]);
  expect(report.errors.map(({ line }) => line)).toEqual([3, 4, 5, 6, 7, 8]);
  expect(report.errors[0]?.message).toBe('Нужны оба названия, каждое до 120 знаков');
  expect(report.errors.at(-1)?.message).toBe('То же самое уже есть в строке 2');
  const found = (await world.call(null, api.listCities, { query: { country: 1, search: 'хороший' } })).body;
  expect(found.cities.filter(({ name_native }) => name_native === 'Хороший')).toEqual([]);
});

test('countries keep their codes apart', async () => {
  const report = await read(
    'countries',
    'name_en,name_native,phone_code,iso\nA,Альфа,+999,RUS\nB,Бета,x,\nC,Гамма,998,zz',
  );
  expect(report.errors.map(({ line }) => line)).toEqual([2, 3]);
  const other = await read('countries', 'id,name_en,name_native,phone_code,iso\n2,Ukraine,Украина,380,RU');
  expect(other.errors).toHaveLength(1);
});

test('a file without its columns, with an open quote or with too many lines is refused in its first line', async () => {
  const many = `name_en,name_native\n${'a,b\n'.repeat(REFERENCE_IMPORT_LINES_MAX + 1)}`;
  for (const csv of ['', 'foo,bar\n1,2', 'name_en,name_native\n"a,b', many]) {
    const report = await read('categories', csv, 1);
    expect([report.applied, report.errors.map(({ line }) => line)]).toEqual([0, [1]]);
  }
});

test('what was imported is written down once', async () => {
  await read('categories', 'name_en,name_native\nKites,Змеи', 1);
  const entry = await world.services.db
    .selectFrom('audit_entries')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(entry).toMatchObject({
    actor_id: manager.id,
    action: 'reference.edit',
    object: 'categories',
    details: { imported: true, created: 1, changed: 0 },
  });
});

test('thousands of columns that no table has are passed over', async () => {
  const strange = Array.from({ length: 18_000 }, (_, index) => index.toString(36)).join(',');
  const lines = Array.from({ length: REFERENCE_IMPORT_LINES_MAX }, () => 'x\n').join('');
  const report = await read('categories', `id,name_en,name_native,${strange}\n${lines}`);
  expect(figures(report)).toEqual([0, 0, 0, 0, REFERENCE_IMPORT_LINES_MAX]);
});
