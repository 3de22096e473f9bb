import { chatApi, chatExportPath } from '@app/contract/messaging/chat';
import { circleApi } from '@app/contract/people/circle';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unzip } from '../../../../test/formats/unzip.ts';
import { type Actor, createWorld, type World } from '../../../../test/world.ts';
import { insertDemoChats } from '../chat.public.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const write = async (from: Actor, to: Actor, content: string, more: object = {}): Promise<number> =>
  (await world.call(from, chatApi.send, { params: { id: to.id }, body: { content, ...more } })).body.id;
const asCookie = ({ token }: Actor) => ({ cookie: `token=${token}` });
const download = (headers: Record<string, string>, otherId: number | string, lang = 'ru') =>
  world.app.inject({
    method: 'GET',
    url: chatExportPath(otherId as number),
    headers: { 'accept-language': lang, ...headers },
  });

test('a chat is downloaded to be read by people and by programs, with its files', async () => {
  const [anna, igor] = [await world.user({ firstname: 'Анна' }), await world.user({ firstname: 'Игорь<b>' })];
  const first = await write(anna, igor, 'Привет <script>alert(1)</script>');
  await write(igor, anna, 'И тебе\nпривет', { reply_to: first });
  const picture = await sharp({ create: { width: 900, height: 500, channels: 3, background: '#37a' } })
    .png()
    .toBuffer();
  await world.call(anna, chatApi.send, {
    params: { id: igor.id },
    body: { content: '' },
    files: [
      { field: 'files', name: 'Лодка & весло.png', type: 'image/png', bytes: picture },
      { field: 'files', name: 'договор "1".txt', type: 'text/plain', bytes: Buffer.from('Договор') },
    ],
  });
  const hidden = await write(anna, igor, 'Не для архива');
  await world.call(igor, chatApi.removeMessages, { body: { ids: [hidden] } });

  const answer = await download(asCookie(igor), anna.id);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="okolo-chat-\d+-[\d-]+\.zip"$/);
  const files = await unzip(answer.rawPayload);
  const html = files.get('index.html')?.toString() ?? '';
  expect(html).toContain('<title>Переписка: Анна');
  expect(html).toContain('Привет &lt;script&gt;');
  expect(html).not.toContain('<script');
  expect(html).not.toContain('Игорь<b>');
  expect(html).not.toContain('Не для архива');
  expect(html).toContain('Ответ на: Анна');
  const messages = JSON.parse(files.get('messages.json')?.toString() ?? '');
  expect(messages.map(({ seq, content }: { seq: number; content: string }) => [seq, content])).toEqual([
    [1, 'Привет <script>alert(1)</script>'],
    [2, 'И тебе\nпривет'],
    [3, ''],
  ]);
  const kept = [...files.keys()].filter((name) => name.startsWith('files/'));
  expect(kept).toHaveLength(2);
  for (const name of kept) expect(html).toContain(`"${name}"`);
  expect([...files.values()].map(String)).toContain('Договор');

  const english = await unzip((await download({ authorization: `Bearer ${igor.token}` }, anna.id, 'en')).rawPayload);
  expect(english.get('index.html')?.toString()).toContain('<title>Conversation: ');
});

test('a chat is downloaded by its two people only', async () => {
  const [anna, igor] = [await world.user(), await world.user()];
  await write(anna, igor, 'Наше');
  expect((await download({}, anna.id)).statusCode).toBe(401);
  expect((await download(asCookie(igor), igor.id)).statusCode).toBe(404);
  for (const options of [{}, { groups: ['admin'] }, { is_superuser: true }]) {
    expect((await download(asCookie(await world.user(options)), anna.id)).statusCode).toBe(404);
  }
  for (const id of ['0', '-1', '1e3', 'x', '99999999999999999999'])
    expect((await download(asCookie(igor), id)).statusCode).toBe(404);
  await world.call(igor, circleApi.block, { params: { id: anna.id } });
  expect((await download(asCookie(igor), anna.id)).statusCode).toBe(200);
  await world.call(igor, chatApi.remove, { params: { id: anna.id }, query: {} });
  expect((await download(asCookie(igor), anna.id)).statusCode).toBe(404);
  expect((await download(asCookie(anna), igor.id)).statusCode).toBe(200);
});

test('a chat of many pages is whole', async () => {
  const [anna, igor] = [await world.user(), await world.user()];
  const messages = Array.from({ length: 1203 }, (_, i) => ({
    from: (i % 2) as 0 | 1,
    content: `Сообщение ${i + 1}`,
    at: new Date(Date.parse('2026-01-01T00:00:00Z') + i * 3_600_000),
  }));
  await world.services.db
    .transaction()
    .execute((tx) => insertDemoChats(tx, [{ between: [anna.id, igor.id], messages }]));
  const files = await unzip((await download(asCookie(anna), igor.id)).rawPayload);
  const rows = JSON.parse(files.get('messages.json')?.toString() ?? '');
  expect(rows.map(({ content }: { content: string }) => content)).toEqual(messages.map(({ content }) => content));
  expect(
    files
      .get('index.html')
      ?.toString()
      .match(/<article /g),
  ).toHaveLength(1203);
  expect(files.get('index.html')?.toString().match(/<h2>/g)).toHaveLength(51);
  const heldOpen = () =>
    sql`select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`.execute(
      world.services.db,
    );
  await expect.poll(async () => (await heldOpen()).rows).toEqual([]);
});

test('three chats an hour', async () => {
  const limited = await createWorld({ environment: { RATE_LIMITS: 'on' } });
  try {
    const [anna, igor] = [await limited.user(), await limited.user()];
    await limited.call(anna, chatApi.send, { params: { id: igor.id }, body: { content: 'Привет' } });
    const codes: number[] = [];
    for (let i = 0; i < 4; i++) {
      const { statusCode } = await limited.app.inject({
        method: 'GET',
        url: chatExportPath(anna.id),
        headers: asCookie(igor),
      });
      codes.push(statusCode);
    }
    expect(codes).toEqual([200, 200, 200, 429]);
    const other = await limited.app.inject({ method: 'GET', url: chatExportPath(igor.id), headers: asCookie(anna) });
    expect(other.statusCode).toBe(200);
  } finally {
    await limited.close();
  }
});
