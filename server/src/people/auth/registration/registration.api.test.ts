import { authApi } from '@app/contract/people/auth';
import { usersApi } from '@app/contract/people/users';
import type { AnyEndpoint } from '@app/contract/platform/endpoint';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeTo, emailsTo } from '../../../../test/emails.ts';
import {
  countBy,
  createShiftedClock,
  createSignInHelpers,
  DAY_MS,
  MINUTE_MS,
  many,
  registration,
} from '../../../../test/newcomers.ts';
import { createWorld, type TestResponse, type World } from '../../../../test/world.ts';

const { clock, later } = createShiftedClock();
let world: World;
const { signUp, signIn, register, registerActivated } = createSignInHelpers(() => world);

beforeAll(async () => {
  world = await createWorld({ clock });
});
afterAll(() => world.close());

const cookie = <E extends AnyEndpoint>(answer: TestResponse<E>, name: string) =>
  answer.cookies.find((one) => one.name === name);

describe('registration', () => {
  test('a newcomer registers, proves the code from the email, and signs in', async () => {
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
    expect(await emailsTo(world, form.user_email)).toMatchObject([{ lang: 'de', template: 'activation' }]);
  });

  test.each([
    ['user_firstname', { user_firstname: '  ' }, 'Необходимо указать Ваше имя'],
    ['user_lastname', { user_lastname: undefined }, 'Необходимо указать Вашу фамилию'],
    ['user_email', { user_email: 'anna@' }, 'Укажите корректный адрес электронной почты'],
    ['user_email', { user_email: '' }, 'Необходимо указать адрес электронной почты'],
    ['user_login', { user_login: '' }, 'Необходимо указать логин'],
    ['user_password', { user_password: '' }, 'Необходимо задать пароль'],
    ['user_phone', { user_phone: '' }, 'Необходимо указать телефон'],
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

  test('one answer names every wrong field, of the form and of what others have', async () => {
    const taken = await register();
    const answer = await signUp(
      registration({ ...taken, user_password: 'Qwerty123', city_id: 999_999, user_legal_status: 1 }),
    );
    expect(answer).toMatchObject({ statusCode: 400, body: { code: 'password_common' } });
    expect(answer.body.fields).toMatchObject({
      user_password: 'Такой пароль слишком распространён, придумайте другой',
      user_login: 'Этот логин уже занят',
      user_email: 'Этот адрес электронной почты уже зарегистрирован',
      user_phone: 'Этот телефон уже зарегистрирован',
      city_id: 'Такого города нет в списке',
      user_bank_inn: 'Заполните это поле',
    });
  });

  test('login and password are checked before the form is sent', async () => {
    const taken = await register();
    const check = async (body: { user_login?: string; user_password?: string }) =>
      (await world.call(null, authApi.checkSignUp, { body })).body.problems;
    expect(await check({ user_login: taken.user_login.toUpperCase(), user_password: 'Qwerty123' })).toEqual([
      'login_taken',
      'password_common',
    ]);
    expect(await check({ user_login: taken.user_email })).toEqual(['login_taken']);
    expect(await check({ user_login: 'nobody-has-it', user_password: 'Novyj-parol-42' })).toEqual([]);
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

  test('a sole trader has a name and no KPP, and people see the name and the field of activity', async () => {
    const { id } = await register({
      ...BANK,
      user_bank_inn: '500100732259',
      user_bank_kpp: '',
      user_company_name: 'ИП Орлова',
      user_activity: 'Мебель на заказ',
    });
    await world.services.db.updateTable('users').set({ status: 'active' }).where('id', '=', id).execute();
    const { body } = await world.call(null, usersApi.get, { params: { id } });
    expect(body).toMatchObject({ company_name: 'ИП Орлова', activity: 'Мебель на заказ', legal_status: 1 });
    const plain = await register({ user_company_name: 'Никто' });
    const manager = await world.user({ groups: ['manager'] });
    const stored = await world.call(manager, usersApi.get, { params: { id: plain.id } });
    expect(stored.body).not.toHaveProperty('company_name');
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
    expect(await emailsTo(world, `${active.login}@example.com`)).toEqual([]);
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
