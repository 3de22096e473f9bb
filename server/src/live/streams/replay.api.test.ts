import { streamsApi } from '@app/contract/live/streams';
import { circleApi } from '@app/contract/people/circle';
import { publicationsApi } from '@app/contract/publishing/publications';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../../test/world.ts';
import { changeStream } from './change-stream.ts';
import { sweepStreams } from './sweep-streams.job.ts';

let world: World;

beforeAll(async () => {
  world = await createWorld();
});

afterAll(() => world.close());

const SPANS = [
  [0, 20_000],
  [50_000, 10_000],
] as const;

interface Said {
  by: Actor;
  atSeconds: number;
  message: string;
}

async function recorded(host: Actor, said: readonly Said[], audience: 'all' | 'me' = 'all') {
  const { db } = world.services;
  const { body } = await world.call(host, streamsApi.add, { body: { theme: 'Чиним велосипед', record: 1 } });
  const id = body.stream_id;
  await changeStream(world.services, id, { type: 'connected' });
  const { rows } = await sql<{ started_at: Date }>`select started_at from streams where id = ${id}`.execute(db);
  const start = rows[0]?.started_at.getTime() ?? 0;
  const ids: number[] = [];
  for (const { by, atSeconds, message } of said) {
    const answer = await world.call(by, streamsApi.sendMessage, { params: { id }, body: { message } });
    ids.push(answer.body.id);
    const at = new Date(start + atSeconds * 1000);
    await sql`update stream_messages set created_at = ${at} where id = ${answer.body.id}`.execute(db);
  }
  await world.call(host, streamsApi.edit, { body: { stream_id: id } });
  const { rows: made } = await sql<{ id: number }>`
    insert into publications (user_id, type, description, audience, state, published_at)
    values (${host.id}, 1, 'Чиним велосипед', ${audience}, 'published', now()) returning id`.execute(db);
  const publishId = made[0]?.id ?? 0;
  const spans = JSON.stringify(SPANS.map(([from, length]) => [start + from, length]));
  await sql`update stream_recordings set state = 'published', ended_at = now(), publish_id = ${publishId}, spans = ${spans}
    where stream_id = ${id}`.execute(db);
  return { id, publishId, ids };
}

const replay = (viewer: Actor | null, id: number, query: object = {}) =>
  world.call(viewer, streamsApi.replay, { params: { id }, query });
const heard = async (viewer: Actor | null, id: number, query: object = {}) =>
  (await replay(viewer, id, query)).body.list.map(({ message, place_ms }) => [message, place_ms]);

test('the chat of a recorded stream stands beside its video, each word at its place', async () => {
  const [anna, maria] = [await world.user(), await world.user()];
  const { id, publishId, ids } = await recorded(anna, [
    { by: maria, atSeconds: 3, message: 'Привет' },
    { by: anna, atSeconds: 35, message: 'Пропала связь' },
    { by: maria, atSeconds: 55, message: 'Вернулись' },
  ]);
  const one = await world.call(null, publicationsApi.one, { params: { id: publishId } });
  expect(one.body.stream_id).toBe(id);
  expect(await heard(null, id)).toEqual([
    ['Привет', 3000],
    ['Пропала связь', 20_000],
    ['Вернулись', 25_000],
  ]);
  expect(await heard(null, id, { until_ms: 21_000, size: 1 })).toEqual([['Пропала связь', 20_000]]);
  expect(await heard(null, id, { after_id: ids[1] })).toEqual([['Вернулись', 25_000]]);
  expect(await heard(null, id, { before_id: ids[1] })).toEqual([['Привет', 3000]]);
  expect(await heard(null, id, { until_ms: 2000 })).toEqual([]);
});

