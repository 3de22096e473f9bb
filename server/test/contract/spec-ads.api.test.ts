import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertDemoAds } from '../../src/market/ads/ads.public.ts';
import { type Actor, createWorld, type World } from '../world.ts';
import {
  createOutsideClient,
  type OutsideClient,
  type Picture,
  type Received,
  type Sent,
  type Spelling,
  type Verb,
} from './outside-client.ts';
import { REFUSAL, SHAPES } from './spec-shapes.ts';

let world: World;
let client: OutsideClient;
let anna: Actor;
let igor: Actor;
let unpaid: Actor;
let staff: Actor;
let place: { country: number; city: number; category: number };

beforeAll(async () => {
  world = await createWorld();
  client = await createOutsideClient(world);
  [anna, igor, unpaid, staff] = await Promise.all([
    world.user({ paid: true, firstname: 'Анна', lastname: 'Шевченко' }),
    world.user({ paid: true }),
    world.user(),
    world.user({ groups: ['manager'] }),
  ]);
  const { db } = world.services;
  const city = await db.selectFrom('cities').selectAll().where('name_native', '=', 'Казань').executeTakeFirstOrThrow();
  const category = await db.selectFrom('categories').select('id').orderBy('position').executeTakeFirstOrThrow();
  place = { country: city.country_id, city: city.id, category: category.id };
});

afterAll(() => world.close());

let shade = 0;

async function picture(field = 'board_photo[]'): Promise<Picture> {
  shade += 1;
  const background = { r: shade % 256, g: (shade * 7) % 256, b: (shade * 31) % 256 };
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return { field, name: `photo${shade}.jpg`, bytes: new Uint8Array(bytes) };
}

const WORDS = { board_title: 'Велосипед', board_description: 'Почти новый' };

interface Boards {
  boards: Record<string, unknown>[];
  total: number;
}

const boards = ({ body }: Received): Boards => body as unknown as Boards;
const photosOf = ({ body }: Received) => body.board_photos as { id: number; src: string }[];

async function publish(as: Actor = anna, more: Sent['body'] = {}, files: Picture[] = []): Promise<number> {
  const { body } = await client.succeed('PUT', '/api/boards', {
    as,
    body: { ...WORDS, ...more },
    spelling: 'multipart',
    files,
  });
  return Number(body.board_id);
}

