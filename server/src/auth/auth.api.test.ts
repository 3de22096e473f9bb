import { authApi, type Registration } from '@app/contract/auth';
import type { AnyEndpoint } from '@app/contract/endpoint';
import { usersApi } from '@app/contract/users';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeTo, lettersTo } from '../../test/letters.ts';
import { type Actor, type Answer, createWorld, PASSWORD, type World } from '../../test/world.ts';
import { seedAdministrator } from './auth.public.ts';
import { sweepSessions } from './sweep-sessions.job.ts';

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

let newcomers = 0;

function registration(change: Partial<Record<keyof Registration, unknown>> = {}): Registration {
  newcomers += 1;
  return {
    user_lastname: 'Петрова',
    user_firstname: 'Анна',
    user_phone: `7926${1_000_000 + newcomers}`,
    user_country_code: '7',
    user_country_iso: 'RU',
    user_login: `newcomer${newcomers}`,
    user_email: `newcomer${newcomers}@example.com`,
    user_password: PASSWORD,
    ...change,
  } as Registration;
}

const signUp = (form: Registration, headers?: Record<string, string>) =>
  world.call(null, authApi.signup, { body: form, headers });

async function register(change: Partial<Record<keyof Registration, unknown>> = {}) {
  const form = registration(change);
  const answer = await signUp(form);
  expect(answer.body).toMatchObject({ resend_after: 60 });
  return { ...form, id: answer.body.user_id };
}

async function registerActivated() {
  const person = await register();
  const code = await codeTo(world, person.user_email);
  const { body } = await world.call(null, authApi.checkCode, { body: { user_id: person.id, sms_code: code } });
  const confirmed = await world.call(null, authApi.confirm, { body: { user_id: person.id, grant: body.grant } });
  expect(confirmed.statusCode).toBe(200);
  return person;
}

const signIn = (login: string, password = PASSWORD, headers?: Record<string, string>) =>
  world.call(null, authApi.login, { body: { login, password }, headers });

const cookie = <E extends AnyEndpoint>(answer: Answer<E>, name: string) =>
  answer.cookies.find((one) => one.name === name);

const statusOf = (token: string) =>
  world.app
    .inject({ method: 'GET', url: '/api/users', headers: { authorization: `Bearer ${token}` } })
    .then((answer) => answer.statusCode);

const refresh = (token: string) => world.call(null, authApi.refresh, { body: { token } });

const many = <Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

const countBy = (answers: { statusCode: number }[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const { statusCode } of answers) counts[statusCode] = (counts[statusCode] ?? 0) + 1;
  return counts;
};

