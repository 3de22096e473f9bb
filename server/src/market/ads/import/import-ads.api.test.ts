import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { adsApi } from '@app/contract/market/ads';
import { favoritesApi } from '@app/contract/market/favorites';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../../../test/world.ts';
import { type ImportCounts, importAds } from './import-ads.ts';
import { splitLines } from './read-feed.ts';

let world: World;
let folder: string;
let ownerId: number;
let feeds = 0;

beforeAll(async () => {
  world = await createWorld();
  folder = await mkdtemp(path.join(tmpdir(), 'okolo-import-'));
  ownerId = (await world.user({ groups: ['manager'] })).id;
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

interface Result {
  counts: ImportCounts;
  problems: string[];
}

async function bring(text: string | Buffer, { kind = 'jsonl', source = `feed-${feeds++}` } = {}): Promise<Result> {
  const file = path.join(folder, `${source}.${kind}`);
  await writeFile(file, text);
  const problems: string[] = [];
  const onProblem = (line: number, problem: string): void => void problems.push(`${line}: ${problem}`);
  return { counts: await importAds(world.services, { file, source, ownerId, onProblem }), problems };
}

const entry = (change: object = {}): object => ({
  external_id: 'a1',
  board_title: 'Лодка надувная',
  board_description: 'С вёслами',
  board_price: 9000,
  user_firstname: 'Степан',
  user_phone: '+79170000001',
  ...change,
});
const lines = (...entries: object[]): string => entries.map((one) => JSON.stringify(one)).join('\n');

const found = async (search: string) => {
  const { body } = await world.call(null, adsApi.listEnabled, { query: { search } });
  return body.boards.map(({ board_title, board_price }) => `${board_title} ${board_price}`);
};

/** The bytes of a text in an encoding that gives each Russian letter one byte from a list of ranges. */
const encode = (text: string, letters: string): Buffer =>
  Buffer.from([...text].map((sign) => (letters.includes(sign) ? 0x80 + letters.indexOf(sign) : sign.charCodeAt(0))));
const table = (encoding: string) =>
  new TextDecoder(encoding).decode(Uint8Array.from({ length: 128 }, (_, i) => 0x80 + i));
const CSV = 'external_id;board_title;board_description\n1;Самокат Ёлка;Почти новый\n';

test('a feed in Windows-1251 is read as such', async () => {
  const { counts, problems } = await bring(encode(CSV, table('windows-1251')), { kind: 'csv' });
  expect({ counts, problems }).toMatchObject({ counts: { created: 1, skipped: 0 }, problems: [] });
  expect(await found('Самокат')).toEqual(['Самокат Ёлка 0']);
});

test.each([
  ['KOI8-R', encode(CSV, table('koi8-r'))],
  ['DOS', encode(CSV, table('ibm866'))],
  ['UTF-16', Buffer.from(`\uFEFF${CSV}`, 'utf16le')],
  ['UTF-8 that was cut', Buffer.from(CSV).subarray(0, -2)],
])('a feed in %s is refused as a whole, and nothing of it is published', async (_, bytes) => {
  await expect(bring(bytes, { kind: 'csv' })).rejects.toThrow('save it as UTF-8');
});

test('a feed of JSON lines becomes ads of their outside authors, with place and category by name', async () => {
  const { counts, problems } = await bring(
    lines(entry({ category: 'Хобби', city: 'Казань', country: 'Россия', board_district: 'Вахитовский' })),
  );
  expect({ counts, problems }).toEqual({ counts: { created: 1, changed: 0, same: 0, skipped: 0 }, problems: [] });
  const { body } = await world.call(null, adsApi.listEnabled, { query: { search: 'лодка' } });
  expect(body.boards[0]).toMatchObject({
    board_external: 1,
    user_firstname: 'Степан',
    category: { name: 'Хобби' },
    city: { name: 'Казань' },
    country: { name: 'Россия' },
    board_district: 'Вахитовский',
  });
  expect(JSON.stringify(body)).not.toContain('0000001');
});

test('the same ad brought in again changes only what changed', async () => {
  const source = 'twice';
  await bring(lines(entry({ board_title: 'Байдарка' }), entry({ external_id: 'a2', board_title: 'Катамаран' })), {
    source,
  });
  const again = await bring(
    lines(
      entry({ board_title: 'Байдарка', board_price: 8500 }),
      entry({ external_id: 'a2', board_title: 'Катамаран' }),
    ),
    { source },
  );
  expect(again.counts).toEqual({ created: 0, changed: 1, same: 1, skipped: 0 });
  expect(await found('байдарка')).toEqual(['Байдарка 8500']);
  expect(await found('катамаран')).toEqual(['Катамаран 9000']);
});

test('whoever keeps an ad hears that its feed lowered the price, and what a feed still lists does not end', async () => {
  const { db } = world.services;
  const source = 'living';
  const boat = (price: number) => lines(entry({ board_title: 'Тримаран', board_price: price }));
  await bring(boat(9000), { source });
  const one = () =>
    db
      .selectFrom('ads')
      .select(['id', 'expires_at', 'archived_at', 'expired', 'published_at'])
      .where('external_source', '=', source)
      .executeTakeFirstOrThrow();
  const { id, published_at } = await one();
  expect(published_at).not.toBeNull();
  const keeper = await world.user();
  await world.call(keeper, favoritesApi.add, { body: { subscription_board_id: id } });
  await bring(boat(7000), { source });
  const news = await db.selectFrom('favorite_events').select(['kind', 'price']).where('ad_id', '=', id).execute();
  expect(news).toEqual([{ kind: 'price_drop', price: 7000 }]);

  await db
    .updateTable('ads')
    .set({ archived_at: new Date(), expired: true, expires_at: new Date() })
    .where('id', '=', id)
    .execute();
  const { counts } = await bring(boat(7000), { source });
  expect(counts).toEqual({ created: 0, changed: 0, same: 1, skipped: 0 });
  expect(await one()).toMatchObject({ archived_at: null, expired: false });
  expect((await one()).expires_at.getTime()).toBeGreaterThan(Date.now() + 59 * 86_400_000);
});

test('half characters in a feed are no reason to stop', async () => {
  const { counts } = await bring(lines(entry({ board_title: 'Понтон \ud800', user_firstname: '\udfff' })));
  expect(counts).toMatchObject({ created: 1, skipped: 0 });
});

test('the same number from two sources is two ads', async () => {
  await bring(lines(entry({ board_title: 'Ялик первый' })), { source: 'one' });
  await bring(lines(entry({ board_title: 'Ялик второй' })), { source: 'two' });
  expect((await found('ялик')).sort()).toEqual(['Ялик второй 9000', 'Ялик первый 9000']);
});

test('bad lines are named by their number and left out, the good ones around them come in', async () => {
  const { counts, problems } = await bring(
    [
      JSON.stringify(entry({ external_id: 'g1', board_title: 'Плот первый' })),
      '{"external_id": "broken"',
      '',
      JSON.stringify(entry({ external_id: 'b1', board_title: '' })),
      JSON.stringify(entry({ external_id: 'b2', board_price: '1e309' })),
      JSON.stringify(entry({ external_id: 'b3', city: 'Небывальск' })),
      JSON.stringify(entry({ external_id: 'b4', photos: ['../../etc/passwd'] })),
      JSON.stringify(entry({ external_id: 'b5', published: '2999-01-01' })),
      JSON.stringify(entry({ external_id: 'b6', board_description: 'x'.repeat(300_000) })),
      JSON.stringify(entry({ external_id: 'g2', board_title: 'Плот второй' })),
    ].join('\n'),
  );
  expect(counts).toEqual({ created: 2, changed: 0, same: 0, skipped: 7 });
  expect(problems.map((problem) => problem.split(':').slice(0, 2).join(':'))).toEqual([
    '2: not JSON',
    '4: board_title',
    '5: board_price',
    '6: city',
    '7: photos',
    '8: published',
    '9: longer than 262144 bytes',
  ]);
  expect(await found('плот')).toHaveLength(2);
});

test('CSV with a header comes in as well, whatever parts its columns', async () => {
  const { counts, problems } = await bring(
    '\uFEFFexternal_id;board_title;board_description;board_price;city\r\nc1;"Спиннинг; новый";"Две строки\r\nтекста";1200;Казань\r\nc2;лишнее\r\nc3;Эхолот;Рабочий;;\r\n',
    { kind: 'csv' },
  );
  expect(counts).toEqual({ created: 2, changed: 0, same: 0, skipped: 1 });
  expect(problems[0]).toMatch(/^\d: Invalid Record Length/);
  expect(await found('спиннинг')).toEqual(['Спиннинг; новый 1200']);
  expect(await found('эхолот')).toEqual(['Эхолот 0']);
});

test('pictures beside the feed come along, once', async () => {
  await mkdir(path.join(folder, 'pictures'), { recursive: true });
  const picture = sharp({ create: { width: 640, height: 400, channels: 3, background: '#275' } });
  await picture.jpeg().toFile(path.join(folder, 'pictures/boat.jpg'));
  const feed = lines(entry({ board_title: 'Катер с фото', photos: ['pictures/boat.jpg'] }));
  await bring(feed, { source: 'pictures' });
  await bring(feed, { source: 'pictures' });
  const { body } = await world.call(null, adsApi.listEnabled, { query: { search: 'катер', photo: 1 } });
  expect(body.boards.map(({ board_photos }) => board_photos.length)).toEqual([1]);
});

test('an interrupted import goes on behind its last whole batch, and the result is as if nothing had happened', async () => {
  const source = 'interrupted';
  const file = path.join(folder, `${source}.jsonl`);
  const count = 1200;
  const feed = Array.from({ length: count }, (_, n) =>
    entry({ external_id: `n${n}`, board_title: `Весло номер ${n}` }),
  );
  await writeFile(file, lines(...feed));
  let progress = 0;
  const stop = new Error('power cut');
  const onProgress = (): void => {
    progress += 1;
    if (progress === 2) throw stop;
  };
  await expect(importAds(world.services, { file, source, ownerId, onProgress })).rejects.toBe(stop);
  const stored = () =>
    world.services.db
      .selectFrom('ads')
      .select((is) => is.fn.countAll<number>().as('n'))
      .where('external_source', '=', source)
      .executeTakeFirstOrThrow();
  expect((await stored()).n).toBe(1000);

  const counts = await importAds(world.services, { file, source, ownerId });
  expect(counts).toEqual({ created: count, changed: 0, same: 0, skipped: 0 });
  expect((await stored()).n).toBe(count);
});

test('feeds are no way around the stop words', async () => {
  await sql`
    insert into blocklist_words (word, reason, query) values ('динамит', 'Взрывчатку не продают.', blocklist_word_query('динамит'))`.execute(
    world.services.db,
  );
  await bring(lines(entry({ external_id: 'd1', board_title: 'Динамиты для рыбалки' })));
  expect(await found('динамит')).toEqual([]);
  const held = await world.services.db
    .selectFrom('ads')
    .select('matched_word')
    .where('title', 'like', 'Динамит%')
    .execute();
  expect(held).toEqual([{ matched_word: 'динамит' }]);
});

test('a line without an end does not fill memory', async () => {
  const endless = Readable.from(
    (function* () {
      for (let part = 0; part < 64; part += 1) yield Buffer.alloc(64 * 1024, 'a');
      yield Buffer.from('\nlast');
    })(),
  );
  const seen: (string | undefined)[] = [];
  for await (const { text } of splitLines(endless)) seen.push(text);
  expect(seen).toEqual([undefined, 'last']);
});

test('lines are whole wherever the stream is cut, and a byte order mark is not part of the first', async () => {
  const file = path.join(folder, 'cut.txt');
  await writeFile(file, '\uFEFFпервая\r\nвторая\n\nчетвёртая');
  const seen: [number, string | undefined][] = [];
  for await (const { line, text } of splitLines(createReadStream(file, { highWaterMark: 3 }))) seen.push([line, text]);
  expect(seen).toEqual([
    [1, 'первая\r'],
    [2, 'вторая'],
    [3, ''],
    [4, 'четвёртая'],
  ]);
});

test('a feed may name kinds, each with what belongs to it, and follows a change of them', async () => {
  const source = 'kinds';
  const ads = (kind: object) =>
    lines(
      entry({ external_id: 'k1', board_title: 'Тузик первый', ...kind }),
      entry({ external_id: 'k2', board_title: 'Тузик второй', board_kind: 'give' }),
      entry({ external_id: 'k3', board_title: 'Тузик третий' }),
      entry({ external_id: 'k4', board_title: 'Тузик четвёртый', board_kind: 'borrow' }),
    );
  const shown = async () => {
    const { boards } = (await world.call(null, adsApi.listEnabled, { query: { search: 'тузик' } })).body;
    return boards
      .map(({ board_title, board_kind, board_price, board_price_period = '' }) =>
        [board_title, board_kind, board_price, board_price_period].join(' ').trim(),
      )
      .sort();
  };
  const { counts, problems } = await bring(ads({ board_kind: 'rent', board_price_period: 'day' }), { source });
  expect(counts).toMatchObject({ created: 3, skipped: 1 });
  expect(problems).toEqual([expect.stringMatching(/^4: board_kind/)]);
  const others = ['Тузик второй give 0', 'Тузик третий sell 9000'];
  expect(await shown()).toEqual([others[0], 'Тузик первый rent 9000 day', others[1]]);
  expect((await bring(ads({ board_kind: '' }), { source })).counts).toMatchObject({ created: 0, changed: 1, same: 2 });
  expect(await shown()).toEqual([others[0], 'Тузик первый sell 9000', others[1]]);
});
