import { authApi } from '@app/contract/people/auth';
import { circleApi } from '@app/contract/people/circle';
import { type UserChange, usersApi } from '@app/contract/people/users';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeTo, emailsTo } from '../../../test/emails.ts';
import { type Actor, createWorld, PASSWORD, type World } from '../../../test/world.ts';
import { applySearchChanges } from '../../platform/search/vocabulary.ts';
import { erasePeople } from '../auth/erase-people.job.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let world: World;
let shiftMs = 0;

beforeAll(async () => {
  world = await createWorld({ clock: () => new Date(Date.now() + shiftMs) });
});
afterAll(() => world.close());

const later = (ms: number): void => {
  shiftMs += ms;
};

const get = (viewer: Actor | null, id: number) => world.call(viewer, usersApi.get, { params: { id } });
const change = (viewer: Actor | null, id: number, body: UserChange) =>
  world.call(viewer, usersApi.change, { params: { id }, body });
const remove = (viewer: Actor, id: number) => world.call(viewer, usersApi.remove, { params: { id } });
const signIn = (login: string, password = PASSWORD) => world.call(null, authApi.login, { body: { login, password } });
const stored = (id: number) =>
  world.services.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('who sees what', () => {
  const PRIVATE = [
    'login',
    'email',
    'bank',
    'virtualpay',
    'bonus',
    'payed_until',
    'permissions',
    'groups',
    'is_superuser',
  ];
  let owner: Actor;
  let hidden: Actor;

  beforeAll(async () => {
    const company = { legal_status: 1 as const };
    owner = await world.user({ phone: '+79171234567', ...company });
    hidden = await world.user({ phone: '+79170000001', see_phone: 'nobody' });
    await world.services.db
      .updateTable('users')
      .set({ bank_name: 'Банк', bank_inn: '7707083893' })
      .where('id', '=', owner.id)
      .execute();
  });

  const viewers: Record<string, () => Promise<Actor | null>> = {
    anonymous: async () => null,
    stranger: () => world.user(),
    subscriber: () => world.user({ paid: true }),
    owner: async () => owner,
    manager: () => world.user({ groups: ['manager'] }),
    superuser: () => world.user({ is_superuser: true }),
  };

  test.each([
    ['anonymous', '+7 917 •••-••-••', undefined, false],
    ['stranger', '+79171234567', undefined, false],
    ['subscriber', '+79171234567', undefined, false],
    ['owner', '+79171234567', undefined, true],
    ['manager', '+79171234567', '+79170000001', true],
    ['superuser', '+79171234567', '+79170000001', true],
  ])('%s', async (who, phone, hiddenPhone, seesPrivate) => {
    const viewer = (await viewers[who]?.()) ?? null;
    const { body } = await get(viewer, owner.id);
    expect(body.phone).toBe(phone);
    const shown = PRIVATE.filter((field) => field in body);
    expect(shown).toEqual(seesPrivate ? PRIVATE : []);
    expect((await get(viewer, hidden.id)).body.phone).toBe(hiddenPhone);
    if (!seesPrivate) expect(JSON.stringify(body)).not.toMatch(/7707083893|@example\.com|password/);
    if (viewer === null) expect(JSON.stringify(body)).not.toContain('1234567');
  });

  test('a phone its owner hid is still the owner’s own', async () => {
    expect((await get(hidden, hidden.id)).body.phone).toBe('+79170000001');
  });

  test('lists hand out no phones, mails or logins to people', async () => {
    const { body } = await world.call(await world.user(), usersApi.list, { query: { size: 100 } });
    expect(body.list.length).toBeGreaterThan(3);
    const others = body.list.filter((user) => user.email === undefined);
    expect(others.every((user) => user.phone === undefined && user.login === undefined)).toBe(true);
    expect(others.length).toBe(body.list.length - 1);
  });
});