describe('registration', () => {
  test('a newcomer registers, proves the code from the letter, and signs in', async () => {
    const person = await register();
    const refused = await signIn(person.user_login);
    expect(refused).toMatchObject({ statusCode: 403, body: { code: 'not_activated', user_id: person.id } });
    expect(refused.body.message).toBe('Пользователь не активирован');

    const code = await codeTo(world, person.user_email);
    expect(code).toMatch(/^\d{6}$/);
    const checked = await world.call(null, authApi.checkCode, { body: { user_id: person.id, sms_code: ` ${code} ` } });
    const grant = cookie(checked, 'grant');
    expect(grant).toMatchObject({ httpOnly: true, sameSite: 'Lax', value: checked.body.grant });
    const confirmed = await world.call(null, authApi.confirm, {
      body: { user_id: person.id },
      headers: { cookie: `grant=${grant?.value}` },
    });
    expect(confirmed).toMatchObject({ statusCode: 200, body: { user_id: person.id } });

    const session = await signIn(person.user_login);
    expect(session.body).toMatchObject({
      user_id: person.id,
      user_firstname: 'Анна',
      user_lastname: 'Петрова',
      user_middlename: '',
      user_payed: 0,
      user_photo: null,
      permissions: [],
    });
  });

  test('the code arrives in the language of the page', async () => {
    const form = registration();
    await signUp(form, { cookie: 'lang=de' });
    expect(await lettersTo(world, form.user_email)).toMatchObject([{ lang: 'de', template: 'activation' }]);
  });

  test.each([
    ['user_firstname', { user_firstname: '  ' }, 'Необходимо указать Ваше имя'],
    ['user_lastname', { user_lastname: undefined }, 'Необходимо указать Вашу фамилию'],
    ['user_email', { user_email: 'anna@' }, 'Укажите корректный адрес электронной почты'],
    ['user_email', { user_email: '' }, undefined],
    ['user_login', { user_login: 'ab' }, 'Минимум 3 символа'],
    ['user_password', { user_password: '12345' }, 'Минимум 6 символов'],
    ['user_phone', { user_phone: '12a45678' }, 'Пожалуйста, используйте только цифры'],
    ['user_phone', { user_phone: '712345' }, 'Минимум 6 цифр'],
    ['user_phone', { user_phone: '9991234567890123', user_country_code: '999' }, 'Максимум 12 цифр'],
    ['city_id', { city_id: 999_999 }, undefined],
    ['country_id', { country_id: 999_999 }, undefined],
  ])('%s is checked', async (field, change, text) => {
    const answer = await signUp(registration(change));
    expect(answer).toMatchObject({
      statusCode: 400,
      body: { code: 'invalid_input', message: 'Проверьте введенные данные!' },
    });
    expect(Object.keys(answer.body.fields ?? {})).toEqual([field]);
    if (text !== undefined) expect(answer.body.fields?.[field]).toBe(text);
  });

  test('one of the commonest passwords is refused', async () => {
    const answer = await signUp(registration({ user_password: 'Qwerty123' }));
    expect(answer).toMatchObject({ statusCode: 400, body: { code: 'password_common' } });
    expect(answer.body.fields).toHaveProperty('user_password');
  });

  test('a city must lie in the chosen country and brings its country along', async () => {
    const places = await world.services.db.selectFrom('cities').select(['id', 'country_id']).orderBy('id').execute();
    const [city] = places;
    const elsewhere = places.find((place) => place.country_id !== city?.country_id);
    const wrong = await signUp(registration({ country_id: city?.country_id, city_id: elsewhere?.id }));
    expect(wrong).toMatchObject({ statusCode: 400, body: { code: 'invalid_input' } });
    expect(wrong.body.fields).toHaveProperty('city_id');
    const { id } = await register({ city_id: city?.id });
    const stored = await world.services.db
      .selectFrom('users')
      .select('country_id')
      .where('id', '=', id)
      .executeTakeFirst();
    expect(stored?.country_id).toBe(city?.country_id);
  });

  const BANK = {
    user_legal_status: 1,
    user_bank_name: 'ПАО Сбербанк',
    user_bank_account: '40702810638000010045',
    user_bank_cor: '30101810400000000225',
    user_bank_inn: '7707083893',
    user_bank_kpp: '773601001',
    user_bank_bik: '044525225',
  };

  test('a legal entity gives bank details that fit together', async () => {
    const { id } = await register(BANK);
    const stored = await world.services.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
    expect(stored).toMatchObject({ legal_status: 1, bank_inn: '7707083893', bank_account: BANK.user_bank_account });
    const wrong = await signUp(registration({ ...BANK, user_bank_inn: '7707083890', user_bank_kpp: '' }));
    expect(wrong.statusCode).toBe(400);
    expect(Object.keys(wrong.body.fields ?? {}).sort()).toEqual(['user_bank_inn', 'user_bank_kpp']);
  });

  test('bank details of somebody who is no legal entity are not kept', async () => {
    const { id } = await register({ ...BANK, user_legal_status: 0, user_bank_inn: 'nonsense' });
    const stored = await world.services.db
      .selectFrom('users')
      .select('bank_inn')
      .where('id', '=', id)
      .executeTakeFirst();
    expect(stored?.bank_inn).toBe('');
  });

  test('login, mail and phone are taken whatever their letter case', async () => {
    const taken = await register();
    const refusals = await Promise.all([
      signUp(registration({ user_login: taken.user_login.toUpperCase() })),
      signUp(registration({ user_email: taken.user_email.toUpperCase() })),
      signUp(registration({ user_phone: `+${taken.user_phone}` })),
      signUp(registration({ user_login: taken.user_email })),
    ]);
    expect(refusals.map((answer) => [answer.statusCode, answer.body.code])).toEqual([
      [409, 'login_taken'],
      [409, 'email_taken'],
      [409, 'phone_taken'],
      [409, 'login_taken'],
    ]);
    expect(refusals[0]?.body.fields).toHaveProperty('user_login');
  });

  test('fifty registrations at once with one login create one person', async () => {
    const login = 'everybody';
    const answers = await many(50, () => signUp(registration({ user_login: login })));
    expect(countBy(answers)).toEqual({ 200: 1, 409: 49 });
    expect(new Set(answers.map((answer) => answer.body.code))).toEqual(new Set([undefined, 'login_taken']));
  });

  test('the same request sent twice registers once', async () => {
    const form = registration();
    const headers = { 'idempotency-key': 'one-click-too-many' };
    const answers = await many(3, () => signUp(form, headers));
    expect(countBy(answers)).toEqual({ 200: 3 });
    expect(new Set(answers.map((answer) => answer.body.user_id)).size).toBe(1);
  });

  test('a registration that was never activated gives way once its code is dead', async () => {
    const squatter = await register();
    const wanted = { user_login: squatter.user_login, user_email: squatter.user_email };
    expect((await signUp(registration(wanted))).statusCode).toBe(409);
    later(16 * MINUTE_MS);
    const owner = await signUp(registration(wanted));
    expect(owner.statusCode).toBe(200);
    expect(owner.body.user_id).not.toBe(squatter.id);
  });

  test('an activated person never gives way', async () => {
    const person = await registerActivated();
    later(40 * DAY_MS);
    expect((await signUp(registration({ user_email: person.user_email }))).body.code).toBe('email_taken');
  });

  test('the invitation is kept when the inviting person exists', async () => {
    const friend = await world.user();
    const invited = await register({ invitation_user_id: friend.id });
    const alone = await register({ invitation_user_id: 99_999_999 });
    const rows = await world.services.db
      .selectFrom('users')
      .select(['id', 'invited_by'])
      .where('id', 'in', [invited.id, alone.id])
      .orderBy('id')
      .execute();
    expect(rows.map((row) => row.invited_by)).toEqual([friend.id, null]);
  });

  test('what was consented to is kept with version, time and address', async () => {
    const { id } = await register({ policy_version: '2026-01', consent_version: '2026-02' });
    const rows = await world.services.db
      .selectFrom('consents')
      .selectAll()
      .where('user_id', '=', id)
      .orderBy('id')
      .execute();
    expect(rows).toMatchObject([
      { document: 'policy', version: '2026-01', ip: '127.0.0.1' },
      { document: 'personal_data', version: '2026-02' },
    ]);
  });

  test('a picture sent along becomes the avatar', async () => {
    const blue = { width: 300, height: 300, channels: 3 as const, background: '#2060a0' };
    const bytes = await sharp({ create: blue }).png().toBuffer();
    const form = registration();
    const answer = await world.call(null, authApi.signup, {
      body: form,
      files: [{ field: 'photo', name: 'me.png', type: 'image/png', bytes }],
    });
    expect(answer.statusCode).toBe(200);
    const staff = await world.user({ groups: ['admin'] });
    const { body } = await world.call(staff, usersApi.get, { params: { id: answer.body.user_id } });
    expect(body.photo).toMatch(/^\/media\/.+-256\.webp$/);
  });
});

