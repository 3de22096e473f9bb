import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { phoneVideo } from '../uploads/videos.ts';
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

const listOf = ({ body }: Received) => body.list as Record<string, unknown>[];
const photos = (count: number, field = 'publish_content[]') =>
  Array.from({ length: count }, (_, i) => ({ field, name: `${i}.png`, bytes: picture }));

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
  return Number((await client.succeed('PUT', '/api/publish/add', { as, body, files: photos(1) })).body.publish_id);
};

describe('publications', () => {
  test('PUT publish/add takes publish_description, publish_type and publish_content[]', async () => {
    for (const field of ['publish_content[]', 'publish_content']) {
      const body = { publish_description: 'Старый причал', publish_type: 0 };
      const { body: made } = await client.succeed('PUT', '/api/publish/add', {
        as: maria,
        body,
        files: photos(2, field),
      });
      expect(made).toMatchObject({ ...PUBLICATION, publish_type: 0, publish_user_id: maria.id });
      expect(made.content).toMatchObject([{ url: expect.any(String) }, { url: expect.any(String) }]);
      const [{ url } = { url: '' }] = made.content as { url: string }[];
      expect((await fetch(new URL(url, client.origin))).status).toBe(200);
    }
    const one = { body: { publish_description: 'Я', publish_type: 0 }, files: photos(1) };
    await client.refused('PUT', '/api/publish/add', { ...one, as: anna }, 402, 'subscription_required');
    await client.refused('PUT', '/api/publish/add', one, 401, 'unauthorized');
    await client.refused('PUT', '/api/publish/add', { ...one, as: maria, by: 'forged browser' }, 403, 'csrf');
    await client.refused('PUT', '/api/publish/add', { as: maria, files: photos(7) }, 400, 'too_many_files');
    await client.refused(
      'PUT',
      '/api/publish/add',
      { as: maria, body: { publish_description: 'Без фото' } },
      400,
      'publication_empty',
    );
  });

  test('GET publish/get/by/{id} and GET publish/get/by/user', async () => {
    const id = await publish('На Волге');
    expect((await client.succeed('GET', `/api/publish/get/by/${id}`)).body).toMatchObject({
      ...PUBLICATION,
      publish_id: id,
      publish_description: 'На Волге',
      liked: 0,
      subscribe: 0,
    });
    await client.refused('GET', '/api/publish/get/by/99999999', {}, 404, 'not_found');
    const mine = await client.succeed('GET', '/api/publish/get/by/user', { as: maria });
    expect(listOf(mine)[0]).toMatchObject({ ...PUBLICATION, publish_id: id });
    const hers = await client.succeed('GET', `/api/publish/get/by/user?user_id=${maria.id}`, { as: anna });
    expect(listOf(hers).length).toBe(listOf(mine).length);
    await client.refused('GET', '/api/publish/get/by/user', {}, 401, 'unauthorized');
  });

  test('PUT publish/comment/add and GET publish/comment/get/{id}', async () => {
    const id = await publish();
    for (const spelling of ['json', 'urlencoded'] as const) {
      const body = { publish_id: id, message: 'Какой свет!' };
      const { body: comment } = await client.succeed('PUT', '/api/publish/comment/add', { as: anna, body, spelling });
      expect(comment).toMatchObject({ ...COMMENT, publish_id: id, user_id: anna.id, firstname: 'Анна' });
    }
    const comments = await client.succeed('GET', `/api/publish/comment/get/${id}`);
    expect(listOf(comments)).toHaveLength(2);
    expect(listOf(comments)[0]).toMatchObject(COMMENT);
    expect((await client.succeed('GET', `/api/publish/get/by/${id}`)).body).toMatchObject({ comments: 2 });
    const empty = { publish_id: id, message: ' ' };
    await client.refused('PUT', '/api/publish/comment/add', { as: anna, body: empty }, 400, 'invalid_input');
    await client.refused('PUT', '/api/publish/comment/add', { body: { ...empty, message: 'Я' } }, 401, 'unauthorized');
  });

  test('PUT publish/liked and GET publish/liked/get/{id}', async () => {
    const id = await publish();
    const like = (liked: 0 | 1) =>
      client.succeed('PUT', '/api/publish/liked', { as: anna, body: { publish_id: id, liked } });
    expect((await like(1)).body).toEqual({ liked: 1, count: 1 });
    expect((await client.succeed('GET', `/api/publish/liked/get/${id}`, { as: anna })).body).toEqual({
      liked: 1,
      count: 1,
    });
    expect((await client.succeed('GET', `/api/publish/liked/get/${id}`)).body).toEqual({ liked: 0, count: 1 });
    expect((await like(0)).body).toEqual({ liked: 0, count: 0 });
  });

  test('PUT publish/subscribe, GET publish/subscribe/get/{id} and GET publish/subscribed/get/{id}', async () => {
    const author = await world.user({ paid: true });
    const reader = await world.user();
    const subscribe = (flag: 0 | 1) =>
      client.succeed('PUT', '/api/publish/subscribe', { as: reader, body: { to_id: author.id, subscribe: flag } });
    expect((await subscribe(1)).body).toEqual({ subscribe: 1, count: 1 });
    expect((await client.succeed('GET', `/api/publish/subscribe/get/${author.id}`, { as: reader })).body).toEqual({
      subscribe: 1,
      count: 1,
    });
    const published = [await publish('Раз', author), await publish('Два', author), await publish('Три', author)];
    const feed = await client.succeed('GET', `/api/publish/subscribed/get/${reader.id}`, { as: reader });
    expect(listOf(feed).map(({ publish_id }) => publish_id)).toEqual([published[2], published[1]]);
    expect(listOf(feed)[0]).toMatchObject({ ...PUBLICATION, subscribe: 1 });
    const rest = await client.succeed('GET', `/api/publish/subscribed/get/${reader.id}?page=2`, { as: reader });
    expect(listOf(rest).map(({ publish_id }) => publish_id)).toEqual([published[0]]);
    await client.refused('GET', `/api/publish/subscribed/get/${author.id}`, { as: reader }, 403, 'forbidden');
    await subscribe(0);
    expect(listOf(await client.succeed('GET', `/api/publish/subscribed/get/${reader.id}`, { as: reader }))).toEqual([]);
  });

  test('PUT publish/del deletes an own publication', async () => {
    const id = await publish();
    await client.refused('PUT', '/api/publish/del', { as: anna, body: { publish_id: id } }, 403, 'forbidden');
    await client.succeed('PUT', '/api/publish/del', { as: maria, body: { publish_id: id } });
    await client.refused('GET', `/api/publish/get/by/${id}`, {}, 410, 'gone');
  });
});