describe('publishing', () => {
  const full = () => ({
    board_title: 'Горный велосипед',
    board_description: 'Почти новый',
    board_price: '15000',
    board_enabled: '1',
    category: String(place.category),
    country: String(place.country),
    city: String(place.city),
  });

  test.each(['/api/boards', '/api/board'])('PUT %s takes a form with photos', async (path) => {
    const files = [await picture(), await picture(), await picture('board_photo')];
    const answer = await client.succeed('PUT', path, { as: anna, body: full(), files });
    expect(answer.body).toMatchObject({
      ...SHAPES.board,
      board_user_id: anna.id,
      board_title: 'Горный велосипед',
      board_price: 15_000,
      board_enabled: 1,
      category: { id: place.category },
      country: { id: place.country },
      city: { id: place.city, name_native: 'Казань' },
      owner_firstname: 'Анна',
      owner_lastname: 'Шевченко',
      subscription_on_board: 0,
      comments: 0,
    });
    expect(photosOf(answer)).toHaveLength(3);
    for (const photo of photosOf(answer)) {
      expect(photo).toMatchObject(SHAPES.boardPhoto);
      expect((await fetch(`${client.origin}${photo.src}`)).headers.get('content-type')).toMatch(/^image\//);
    }
  });

  test.each<Spelling>(['json', 'urlencoded', 'multipart'])(
    'as %s, with numbers as text and empty places',
    async (spelling) => {
      const body = { ...WORDS, board_price: '', board_enabled: '0', category: '', country: '', city: '' };
      const answer = await client.succeed('PUT', '/api/boards', { as: anna, body, spelling });
      expect(answer.body).toMatchObject({
        board_price: 0,
        board_enabled: 0,
        category: null,
        country: null,
        city: null,
      });
    },
  );

  test('a title and a description are enough: the price is 0, and the ad is switched on', async () => {
    const { body } = await client.succeed('PUT', '/api/boards', { as: anna, body: WORDS });
    expect(body).toMatchObject({ board_price: 0, board_enabled: 1, board_photos: [] });
  });

  test.each([
    ['no title', { board_title: '' }, 'board_title'],
    ['a title of spaces', { board_title: '   ' }, 'board_title'],
    ['no description', { board_description: '' }, 'board_description'],
    ['256 letters in the title', { board_title: 'я'.repeat(256) }, 'board_title'],
    ['a price with a comma', { board_price: '1,5' }, 'board_price'],
    ['a price below nothing', { board_price: '-1' }, 'board_price'],
    ['a price in words', { board_price: 'дорого' }, 'board_price'],
    ['a category that is no number', { category: 'кот' }, 'category'],
  ])('%s is refused, and the field is named', async (_, change, field) => {
    const { body } = await client.refused(
      'PUT',
      '/api/boards',
      { as: anna, body: { ...WORDS, ...change } },
      400,
      'invalid_input',
    );
    expect(Object.keys(body.fields as object)).toEqual([field]);
  });

  test('the refusal of an empty ad is the specification’s sentence', async () => {
    const { body } = await client.refused(
      'PUT',
      '/api/boards',
      { as: anna, body: {}, spelling: 'multipart', files: [] },
      400,
    );
    expect(body.message).toBe('Пожалуйста, заполните название и описание объявления');
  });

  test('255 letters are a title', async () => {
    const title = 'я'.repeat(255);
    expect(
      (await client.succeed('PUT', '/api/boards', { as: anna, body: { ...WORDS, board_title: title } })).body,
    ).toMatchObject({
      board_title: title,
    });
  });

  test('four photos are too many, and what is no picture is none', async () => {
    const four = await Promise.all(Array.from({ length: 4 }, () => picture()));
    await client.refused('PUT', '/api/boards', { as: anna, body: WORDS, files: four }, 400, 'too_many_files');
    const fake = { field: 'board_photo[]', name: 'photo.jpg', bytes: new Uint8Array(Buffer.from('<html>')) };
    await client.refused('PUT', '/api/boards', { as: anna, body: WORDS, files: [fake] }, 415, 'unsupported_media');
  });

  test('ids of others in the body change nothing', async () => {
    const before = await publish(igor, { board_title: 'Чужое' });
    const body = { ...WORDS, board_id: before, board_user_id: igor.id, user_id: igor.id, owner_firstname: 'Хитрец' };
    const answer = await client.succeed('PUT', '/api/boards', { as: anna, body });
    expect(answer.body).toMatchObject({ board_user_id: anna.id, owner_firstname: 'Анна' });
    expect(answer.body.board_id).not.toBe(before);
    expect((await client.send('GET', `/api/board/${before}`)).body.board_title).toBe('Чужое');
  });

  test('an author from elsewhere is what staff may name, and nobody else', async () => {
    const external = { board_external: '1', user_firstname: 'Пётр', user_phone: '+79001112233', user_photo: '' };
    const own = await client.succeed('PUT', '/api/boards', { as: anna, body: { ...WORDS, ...external } });
    expect(own.body).toMatchObject({ board_external: 0 });
    expect(own.body).not.toHaveProperty('user_phone');
    const named = await client.succeed('PUT', '/api/boards', { as: staff, body: { ...WORDS, ...external } });
    expect(named.body).toMatchObject({ board_external: 1, user_firstname: 'Пётр', user_phone: '+79001112233' });
  });

  test('without a subscription it costs one, without a session it needs one', async () => {
    await client.refused('PUT', '/api/boards', { as: unpaid, body: WORDS }, 402, 'subscription_required');
    await client.refused('PUT', '/api/boards', { body: WORDS }, 401, 'unauthorized');
  });

  test('the same Idempotency-Key publishes once', async () => {
    const sent: Sent = { as: anna, body: WORDS, headers: { 'idempotency-key': 'once-and-for-all' } };
    const [first, second] = [
      await client.succeed('PUT', '/api/boards', sent),
      await client.succeed('PUT', '/api/board', sent),
    ];
    expect(second.body.board_id).toBe(first.body.board_id);
    await client.refused(
      'PUT',
      '/api/boards',
      { ...sent, body: { ...WORDS, board_price: 7 } },
      422,
      'idempotency_mismatch',
    );
  });
});

describe('editing', () => {
  test.each(['/api/board', '/api/boards'])('POST %s changes what it names and adds photos', async (path) => {
    const id = await publish(anna, { board_price: '5', category: place.category, city: place.city }, [await picture()]);
    const body = {
      board_id: String(id),
      board_title: 'Новое название',
      board_price: '700',
      category: '',
      board_enabled: '0',
    };
    const answer = await client.succeed('POST', path, { as: anna, body, files: [await picture()] });
    expect(answer.body).toMatchObject({
      ...SHAPES.board,
      board_id: id,
      board_title: 'Новое название',
      board_description: WORDS.board_description,
      board_price: 700,
      category: null,
      city: { id: place.city },
      board_enabled: 0,
    });
    expect(photosOf(answer)).toHaveLength(2);
  });

  test.each<Spelling>(['json', 'urlencoded', 'multipart'])('as %s', async (spelling) => {
    const id = await publish();
    const body = { board_id: id, board_price: '900', board_enabled: 1 };
    expect((await client.succeed('POST', '/api/board', { as: anna, body, spelling })).body).toMatchObject({
      board_price: 900,
    });
  });

  test('needs an id, an ad that is there, and its owner', async () => {
    const id = await publish();
    const sent = (as: Actor | null, board_id: string | number): Sent => ({
      as,
      body: { board_id, board_title: 'Моё' },
    });
    await client.refused('POST', '/api/board', sent(anna, ''), 400, 'id_required');
    await client.refused('POST', '/api/board', { as: anna, body: { board_title: 'Моё' } }, 400, 'id_required');
    await client.refused('POST', '/api/board', sent(anna, 99_999_999), 404, 'not_found');
    await client.refused('POST', '/api/board', sent(igor, id), 403, 'forbidden');
    await client.refused('POST', '/api/board', sent(null, id), 401, 'unauthorized');
    expect((await client.succeed('POST', '/api/board', sent(staff, id))).body.board_title).toBe('Моё');
  });

  test('an emptied title is refused in the specification’s words', async () => {
    const id = await publish();
    const { body } = await client.refused(
      'POST',
      '/api/board',
      { as: anna, body: { board_id: id, board_title: ' ' } },
      400,
    );
    expect(body.message).toBe('Пожалуйста, заполните название и описание объявления');
  });

  test('a fourth photo has no place', async () => {
    const id = await publish(anna, {}, [await picture(), await picture(), await picture()]);
    const files = [await picture()];
    await client.refused('POST', '/api/board', { as: anna, body: { board_id: id }, files }, 409, 'photos_full');
    await client.refused('PUT', `/api/boards/image/${id}`, { as: anna, files }, 409, 'photos_full');
  });
});

describe.each(['boards', 'board'])('photos by /api/%s/image', (spelled) => {
  test('are added to an ad, replaced and removed', async () => {
    const id = await publish();
    const address = (number: number): string => `/api/${spelled}/image/${number}`;
    const added = await client.succeed('PUT', address(id), { as: anna, files: [await picture()] });
    const [first] = photosOf(added);
    const replaced = await client.succeed('PUT', address(first?.id ?? 0), {
      as: anna,
      files: [await picture('photo')],
    });
    expect(photosOf(replaced)).toHaveLength(1);
    expect(photosOf(replaced)[0]?.src).not.toBe(first?.src);
    const [second] = photosOf(replaced);

    await client.refused('DELETE', address(second?.id ?? 0), { as: igor }, 403, 'forbidden');
    await client.refused('DELETE', address(second?.id ?? 0), {}, 401, 'unauthorized');
    await client.refused('PUT', address(id), { as: igor, files: [await picture()] }, 403, 'forbidden');
    expect(photosOf(await client.succeed('DELETE', address(second?.id ?? 0), { as: anna }))).toEqual([]);
    await client.refused('DELETE', address(second?.id ?? 0), { as: anna }, 404, 'not_found');
    await client.refused('PUT', address(99_999_999), { as: anna, files: [await picture()] }, 404, 'not_found');
    await client.refused('PUT', address(id), { as: anna, files: [] }, 400);
  });
});

describe.each(['board', 'boards'])('archive by /api/%s', (spelled) => {
  test('DELETE puts an ad away, DELETE of the archive brings it back as it was', async () => {
    const id = await publish(anna, { board_enabled: 0 });
    const archive = `/api/${spelled}?board_id=${id}`;
    const restore = `/api/${spelled}/archive/delete?board_id=${id}`;
    const inArchive = async () =>
      boards(await client.succeed('GET', `/api/${spelled}/archive`, { as: anna })).boards.some(
        ({ board_id }) => board_id === id,
      );

    await client.refused('DELETE', archive, { as: igor }, 403, 'forbidden');
    await client.refused('DELETE', archive, {}, 401, 'unauthorized');
    await client.succeed('DELETE', archive, { as: anna });
    expect(await inArchive()).toBe(true);
    await client.refused('GET', `/api/${spelled}/${id}`, {}, 410, 'gone');
    await client.refused('DELETE', restore, { as: igor }, 403, 'forbidden');
    expect((await client.succeed('DELETE', restore, { as: anna })).body).toMatchObject({
      ...SHAPES.board,
      board_enabled: 0,
    });
    expect(await inArchive()).toBe(false);
    await client.refused('DELETE', `/api/${spelled}?board_id=99999999`, { as: anna }, 404, 'not_found');
    await client.refused('DELETE', `/api/${spelled}`, { as: anna }, 400, 'invalid_input');
  });
});

describe('one ad', () => {
  test.each(['board', 'boards'])('GET /api/%s/{id} for the signed-in and for passers-by', async (spelled) => {
    const id = await publish();
    const mine = await client.succeed('GET', `/api/${spelled}/${id}`, { as: igor });
    expect(mine.body).toMatchObject({ ...SHAPES.board, subscription_on_board: 0 });
    expect(mine.body.owner_phone).toMatch(/^\+7\d{10}$/);
    const { body } = await client.succeed('GET', `/api/${spelled}/${id}`, {});
    expect(body).toMatchObject(SHAPES.board);
    expect(body).not.toHaveProperty('subscription_on_board');
    expect(String(body.owner_phone)).not.toMatch(/\d{5}/);
    await client.refused('GET', `/api/${spelled}/99999999`, {}, 404, 'not_found');
    await client.refused('GET', `/api/${spelled}/кот`, {}, 400, 'invalid_input');
  });

  test('a dead token reads as a passer-by does', async () => {
    const id = await publish();
    const dead = { ...anna, token: 'x'.repeat(43) };
    const { body } = await client.succeed('GET', `/api/board/${id}`, { as: dead });
    expect(body).not.toHaveProperty('subscription_on_board');
    await client.refused('GET', '/api/boards', { as: dead }, 401, 'unauthorized');
  });
});

describe('lists', () => {
  let many: Actor;

  beforeAll(async () => {
    many = await world.user({ paid: true });
    const row = {
      owner_id: many.id,
      description: 'Вёсла в подарок',
      category_id: place.category,
      country_id: place.country,
      city_id: place.city,
      created_at: new Date('2024-01-01'),
      image_ids: [],
    };
    const rows = Array.from({ length: 105 }, (_, i) => ({ ...row, title: `Байдарка ${i}`, price_roubles: i }));
    await world.services.db.transaction().execute((tx) => insertDemoAds(tx, rows));
    world.services.publicCache.invalidate();
  });

  const LISTS: [name: string, address: () => string, standard: number, pages: 'offset' | 'page'][] = [
    ['boards', () => '/api/boards?', 10, 'offset'],
    ['boards/enabled', () => '/api/boards/enabled?', 12, 'page'],
    [
      'boards/enabled, filtered',
      () => `/api/boards/enabled?country_id=${place.country}&city_id=${place.city}&category_id=${place.category}&`,
      12,
      'page',
    ],
    ['boards/enabled, unfiltered', () => '/api/boards/enabled?country_id=&city_id=&category_id=0&', 12, 'page'],
    ['boards/user', () => '/api/boards/user?', 12, 'offset'],
    ['boards/user of somebody', () => `/api/boards/user?user_id=${many.id}&`, 12, 'offset'],
    ['boards/friend', () => `/api/boards/friend?friend_id=${many.id}&`, 12, 'offset'],
  ];

  describe.each(LISTS)('%s', (_, address, standard, pages) => {
    const ask = async (query: string, spelled = 'boards') =>
      boards(await client.succeed('GET', `${address().replace('boards', spelled)}${query}`, { as: many }));
    const next = (size: number, number: number): string =>
      pages === 'page' ? `size=${size}&page=${number}` : `size=${size}&offset=${(number - 1) * size}`;
    const ids = (list: Boards) => list.boards.map(({ board_id }) => board_id);

    test('answers ads under `boards` and their number under `total`, whichever way it is spelled', async () => {
      const list = await ask('');
      expect(list.boards).toHaveLength(standard);
      expect(list.total).toBeGreaterThanOrEqual(105);
      for (const board of list.boards) expect(board).toMatchObject({ ...SHAPES.board, subscription_on_board: 0 });
      expect(ids(await ask('', 'board'))).toEqual(ids(list));
    });

    test('leafs without a gap or a repetition, and ends empty with the right total', async () => {
      const [first, second, both] = [await ask(next(6, 1)), await ask(next(6, 2)), await ask(next(12, 1))];
      expect([...ids(first), ...ids(second)]).toEqual(ids(both));
      expect(await ask(next(10, 90_000))).toMatchObject({ boards: [], total: both.total });
      if (pages === 'page') expect(ids(await ask('size=6&page=0'))).toEqual(ids(first));
    });

    test('answers at most a hundred, and refuses sizes that are none', async () => {
      expect((await ask('size=5000')).boards).toHaveLength(100);
      for (const query of ['size=-1', 'size=много', `${pages}=-1`])
        await client.refused('GET', `${address()}${query}`, { as: many }, 400, 'invalid_input');
    });

    test('searches', async () => {
      const found = await ask(`search=${encodeURIComponent('Байдарка 77')}`);
      expect(found.boards.map(({ board_title }) => board_title)).toContain('Байдарка 77');
      expect((await ask(`search=${encodeURIComponent('хрчщжъэ')}`)).boards).toEqual([]);
      expect((await ask('search=')).total).toBe((await ask('')).total);
      await client.refused('GET', `${address()}search=${'x'.repeat(201)}`, { as: many }, 400, 'invalid_input');
    });
  });

  test('the public ones answer passers-by, one’s own need a session', async () => {
    for (const path of ['boards/enabled', `boards/user?user_id=${many.id}`, `boards/friend?friend_id=${many.id}`]) {
      const [board] = boards(await client.succeed('GET', `/api/${path}`, {})).boards;
      expect(board).toMatchObject(SHAPES.board);
      expect(board).not.toHaveProperty('subscription_on_board');
    }
    for (const path of ['boards', 'boards/user', 'boards/archive'])
      await client.refused('GET', `/api/${path}`, {}, 401, 'unauthorized');
    await client.refused('GET', '/api/boards/friend', {}, 400, 'invalid_input');
  });
});

describe('every call about ads', () => {
  const WRITES: [Verb, string, Sent['body']?][] = [
    ['PUT', '/api/boards', WORDS],
    ['POST', '/api/board', { board_id: 1 }],
    ['DELETE', '/api/board?board_id=1'],
    ['DELETE', '/api/boards/archive/delete?board_id=1'],
    ['DELETE', '/api/boards/image/1'],
    ['PUT', '/api/boards/image/1'],
  ];

  test.each(WRITES)('%s %s from a browser needs the CSRF header and the own site', async (verb, address, body) => {
    await client.refused(verb, address, { as: anna, by: 'forged browser', body }, 403, 'csrf');
    const headers = { origin: 'https://elsewhere.example' };
    await client.refused(verb, address, { as: anna, by: 'browser', body, headers }, 403, 'cross_site');
  });

  test('a browser with its CSRF header publishes, edits and archives', async () => {
    const by = 'browser';
    const { body } = await client.succeed('PUT', '/api/boards', { as: anna, by, body: WORDS });
    await client.succeed('POST', '/api/board', {
      as: anna,
      by,
      body: { board_id: Number(body.board_id), board_price: 1 },
    });
    await client.succeed('DELETE', `/api/board?board_id=${body.board_id}`, { as: anna, by });
  });

  test.each<[Verb, string, string[]]>([
    ['POST', '/api/boards/enabled', ['GET']],
    ['DELETE', '/api/boards/user', ['GET']],
    ['PUT', '/api/boards/friend', ['GET']],
    ['POST', '/api/boards/archive', ['GET']],
    ['GET', '/api/boards/archive/delete', ['DELETE']],
    ['POST', '/api/boards/image/1', ['DELETE', 'PUT']],
    ['PUT', '/api/board/1', ['GET']],
  ])('%s %s is the wrong verb, and the right ones are named', async (verb, address, right) => {
    const { headers } = await client.refused(verb, address, { as: anna }, 405, 'method_not_allowed');
    const allowed = (headers.get('allow') ?? '').split(', ');
    for (const verb of right) expect(allowed).toContain(verb);
  });

  test.each([
    ['ru', 'Пожалуйста, заполните название и описание объявления'],
    ['', 'Пожалуйста, заполните название и описание объявления'],
    ['tlh', 'Пожалуйста, заполните название и описание объявления'],
    ['en-GB,en;q=0.9', 'Please fill in the title and the description of the ad'],
  ])('refusals in the language of the request: «%s»', async (lang, message) => {
    const headers: Record<string, string> = lang === '' ? {} : { 'accept-language': lang };
    const { body } = await client.refused('PUT', '/api/boards', { as: anna, body: {}, headers }, 400, 'invalid_input');
    expect(body.message).toBe(message);
  });

  test('what is no JSON, and a body of a kind that nobody sends, are refused', async () => {
    const headers = { authorization: `Bearer ${anna.token}`, 'content-type': 'application/json' };
    const broken = await fetch(`${client.origin}/api/boards`, { method: 'PUT', headers, body: '{"board_title":' });
    expect({ status: broken.status, body: await broken.json() }).toMatchObject({
      status: 400,
      body: { code: 'invalid_json' },
    });
    const xml = await fetch(`${client.origin}/api/boards`, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/xml' },
      body: '<ad/>',
    });
    expect({ status: xml.status, body: await xml.json() }).toMatchObject({ status: 415, body: REFUSAL });
  });
});