describe('codes', () => {
  test('fifty parallel guesses get five looks, and then even the right code is refused', async () => {
    const person = await register();
    const code = await codeTo(world, person.user_email);
    const wrong = code === '000000' ? '000001' : '000000';
    const guesses = await many(50, () =>
      world.call(null, authApi.checkCode, { body: { user_id: person.id, sms_code: wrong } }),
    );
    expect(countBy(guesses)).toEqual({ 400: 50 });
    const stored = await world.services.db
      .selectFrom('codes')
      .select('tries')
      .where('user_id', '=', person.id)
      .executeTakeFirst();
    expect(stored?.tries).toBe(5);
    const right = await world.call(null, authApi.checkCode, { body: { user_id: person.id, sms_code: code } });
    expect(right).toMatchObject({ statusCode: 400, body: { code: 'code_wrong' } });
  });

  test('fifty parallel right answers give one grant', async () => {
    const person = await register();
    const code = await codeTo(world, person.user_email);
    const answers = await many(50, () =>
      world.call(null, authApi.checkCode, { body: { user_id: person.id, sms_code: code } }),
    );
    expect(countBy(answers)).toEqual({ 200: 1, 400: 49 });
  });

  test('a code lives fifteen minutes, and wrong, dead and unknown are answered alike', async () => {
    const person = await register();
    const code = await codeTo(world, person.user_email);
    later(15 * MINUTE_MS + 1000);
    const dead = await world.call(null, authApi.checkCode, { body: { user_id: person.id, sms_code: code } });
    const unknown = await world.call(null, authApi.checkCode, { body: { user_id: 99_999_999, sms_code: code } });
    expect(dead.statusCode).toBe(400);
    expect(dead.body).toEqual(unknown.body);
  });

  test('a new code comes after sixty seconds and ends the one before it', async () => {
    const person = await register();
    const first = await codeTo(world, person.user_email);
    later(20_000);
    const early = await world.call(null, authApi.sendAgain, { body: { user_id: person.id } });
    expect(early).toMatchObject({ statusCode: 429, body: { code: 'resend_too_early' } });
    expect(Number(early.headers['retry-after'])).toBeGreaterThan(30);
    expect(Number(early.headers['retry-after'])).toBeLessThanOrEqual(40);
    const state = await world.call(null, authApi.activationState, { params: { user_id: person.id } });
    expect(state.body.resend_after).toBeLessThanOrEqual(40);

    later(41_000);
    const answers = await many(5, () => world.call(null, authApi.sendAgain, { body: { user_id: person.id } }));
    expect(countBy(answers)).toEqual({ 200: 1, 429: 4 });
    const second = await codeTo(world, person.user_email);
    if (second !== first) {
      const old = await world.call(null, authApi.checkCode, { body: { user_id: person.id, sms_code: first } });
      expect(old.statusCode).toBe(400);
    }
    const fresh = await world.call(null, authApi.checkCode, { body: { user_id: person.id, sms_code: second } });
    expect(fresh.statusCode).toBe(200);
  });

  test('asking a code for somebody who waits for none looks the same and sends nothing', async () => {
    const active = await world.user();
    const known = await world.call(null, authApi.sendAgain, { body: { user_id: active.id } });
    const unknown = await world.call(null, authApi.sendAgain, { body: { user_id: 88_888_888 } });
    expect([known.statusCode, unknown.statusCode]).toEqual([200, 200]);
    expect(await lettersTo(world, `${active.login}@example.com`)).toEqual([]);
  });

  test('an id alone activates nobody, nor does another person’s grant; staff need none', async () => {
    const person = await register();
    const other = await register();
    const code = await codeTo(world, other.user_email);
    const { body } = await world.call(null, authApi.checkCode, { body: { user_id: other.id, sms_code: code } });
    const stranger = await world.user();
    const refused = await Promise.all([
      world.call(null, authApi.confirm, { body: { user_id: person.id } }),
      world.call(null, authApi.confirm, { body: { user_id: person.id, grant: body.grant } }),
      world.call(stranger, authApi.confirm, { body: { user_id: person.id } }),
    ]);
    expect(refused.map((answer) => answer.body.code)).toEqual(['grant_required', 'grant_required', 'grant_required']);
    const manager = await world.user({ groups: ['manager'] });
    expect((await world.call(manager, authApi.confirm, { body: { user_id: person.id } })).statusCode).toBe(200);
    expect((await signIn(person.user_login)).statusCode).toBe(200);
  });

  test('a grant is good for ten minutes and one use', async () => {
    const person = await register();
    const code = await codeTo(world, person.user_email);
    const { body } = await world.call(null, authApi.checkCode, { body: { user_id: person.id, sms_code: code } });
    later(10 * MINUTE_MS + 1000);
    const late = await world.call(null, authApi.confirm, { body: { user_id: person.id, grant: body.grant } });
    expect(late.body.code).toBe('grant_required');
  });
});

