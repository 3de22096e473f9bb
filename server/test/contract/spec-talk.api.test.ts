import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSocket } from '../socket-client.ts';
import { type Actor, createWorld, type World } from '../world.ts';
import {
  createOutsideClient,
  type OutsideClient,
  type Received,
  type Sent,
  type Spelling,
  type Verb,
} from './outside-client.ts';
import { SHAPES } from './spec-shapes.ts';

let world: World;
let client: OutsideClient;
let anna: Actor;
let staff: Actor;

beforeAll(async () => {
  world = await createWorld();
  client = await createOutsideClient(world);
  [anna, staff] = await Promise.all([
    world.user({ paid: true, firstname: 'Анна', lastname: 'Шевченко' }),
    world.user({ groups: ['manager'] }),
  ]);
});

afterAll(() => world.close());

const SPELLINGS: Spelling[] = ['json', 'urlencoded'];

async function publish(as: Actor = anna, title = 'Лодка'): Promise<number> {
  const body = { board_title: title, board_description: 'Вёсла в подарок' };
  return Number((await client.succeed('PUT', '/api/boards', { as, body })).body.board_id);
}

const items = ({ body }: Received, wrapper: string) => body[wrapper] as Record<string, unknown>[];

describe('comments', () => {
  test.each(SPELLINGS)(
    'PUT comments as %s, and GET comments/{board_id} answers them with their number',
    async (spelling) => {
      const [igor, board_id] = [await world.user({ firstname: 'Игорь', lastname: 'Зимин' }), await publish()];
      const body = { board_id: String(board_id), message: 'Ещё продаётся?', rating: '5', ownerid: staff.id };
      const added = await client.succeed('PUT', '/api/comments', { as: igor, body, spelling });
      expect(added.body).toMatchObject({ ...SHAPES.comment, message: 'Ещё продаётся?', rating: 5 });
      for (const spelled of ['comments', 'comment']) {
        const { body } = await client.succeed('GET', `/api/${spelled}/${board_id}?size=20&page=1`, { as: anna });
        expect(body).toMatchObject({
          total: 1,
          comments: [{ ...SHAPES.comment, user: { id: igor.id, firstname: 'Игорь', lastname: 'Зимин', photo: null } }],
        });
      }
      expect((await client.send('GET', `/api/board/${board_id}`)).body.comments).toBe(1);
    },
  );

  test.each([
    ['absent', {}],
    ['zero', { rating: 0 }],
    ['empty', { rating: '' }],
    ['null', { rating: null }],
  ])('a rating that is %s is no vote', async (_, rating) => {
    const body = { board_id: await publish(), message: 'Привет', ...rating };
    const added = await client.succeed('PUT', '/api/comment', { as: await world.user(), body });
    expect(added.body.rating).toBe(0);
  });

  test('an empty message, a rating out of bounds and an ad that is not there are refused', async () => {
    const [igor, board_id] = [await world.user(), await publish()];
    const send = (change: Sent['body'], status: number, code?: string) =>
      client.refused(
        'PUT',
        '/api/comments',
        { as: igor, body: { board_id, message: 'Привет', ...change } },
        status,
        code,
      );
    await send({ message: ' ' }, 400, 'invalid_input');
    await send({ rating: 6 }, 400, 'invalid_input');
    await send({ rating: -1 }, 400, 'invalid_input');
    await send({ board_id: 99_999_999 }, 404, 'not_found');
    await send({ board_id: '' }, 400, 'invalid_input');
  });

  test('one vote per person and ad, and none for oneself', async () => {
    const [igor, board_id] = [await world.user(), await publish()];
    const body = { board_id, message: 'Отлично', rating: 5 };
    await client.succeed('PUT', '/api/comments', { as: igor, body });
    await client.refused('PUT', '/api/comments', { as: igor, body }, 409, 'already_rated');
    await client.refused('PUT', '/api/comments', { as: anna, body: { ...body, ownerid: igor.id } }, 403, 'own_rating');
  });

  test('pages hold twenty, leaf without a gap, and end empty with the right total', async () => {
    const [igor, board_id] = [await world.user(), await publish()];
    for (let i = 0; i < 23; i += 1)
      await client.succeed('PUT', '/api/comments', { as: igor, body: { board_id, message: `Вопрос ${i}` } });
    const page = async (query: string) => {
      const answer = await client.succeed('GET', `/api/comments/${board_id}${query}`, { as: anna });
      expect(answer.body.total).toBe(23);
      return items(answer, 'comments').map(({ id }) => id);
    };
    const [first, second] = [await page(''), await page('?page=2')];
    expect([first.length, second.length]).toEqual([20, 3]);
    expect(new Set([...first, ...second]).size).toBe(23);
    expect(await page('?page=0')).toEqual(first);
    expect(await page('?page=40')).toEqual([]);
    expect(await page('?size=9999')).toHaveLength(23);
  });

  test('guests read none, though they see how many there are', async () => {
    const board_id = await publish();
    await client.refused('GET', `/api/comments/${board_id}`, {}, 401, 'unauthorized');
    await client.refused('PUT', '/api/comments', { body: { board_id, message: 'Привет' } }, 401, 'unauthorized');
    await client.refused('GET', '/api/comments/99999999', { as: anna }, 404, 'not_found');
  });

  test('GET comments/rating?user_rating answers the mean and the number of votes', async () => {
    const seller = await world.user({ paid: true });
    const board_id = await publish(seller);
    for (const rating of [5, 4, 4])
      await client.succeed('PUT', '/api/comments', {
        as: await world.user(),
        body: { board_id, message: 'Отзыв', rating },
      });
    const { body } = await client.succeed('GET', `/api/comments/rating?user_rating=${seller.id}`, { as: anna });
    expect(body).toMatchObject({ rating: 4.33, count: 3 });
    await client.refused('GET', '/api/comments/rating?user_rating=99999999', {}, 404, 'not_found');
    await client.refused('GET', '/api/comments/rating', {}, 400, 'invalid_input');
  });

  test('the same Idempotency-Key comments once', async () => {
    const board_id = await publish();
    const sent: Sent = { as: staff, body: { board_id, message: 'Раз' }, headers: { 'idempotency-key': 'comment' } };
    const [first, second] = [
      await client.succeed('PUT', '/api/comments', sent),
      await client.succeed('PUT', '/api/comments', sent),
    ];
    expect(second.body.id).toBe(first.body.id);
  });
});

