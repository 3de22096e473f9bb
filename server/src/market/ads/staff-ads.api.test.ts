import { adsApi } from '@app/contract/market/ads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../../test/world.ts';
import { parseCsv } from '../../platform/formats/csv.ts';

let world: World;
let manager: Actor;
let anna: Actor;
const ids: number[] = [];

const ADS = [
  { board_title: 'Яблоня', board_price: 300 },
  { board_title: 'Ёлка', board_price: 100 },
  { board_title: '=Арка, "белая"', board_price: 200 },
  { board_title: 'Ель', board_price: 100 },
];

beforeAll(async () => {
  world = await createWorld();
  [manager, anna] = await Promise.all([world.user({ groups: ['manager'] }), world.user({ paid: true })]);
  for (const ad of ADS) {
    const body = { board_description: 'Саженец', ...ad };
    ids.push((await world.call(anna, adsApi.create, { body })).body.board_id);
  }
});
afterAll(() => world.close());

const list = async (query: object) => (await world.call(manager, adsApi.list, { query })).body;
const titles = async (query: object) => (await list(query)).boards.map(({ board_title }) => board_title);
const change = (action: 'archive' | 'restore' | 'disable' | 'enable', board_ids: number[]) =>
  world.call(manager, adsApi.changeMany, { body: { board_ids, action } });
const download = (who: Actor | null, query = '') =>
  world.app.inject({
    url: `/api/boards/export.csv${query}`,
    ...(who && { cookies: { token: who.token } }),
  });
const lastEntry = () =>
  world.services.db.selectFrom('audit_entries').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();

test('staff order everybody’s ads by title, price or date, equals by their ids, and page through them without gaps', async () => {
  expect(await titles({ sort: 'title' })).toEqual(['=Арка, "белая"', 'Ёлка', 'Ель', 'Яблоня']);
  expect(await titles({ sort: 'price', order: 'desc' })).toEqual(['Яблоня', '=Арка, "белая"', 'Ель', 'Ёлка']);
  expect(await titles({ sort: 'date' })).toEqual(ADS.map(({ board_title }) => board_title));
  const pages = [await titles({ sort: 'price', size: 2 }), await titles({ sort: 'price', size: 2, offset: 2 })];
  expect(pages.flat()).toEqual(['Ёлка', 'Ель', '=Арка, "белая"', 'Яблоня']);
  expect(await titles({})).toEqual([...ADS.map(({ board_title }) => board_title)].reverse());
  expect((await list({ sort: 'owner_id' })).total).toBe(4);
});

test('what was searched for is ordered as well, and whoever looked is written down', async () => {
  const found = await list({ search: 'саженец', sort: 'title', order: 'desc', size: 2 });
  expect([found.total, found.boards.map(({ board_title }) => board_title)]).toEqual([4, ['Яблоня', 'Ель']]);
  expect(await lastEntry()).toMatchObject({
    actor_id: manager.id,
    action: 'ads.read',
    details: { search: 'саженец' },
  });
});

test('people order nothing: their own list stays as it is', async () => {
  const own = (await world.call(anna, adsApi.list, { query: { sort: 'title', state: 'archived' } })).body;
  expect(own.boards.map(({ board_title }) => board_title)).toEqual(
    [...ADS.map(({ board_title }) => board_title)].reverse(),
  );
});

test('many ads are archived at once, and exactly those come back', async () => {
  const [first = 0, second = 0, third = 0] = ids;
  await change('archive', [first]);
  const archived = await change('archive', [first, second, third, 999_999]);
  expect(archived.body.changed).toEqual([second, third]);
  expect((await list({})).total).toBe(1);
  expect((await list({ state: 'archived' })).boards.map(({ board_id }) => board_id).sort()).toEqual(
    [first, second, third].sort(),
  );
  expect(await lastEntry()).toMatchObject({ action: 'ads.read' });
  expect((await change('restore', archived.body.changed)).body.changed).toEqual([second, third]);
  expect((await list({ state: 'archived' })).boards.map(({ board_id }) => board_id)).toEqual([first]);
  await change('restore', [first]);
  expect((await list({})).total).toBe(4);
});