describe('signing in', () => {
  test('login, mail and phone in any spelling open the same account', async () => {
    const person = await world.user({ login: 'Ксения.К', email: 'Ksenia@example.com', phone: '+79031234567' });
    for (const name of ['ксения.к', 'KSENIA@example.com', '+7 (903) 123-45-67', '89031234567']) {
      const answer = await signIn(name);
      expect([name, answer.statusCode, answer.body.user_id]).toEqual([name, 200, person.id]);
    }
  });

  test('an unknown name is answered like a wrong password', async () => {
    const person = await world.user();
    const wrong = await signIn(person.login, 'not the password');
    const unknown = await signIn('nobody-of-that-name', 'not the password');
    expect([wrong.statusCode, unknown.statusCode]).toEqual([401, 401]);
    expect(unknown.body).toEqual(wrong.body);
    expect(wrong.body.message).toBe('Неверный логин или пароль');
  });

  test('both fields are required, and the text says so', async () => {
    const answer = await world.call(null, authApi.login, { body: { login: '', password: '' } });
    expect(answer).toMatchObject({ statusCode: 400, body: { message: 'Заполните поля "Логин" и "Пароль"' } });
  });

  test('the token stays out of scripts’ reach and the CSRF value does not', async () => {
    const person = await world.user();
    const answer = await signIn(person.login);
    expect(cookie(answer, 'token')).toMatchObject({
      value: answer.body.token,
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
    });
    expect(cookie(answer, 'csrftoken')).not.toHaveProperty('httpOnly');
    expect(cookie(answer, 'csrftoken')?.value).toHaveLength(43);
  });

  test('a copy of the database opens no session', async () => {
    const person = await world.user();
    const { body } = await signIn(person.login);
    const rows = await world.services.db.selectFrom('session_tokens').selectAll().execute();
    const sessions = await world.services.db.selectFrom('sessions').selectAll().execute();
    expect(JSON.stringify([rows, sessions])).not.toContain(body.token);
    const stored = [...rows.map((row) => row.hash), ...sessions.map((session) => session.chain_key)];
    const tries = await Promise.all(stored.slice(-6).map((bytes) => statusOf(bytes.toString('base64url'))));
    expect(new Set(tries)).toEqual(new Set([401]));
  });

  test('of thirty parallel wrong passwords ten are looked at, and then the right one has to wait', async () => {
    const person = await world.user();
    const answers = await many(30, () => signIn(person.login, 'guess'));
    expect(countBy(answers)).toEqual({ 401: 10, 429: 20 });
    const right = await signIn(person.login);
    expect(right).toMatchObject({ statusCode: 429, body: { code: 'too_many_attempts' } });
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(800);
    later(15 * MINUTE_MS + 1000);
    expect((await signIn(person.login)).statusCode).toBe(200);
  });

  test('writing a phone in another way gives no further tries', async () => {
    await world.user({ phone: '+79037654321' });
    const spellings = ['+79037654321', '8 903 765-43-21', '+7 (903) 765 43 21', '9037654321'];
    const answers = await many(20, (index) => signIn(spellings[index % spellings.length] ?? '', 'guess'));
    expect(countBy(answers)).toEqual({ 401: 10, 429: 10 });
  });

  test('twenty parallel right passwords all get in', async () => {
    const person = await world.user();
    expect(countBy(await many(20, () => signIn(person.login)))).toEqual({ 200: 20 });
  });

  test('a suspended person is told so only with the right password', async () => {
    const person = await world.user();
    const admin = await world.user({ is_superuser: true });
    await world.call(admin, usersApi.remove, { params: { id: person.id } });
    expect((await signIn(person.login)).body.code).toBe('suspended');
    expect((await signIn(person.login, 'guess')).body.code).toBe('wrong_credentials');
    expect(await statusOf(person.token)).toBe(401);
  });
});