describe('as a client sends it that was written long ago', () => {
  test('PUT publish/add passes over what it does not know, and tells the type by the files', async () => {
    const body = {
      publish_description: 'Причал',
      publish_type: 1,
      publish_user_id: anna.id,
      user_photo: '/media/x.webp',
      firstname: 'Чужое',
      like_count: 99,
      draft_id: 'null',
    };
    const files = [0, 1].map((i) => ({ field: `publish_content[${i}]`, name: `${i}.png`, bytes: picture }));
    const { body: made } = await client.succeed('PUT', '/api/publish/add', { as: maria, body, files });
    expect(made).toMatchObject({ publish_type: 0, publish_user_id: maria.id, firstname: 'Мария', like_count: 0 });
    expect(made.content).toHaveLength(2);
    const bare = await client.succeed('PUT', '/api/publish/add', { as: maria, files: photos(1) });
    expect(bare.body).toMatchObject({ ...PUBLICATION, publish_description: '' });
  });

  test('one video is a publication of type 1, and nothing else goes with it', async () => {
    const video = {
      field: 'publish_content[]',
      name: 'a.mp4',
      bytes: new Uint8Array(await phoneVideo({ size: '320x180', seconds: 1 })),
    };
    const body = { publish_description: 'Лодка', publish_type: 1 };
    const { body: made } = await client.succeed('PUT', '/api/publish/add', { as: maria, body, files: [video] });
    expect(made).toMatchObject({ ...PUBLICATION, publish_type: 1 });
    expect(made.content).toMatchObject([{ url: expect.any(String) }]);
    await client.refused(
      'PUT',
      '/api/publish/add',
      { as: maria, body, files: [video, ...photos(1)] },
      400,
      'video_alone',
    );
    const words = { field: 'publish_content[]', name: 'a.png', bytes: new TextEncoder().encode('words') };
    await client.refused('PUT', '/api/publish/add', { as: maria, body, files: [words] }, 415, 'unsupported_media');
  });

  test('the same Idempotency-Key publishes once', async () => {
    const sent: Sent = {
      as: maria,
      body: { publish_description: 'Раз' },
      files: photos(1),
      headers: { 'idempotency-key': 'publish' },
    };
    const [first, second] = [
      await client.succeed('PUT', '/api/publish/add', sent),
      await client.succeed('PUT', '/api/publish/add', sent),
    ];
    expect(second.body.publish_id).toBe(first.body.publish_id);
  });

  test('numbers as text and whose it is from the session, in every spelling', async () => {
    const id = await publish('Пристань');
    for (const spelling of ['json', 'urlencoded'] as const) {
      const named = { user_id: maria.id, firstname: 'Чужое', lastname: 'Имя', user_photo: '/x.png' };
      const said = await client.succeed('PUT', '/api/publish/comment/add', {
        as: anna,
        body: { publish_id: String(id), message: 'Красота', ...named },
        spelling,
      });
      expect(said.body).toMatchObject({ ...COMMENT, user_id: anna.id, firstname: 'Анна' });
      const like = (liked: string | number | boolean) =>
        client.succeed('PUT', '/api/publish/liked', {
          as: anna,
          body: { publish_id: String(id), liked, user_id: maria.id },
          spelling,
        });
      for (const liked of ['1', true]) expect((await like(liked)).body).toEqual({ liked: 1, count: 1 });
      for (const liked of ['0', false]) expect((await like(liked)).body).toEqual({ liked: 0, count: 0 });
      const own = await publish('Уйдёт');
      expect(
        (await client.succeed('PUT', '/api/publish/del', { as: maria, body: { publish_id: String(own) }, spelling }))
          .body,
      ).toEqual({
        publish_id: own,
      });
    }
  });

  test('a slash at the end, and words in the address that nobody knows, change nothing', async () => {
    const id = await publish('Со слешем');
    for (const address of [`/api/publish/get/by/${id}/`, `/api/publish/get/by/${id}?_=1&user=me`])
      expect((await client.succeed('GET', address, { as: anna })).body).toMatchObject({ publish_id: id });
    for (const address of [
      '/api/publish/get/by/user/',
      '/api/publish/get/by/user?user_id=&size=2',
      `/api/publish/subscribed/get/${maria.id}/?page=0&limit=5`,
      `/api/publish/comment/get/${id}/?offset=5`,
      `/api/publish/liked/get/${id}/`,
      `/api/publish/subscribe/get/${maria.id}/`,
    ])
      await client.succeed('GET', address, { as: maria });
    await client.succeed('PUT', '/api/publish/liked/', { as: anna, body: { publish_id: id, liked: 1 } });
  });
});

