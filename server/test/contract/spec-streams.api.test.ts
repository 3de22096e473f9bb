import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../world.ts';
import { createOutsideClient, type OutsideClient, type Received } from './outside-client.ts';

let world: World;
let client: OutsideClient;
let anna: Actor;

beforeAll(async () => {
  world = await createWorld();
  client = await createOutsideClient(world);
});

beforeAll(async () => {
  anna = await world.user({ firstname: 'Анна', lastname: 'Шевченко' });
});

afterAll(() => world.close());

const STREAM = {
  stream_id: expect.any(Number),
  user_id: expect.any(Number),
  theme: expect.any(String),
  user_name: expect.any(String),
  photo: null,
  is_active: 1,
};

const start = async (as: Actor, theme = 'Чиним лодку'): Promise<number> =>
  Number(
    (await client.succeed('PUT', '/api/streams/add', { as, body: { theme, user_name: 'Я', photo: '' } })).body
      .stream_id,
  );
const end = (as: Actor, stream_id: number) => client.succeed('PUT', '/api/streams/edit', { as, body: { stream_id } });
const idsOf = ({ body }: Received) => (body.streams as Record<string, unknown>[]).map(({ stream_id }) => stream_id);

test('PUT streams/add {theme, user_name, photo} answers stream_id, and who streams is who is signed in', async () => {
  for (const spelling of ['json', 'urlencoded', 'multipart'] as const) {
    const body = { theme: 'Чиним лодку', user_name: 'Чужое Имя', photo: '/media/x.webp', user_id: 1, is_active: 1 };
    const { body: made } = await client.succeed('PUT', '/api/streams/add', { as: anna, body, spelling });
    expect(made).toMatchObject({ ...STREAM, user_id: anna.id, user_name: 'Анна Шевченко', theme: 'Чиним лодку' });
    await end(anna, Number(made.stream_id));
  }
  await client.refused('PUT', '/api/streams/add', { body: { theme: 'Я' } }, 401, 'unauthorized');
  await client.refused(
    'PUT',
    '/api/streams/add',
    { as: anna, by: 'forged browser', body: { theme: 'Я' } },
    403,
    'csrf',
  );
});

test.each([
  ['empty', { theme: '' }],
  ['spaces', { theme: '  ' }],
  ['null', { theme: null }],
  ['absent', {}],
])('a theme that is %s is no mistake', async (_, theme) => {
  const { body } = await client.succeed('PUT', '/api/streams/add', { as: anna, body: { ...theme, photo: null } });
  expect(body).toMatchObject({ ...STREAM, theme: expect.stringMatching(/./) });
  await end(anna, Number(body.stream_id));
});

test('GET streams/get and PUT streams/get list what is active, to guests too, and change nothing', async () => {
  const id = await start(anna);
  for (const as of [anna, null]) {
    for (const [verb, sent] of [
      ['GET', {}],
      ['PUT', {}],
      ['PUT', { body: {} }],
    ] as const) {
      const answer = await client.succeed(verb, '/api/streams/get', { as, ...sent });
      expect(answer.body.streams).toContainEqual(expect.objectContaining({ ...STREAM, stream_id: id }));
    }
  }
  const far = await client.succeed('GET', '/api/streams/get?page=40');
  expect(far.body).toMatchObject({ streams: [], total: 1 });
  expect(idsOf(await client.succeed('GET', '/api/streams/get?page=0'))).toEqual([id]);
  await end(anna, id);
  expect(idsOf(await client.succeed('GET', '/api/streams/get'))).not.toContain(id);
});

test('PUT streams/edit {stream_id} ends it, again and again, and only one’s own', async () => {
  const id = await start(anna);
  await client.refused(
    'PUT',
    '/api/streams/edit',
    { as: await world.user(), body: { stream_id: id } },
    403,
    'forbidden',
  );
  await client.refused('PUT', '/api/streams/edit', { body: { stream_id: id } }, 401, 'unauthorized');
  for (const spelling of ['json', 'urlencoded', 'multipart'] as const) {
    const ended = await client.succeed('PUT', '/api/streams/edit', {
      as: anna,
      body: { stream_id: String(id) },
      spelling,
    });
    expect(ended.body).toMatchObject({ ...STREAM, stream_id: id, is_active: 0 });
  }
  const { body } = await client.succeed('PUT', '/api/streams/get', { as: anna, body: { stream_id: id } });
  expect(body.stream).toMatchObject({ stream_id: id, is_active: 0 });
  await client.refused('PUT', '/api/streams/edit', { as: anna, body: { stream_id: 123_456_789 } }, 404, 'not_found');
  await client.refused('PUT', '/api/streams/edit', { as: anna, body: {} }, 400, 'invalid_input');
});
