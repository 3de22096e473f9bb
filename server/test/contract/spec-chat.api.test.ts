import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSocket } from '../socket-client.ts';
import { type Actor, createWorld, type World } from '../world.ts';
import { createOutsideClient, type OutsideClient, type Received } from './outside-client.ts';

let world: World;
let client: OutsideClient;
let anna: Actor;
let timur: Actor;

beforeAll(async () => {
  world = await createWorld();
  client = await createOutsideClient(world);
});

afterAll(() => world.close());

const listOf = ({ body }: Received) => body.list as Record<string, unknown>[];
const say = (as: Actor, to: Actor, content: string) =>
  client.succeed('PUT', `/api/chat/${to.id}`, { as, body: { content }, spelling: 'multipart' });

const MESSAGE = {
  id: expect.any(Number),
  user: { id: expect.any(Number), firstname: expect.any(String), lastname: expect.any(String), photo: null },
  content: expect.any(String),
  files: expect.any(Array),
  timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
};

beforeAll(async () => {
  anna = await world.user({ firstname: 'Анна', lastname: 'Шевченко' });
  timur = await world.user({ firstname: 'Тимур', lastname: 'Галиев' });
});

describe('chat', () => {
  test('PUT chat/{id} sends a text as a form, as JSON and as an address line', async () => {
    for (const spelling of ['multipart', 'json', 'urlencoded'] as const) {
      const { body } = await client.succeed('PUT', `/api/chat/${timur.id}`, {
        as: anna,
        body: { content: 'Здравствуйте' },
        spelling,
      });
      expect(body).toMatchObject({ ...MESSAGE, content: 'Здравствуйте', user: { id: anna.id, firstname: 'Анна' } });
    }
    await client.refused(
      'PUT',
      `/api/chat/${timur.id}`,
      { as: anna, body: { content: '' }, spelling: 'multipart' },
      400,
      'message_empty',
    );
    await client.refused('PUT', '/api/chat/99999999', { as: anna, body: { content: 'Эй' } }, 404, 'not_found');
    await client.refused('PUT', `/api/chat/${timur.id}`, { body: { content: 'Эй' } }, 401, 'unauthorized');
    await client.refused(
      'PUT',
      `/api/chat/${timur.id}`,
      { as: anna, by: 'forged browser', body: { content: 'Эй' } },
      403,
      'csrf',
    );
  });

  test('PUT chat/{id} takes files under `files`, with a text and without one', async () => {
    const files = ['files', 'files[]'].map((field, i) => ({
      field,
      name: `заметки ${i}.txt`,
      bytes: new TextEncoder().encode(`Список ${i}`),
    }));
    const { body } = await client.succeed('PUT', `/api/chat/${timur.id}`, {
      as: anna,
      body: { content: 'Вот' },
      files,
    });
    const addresses = body.files as string[];
    expect(addresses).toHaveLength(2);
    const bare = await client.succeed('PUT', `/api/chat/${timur.id}`, { as: anna, files: files.slice(0, 1) });
    expect(bare.body).toMatchObject({ content: '', files: [expect.any(String)] });
    const fetched = async (as: Actor | null) =>
      fetch(new URL(addresses[0] ?? '', client.origin), {
        headers: as === null ? {} : { authorization: `Bearer ${as.token}` },
      });
    for (const reader of [anna, timur]) expect(await (await fetched(reader)).text()).toBe('Список 0');
    expect((await fetched(await world.user())).status).toBeGreaterThanOrEqual(403);
    expect((await fetched(null)).status).toBeGreaterThanOrEqual(401);
  });

  test('GET chat/{id}?page&size&skip gives messages newest first and passes over what came live', async () => {
    const [one, other] = [await world.user(), await world.user()];
    await client.refused('GET', `/api/chat/${other.id}?page=1&size=25&skip=0`, { as: one }, 404, 'not_found');
    for (let i = 1; i <= 30; i++) await say(i % 2 ? one : other, i % 2 ? other : one, `${i}`);
    const first = await client.succeed('GET', `/api/chat/${other.id}?page=1&size=25&skip=0`, { as: one });
    expect(first.body).toMatchObject({ total: 30 });
    expect(listOf(first)).toHaveLength(25);
    expect(listOf(first)[0]).toMatchObject({ ...MESSAGE, content: '30' });
    await say(other, one, 'живое');
    const next = await client.succeed('GET', `/api/chat/${other.id}?page=2&size=25&skip=1`, { as: one });
    expect(listOf(next).map(({ content }) => content)).toEqual(['5', '4', '3', '2', '1']);
    expect(listOf(await client.succeed('GET', `/api/chat/${other.id}`, { as: one }))).toHaveLength(25);
  });

  test('GET chat?page&size&search gives every chat, with its last message', async () => {
    const me = await world.user();
    const names = ['Лебедева', 'Рыбаков', 'Сотникова'];
    for (const lastname of names) {
      const other = await world.user({ lastname });
      await say(other, me, `Пишет ${lastname}`);
    }
    const all = await client.succeed('GET', '/api/chat?page=1&size=25&search=', { as: me });
    expect(all.body).toMatchObject({ total: 3 });
    expect(listOf(all)[0]).toMatchObject({
      user: { id: expect.any(Number), firstname: 'Проба', lastname: 'Сотникова', photo: null },
      last_message: { content: 'Пишет Сотникова', timestamp: expect.any(String) },
      blocked: 0,
      unread: 1,
    });
    const found = await client.succeed('GET', `/api/chat?search=${encodeURIComponent('рыбак')}`, { as: me });
    expect(listOf(found).map(({ user }) => (user as { lastname: string }).lastname)).toEqual(['Рыбаков']);
    expect(listOf(await client.succeed('GET', '/api/chat?page=2&size=2', { as: me }))).toHaveLength(1);
  });

  test('POST chat/{id} blocks, POST chat/unblock/{id} lifts it', async () => {
    const [one, other] = [await world.user(), await world.user()];
    await say(one, other, 'Раз');
    expect((await client.succeed('POST', `/api/chat/${one.id}`, { as: other })).body).toMatchObject({ blocked: 1 });
    expect(listOf(await client.succeed('GET', '/api/chat', { as: other }))[0]).toMatchObject({ blocked: 1 });
    await client.refused('PUT', `/api/chat/${other.id}`, { as: one, body: { content: 'Эй' } }, 403, 'blocked');
    expect((await client.succeed('POST', `/api/chat/unblock/${one.id}`, { as: other })).body).toMatchObject({
      blocked: 0,
    });
    await say(one, other, 'Два');
  });

  test('DELETE chat/{id} deletes the chat for its caller', async () => {
    const [one, other] = [await world.user(), await world.user()];
    await say(one, other, 'Раз');
    expect((await client.succeed('DELETE', `/api/chat/${other.id}`, { as: one })).body).toMatchObject({
      success: true,
    });
    await client.refused('GET', `/api/chat/${other.id}`, { as: one }, 404, 'not_found');
    expect(listOf(await client.succeed('GET', `/api/chat/${one.id}`, { as: other }))).toHaveLength(1);
  });
});

test('/ws/chat/{my_id}/{other_id}/ carries each message as meta, in order', async () => {
  const sockets = await Promise.all([
    openSocket(client.origin, `/ws/chat/${anna.id}/${timur.id}/`, { actor: anna }),
    openSocket(client.origin, `/ws/chat/${timur.id}/${anna.id}/`, { actor: timur }),
  ]);
  await new Promise((resolve) => setTimeout(resolve, 300));
  for (const text of ['Раз', 'Два', 'Три']) await say(anna, timur, text);
  for (const socket of sockets) {
    await expect.poll(() => socket.received).toHaveLength(3);
    expect(socket.received.map(({ meta }) => (meta as { content: string }).content)).toEqual(['Раз', 'Два', 'Три']);
    expect(socket.received[0]).toMatchObject({ type: 'message', meta: { ...MESSAGE, user: { id: anna.id } } });
    socket.close();
  }
});
