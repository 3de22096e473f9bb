import { SEARCH_TOTAL_MAX } from '@app/contract/market/ads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { querySearch } from '../../../platform/search/query-search.ts';
import { applySearchChanges } from '../../../platform/search/vocabulary.ts';
import { boundedPage, loadPage } from '../ad-page.ts';
import { listPublicAds } from './list-public-ads.ts';

const anonymous: Viewer = {
  userId: null,
  sessionId: null,
  isStaff: false,
  isSuperuser: false,
  isPaid: false,
  lang: 'ru',
  ip: '127.0.0.1',
};

const ADS = {
  bike: ['Велосипед детский «Стриж»', 'Катались два лета, шины новые, есть звонок и багажник.'],
  bikes: ['Ремонт велосипедов и самокатов', 'Приедем с инструментами, починим за час.'],
  sofa: ['Диван угловой', 'Почти новый, раскладывается. Самовывоз.'],
  tree: ['Ёлка искусственная', 'Метель и мишура в подарок. Зелёная, пушистая.'],
  firs: ['Саженцы елей', 'Корни закрытые, высота один метр.'],
  wardrobe: ['Шкаф-купе б/у', 'Три двери, зеркало. Разберём и вынесем.'],
  phone: ['iPhone 15 Pro 256Gb', 'Батарея 92%. Коробка, чек. Пишите на seller@example.com или заходите на example.com'],
  flat: ['Сдаётся 2-комнатная квартира', 'Центр, 54.5 м², 5/9 этаж, без животных.'],
  kittens: ['Котята в добрые руки', 'Едят сами, к лотку приучены. Мама сибирская.'],
  shoes: ["Men's running shoes", 'Worn twice, excellent condition; сetting sizes 42-43.'],
  tutor: ['Репетитор по математике', 'Готовлю к ЕГЭ, занимаюсь с детьми и взрослыми.'],
  korean: ['자전거 판매', '거의 새것입니다'],
} as const;
type Name = keyof typeof ADS;

let database: TestDatabase;
const nameOf = new Map<number, Name>();
let owner: number;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const person = {
    login: 'anna',
    email: 'anna@example.com',
    firstname: 'Анна',
    lastname: 'Шевченко',
    password_hash: '',
  };
  const nothing = { phone: null, country_id: null, city_id: null, photo_image_id: null, invited_by: null };
  ({ id: owner } = await db
    .insertInto('users')
    .values({ ...person, ...nothing, referral_code: 'ANNA22' })
    .returning('id')
    .executeTakeFirstOrThrow());
  for (const name of Object.keys(ADS) as Name[]) {
    const [title, description] = ADS[name];
    const row = { owner_id: owner, title, description, category_id: null, country_id: null, city_id: null };
    const { id } = await db.insertInto('ads').values(row).returning('id').executeTakeFirstOrThrow();
    nameOf.set(id, name);
  }
  await applySearchChanges(database.pool);
});

afterAll(() => database.drop());

const look = (search: string, more: object = {}) =>
  listPublicAds(database, anonymous, { page: 1, size: 100, search, ...more });

const find = async (search: string) => (await look(search)).boards.map((board) => nameOf.get(board.board_id)).sort();

test.each<[string, Name[]]>([
  ['велосипед', ['bike', 'bikes']],
  ['велосипеды', ['bike', 'bikes']],
  ['велосипедами', ['bike', 'bikes']],
  ['ВЕЛОСИПЕД', ['bike', 'bikes']],
  ['детские велосипеды', ['bike']],
  ['детского велосипеда', ['bike']],
  ['угловые диваны', ['sofa']],
  ['новый', ['sofa', 'bike']],
  ['квартиру', ['flat']],
  ['репетиторы математика', ['tutor']],
  ['shoe', ['shoes']],
  ['run', ['shoes']],
  ['елка', ['tree']],
  ['ёлка', ['tree']],
  ['Ёлки', ['tree']],
  ['зеленая', ['tree']],
  ['зелёные', ['tree']],
  ['метёль', ['tree']],
  ['вел', ['bike', 'bikes']],
  ['велосип', ['bike', 'bikes']],
  ['див', ['sofa']],
  ['котя', ['kittens']],
  ['ремонт вел', ['bikes']],
  ['iph', ['phone']],
  ['угловой диван', ['sofa']],
  ['диван самовывоз', ['sofa']],
  ['шкаф купе', ['wardrobe']],
  ['шкаф-купе', ['wardrobe']],
  ['купе', ['wardrobe']],
  ['б/у шкаф', ['wardrobe']],
  ['example', ['phone']],
  ['example.com', ['phone']],
  ['seller@example.com', ['phone']],
  ['комнатная', ['flat']],
  ['54.5', ['flat']],
  ['5/9', ['flat']],
  ['256gb', ['phone']],
  ["men's", ['shoes']],
  ['репетитор по математике', ['tutor']],
  ['котята в', ['kittens']],
  ['и диван', ['sofa']],
  ['자전거', ['korean']],
  ['lbdfy', ['sofa']],
  ['dtkjcbgtl', ['bike', 'bikes']],
  ['шзрщту', ['phone']],
  ['вертолёт', []],
  ['самолетами', []],
])('a search for «%s» finds %j', async (search, expected) => {
  expect(await find(search)).toEqual([...expected].sort());
});

test.each([
  "диван'",
  '"диван"',
  'диван & !',
  '!диван',
  '(диван',
  'диван) | (велосипед',
  'диван:*',
  'диван:A',
  'диван <-> угловой',
  'диван\\',
  '\\',
  "'''",
  '%_%',
  ':*',
  "'; drop table ads; --",
  '$1 $2',
  'а'.repeat(200),
  'слово '.repeat(33),
  '🚲 велосипед',
  '\u202eдиван',
])('signs that mean something to the database are only signs: «%s»', async (search) => {
  const { total, boards } = await look(search);
  expect(boards.length).toBe(total);
});