test('beside the video nobody reads what was deleted, who left, or whom they blocked', async () => {
  const [anna, maria, igor, olga] = [await world.user(), await world.user(), await world.user(), await world.user()];
  const { id, ids } = await recorded(anna, [
    { by: maria, atSeconds: 1, message: 'Лишнее' },
    { by: igor, atSeconds: 2, message: 'Ушёл' },
    { by: olga, atSeconds: 3, message: 'Осталась' },
  ]);
  const [first = 0] = ids;
  expect((await world.call(olga, streamsApi.deleteMessage, { params: { id, message_id: first } })).body.code).toBe(
    'forbidden',
  );
  await world.call(maria, streamsApi.deleteMessage, { params: { id, message_id: first } });
  await sql`update users set deleted_at = now() where id = ${igor.id}`.execute(world.services.db);
  expect(await heard(maria, id)).toEqual([['Осталась', 3000]]);
  await world.call(maria, circleApi.block, { params: { id: olga.id } });
  expect(await heard(maria, id)).toEqual([]);
  expect(await heard(anna, id)).toEqual([['Осталась', 3000]]);
});

test('the chat is for whom the publication is, and for nobody once it is deleted', async () => {
  const [anna, maria] = [await world.user(), await world.user()];
  const { id, publishId, ids } = await recorded(anna, [{ by: maria, atSeconds: 1, message: 'Привет' }], 'me');
  expect((await replay(maria, id)).body.code).toBe('not_found');
  expect((await replay(null, id)).body.code).toBe('not_found');
  expect((await world.call(maria, streamsApi.chat, { params: { id } })).body.code).toBe('not_found');
  expect((await world.call(anna, streamsApi.chat, { params: { id } })).body.list).toHaveLength(1);
  expect(await heard(anna, id)).toEqual([['Привет', 1000]]);
  await sql`update streams set audience = 'me' where id = ${id}`.execute(world.services.db);
  expect(
    (await world.call(maria, streamsApi.deleteMessage, { params: { id, message_id: ids[0] ?? 0 } })).statusCode,
  ).toBe(200);
  await sql`update publications set deleted_at = now() where id = ${publishId}`.execute(world.services.db);
  expect((await replay(anna, id)).body.code).toBe('not_found');
});

test('where nobody knows any more what a video is made of, its chat goes by the time since the beginning', async () => {
  const [anna, maria] = [await world.user(), await world.user()];
  const { id } = await recorded(anna, [
    { by: maria, atSeconds: 3, message: 'Раз' },
    { by: maria, atSeconds: 55, message: 'Два' },
  ]);
  await sql`update stream_recordings set spans = null where stream_id = ${id}`.execute(world.services.db);
  expect(await heard(null, id, { until_ms: 10_000 })).toEqual([['Раз', 3000]]);
  expect(await heard(null, id, { until_ms: 55_000 })).toEqual([
    ['Раз', 3000],
    ['Два', 55_000],
  ]);
});

test('staff take words away beside a video for everybody, whoever its stream was for', async () => {
  const [anna, maria, staff] = [await world.user(), await world.user(), await world.user({ groups: ['manager'] })];
  const { id, ids } = await recorded(anna, [{ by: maria, atSeconds: 1, message: 'Лишнее' }]);
  await sql`update streams set audience = 'me' where id = ${id}`.execute(world.services.db);
  expect(
    (await world.call(staff, streamsApi.deleteMessage, { params: { id, message_id: ids[0] ?? 0 } })).statusCode,
  ).toBe(200);
  expect(await heard(null, id)).toEqual([]);
  const { rows } = await sql`select 1 from audit_entries where actor_id = ${staff.id} and action = 'streams.unsay'
    and about_user_id = ${maria.id}`.execute(world.services.db);
  expect(rows).toHaveLength(1);
});

test('with its publication goes what was said, a month after the stream', async () => {
  const { db } = world.services;
  const [anna, maria] = [await world.user(), await world.user()];
  const { id, publishId } = await recorded(anna, [{ by: maria, atSeconds: 1, message: 'Привет' }]);
  await sql`update streams set ended_at = ended_at - interval '31 days' where id = ${id}`.execute(db);
  await sweepStreams.run(world.services, {});
  expect(await heard(maria, id)).toEqual([['Привет', 1000]]);
  await sql`update publications set deleted_at = now() where id = ${publishId}`.execute(db);
  await sweepStreams.run(world.services, {});
  const { rows } = await sql`select id from stream_messages where stream_id = ${id}
    union all select id from stream_recordings where stream_id = ${id}`.execute(db);
  expect(rows).toEqual([]);
});