describe('favourites', () => {
  test.each(SPELLINGS)('PUT {subscription_board_id} as %s, GET and DELETE ?board_id', async (spelling) => {
    const [igor, board_id] = [await world.user(), await publish()];
    for (const spelled of ['favorites', 'favorite']) {
      const body = { subscription_board_id: String(board_id), user_id: anna.id };
      const add = () => client.succeed('PUT', `/api/${spelled}`, { as: igor, body, spelling });
      expect((await add()).body).toMatchObject({ subscription_on_board: 1 });
      await add();
      const list = await client.succeed('GET', `/api/${spelled}?size=12&offset=0&search=`, { as: igor });
      expect(list.body.total).toBe(1);
      expect(items(list, 'boards')[0]).toMatchObject({ ...SHAPES.board, board_id, subscription_on_board: 1 });
      expect((await client.succeed('GET', `/api/board/${board_id}`, { as: igor })).body.subscription_on_board).toBe(1);
      const remove = () => client.succeed('DELETE', `/api/${spelled}?board_id=${board_id}`, { as: igor });
      expect((await remove()).body).toMatchObject({ subscription_on_board: 0 });
      await remove();
    }
    expect((await client.succeed('GET', '/api/favorites', { as: igor })).body).toMatchObject({ boards: [], total: 0 });
    expect((await client.succeed('GET', '/api/favorites', { as: anna })).body).toMatchObject({ total: 0 });
  });

  test('search, offset and an end with the right total', async () => {
    const igor = await world.user();
    for (const title of ['Лодка', 'Весло', 'Якорь'])
      await client.succeed('PUT', '/api/favorites', {
        as: igor,
        body: { subscription_board_id: await publish(anna, title) },
      });
    const titles = async (query: string) =>
      items(await client.succeed('GET', `/api/favorites?${query}`, { as: igor }), 'boards').map(
        ({ board_title }) => board_title,
      );
    expect(await titles('')).toEqual(['Якорь', 'Весло', 'Лодка']);
    expect(await titles('size=1&offset=1')).toEqual(['Весло']);
    expect(await titles(`search=${encodeURIComponent('якор')}`)).toEqual(['Якорь']);
    expect((await client.succeed('GET', '/api/favorites?offset=500', { as: igor })).body).toMatchObject({
      boards: [],
      total: 3,
    });
  });

  test('one’s own ad, an ad that is not there, and guests are refused', async () => {
    const put = (as: Actor | null, subscription_board_id: number | string, status: number, code?: string) =>
      client.refused('PUT', '/api/favorites', { as, body: { subscription_board_id } }, status, code);
    await put(anna, await publish(), 403, 'forbidden');
    await put(anna, 99_999_999, 404, 'not_found');
    await put(anna, '', 400, 'invalid_input');
    await put(null, await publish(), 401, 'unauthorized');
    await client.refused('GET', '/api/favorites', {}, 401, 'unauthorized');
    await client.refused('DELETE', '/api/favorites', { as: anna }, 400, 'invalid_input');
  });
});