test('each of many ads stands in the log with its owner', async () => {
  const [first = 0, second = 0] = ids;
  await change('disable', [first, second]);
  const entries = await world.services.db
    .selectFrom('audit_entries')
    .select(['object', 'about_user_id', 'details'])
    .where('action', '=', 'ads.edit')
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  const entryOf = (id: number) => ({
    object: `ad:${id}`,
    about_user_id: anna.id,
    details: { disable: true, among: 2 },
  });
  expect(entries.reverse()).toEqual([entryOf(first), entryOf(second)]);
  await change('enable', [first, second]);
});

test('bringing ads back gives a new time to those alone whose time was over', async () => {
  const [first = 0, second = 0, other = 0] = ids;
  const over = new Date(world.services.clock().getTime() - 86_400_000);
  const ads = () =>
    world.services.db.selectFrom('ads').select(['id', 'expired', 'expires_at', 'archived_at']).orderBy('id');
  await change('archive', [first, second, other]);
  await world.services.db
    .updateTable('ads')
    .set({ expired: true, expires_at: over })
    .where('id', 'in', [first, other])
    .execute();
  const before = await ads().where('id', 'in', [second, other]).execute();
  await change('restore', [first, second]);
  const [renewed, kept, untouched] = await ads().where('id', 'in', [first, second, other]).execute();
  expect(renewed).toMatchObject({ expired: false, archived_at: null });
  expect(renewed?.expires_at.getTime()).toBeGreaterThan(world.services.clock().getTime());
  expect(kept).toEqual({ ...before[0], archived_at: null });
  expect(untouched).toEqual(before[1]);
  await change('restore', [other]);
});

test('many ads are switched off at once: the public list loses them, and has them again', async () => {
  const shown = async () => (await world.call(null, adsApi.listEnabled, { query: {} })).body.total;
  const disabled = await change('disable', ids.slice(0, 2));
  expect(disabled.body.changed).toEqual(ids.slice(0, 2));
  expect((await list({ state: 'disabled' })).total).toBe(2);
  expect((await list({ state: 'active' })).total).toBe(2);
  expect(await shown()).toBe(2);
  await change('enable', disabled.body.changed);
  expect(await shown()).toBe(4);
});

test('what staff do to an ad of somebody else is written down, what its owner does is not', async () => {
  const [id = 0] = ids;
  await world.call(manager, adsApi.edit, { body: { board_id: id, board_price: 310 } });
  expect(await lastEntry()).toMatchObject({
    actor_id: manager.id,
    action: 'ads.edit',
    object: `ad:${id}`,
    about_user_id: anna.id,
    details: { changed: ['board_price'] },
  });
  const before = (await lastEntry()).id;
  await world.call(anna, adsApi.edit, { body: { board_id: id, board_price: 300 } });
  expect((await lastEntry()).id).toBe(before);
});

test('the list is a file that spreadsheets open without running anything', async () => {
  const file = await download(manager);
  expect([file.statusCode, file.headers['content-type'], file.headers['content-disposition']]).toEqual([
    200,
    'text/csv; charset=utf-8',
    'attachment; filename="ads.csv"',
  ]);
  expect(file.body).toContain(`"'=Арка, ""белая"""`);
  const lines = parseCsv(file.body) ?? [];
  expect(lines[0]?.cells.slice(0, 2)).toEqual(['board_id', 'board_title']);
  expect(lines.slice(1).map(({ cells }) => [Number(cells[0]), cells[1], cells[7]])).toEqual(
    ids.map((id, index) => [id, ADS[index]?.board_title, 'active']),
  );
  expect(parseCsv((await download(manager, '?search=яблоня')).body)).toHaveLength(2);
  expect(parseCsv((await download(manager, '?state=archived')).body)).toHaveLength(1);
  expect(await lastEntry()).toMatchObject({ action: 'ads.read', details: { file: true, state: 'archived' } });
});

test('the file is for staff', async () => {
  expect((await download(null)).statusCode).toBe(401);
  expect((await download(anna)).statusCode).toBe(403);
});