test('words that no ad has together are searched with one fewer, and the answer says so', async () => {
  expect(await look('диван велосипед')).toMatchObject({ corrected: expect.stringMatching(/^(диван|велосипед)$/) });
  expect(await look('диван зюзюблик')).toMatchObject({ total: 1, corrected: 'диван' });
  expect(await look('зюзюблик')).toMatchObject({ total: 0, boards: [] });
});

test.each([
  ['велосепед', 'велосипед'],
  ['lbdfy eukjdjq', 'диван угловой'],
  ['velosiped', 'велосипед'],
  ['котяят', 'котята'],
])('what was searched in place of «%s» is said: «%s»', async (typed, meant) => {
  const found = await look(typed);
  expect(found.corrected).toBe(meant);
  expect(found.total).toBeGreaterThan(0);
});

test('what finds something as it is typed is never corrected', async () => {
  for (const search of ['велосипед', 'диваны', 'iphone', 'див'])
    expect(await look(search)).not.toHaveProperty('corrected');
});

test('a search without a letter or digit is no search', async () => {
  for (const search of ['', '   ', '«»', '...']) expect((await look(search)).boards).toHaveLength(nameOf.size);
});

test('matches come newest first and page by page', async () => {
  const all = await look('велосипед');
  expect(all).toMatchObject({ total: 2, total_bounded: 0 });
  expect(all.boards.map((board) => board.board_id)).toEqual(
    all.boards.map((board) => board.board_id).sort((a, b) => b - a),
  );
  const second = await look('велосипед', { size: 1, page: 2 });
  expect(second.boards.map((board) => board.board_id)).toEqual([all.boards[1]?.board_id]);
  expect(await look('велосипед', { page: 9 })).toMatchObject({ boards: [], total: 2 });
});

test('what the title names comes first, and words of the deal count anywhere', async () => {
  const row = { owner_id: owner, category_id: null, country_id: null, city_id: null };
  const named = { ...row, title: 'Патефон', description: 'Продам недорого' };
  const said = { ...row, title: 'Продам недорого', description: 'Подставка под патефон' };
  for (const ad of [named, said]) await database.db.insertInto('ads').values(ad).execute();
  const titles = async (search: string) => (await look(search)).boards.map(({ board_title }) => board_title);
  expect(await titles('патефон')).toEqual([named.title, said.title]);
  expect(await titles('продам патефон недорого')).toEqual([named.title, said.title]);
});

test('filters narrow a search, and hidden ads stay hidden from it', async () => {
  const { db } = database;
  const [category, other] = await db.selectFrom('categories').select('id').limit(2).execute();
  const row = { owner_id: owner, title: 'Гитара', description: 'Шесть струн', country_id: null, city_id: null };
  await db
    .insertInto('ads')
    .values([
      { ...row, category_id: category?.id ?? null },
      { ...row, category_id: other?.id ?? null },
      { ...row, category_id: category?.id ?? null, enabled: false },
      { ...row, category_id: category?.id ?? null, archived_at: new Date() },
      { ...row, category_id: category?.id ?? null, blocked_at: new Date() },
      { ...row, category_id: category?.id ?? null, owner_hidden: true },
    ])
    .execute();
  expect((await look('гитары')).total).toBe(2);
  expect((await look('гитары', { category_id: category?.id })).total).toBe(1);
});

test('more matches than anybody reads are not counted to the end', async () => {
  await database.pool.query(
    `insert into ads (owner_id, title, description)
     select $1, 'Табурет ' || n, 'Крепкий' from generate_series(1, $2::int) n`,
    [owner, SEARCH_TOTAL_MAX + 50],
  );
  const found = await look('табуреты', { size: 12 });
  expect(found).toMatchObject({ total: SEARCH_TOTAL_MAX, total_bounded: 1 });
  expect(found.boards).toHaveLength(12);
  const last = await look('табуреты', { size: 100, page: 10 });
  expect(last.boards).toHaveLength(100);
  expect((await look('табуреты', { size: 100, page: 11 })).boards).toEqual([]);
});

test('pages are the same ads in the same order, however many of them count as recent', async () => {
  const page = async (since: string | undefined, offset: number) => {
    const { boards, total } = await loadPage(database.pool, anonymous, {
      ...boundedPage('is_public', 5, offset, { since }),
      values: [],
    });
    return { total, ids: boards.map(({ board_id }) => board_id) };
  };
  const { rows } = await database.pool.query<{ at: string }>(
    'select created_at::text as at from ads where is_public order by created_at desc, id desc',
  );
  const dates = [rows[0]?.at, rows[3]?.at, rows.at(-1)?.at, '2999-01-01', '1999-01-01'];
  for (const offset of [0, 5, 990]) {
    const asOne = await page(undefined, offset);
    for (const at of dates) expect(await page(`timestamptz '${at}'`, offset)).toEqual(asOne);
  }
});

test('a search that the planner misjudged goes on by the index of words', async () => {
  const slowByDate = `select $1::text as found,
    pg_sleep(case when current_setting('enable_indexscan') = 'on' then 60 else 0 end)`;
  const query = { text: slowByDate, values: ['диван'] };
  expect(await querySearch(database.pool, query, 20)).toMatchObject([{ found: 'диван' }]);
  const { rows } = await database.pool.query(
    `select current_setting('enable_indexscan') as scan, current_setting('statement_timeout') as timeout`,
  );
  expect(rows).toEqual([{ scan: 'on', timeout: '0' }]);
});