describe('profiles', () => {
  test('a person changes the own profile and only what was sent', async () => {
    const anna = await world.user({ position: 'Инженер' });
    const { body } = await change(anna, anna.id, {
      firstname: 'Анна',
      lastname: 'Смирнова',
      middlename: 'Игоревна',
      description: 'Две строки\nо себе',
      allow_to_call: 0,
      familystatus: 'married',
    });
    expect(body).toMatchObject({
      firstname: 'Анна',
      lastname: 'Смирнова',
      middlename: 'Игоревна',
      position: 'Инженер',
      description: 'Две строки\nо себе',
      allow_to_call: 0,
      familystatus: 'married',
    });
    expect((await get(null, anna.id)).body.lastname).toBe('Смирнова');
  });

  test('nobody changes somebody else, and nobody without a session changes anything', async () => {
    const [anna, boris] = [await world.user(), await world.user()];
    expect((await change(boris, anna.id, { firstname: 'Взлом' })).statusCode).toBe(403);
    expect((await change(boris, 99_999_999, { firstname: 'Взлом' })).statusCode).toBe(403);
    expect((await change(null, anna.id, { firstname: 'Взлом' })).statusCode).toBe(401);
    expect((await remove(boris, anna.id)).statusCode).toBe(403);
    expect((await stored(anna.id)).firstname).toBe('Проба');
  });

  test('trust that a client claims is ignored', async () => {
    const anna = await world.user();
    const claims = {
      rating: 5,
      virtualpay: 1000,
      bonus: 1000,
      is_superuser: true,
      groups: ['admin'],
      permissions: ['all'],
    };
    const { body } = await change(anna, anna.id, { firstname: 'Анна', payed: 1, ...claims } as UserChange);
    expect(body).toMatchObject({ payed: 0, rating: null, virtualpay: 0, bonus: 0, is_superuser: false, groups: [] });
    const row = await stored(anna.id);
    expect([row.is_superuser, row.paid_until]).toEqual([false, null]);
  });

  test('claiming to have paid answers what is true', async () => {
    const subscriber = await world.user({ paid: true });
    expect((await change(subscriber, subscriber.id, { payed: 1 })).body.payed).toBe(1);
    expect((await change(subscriber, subscriber.id, { payed: 0 })).body.payed).toBe(1);
  });

  test.each([
    [{ firstname: ' ' }, 'firstname', 'Необходимо указать Ваше имя'],
    [{ lastname: '' }, 'lastname', 'Необходимо указать Вашу фамилию'],
    [{ email: 'anna' }, 'email', 'Укажите корректный адрес электронной почты'],
    [{ phone: '79a71234567' }, 'phone', 'Пожалуйста, используйте только цифры'],
    [{ phone: '12345', country_code: '7' }, 'phone', 'Минимум 6 цифр'],
    [{ phone: '123456789012', country_code: '999' }, 'phone', 'Максимум 11 цифр'],
    [{ login: 'ab' }, 'login', 'Минимум 3 символа'],
  ])('%j is refused beside its field', async (body, field, text) => {
    const anna = await world.user();
    const answer = await change(anna, anna.id, body);
    expect(answer.statusCode).toBe(400);
    expect(answer.body.fields).toEqual({ [field]: text });
  });

  test('a phone of twelve digits from the registration may be saved again but not newly set', async () => {
    const anna = await world.user();
    const phone = { phone: '+999123456789012', phone_national: '123456789012', phone_country_code: '999' };
    await world.services.db.updateTable('users').set(phone).where('id', '=', anna.id).execute();
    const again = { phone: '999123456789012', country_code: '999' };
    expect((await change(anna, anna.id, again)).statusCode).toBe(200);
    expect((await change(anna, anna.id, { ...again, phone: '999123456789013' })).statusCode).toBe(400);
  });

  test('login, mail and phone of somebody else are taken, also when two people want one at once', async () => {
    const [anna, boris] = [await world.user(), await world.user()];
    const row = await stored(boris.id);
    const refusals = [
      await change(anna, anna.id, { login: row.login.toUpperCase() }),
      await change(anna, anna.id, { email: row.email }),
      await change(anna, anna.id, { phone: row.phone ?? '' }),
    ];
    expect(refusals.map((answer) => answer.body.code)).toEqual(['login_taken', 'email_taken', 'phone_taken']);
    const people = await Promise.all(Array.from({ length: 8 }, () => world.user()));
    const answers = await Promise.all(people.map((person) => change(person, person.id, { login: 'the-one' })));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, ...Array(7).fill(409)]);
  });

  test('the city must lie in the country, and a new country clears the city', async () => {
    const anna = await world.user();
    const cities = await world.services.db.selectFrom('cities').select(['id', 'country_id']).orderBy('id').execute();
    const [city] = cities;
    const other = cities.find((place) => place.country_id !== city?.country_id);
    if (city === undefined || other === undefined) throw new Error('the reference data holds too few cities');
    const home = await change(anna, anna.id, { country_id: city.country_id, city_id: city.id });
    expect(home.body.location).toMatchObject({ country: { id: city.country_id }, city: { id: city.id } });
    const mixed = await change(anna, anna.id, { country_id: city.country_id, city_id: other.id });
    expect(mixed).toMatchObject({ statusCode: 400, body: { code: 'invalid_input' } });
    const moved = await change(anna, anna.id, { country_id: other.country_id });
    expect(moved.body).toMatchObject({ country_id: other.country_id, city_id: null });
  });

  test('a district belongs to its city, and nobody else is told it', async () => {
    const anna = await world.user();
    const { id, country_id } = await world.services.db
      .selectFrom('cities')
      .select(['id', 'country_id'])
      .orderBy('id')
      .executeTakeFirstOrThrow();
    expect((await change(anna, anna.id, { district: 'Центр' })).body.district).toBe('');
    const home = await change(anna, anna.id, { country_id, city_id: id, district: '  Старый \n город ' });
    expect(home.body.district).toBe('Старый город');
    const read = async (viewer: Actor | null) =>
      (await world.call(viewer, usersApi.get, { params: { id: anna.id } })).body;
    expect((await read(anna)).district).toBe('Старый город');
    const manager = await world.user({ groups: ['admin'] });
    for (const other of [null, await world.user(), manager]) expect(await read(other)).not.toHaveProperty('district');
    expect((await change(anna, anna.id, { description: 'Пишу' })).body.district).toBe('Старый город');
    const tooLong = await change(anna, anna.id, { district: 'я'.repeat(81) });
    expect(tooLong).toMatchObject({ statusCode: 400, body: { code: 'invalid_input' } });
    expect((await change(anna, anna.id, { city_id: null })).body.district).toBe('');
  });

  test('a new picture replaces the old one, and a file that is none changes nothing', async () => {
    const anna = await world.user();
    const picture = (background: string) =>
      sharp({ create: { width: 300, height: 300, channels: 3, background } })
        .png()
        .toBuffer();
    const upload = (bytes: Buffer) =>
      world.call(anna, usersApi.change, {
        params: { id: anna.id },
        body: { description: 'с фото' },
        files: [{ field: 'photo', name: 'me.png', type: 'image/png', bytes }],
      });
    const first = await upload(await picture('#a02020'));
    expect(first.body).toMatchObject({
      description: 'с фото',
      photo: expect.stringMatching(/^\/media\/.+-256\.webp$/),
    });
    const second = await upload(await picture('#20a020'));
    expect(second.body.photo).not.toBe(first.body.photo);
    const images = await world.services.db
      .selectFrom('media_images')
      .select('state')
      .where('owner_id', '=', anna.id)
      .orderBy('id')
      .execute();
    expect(images.map((image) => image.state)).toEqual(['garbage', 'claimed']);
    expect((await upload(Buffer.from('no picture at all'))).statusCode).toBe(415);
    expect((await get(anna, anna.id)).body.photo).toBe(second.body.photo);
  });
});