describe('complaints', () => {
  test.each(SPELLINGS)('PUT complains/add as %s about an ad and about a person', async (spelling) => {
    const igor = await world.user({ firstname: 'Игорь', lastname: 'Зимин' });
    const board_id = await publish(anna, 'Спорная лодка');
    const add = (body: Sent['body']) => client.succeed('PUT', '/api/complains/add', { as: igor, body, spelling });
    const aboutAd = await add({ user_id: staff.id, board_id, complain_id: anna.id, message: 'Чужие фото' });
    const aboutPerson = await add({ user_id: staff.id, board_id: '', complain_id: anna.id, message: 'Грубит' });

    for (const spelled of ['complains', 'complain']) {
      const list = items(await client.succeed('GET', `/api/${spelled}?size=100`, { as: staff }), 'complains');
      const one = (id: unknown) => list.find((complaint) => complaint.id === id);
      expect(one(aboutAd.body.id)).toMatchObject({
        ...SHAPES.complaint,
        user_name: expect.stringContaining('Зимин'),
        complain_name: expect.stringContaining('Шевченко'),
        board_name: 'Спорная лодка',
        message: 'Чужие фото',
      });
      expect(one(aboutPerson.body.id)).toMatchObject({ ...SHAPES.complaint, board_name: '', message: 'Грубит' });
    }
    await client.refused(
      'PUT',
      '/api/complains/add',
      { as: igor, body: { board_id, message: 'Ещё раз' } },
      409,
      'complaint_open',
    );
  });

  test('need something to complain about, and somebody who signed in', async () => {
    const board_id = await publish();
    const add = (as: Actor | null, body: Sent['body'], status: number, code?: string) =>
      client.refused('PUT', '/api/complains/add', { as, body }, status, code);
    await add(staff, { message: 'Грубит' }, 400, 'invalid_input');
    await add(staff, { board_id, message: '' }, 400, 'invalid_input');
    await add(staff, { board_id: 99_999_999, message: 'Нет такого' }, 404, 'not_found');
    await add(staff, { complain_id: 99_999_999, message: 'Нет такого' }, 404, 'not_found');
    await add(anna, { board_id, message: 'На себя' }, 400, 'own_complaint');
    await add(null, { board_id, message: 'Гость' }, 401, 'unauthorized');
  });

  test('are listed and deleted by staff only', async () => {
    const added = await client.succeed('PUT', '/api/complains/add', {
      as: await world.user(),
      body: { board_id: await publish(), message: 'Спам' },
    });
    const address = `/api/complains/${added.body.id}`;
    for (const [verb, path] of [
      ['GET', '/api/complains'],
      ['DELETE', address],
    ] as const) {
      await client.refused(verb, path, { as: anna }, 403, 'forbidden');
      await client.refused(verb, path, {}, 401, 'unauthorized');
    }
    await client.succeed('DELETE', address, { as: staff });
    await client.refused('DELETE', address, { as: staff }, 404, 'not_found');
  });
});

describe('feedback', () => {
  test.each(SPELLINGS)(
    'PUT feedback/add as %s is signed by the profile, and staff read and delete it',
    async (spelling) => {
      const igor = await world.user({ firstname: 'Игорь', lastname: 'Зимин' });
      const body = { user_id: anna.id, email: 'wrong@example.com', message: 'Спасибо' };
      await client.succeed('PUT', '/api/feedback/add', { as: igor, body, spelling });
      await client.succeed('PUT', '/api/feedback/add', {
        as: igor,
        body: { ...body, message: 'Ещё раз спасибо' },
        spelling,
      });
      const rows = items(await client.succeed('GET', '/api/feedback', { as: staff }), 'feedbacks').filter(
        ({ user_id }) => user_id === igor.id,
      );
      expect(rows).toMatchObject([
        {
          ...SHAPES.feedback,
          user_name: expect.stringContaining('Зимин'),
          email: `${igor.login}@example.com`,
          message: 'Ещё раз спасибо',
        },
      ]);
      await client.refused('DELETE', `/api/feedback/${igor.id}`, { as: anna }, 403, 'forbidden');
      await client.succeed('DELETE', `/api/feedback/${igor.id}`, { as: staff });
      await client.refused('DELETE', `/api/feedback/${igor.id}`, { as: staff }, 404, 'not_found');
    },
  );

  test('needs an e-mail in the profile, words, and a session', async () => {
    const nobody = await world.user({ email: '' });
    const add = (as: Actor | null, message: string, status: number, code: string) =>
      client.refused('PUT', '/api/feedback/add', { as, body: { user_id: 1, email: 'a@b.ru', message } }, status, code);
    const { body } = await add(nobody, 'Ответьте', 400, 'email_required');
    expect(body.message).toBe('Добавьте свой e-mail в профиль');
    await add(anna, '', 400, 'invalid_input');
    await add(null, 'Привет', 401, 'unauthorized');
    await client.refused('GET', '/api/feedback', { as: anna }, 403, 'forbidden');
  });
});