describe('sessions', () => {
  test('refreshing gives a new token that works and the person’s data', async () => {
    const person = await world.user();
    const answer = await refresh(person.token);
    expect(answer.body.user_id).toBe(person.id);
    expect(answer.body.token).not.toBe(person.token);
    expect(cookie(answer, 'token')?.value).toBe(answer.body.token);
    expect(await statusOf(answer.body.token)).toBe(200);
  });

  test('the token may come as cookie or as Bearer instead', async () => {
    const [anna, boris] = [await world.user(), await world.user()];
    const byCookie = await world.call(anna, authApi.refresh, {});
    const byBearer = await world.call(null, authApi.refresh, { headers: { authorization: `Bearer ${boris.token}` } });
    expect([byCookie.body.user_id, byBearer.body.user_id]).toEqual([anna.id, boris.id]);
  });

  test('twenty parallel refreshes of one token all get the same next one and nobody is put out', async () => {
    const person = await world.user();
    const answers = await many(20, () => refresh(person.token));
    expect(countBy(answers)).toEqual({ 200: 20 });
    const tokens = new Set(answers.map((answer) => answer.body.token));
    expect(tokens.size).toBe(1);
    expect(await statusOf([...tokens][0] ?? '')).toBe(200);
    expect(await statusOf(person.token)).toBe(200);
  });

  test('a slow tab that refreshes an older token a moment later gets the newest one', async () => {
    const person = await world.user();
    const second = (await refresh(person.token)).body.token;
    const third = (await refresh(second)).body.token;
    later(10_000);
    expect((await refresh(person.token)).body.token).toBe(third);
  });

  test('an exchanged token that comes back later ends the whole session', async () => {
    const person = await world.user();
    const next = (await refresh(person.token)).body.token;
    later(31_000);
    expect(await statusOf(person.token)).toBe(401);
    expect(await statusOf(next)).toBe(200);
    expect(await refresh(person.token)).toMatchObject({ statusCode: 401, body: { code: 'session_expired' } });
    expect(await statusOf(next)).toBe(401);
  });

  test('nonsense and nothing are no tokens', async () => {
    expect((await refresh('nonsense')).body.code).toBe('session_expired');
    expect((await world.call(null, authApi.refresh, {})).body.code).toBe('session_expired');
  });

  test('a session ends thirty days after its last use, and every use moves that on', async () => {
    const person = await world.user();
    later(29 * DAY_MS);
    expect(await statusOf(person.token)).toBe(200);
    later(29 * DAY_MS);
    expect(await statusOf(person.token)).toBe(200);
    later(31 * DAY_MS);
    expect(await statusOf(person.token)).toBe(401);
    expect((await refresh(person.token)).statusCode).toBe(401);
  });

  test('signing out ends this session and no other', async () => {
    const person = await world.user();
    const other = (await signIn(person.login)).body.token;
    const answer = await world.call(person, authApi.logout, {});
    expect(cookie(answer, 'token')?.value).toBe('');
    expect([await statusOf(person.token), await statusOf(other)]).toEqual([401, 200]);
    expect((await world.call(null, authApi.logout, {})).statusCode).toBe(200);
  });
});