describe('changing the password', () => {
  const NEW = 'Sovsem-novyj-8';
  const statusOf = (actor: Pick<Actor, 'token'>) =>
    world.app
      .inject({ method: 'GET', url: '/api/users', headers: { authorization: `Bearer ${actor.token}` } })
      .then((answer) => answer.statusCode);

  test('the present password allows it; other sessions end and the owner gets an email', async () => {
    const anna = await world.user();
    const elsewhere = { token: (await signIn(anna.login)).body.token };
    later(6 * MINUTE_MS);
    expect((await change(anna, anna.id, { password: NEW })).body.code).toBe('current_password_required');
    expect((await change(anna, anna.id, { password: NEW, current_password: 'guess' })).body.code).toBe(
      'current_password_wrong',
    );
    expect((await change(anna, anna.id, { password: NEW, current_password: PASSWORD })).statusCode).toBe(200);
    expect([await statusOf(anna), await statusOf(elsewhere)]).toEqual([200, 401]);
    expect((await signIn(anna.login)).statusCode).toBe(401);
    expect((await signIn(anna.login, NEW)).statusCode).toBe(200);
    const letters = await emailsTo(world, `${anna.login}@example.com`);
    expect(letters.map((letter) => letter.template)).toEqual(['password_changed']);
  });

  test('a sign-in call in the same session proves it for five minutes, as the specification’s client does', async () => {
    const anna = await world.user();
    later(6 * MINUTE_MS);
    const proof = await world.call(anna, authApi.login, { body: { login: anna.login, password: PASSWORD } });
    expect(proof.body.token).toBe(anna.token);
    later(4 * MINUTE_MS);
    expect((await change(anna, anna.id, { password: NEW })).statusCode).toBe(200);
    later(2 * MINUTE_MS);
    expect((await change(anna, anna.id, { password: 'Eshche-odin-9' })).body.code).toBe('current_password_required');
  });

  test('somebody else’s sign-in in this browser proves nothing for this person', async () => {
    const [anna, boris] = [await world.user(), await world.user()];
    later(6 * MINUTE_MS);
    await world.call(anna, authApi.login, { body: { login: boris.login, password: PASSWORD } });
    expect((await change(anna, anna.id, { password: NEW })).body.code).toBe('current_password_required');
  });

  test('guessing the present password inside a stolen session is stopped', async () => {
    const anna = await world.user();
    const guesses = await Promise.all(
      Array.from({ length: 20 }, () => change(anna, anna.id, { password: NEW, current_password: 'guess' })),
    );
    expect(guesses.filter((answer) => answer.body.code === 'current_password_wrong')).toHaveLength(10);
    const right = await change(anna, anna.id, { password: NEW, current_password: PASSWORD });
    expect(right.statusCode).toBe(429);
  });

  test('short and common ones are refused', async () => {
    const anna = await world.user();
    const attempt = (password: string) => change(anna, anna.id, { password, current_password: PASSWORD });
    expect((await attempt('12345')).body.fields).toEqual({ password: 'Минимум 6 символов' });
    expect((await attempt('Password1')).body.code).toBe('password_common');
  });
});

