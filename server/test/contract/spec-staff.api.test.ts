import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, createWorld, PASSWORD, type World } from '../world.ts';
import {
  createOutsideClient,
  type OutsideClient,
  type Picture,
  type Received,
  type Sent,
  type Spelling,
  type Verb,
} from './outside-client.ts';
import { SHAPES } from './spec-shapes.ts';

let world: World;
let client: OutsideClient;
let manager: Actor;
let admin: Actor;
let superuser: Actor;
let anna: Actor;

beforeAll(async () => {
  world = await createWorld();
  client = await createOutsideClient(world);
  [manager, admin, superuser, anna] = await Promise.all([
    world.user({ groups: ['manager'] }),
    world.user({ groups: ['admin'] }),
    world.user({ is_superuser: true }),
    world.user({ paid: true, firstname: 'Анна', lastname: 'Шевченко' }),
  ]);
});

afterAll(() => world.close());

const items = ({ body }: Received, wrapper: string) => body[wrapper] as Record<string, unknown>[];

async function picture(field: string): Promise<Picture> {
  const bytes = await sharp({ create: { width: 60, height: 60, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  return { field, name: 'photo.jpg', bytes: new Uint8Array(bytes) };
}

let made = 0;
function person(more: Record<string, string> = {}): Record<string, string> {
  made += 1;
  return {
    firstname: 'Олег',
    middlename: 'Петрович',
    lastname: `Новосёлов ${made}`,
    phone: `7 (901) ${String(1_000_000 + made).slice(0, 3)}-${String(1_000_000 + made).slice(3)}`,
    email: `oleg${made}@example.com`,
    position: 'Плотник',
    login: `oleg${made}`,
    password: 'tainik-42-lodka',
    description: 'Строит лодки',
    country_id: '1',
    city_id: '1',
    ...more,
  };
}

describe('who gets in', () => {
  test('the profile and the session say who is of the staff', async () => {
    const own = async (who: Actor) => (await client.succeed('GET', `/api/users/${who.id}`, { as: who })).body;
    expect(await own(manager)).toMatchObject({ is_superuser: false, groups: ['manager'] });
    expect(await own(admin)).toMatchObject({ is_superuser: false, groups: ['admin'] });
    expect(await own(superuser)).toMatchObject({ is_superuser: true, groups: [] });
    expect(await own(anna)).toMatchObject({ is_superuser: false, groups: [], permissions: [] });
    const signedIn = async ({ login }: Actor) =>
      (await client.succeed('POST', '/api/auth', { body: { login, password: PASSWORD } })).body;
    for (const [who, named] of [
      [manager, 'manager'],
      [admin, 'admin'],
      [superuser, 'superuser'],
    ] as const)
      expect((await signedIn(who)).permissions).toContain(named);
    expect(await signedIn(anna)).toMatchObject({ user_id: anna.id, permissions: [], token: expect.any(String) });
  });

  test.each<[Verb, string, Sent['body']?]>([
    ['POST', '/api/users', person()],
    ['GET', '/api/complains'],
    ['DELETE', '/api/complains/1'],
    ['GET', '/api/feedback'],
    ['DELETE', '/api/feedback/1'],
    ['PUT', '/api/category', { name_en: 'A', name_native: 'А' }],
    ['POST', '/api/category', { id: 1, name_en: 'A', name_native: 'А' }],
    ['DELETE', '/api/category?id=1'],
    ['PUT', '/api/country', { name_en: 'A', name_native: 'А', phone_code: '1' }],
    ['POST', '/api/country', { id: 1, name_en: 'A', name_native: 'А', phone_code: '1' }],
    ['DELETE', '/api/country?id=1'],
    ['PUT', '/api/city', { name_en: 'A', name_native: 'А', country: 1 }],
    ['POST', '/api/city', { id: 1, name_en: 'A', name_native: 'А', country: 1 }],
    ['DELETE', '/api/city?id=1'],
  ])('%s %s is for staff alone, and asks their browser for its proof', async (verb, address, body) => {
    await client.refused(verb, address, { as: anna, body }, 403, 'forbidden');
    await client.refused(verb, address, { body }, 401, 'unauthorized');
    if (verb !== 'GET') await client.refused(verb, address, { as: superuser, by: 'forged browser', body }, 403, 'csrf');
  });

  test('nobody changes or removes another person, and managers no staff', async () => {
    const [address, other] = [`/api/users/${anna.id}`, await world.user()];
    await client.refused('PUT', address, { as: other, body: { firstname: 'Не Анна' } }, 403, 'forbidden');
    await client.refused('DELETE', address, { as: other }, 403, 'forbidden');
    await client.refused(
      'PUT',
      `/api/users/${admin.id}`,
      { as: manager, body: { firstname: 'Не тот' } },
      403,
      'forbidden',
    );
    await client.refused('DELETE', `/api/users/${admin.id}`, { as: manager }, 403, 'forbidden');
  });
});

describe('users', () => {
  test('GET users?search&page&size answers the columns of the table, in pages of 10, 25, 50 and 100', async () => {
    const lastname = 'Столбцов';
    for (let at = 0; at < 27; at += 1) await world.user({ lastname });
    const page = async (query: string) => {
      const answer = await client.succeed('GET', `/api/users?search=${encodeURIComponent(lastname)}&${query}`, {
        as: manager,
      });
      expect(answer.body.total).toBe(27);
      return items(answer, 'list');
    };
    const pages = [await page('page=1&size=10'), await page('page=2&size=10'), await page('page=3&size=10')];
    expect(pages.map(({ length }) => length)).toEqual([10, 10, 7]);
    expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(27);
    for (const [size, length] of [
      [25, 25],
      [50, 27],
      [100, 27],
    ])
      expect(await page(`page=1&size=${size}`)).toHaveLength(length ?? 0);
    expect(await page('page=9&size=10')).toEqual([]);
    const text = expect.any(String);
    expect(pages[0]?.[0]).toMatchObject({
      id: expect.any(Number),
      lastname,
      firstname: text,
      middlename: text,
      phone: expect.stringMatching(/^\+7900\d{7}$/),
      email: expect.stringMatching(/@example\.com$/),
      referral: expect.stringMatching(/./),
    });
  });

  test.each([
    ['manager', () => manager],
    ['admin', () => admin],
    ['superuser', () => superuser],
  ])('POST users creates a person for a %s, who then signs in', async (_, staff) => {
    const form = person({ payed: '1', is_superuser: 'true', groups: 'admin' });
    const { body } = await client.succeed('POST', '/api/users', {
      as: staff(),
      body: form,
      files: [await picture('photo')],
    });
    expect(body).toMatchObject({
      firstname: 'Олег',
      middlename: 'Петрович',
      lastname: form.lastname,
      position: 'Плотник',
      description: 'Строит лодки',
      login: form.login,
      email: form.email,
      photo: expect.stringMatching(/^\/media\//),
      location: { country: { id: 1 }, city: { id: 1 } },
      payed: 0,
      is_superuser: false,
      groups: [],
    });
    expect(String(body.phone).replace(/\D/g, '')).toBe(form.phone?.replace(/\D/g, ''));
    const { login = '', password = '' } = form;
    const signedIn = await client.succeed('POST', '/api/auth', { body: { login, password } });
    expect(signedIn.body).toMatchObject({ user_id: body.id, user_payed: 0, permissions: [] });
  });

  test.each<Spelling>(['json', 'urlencoded', 'multipart'])('POST users takes a form as %s', async (spelling) => {
    const form = person({ country_id: '', city_id: '', middlename: '' });
    const { body } = await client.succeed('POST', '/api/users', { as: manager, body: form, spelling });
    expect(body).toMatchObject({ login: form.login, location: { country: null, city: null }, photo: null });
  });

  test.each([
    ['firstname', '', 'Необходимо указать Ваше имя'],
    ['lastname', '', 'Необходимо указать Вашу фамилию'],
    ['email', '', 'Необходимо указать адрес электронной почты'],
    ['email', 'oleg@', 'Укажите корректный адрес электронной почты'],
    ['phone', '9o12345678', 'Пожалуйста, используйте только цифры'],
    ['phone', '12345', 'Минимум 6 цифр'],
    ['phone', '790112345678', 'Максимум 11 цифр'],
    ['login', 'ol', 'Минимум 3 символа'],
    ['password', 'kl5ab', 'Минимум 6 символов'],
  ])('POST users with %s «%s» is refused: %s', async (field, value, words) => {
    const { body } = await client.refused('POST', '/api/users', { as: manager, body: person({ [field]: value }) }, 400);
    expect(body).toMatchObject({ code: 'invalid_input', fields: { [field]: words } });
  });

  test('PUT users/{id} changes what the form of staff holds, as JSON and with a photo', async () => {
    const somebody = await world.user();
    const address = `/api/users/${somebody.id}`;
    const change = {
      lastname: 'Изменённый',
      firstname: 'Иван',
      middlename: 'Иванович',
      email: 'changed@example.com',
      phone: '79017654321',
      position: 'Столяр',
      description: 'Делает столы',
      login: 'changed',
      country_id: 1,
      city_id: 1,
    };
    const { body } = await client.succeed('PUT', address, { as: manager, body: change });
    const { phone, country_id, city_id, ...shown } = change;
    expect(body).toMatchObject({ ...shown, location: { country: { id: country_id }, city: { id: city_id } } });
    expect(String(body.phone).replace(/\D/g, '')).toBe(phone);
    const pictured = await client.succeed('PUT', address, {
      as: manager,
      body: { description: 'С фотографией' },
      files: [await picture('photo')],
    });
    expect(pictured.body).toMatchObject({ description: 'С фотографией', photo: expect.stringMatching(/^\/media\//) });
  });

  test('DELETE users/{id} takes a person away from everybody', async () => {
    const somebody = await world.user();
    const address = `/api/users/${somebody.id}`;
    expect((await client.succeed('DELETE', address, { as: manager })).body).toEqual({ id: somebody.id });
    await client.refused('GET', address, {}, 410, 'gone');
    await client.refused('POST', '/api/auth', { body: { login: somebody.login, password: PASSWORD } }, 403);
    await client.refused('DELETE', '/api/users/99999999', { as: manager }, 404, 'not_found');
  });
});

describe('ads', () => {
  const publish = async () =>
    Number(
      (
        await client.succeed('PUT', '/api/boards', {
          as: anna,
          body: { board_title: 'Лодка', board_description: 'Вёсла' },
        })
      ).body.board_id,
    );

  test('GET boards?size&offset&search answers everybody’s ads with their number', async () => {
    const board_id = await publish();
    for (const size of [10, 25, 50, 100]) {
      const answer = await client.succeed('GET', `/api/boards?size=${size}&offset=0&search=`, { as: manager });
      expect(answer.body.total).toBeGreaterThan(0);
      const board = items(answer, 'boards').find((one) => one.board_id === board_id);
      expect(board).toMatchObject({ ...SHAPES.board, owner_lastname: 'Шевченко' });
    }
    const nothing = await client.succeed('GET', `/api/boards?search=${encodeURIComponent('хрчщжъэ')}`, { as: manager });
    expect(nothing.body).toMatchObject({ boards: [], total: 0 });
  });

  test('POST board and DELETE board do for staff what they do for the owner', async () => {
    const board_id = await publish();
    const body = { board_id, board_title: 'Лодка с мотором', board_price: 500, board_enabled: '0' };
    const edited = await client.succeed('POST', '/api/board', {
      as: manager,
      body,
      files: [await picture('board_photo[]')],
    });
    expect(edited.body).toMatchObject({ board_id, board_title: 'Лодка с мотором', board_price: 500, board_enabled: 0 });
    expect(items(edited, 'board_photos')).toHaveLength(1);
    await client.succeed('DELETE', `/api/board?board_id=${board_id}`, { as: manager });
    const archive = await client.succeed('GET', '/api/boards/archive', { as: anna });
    expect(items(archive, 'boards').map((one) => one.board_id)).toContain(board_id);
  });
});

describe.each([
  ['categories', 'category', {}],
  ['countries', 'country', { phone_code: '998' }],
  ['cities', 'city', { country: 1 }],
] as const)('%s', (plural, singular, more) => {
  const names = () => {
    made += 1;
    return { name_en: `Place ${made}`, name_native: `Место ${made}` };
  };
  const find = async (name: string) =>
    items(
      await client.succeed('GET', `/api/${plural}?search=${encodeURIComponent(name)}&offset=0&size=10`, {}),
      plural,
    );

  test.each<[string, Spelling]>([
    [singular, 'json'],
    [plural, 'urlencoded'],
  ])('PUT %s as %s creates, POST with the id edits, DELETE ?id deletes', async (path, spelling) => {
    const [first, second] = [names(), names()];
    const created = await client.succeed('PUT', `/api/${path}`, { as: manager, body: { ...first, ...more }, spelling });
    expect(created.body).toMatchObject({ ...SHAPES[singular], ...first, ...more });
    expect(await find(first.name_native)).toMatchObject([{ id: created.body.id, ...first }]);

    const id = Number(created.body.id);
    const body = { id: String(id), ...second, ...more };
    expect((await client.succeed('POST', `/api/${path}`, { as: manager, body, spelling })).body).toMatchObject({
      id,
      ...second,
    });
    expect(await find(first.name_native)).toEqual([]);

    const again = await client.succeed('PUT', `/api/${path}`, { as: manager, body, spelling });
    expect(again.body.id).not.toBe(id);
    for (const one of [id, Number(again.body.id)])
      expect((await client.succeed('DELETE', `/api/${path}?id=${one}`, { as: manager })).body).toEqual({ id: one });
    expect(await find(second.name_native)).toEqual([]);
    await client.refused('DELETE', `/api/${path}?id=${id}`, { as: manager }, 404, 'not_found');
  });

  test('both names are needed, and an edit names what it edits', async () => {
    const address = `/api/${singular}`;
    for (const field of ['name_en', 'name_native']) {
      const { body } = await client.refused(
        'PUT',
        address,
        { as: manager, body: { ...names(), ...more, [field]: ' ' } },
        400,
      );
      expect(body).toMatchObject({ code: 'invalid_input', fields: { [field]: expect.stringMatching(/./) } });
    }
    await client.refused('POST', address, { as: manager, body: { ...names(), ...more } }, 400, 'id_required');
    await client.refused(
      'POST',
      address,
      { as: manager, body: { id: 99_999_999, ...names(), ...more } },
      404,
      'not_found',
    );
    await client.refused('DELETE', address, { as: manager }, 400, 'invalid_input');
  });
});

describe('complaints and feedback', () => {
  test('come in pages of 10, 25, 50 and 100, feedback one row a person', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => world.user()));
    for (const one of people) {
      const body = { user_id: one.id, board_id: '', complain_id: anna.id, message: 'Грубит' };
      await client.succeed('PUT', '/api/complains/add', { as: one, body });
      for (const message of ['Здравствуйте', 'Вы тут?'])
        await client.succeed('PUT', '/api/feedback/add', {
          as: one,
          body: { user_id: one.id, email: 'x@y.ru', message },
        });
    }
    for (const [address, wrapper, shape] of [
      ['/api/complains', 'complains', SHAPES.complaint],
      ['/api/feedback', 'feedbacks', SHAPES.feedback],
    ] as const) {
      for (const [query, length] of [
        ['', 10],
        ['?size=10&offset=10', 2],
        ['?size=25', 12],
        ['?size=50', 12],
        ['?size=100', 12],
        ['?offset=500', 0],
      ] as const) {
        const answer = await client.succeed('GET', `${address}${query}`, { as: manager });
        expect(answer.body.total).toBe(12);
        expect(items(answer, wrapper)).toHaveLength(length);
        for (const row of items(answer, wrapper)) expect(row).toMatchObject(shape);
      }
    }
  });
});

test.each<[Verb, string, string[]]>([
  ['PUT', '/api/users', ['GET', 'POST']],
  ['POST', '/api/users/1', ['DELETE', 'GET', 'PUT']],
  ['PUT', '/api/complains', ['GET']],
  ['GET', '/api/complains/1', ['DELETE']],
  ['GET', '/api/feedback/1', ['DELETE']],
])('%s %s is the wrong verb, and the right ones are named', async (verb, address, right) => {
  const { headers } = await client.refused(verb, address, { as: superuser }, 405, 'method_not_allowed');
  const allowed = (headers.get('allow') ?? '').split(', ');
  for (const verb of right) expect(allowed).toContain(verb);
});
