import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../world.ts';
import { createOutsideClient, type OutsideClient, type Received, type Sent, type Verb } from './outside-client.ts';
import { REFUSAL } from './spec-shapes.ts';

let world: World;
let client: OutsideClient;
let maria: Actor;
let anna: Actor;
let picture: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  world = await createWorld();
  client = await createOutsideClient(world);
  maria = await world.user({ paid: true, firstname: 'Мария', lastname: 'Волжская' });
  anna = await world.user({ firstname: 'Анна', lastname: 'Шевченко' });
  picture = new Uint8Array(
    await sharp({ create: { width: 40, height: 30, channels: 3, background: '#37a' } })
      .png()
      .toBuffer(),
  );
});

afterAll(() => world.close());

async function succeed(verb: Verb, address: string, sent: Sent = {}): Promise<Received> {
  const answer = await client.send(verb, address, sent);
  expect({ verb, address, ...answer }).toMatchObject({ status: 200 });
  return answer;
}

async function refused(verb: Verb, address: string, sent: Sent, status: number, code: string): Promise<void> {
  const answer = await client.send(verb, address, sent);
  expect({ verb, address, ...answer }).toMatchObject({ status, body: { ...REFUSAL, code } });
}

const listOf = ({ body }: Received) => body.list as Record<string, unknown>[];
const photos = (count: number, field = 'publish_content[]') =>
  Array.from({ length: count }, (_, i) => ({ field, name: `${i}.png`, bytes: picture }));

/** A publication as the specification writes it down. */
const PUBLICATION = {
  publish_id: expect.any(Number),
  publish_user_id: expect.any(Number),
  publish_type: expect.any(Number),
  publish_description: expect.any(String),
  content: expect.any(Array),
  like_count: expect.any(Number),
  comments: expect.any(Number),
  user_photo: null,
  firstname: expect.any(String),
  lastname: expect.any(String),
};
const COMMENT = {
  publish_id: expect.any(Number),
  message: expect.any(String),
  user_id: expect.any(Number),
  user: { id: expect.any(Number), firstname: expect.any(String), lastname: expect.any(String), photo: null },
  firstname: expect.any(String),
  lastname: expect.any(String),
  user_photo: null,
  timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
};

const publish = async (words = 'Причал', as = maria): Promise<number> => {
  const body = { publish_description: words, publish_type: 0 };
  return Number((await succeed('PUT', '/api/publish/add', { as, body, files: photos(1) })).body.publish_id);
};