describe('leaving and being suspended', () => {
  test('who leaves is gone for everybody at once and comes back by signing in within thirty days', async () => {
    const anna = await world.user();
    expect((await remove(anna, anna.id)).body).toEqual({ id: anna.id });
    expect(await get(null, anna.id)).toMatchObject({ statusCode: 410, body: { code: 'gone', suspended: 0 } });
    expect((await get(anna, anna.id)).statusCode).toBe(410);
    expect((await change(anna, anna.id, { firstname: 'Тень' })).statusCode).toBe(401);
    later(29 * DAY_MS);
    expect((await signIn(anna.login)).statusCode).toBe(200);
    expect((await get(null, anna.id)).statusCode).toBe(200);
  });

  test('after thirty days the account is as unknown as any other', async () => {
    const anna = await world.user();
    await remove(anna, anna.id);
    later(30 * DAY_MS + 1000);
    expect((await signIn(anna.login)).body.code).toBe('wrong_credentials');
  });

  test('who does not come back is erased, and the names are free again', async () => {
    const anna = await world.user({ login: 'leaves-for-good', phone: '+79035556677' });
    await world.call(null, authApi.recovery, { body: { user: anna.login } });
    await remove(anna, anna.id);
    await erasePeople.run(world.services, {});
    expect((await stored(anna.id)).login).toBe('leaves-for-good');
    later(31 * DAY_MS);
    await erasePeople.run(world.services, {});
    await erasePeople.run(world.services, {});
    const row = await stored(anna.id);
    expect(JSON.stringify(row)).not.toMatch(/leaves-for-good|5556677|Проба/);
    expect((await get(null, anna.id)).statusCode).toBe(410);
    expect((await signIn(row.login, '')).statusCode).toBe(400);
    expect((await signIn(row.login, 'anything')).body.code).toBe('wrong_credentials');
    expect(await world.user({ login: 'leaves-for-good', phone: '+79035556677' })).toBeDefined();
  });

  test('a code does not outweigh a suspension', async () => {
    const anna = await world.user();
    const manager = await world.user({ groups: ['manager'] });
    await world.services.db.updateTable('users').set({ status: 'registered' }).where('id', '=', anna.id).execute();
    await world.call(null, authApi.sendAgain, { body: { user_id: anna.id } });
    const sms_code = await codeTo(world, `${anna.login}@example.com`);
    const { body } = await world.call(null, authApi.checkCode, { body: { user_id: anna.id, sms_code } });
    await remove(manager, anna.id);
    const confirm = await world.call(null, authApi.confirm, { body: { user_id: anna.id, grant: body.grant } });
    expect(confirm.statusCode).toBe(403);
  });

  test('staff suspend people and let them back in', async () => {
    const [anna, manager] = [await world.user(), await world.user({ groups: ['manager'] })];
    expect((await remove(manager, anna.id)).statusCode).toBe(200);
    expect(await get(null, anna.id)).toMatchObject({ statusCode: 410, body: { suspended: 1 } });
    expect((await get(manager, anna.id)).body).toMatchObject({ id: anna.id, deleted: 1 });
    expect((await signIn(anna.login)).body.code).toBe('suspended');
    await world.call(manager, authApi.confirm, { body: { user_id: anna.id } });
    expect((await signIn(anna.login)).statusCode).toBe(200);
  });

  test('only a superuser touches staff', async () => {
    const [manager, admin, boss] = [
      await world.user({ groups: ['manager'] }),
      await world.user({ groups: ['admin'] }),
      await world.user({ is_superuser: true }),
    ];
    const taken = { password: 'Zahvacheno-1' };
    expect((await change(manager, boss.id, taken)).statusCode).toBe(403);
    expect((await change(manager, admin.id, taken)).statusCode).toBe(403);
    expect((await remove(admin, boss.id)).statusCode).toBe(403);
    expect((await change(boss, manager.id, taken)).statusCode).toBe(200);
    expect((await signIn(manager.login, taken.password)).statusCode).toBe(200);
  });

  test('a person who never activated is there for staff only, and unknown ids are unknown', async () => {
    const anna = await world.user();
    await world.services.db.updateTable('users').set({ status: 'registered' }).where('id', '=', anna.id).execute();
    const staff = await world.user({ groups: ['admin'] });
    expect((await get(null, anna.id)).statusCode).toBe(404);
    expect((await get(staff, anna.id)).statusCode).toBe(200);
    expect((await get(null, 99_999_999)).statusCode).toBe(404);
  });
});