describe('notifications', () => {
  test('POST answers the unread number, GET ten to a page, and what was shown is read', async () => {
    const [seller, igor] = [await world.user({ paid: true }), await world.user({ firstname: 'Игорь' })];
    for (let i = 0; i < 12; i += 1) {
      const body = { board_id: await publish(seller, `Лодка ${i}`), message: 'Почём?' };
      await client.succeed('PUT', '/api/comments', { as: igor, body });
    }
    const count = async () => (await client.succeed('POST', '/api/notifications', { as: seller })).body.count;
    expect(await count()).toBe(12);
    expect(await count()).toBe(12);

    const first = await client.succeed('GET', '/api/notifications?page=1&size=10', { as: seller });
    expect(first.body.total).toBe(12);
    expect(items(first, 'list')).toHaveLength(10);
    for (const line of items(first, 'list')) {
      expect(line).toMatchObject({ ...SHAPES.notification, meta: { user: { id: igor.id, firstname: 'Игорь' } } });
    }
    expect(await count()).toBe(2);
    expect(items(await client.succeed('GET', '/api/notifications?page=2', { as: seller }), 'list')).toHaveLength(2);
    expect(await count()).toBe(0);
    expect((await client.succeed('GET', '/api/notifications?page=9', { as: seller })).body).toMatchObject({
      list: [],
      total: 12,
    });
    expect(
      items(await client.succeed('GET', '/api/notifications?page=0&size=999', { as: seller }), 'list'),
    ).toHaveLength(12);
  });

  test('are nobody else’s', async () => {
    await client.refused('POST', '/api/notifications', {}, 401, 'unauthorized');
    await client.refused('GET', '/api/notifications', {}, 401, 'unauthorized');
  });

  test('/ws/notifications/{user_id}/ tells each new one with the fields that the list has', async () => {
    const [seller, igor] = [await world.user({ paid: true }), await world.user()];
    const board_id = await publish(seller);
    const socket = await openSocket(client.origin, `/ws/notifications/${seller.id}/`, { actor: seller });
    await client.succeed('PUT', '/api/comments', { as: igor, body: { board_id, message: 'Почём?' } });
    await client.succeed('PUT', '/api/comments', { as: igor, body: { board_id, message: 'А доставка?' } });
    await expect.poll(() => socket.received).toHaveLength(2);
    for (const message of socket.received) expect(message).toMatchObject(SHAPES.notification);
    socket.close();
    const other = await openSocket(client.origin, `/ws/notifications/${seller.id}/`, { actor: igor });
    expect((await other.closed).code).toBe(4403);
  });
});

describe('subscription to a person', () => {
  test.each(SPELLINGS)('PUT publish/subscribe as %s, and GET publish/subscribe/get/{id}', async (spelling) => {
    const [seller, igor] = [await world.user(), await world.user()];
    const set = (subscribe: string) =>
      client.succeed('PUT', '/api/publish/subscribe', {
        as: igor,
        body: { to_id: String(seller.id), subscribe },
        spelling,
      });
    const get = async (as: Actor | null) =>
      (await client.succeed('GET', `/api/publish/subscribe/get/${seller.id}`, { as })).body;
    expect((await set('1')).body).toEqual({ subscribe: 1, count: 1 });
    expect((await set('1')).body).toEqual({ subscribe: 1, count: 1 });
    expect(await get(igor)).toEqual({ subscribe: 1, count: 1 });
    expect(await get(anna)).toEqual({ subscribe: 0, count: 1 });
    expect((await set('0')).body).toEqual({ subscribe: 0, count: 0 });
  });

  test('not to oneself, to nobody, or without a session', async () => {
    const set = (as: Actor | null, to_id: number, status: number, code?: string) =>
      client.refused('PUT', '/api/publish/subscribe', { as, body: { to_id, subscribe: 1 } }, status, code);
    await set(anna, anna.id, 403, 'forbidden');
    await set(anna, 99_999_999, 404, 'not_found');
    await set(null, anna.id, 401, 'unauthorized');
    await client.refused('GET', '/api/publish/subscribe/get/99999999', {}, 404, 'not_found');
  });
});