describe('publications', () => {
  test('PUT publish/add takes publish_description, publish_type and publish_content[]', async () => {
    for (const field of ['publish_content[]', 'publish_content']) {
      const body = { publish_description: 'Старый причал', publish_type: 0 };
      const { body: made } = await succeed('PUT', '/api/publish/add', { as: maria, body, files: photos(2, field) });
      expect(made).toMatchObject({ ...PUBLICATION, publish_type: 0, publish_user_id: maria.id });
      expect(made.content).toMatchObject([{ url: expect.any(String) }, { url: expect.any(String) }]);
      const [{ url } = { url: '' }] = made.content as { url: string }[];
      expect((await fetch(new URL(url, client.origin))).status).toBe(200);
    }
    const one = { body: { publish_description: 'Я', publish_type: 0 }, files: photos(1) };
    await refused('PUT', '/api/publish/add', { ...one, as: anna }, 402, 'subscription_required');
    await refused('PUT', '/api/publish/add', one, 401, 'unauthorized');
    await refused('PUT', '/api/publish/add', { ...one, as: maria, by: 'forged browser' }, 403, 'csrf');
    await refused('PUT', '/api/publish/add', { as: maria, files: photos(7) }, 400, 'too_many_files');
    await refused(
      'PUT',
      '/api/publish/add',
      { as: maria, body: { publish_description: 'Без фото' } },
      400,
      'publication_empty',
    );
  });

  test('GET publish/get/by/{id} and GET publish/get/by/user', async () => {
    const id = await publish('На Волге');
    expect((await succeed('GET', `/api/publish/get/by/${id}`)).body).toMatchObject({
      ...PUBLICATION,
      publish_id: id,
      publish_description: 'На Волге',
      liked: 0,
      subscribe: 0,
    });
    await refused('GET', '/api/publish/get/by/99999999', {}, 404, 'not_found');
    const mine = await succeed('GET', '/api/publish/get/by/user', { as: maria });
    expect(listOf(mine)[0]).toMatchObject({ ...PUBLICATION, publish_id: id });
    const hers = await succeed('GET', `/api/publish/get/by/user?user_id=${maria.id}`, { as: anna });
    expect(listOf(hers).length).toBe(listOf(mine).length);
    await refused('GET', '/api/publish/get/by/user', {}, 401, 'unauthorized');
  });

  test('PUT publish/comment/add and GET publish/comment/get/{id}', async () => {
    const id = await publish();
    for (const spelling of ['json', 'urlencoded'] as const) {
      const body = { publish_id: id, message: 'Какой свет!' };
      const { body: said } = await succeed('PUT', '/api/publish/comment/add', { as: anna, body, spelling });
      expect(said).toMatchObject({ ...COMMENT, publish_id: id, user_id: anna.id, firstname: 'Анна' });
    }
    const comments = await succeed('GET', `/api/publish/comment/get/${id}`);
    expect(listOf(comments)).toHaveLength(2);
    expect(listOf(comments)[0]).toMatchObject(COMMENT);
    expect((await succeed('GET', `/api/publish/get/by/${id}`)).body).toMatchObject({ comments: 2 });
    const empty = { publish_id: id, message: ' ' };
    await refused('PUT', '/api/publish/comment/add', { as: anna, body: empty }, 400, 'invalid_input');
    await refused('PUT', '/api/publish/comment/add', { body: { ...empty, message: 'Я' } }, 401, 'unauthorized');
  });

  test('PUT publish/liked and GET publish/liked/get/{id}', async () => {
    const id = await publish();
    const like = (liked: 0 | 1) => succeed('PUT', '/api/publish/liked', { as: anna, body: { publish_id: id, liked } });
    expect((await like(1)).body).toEqual({ liked: 1, count: 1 });
    expect((await succeed('GET', `/api/publish/liked/get/${id}`, { as: anna })).body).toEqual({ liked: 1, count: 1 });
    expect((await succeed('GET', `/api/publish/liked/get/${id}`)).body).toEqual({ liked: 0, count: 1 });
    expect((await like(0)).body).toEqual({ liked: 0, count: 0 });
  });

  test('PUT publish/subscribe, GET publish/subscribe/get/{id} and GET publish/subscribed/get/{id}', async () => {
    const author = await world.user({ paid: true });
    const reader = await world.user();
    const subscribe = (flag: 0 | 1) =>
      succeed('PUT', '/api/publish/subscribe', { as: reader, body: { to_id: author.id, subscribe: flag } });
    expect((await subscribe(1)).body).toEqual({ subscribe: 1, count: 1 });
    expect((await succeed('GET', `/api/publish/subscribe/get/${author.id}`, { as: reader })).body).toEqual({
      subscribe: 1,
      count: 1,
    });
    const published = [await publish('Раз', author), await publish('Два', author), await publish('Три', author)];
    const feed = await succeed('GET', `/api/publish/subscribed/get/${reader.id}`, { as: reader });
    // Two, then two more.
    expect(listOf(feed).map(({ publish_id }) => publish_id)).toEqual([published[2], published[1]]);
    expect(listOf(feed)[0]).toMatchObject({ ...PUBLICATION, subscribe: 1 });
    const rest = await succeed('GET', `/api/publish/subscribed/get/${reader.id}?page=2`, { as: reader });
    expect(listOf(rest).map(({ publish_id }) => publish_id)).toEqual([published[0]]);
    await refused('GET', `/api/publish/subscribed/get/${author.id}`, { as: reader }, 403, 'forbidden');
    await subscribe(0);
    expect(listOf(await succeed('GET', `/api/publish/subscribed/get/${reader.id}`, { as: reader }))).toEqual([]);
  });

  test('PUT publish/del deletes an own publication', async () => {
    const id = await publish();
    await refused('PUT', '/api/publish/del', { as: anna, body: { publish_id: id } }, 403, 'forbidden');
    await succeed('PUT', '/api/publish/del', { as: maria, body: { publish_id: id } });
    await refused('GET', `/api/publish/get/by/${id}`, {}, 410, 'gone');
  });
});