describe('the list of people', () => {
  const list = (viewer: Actor, search?: string, page = 1, size = 5) =>
    world.call(viewer, usersApi.list, { query: { search, page, size } });

  test('people are found by parts of their names in any order, ё as е', async () => {
    const anna = await world.user({ firstname: 'Алёна', lastname: 'Журавлёва' });
    const { body } = await list(anna, 'журавлев алена');
    expect(body).toMatchObject({ total: 1, list: [{ id: anna.id }] });
    expect((await list(anna, '%')).body.total).toBe(0);
  });

  test('people are found with a typo, in the wrong layout, in the other alphabet, in another form, and by login', async () => {
    const [viewer, friend] = [await world.user(), await world.user()];
    const anna = await world.user({ firstname: 'Евдокия', lastname: 'Верещагина', login: 'qwzx_17' });
    const gone = await world.user({ firstname: 'Евдокия', lastname: 'Верещагина' });
    await world.services.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', gone.id).execute();
    await applySearchChanges(world.services.pool);
    const found = async (search: string) => (await list(viewer, search)).body.list.map(({ id }) => id);
    for (const search of [
      'Верещагинаа',
      'Верищагина',
      'верещагино',
      'dthtofubyf',
      'vereschagina',
      'vereschagina Евдокея',
      'qwzx_17',
      '@QWZX_17',
    ])
      expect([search, await found(search)]).toEqual([search, [anna.id]]);
    expect(await found('qwzx_1')).toEqual([]);
    expect(await found('верещагина никто')).toEqual([]);

    await world.call(anna, circleApi.request, { params: { id: friend.id } });
    await world.call(friend, circleApi.accept, { params: { id: anna.id } });
    const friends = (await world.call(friend, circleApi.friends, { query: { search: 'dthtofubyf' } })).body;
    expect(friends).toMatchObject({ total: 1, list: [{ id: anna.id }] });

    await world.call(anna, circleApi.block, { params: { id: viewer.id } });
    expect(await found('Верищагина')).toEqual([]);
    expect(await found('qwzx_17')).toEqual([]);
  });

  test('staff also find by mail, login, phone and referral code, and in every state', async () => {
    const staff = await world.user({ groups: ['admin'] });
    const anna = await world.user({ login: 'searched-for', email: 'found@mail.example', phone: '+79998887766' });
    const { referral_code } = await stored(anna.id);
    await remove(anna, anna.id);
    for (const words of ['searched-for', 'found@mail', '999 888-77-66', referral_code.toLowerCase()]) {
      expect([words, (await list(staff, words)).body.list.map((user) => user.id)]).toEqual([words, [anna.id]]);
    }
    const stranger = await world.user();
    expect((await list(stranger, 'found@mail')).body.total).toBe(0);
  });

  test('digits within words with letters are not looked for in phones', async () => {
    const staff = await world.user({ groups: ['admin'] });
    const anna = await world.user({ phone: '+79995557153' });
    expect((await list(staff, '5557 153')).body.list).toMatchObject([{ id: anna.id }]);
    expect((await list(staff, '5557Q153')).body.total).toBe(0);
  });

  test('pages follow each other without gaps and end empty', async () => {
    const viewer = await world.user();
    await Promise.all(Array.from({ length: 7 }, () => world.user({ lastname: 'Страницын' })));
    const pages = await Promise.all([1, 2, 3].map((page) => list(viewer, 'страницын', page, 3)));
    expect(pages.map((answer) => [answer.body.list.length, answer.body.total])).toEqual([
      [3, 7],
      [3, 7],
      [1, 7],
    ]);
    expect(new Set(pages.flatMap((answer) => answer.body.list.map((user) => user.id))).size).toBe(7);
    expect((await list(viewer, 'страницын', 9, 3)).body).toEqual({ list: [], total: 7 });
  });

  test('only staff create people, who may sign in at once', async () => {
    const draft = {
      firstname: 'Ольга',
      lastname: 'Новая',
      email: 'olga@example.com',
      phone: '79161112233',
      country_code: '7',
      login: 'olga-new',
      password: PASSWORD,
    };
    const [anna, staff] = [await world.user(), await world.user({ groups: ['admin'] })];
    expect((await world.call(anna, usersApi.create, { body: draft })).statusCode).toBe(403);
    const created = await world.call(staff, usersApi.create, { body: draft });
    expect(created.body).toMatchObject({ firstname: 'Ольга', phone: '+79161112233', login: 'olga-new' });
    expect((await signIn('olga-new')).body.user_id).toBe(created.body.id);
    expect((await world.call(staff, usersApi.create, { body: draft })).body.code).toBe('login_taken');
    const twelve = { ...draft, login: 'olga-2', email: 'o2@example.com', phone: '123456789012', country_code: '999' };
    expect((await world.call(staff, usersApi.create, { body: twelve })).body.fields).toHaveProperty('phone');
  });
});