describe('recovery', () => {
  const recover = (user: string) => world.call(null, authApi.recovery, { body: { user } });
  const emailOf = (actor: Actor) => `${actor.login}@example.com`;

  async function grantFor(actor: Actor): Promise<string> {
    const { body } = await recover(actor.login);
    const code = await codeTo(world, emailOf(actor));
    const confirmed = await world.call(null, authApi.recoveryConfirm, {
      body: { user_id: body.user_id, email_code: code },
    });
    expect(confirmed.statusCode).toBe(200);
    return confirmed.body.grant;
  }

  const change = (actor: Actor, grant?: string, first = 'Novyj-parol-42', second = first) =>
    world.call(null, authApi.recoveryChange, {
      body: { user_id: actor.id, first_password: first, second_password: second, grant },
    });

  test('the code from the letter sets a new password, ends every session and tells the owner', async () => {
    const person = await world.user();
    const grant = await grantFor(person);
    expect((await change(person, grant)).statusCode).toBe(200);
    expect((await signIn(person.login)).statusCode).toBe(401);
    expect((await signIn(person.login, 'Novyj-parol-42')).statusCode).toBe(200);
    expect(await statusOf(person.token)).toBe(401);
    expect((await lettersTo(world, emailOf(person))).map((letter) => letter.template)).toContain('password_changed');
    expect((await change(person, grant, 'Eshche-odin-43')).body.code).toBe('grant_required');
  });

  test('without the grant, or with another person’s, nothing changes', async () => {
    const [anna, boris] = [await world.user(), await world.user()];
    const grant = await grantFor(boris);
    expect((await change(anna)).body.code).toBe('grant_required');
    expect((await change(anna, grant)).body.code).toBe('grant_required');
    expect((await change(boris, grant)).statusCode).toBe(200);
  });

  test('the new password must be repeated and uncommon', async () => {
    const person = await world.user();
    const grant = await grantFor(person);
    const mismatch = await change(person, grant, 'Novyj-parol-42', 'Novyj-parol-43');
    expect(mismatch).toMatchObject({ statusCode: 400, body: { message: 'Ваши пароли не совпадают' } });
    expect((await change(person, grant, 'qwerty123')).body.code).toBe('password_common');
    expect((await change(person, grant)).statusCode).toBe(200);
  });

  test('nobody can tell a name that exists from one that does not', async () => {
    const person = await world.user();
    const known = await recover(person.login);
    const unknown = await recover('no-such-person');
    const again = await recover('No-Such-Person');
    expect([known.statusCode, unknown.statusCode]).toEqual([200, 200]);
    expect(Object.keys(unknown.body)).toEqual(Object.keys(known.body));
    expect(again.body.user_id).toBe(unknown.body.user_id);
    const decoy = await world.call(null, usersApi.get, { params: { id: unknown.body.user_id } });
    expect(decoy.statusCode).toBe(200);

    const confirm = (id: number) =>
      world.call(null, authApi.recoveryConfirm, { body: { user_id: id, email_code: 'x00000' } });
    const ofKnown = await many(7, () => confirm(known.body.user_id));
    const ofUnknown = await many(7, () => confirm(unknown.body.user_id));
    expect(ofUnknown.map((answer) => answer.body)).toEqual(ofKnown.map((answer) => answer.body));
  });

  test('three codes an hour, for names that exist and for those that do not', async () => {
    const person = await world.user();
    for (const name of [person.login, 'still-no-such-person']) {
      const answers = await many(5, () => recover(name));
      expect(countBy(answers)).toEqual({ 200: 3, 429: 2 });
    }
    const byMail = await recover(emailOf(person));
    expect(byMail.statusCode).toBe(200);
    const stored = await world.services.db.selectFrom('codes').select('id').where('user_id', '=', person.id).execute();
    expect(stored).toHaveLength(3);
  });

  test('whoever proves a code before activating is activated by it', async () => {
    const person = await register();
    await recover(person.user_email);
    const code = await codeTo(world, person.user_email);
    const { body } = await world.call(null, authApi.recoveryConfirm, {
      body: { user_id: person.id, email_code: code },
    });
    await world.call(null, authApi.recoveryChange, {
      body: { user_id: person.id, first_password: PASSWORD, second_password: PASSWORD, grant: body.grant },
    });
    expect((await signIn(person.user_login)).statusCode).toBe(200);
  });
});