describe('categories, countries and cities as ads use them', () => {
  test.each([
    ['categories', 'category', 'category'],
    ['countries', 'country', 'country'],
    ['cities', 'city', 'city'],
  ] as const)('GET %s?search&offset&size answers them with their number', async (plural, singular, shape) => {
    for (const spelled of [plural, singular]) {
      const answer = await client.succeed('GET', `/api/${spelled}?search=&offset=0&size=5`, {});
      expect(items(answer, plural)).toHaveLength(5);
      for (const entry of items(answer, plural)) expect(entry).toMatchObject(SHAPES[shape]);
      expect(answer.body.total).toBeGreaterThan(5);
      const far = await client.succeed('GET', `/api/${spelled}?offset=100000`, {});
      expect(far.body).toMatchObject({ [plural]: [], total: answer.body.total });
    }
    const found = await client.succeed('GET', `/api/${plural}?search=${encodeURIComponent('хрчщжъэ')}`, {});
    expect(found.body).toMatchObject({ [plural]: [], total: 0 });
  });

  test('cities of one country, one city, one country and its dial code', async () => {
    const [country] = items(
      await client.succeed('GET', `/api/countries?search=${encodeURIComponent('Росси')}`, {}),
      'countries',
    );
    const cities = items(await client.succeed('GET', `/api/cities?country=${country?.id}&size=10`, {}), 'cities');
    expect(cities.every((city) => city.country === country?.id)).toBe(true);
    expect((await client.succeed('GET', `/api/city/${cities[0]?.id}`, {})).body).toMatchObject(SHAPES.city);
    expect((await client.succeed('GET', `/api/country/${country?.id}`, {})).body).toMatchObject(SHAPES.country);
    expect((await client.succeed('GET', `/api/country/phone/${country?.id}`, {})).body).toMatchObject({
      phone_code: '7',
    });
    expect((await client.succeed('GET', '/api/countries?phone_code=7', {})).body.total).toBeGreaterThan(0);
  });
});

describe('every one of these calls', () => {
  test.each<[Verb, string, Sent['body']?]>([
    ['PUT', '/api/comments', { board_id: 1, message: 'Привет' }],
    ['PUT', '/api/favorites', { subscription_board_id: 1 }],
    ['DELETE', '/api/favorites?board_id=1'],
    ['PUT', '/api/complains/add', { board_id: 1, message: 'Спам' }],
    ['DELETE', '/api/complains/1'],
    ['PUT', '/api/feedback/add', { message: 'Привет' }],
    ['DELETE', '/api/feedback/1'],
    ['POST', '/api/notifications'],
    ['PUT', '/api/publish/subscribe', { to_id: 1, subscribe: 1 }],
  ])('%s %s from a browser needs the CSRF header', async (verb, address, body) => {
    await client.refused(verb, address, { as: staff, by: 'forged browser', body }, 403, 'csrf');
  });

  test('a browser that did not prove itself reads notifications without marking them', async () => {
    const [seller, igor] = [await world.user({ paid: true }), await world.user()];
    await client.succeed('PUT', '/api/comments', {
      as: igor,
      body: { board_id: await publish(seller), message: 'Почём?' },
    });
    const read = async (by: Sent['by']) =>
      (await client.succeed('GET', '/api/notifications', { as: seller, by })).body.unread;
    expect(await read('forged browser')).toBe(1);
    expect(await read('browser')).toBe(0);
  });

  test.each<[Verb, string, string[]]>([
    ['DELETE', '/api/comments', ['POST', 'PUT']],
    ['POST', '/api/comments/rating', ['GET']],
    ['POST', '/api/favorites', ['DELETE', 'GET', 'PUT']],
    ['GET', '/api/complains/add', ['PUT']],
    ['POST', '/api/feedback', ['GET']],
    ['GET', '/api/feedback/add', ['PUT']],
    ['DELETE', '/api/notifications', ['GET', 'POST']],
    ['GET', '/api/publish/subscribe', ['PUT']],
    ['POST', '/api/publish/subscribe/get/1', ['GET']],
  ])('%s %s is the wrong verb, and the right ones are named', async (verb, address, right) => {
    const { headers } = await client.refused(verb, address, { as: staff }, 405, 'method_not_allowed');
    const allowed = (headers.get('allow') ?? '').split(', ');
    for (const verb of right) expect(allowed).toContain(verb);
  });
});