test('comments come twenty to a page, the newest first, without a gap, and end empty with the right total', async () => {
  const id = await publish();
  for (let i = 0; i < 23; i += 1)
    await client.succeed('PUT', '/api/publish/comment/add', {
      as: anna,
      body: { publish_id: id, message: `Слово ${i}` },
    });
  const page = async (query: string) => {
    const answer = await client.succeed('GET', `/api/publish/comment/get/${id}${query}`);
    expect(answer.body.total).toBe(23);
    return listOf(answer).map(({ message }) => message);
  };
  const [first, second] = [await page(''), await page('?page=2')];
  expect([...first, ...second]).toEqual(Array.from({ length: 23 }, (_, i) => `Слово ${22 - i}`));
  expect(first).toHaveLength(20);
  expect(await page('?page=0')).toEqual(first);
  expect(await page('?page=40')).toEqual([]);
  expect(await page('?size=9999')).toHaveLength(23);
});

test('publications of a person are the newest first and end empty with the right total', async () => {
  const author = await world.user({ paid: true });
  const ids = [await publish('Раз', author), await publish('Два', author), await publish('Три', author)];
  const page = async (query: string) => {
    const answer = await client.succeed('GET', `/api/publish/get/by/user?user_id=${author.id}${query}`);
    expect(answer.body.total).toBe(3);
    return listOf(answer).map(({ publish_id }) => publish_id);
  };
  expect(await page('')).toEqual(ids.toReversed());
  expect(await page('&size=2&page=2')).toEqual([ids[0]]);
  expect(await page('&page=40')).toEqual([]);
  await client.refused('GET', '/api/publish/get/by/user?user_id=99999999', {}, 404, 'not_found');
});

describe('every one of these calls', () => {
  test.each<[Verb, string, Sent['body']?]>([
    ['PUT', '/api/publish/comment/add', { publish_id: 1, message: 'Привет' }],
    ['PUT', '/api/publish/del', { publish_id: 1 }],
    ['PUT', '/api/publish/liked', { publish_id: 1, liked: 1 }],
    ['PUT', '/api/publish/subscribe', { to_id: 1, subscribe: 1 }],
  ])(
    '%s %s needs a session, from a browser the CSRF header, and a thing that is there',
    async (verb, address, body) => {
      await client.refused(verb, address, { body }, 401, 'unauthorized');
      await client.refused(verb, address, { as: maria, by: 'forged browser', body }, 403, 'csrf');
      const nothing = { ...body, ...('to_id' in (body ?? {}) ? { to_id: 99_999_999 } : { publish_id: 99_999_999 }) };
      await client.refused(verb, address, { as: maria, body: nothing }, 404, 'not_found');
      await client.refused(verb, address, { as: maria, body: {} }, 400, 'invalid_input');
    },
  );

  test.each<[Verb, string, string]>([
    ['POST', '/api/publish/add', 'PUT'],
    ['POST', '/api/publish/comment/add', 'PUT'],
    ['DELETE', '/api/publish/del', 'PUT'],
    ['PUT', '/api/publish/comment/get/1', 'GET'],
    ['POST', '/api/publish/get/by/user', 'GET'],
    ['POST', '/api/publish/subscribed/get/1', 'GET'],
    ['POST', '/api/publish/liked', 'PUT'],
    ['POST', '/api/publish/liked/get/1', 'GET'],
  ])('%s %s is the wrong verb, and the right one is named', async (verb, address, right) => {
    const { status, headers, body } = await client.send(verb, address, { as: maria });
    expect({ status, body }).toMatchObject({ status: 405, body: { ...REFUSAL, code: 'method_not_allowed' } });
    expect((headers.get('allow') ?? '').split(', ')).toContain(right);
  });
});