describe('referral codes', () => {
  test('a code in any letter case leads to its person', async () => {
    const person = await world.user({ firstname: 'Вера' });
    const { body } = await world.call(person, usersApi.get, { params: { id: person.id } });
    expect(body.referral).toMatch(/^[2-9A-HJ-NP-Z]{7}$/);
    const found = await world.call(null, authApi.referral, {
      body: { user_referral: ` ${body.referral?.toLowerCase()} ` },
    });
    expect(found.body).toMatchObject({ user_id: person.id, user: { id: person.id, firstname: 'Вера' } });
  });

  test('an empty code and an unknown one are refused with their own texts', async () => {
    const empty = await world.call(null, authApi.referral, { body: { user_referral: ' ' } });
    expect(empty).toMatchObject({ statusCode: 400, body: { message: 'Введите, пожалуйста, реферальный код' } });
    const unknown = await world.call(null, authApi.referral, { body: { user_referral: 'ZZZZZZZZ' } });
    expect(unknown).toMatchObject({ statusCode: 404, body: { code: 'referral_unknown' } });
  });
});

test('the sweep removes what is over and nothing else', async () => {
  const [gone, here] = [await world.user(), await world.user()];
  later(20 * DAY_MS);
  await statusOf(here.token);
  later(11 * DAY_MS);
  await sweepSessions.run(world.services, {});
  const rows = await world.services.db.selectFrom('sessions').select('user_id').execute();
  const people = rows.map((row) => row.user_id);
  expect([people.includes(gone.id), people.includes(here.id)]).toEqual([false, true]);
  expect(await statusOf(here.token)).toBe(200);
});

describe('the first start', () => {
  test('an empty database gets one administrator, whose made-up password is told once', async () => {
    const { db, clock } = world.services;
    const config = { adminLogin: 'root', adminPassword: undefined };
    expect(await seedAdministrator({ db, clock, config })).toBeUndefined();

    const empty = await createWorld();
    try {
      const start = () => seedAdministrator({ db: empty.services.db, clock, config });
      const told = (await Promise.all([start(), start(), start()])).filter((answer) => answer !== undefined);
      expect(told).toHaveLength(1);
      const { login, password } = told[0] ?? { login: '', password: '' };
      const answer = await empty.call(null, authApi.login, { body: { login, password } });
      expect(answer.body.permissions).toEqual(['admin', 'superuser']);
    } finally {
      await empty.close();
    }
  });
});
