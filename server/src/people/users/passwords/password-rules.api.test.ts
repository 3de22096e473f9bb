import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { authApi } from '@app/contract/people/auth';
import { usersApi } from '@app/contract/people/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeTo } from '../../../../test/emails.ts';
import { createSignInHelpers, registration } from '../../../../test/newcomers.ts';
import { type Actor, createWorld, PASSWORD, type World } from '../../../../test/world.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'okolo-rules-'));
const BREACHED = 'Zimnij-vecher-7';
const NAMES = { firstname: 'Ярослава', lastname: 'Невзорова' };
const GOOD = 'Novyj-parol-42';

let world: World;
let anna: Actor;
const { signUp } = createSignInHelpers(() => world);
afterAll(() => rmSync(folder, { recursive: true }));

async function open(environment: Record<string, string>): Promise<void> {
  world = await createWorld({ environment });
  anna = await world.user(NAMES);
}

/** Every way to set a password, each with the code and the texts of its answer. */
const ways: Record<string, (password: string) => Promise<{ code: unknown; fields: unknown }>> = {
  async registration(user_password) {
    const { body } = await signUp(registration({ user_password }));
    return { code: body.code, fields: body.fields?.user_password };
  },
  async change(password) {
    const body = { password, current_password: PASSWORD };
    const answer = await world.call(anna, usersApi.change, { params: { id: anna.id }, body });
    return { code: answer.body.code, fields: answer.body.fields?.password };
  },
  async recovery(first_password) {
    // A person of its own each time, because a person gets three codes an hour.
    const person = await world.user(NAMES);
    const { body } = await world.call(null, authApi.recovery, { body: { user: person.login } });
    const email_code = await codeTo(world, `${person.login}@example.com`);
    const { grant } = (await world.call(null, authApi.recoveryConfirm, { body: { user_id: body.user_id, email_code } }))
      .body;
    const answer = await world.call(null, authApi.recoveryChange, {
      body: { user_id: person.id, first_password, second_password: first_password, grant },
    });
    return { code: answer.body.code, fields: answer.body.fields?.first_password };
  },
  async staff(password) {
    const staff = await world.user({ is_superuser: true });
    const { user_login, user_email, user_phone } = registration();
    const draft = { login: user_login, email: user_email, phone: user_phone, country_code: '7', password };
    const body = { ...draft, firstname: 'Ярослава', lastname: 'Невзорова' };
    const answer = await world.call(staff, usersApi.create, { body: body as never });
    return { code: answer.body.code, fields: answer.body.fields?.password };
  },
};

describe('where the operator has a list of breached passwords', () => {
  beforeAll(async () => {
    const file = path.join(folder, 'breaches.txt');
    writeFileSync(file, `${createHash('sha1').update(BREACHED).digest('hex').toUpperCase()}:21`);
    await open({ BREACHED_PASSWORDS_FILE: file });
  });
  afterAll(() => world.close());

  test.each(Object.keys(ways))('one of them is refused by %s', async (way) => {
    expect(await ways[way]?.(BREACHED)).toEqual({
      code: 'password_breached',
      fields: 'Этот пароль есть в списках утечек, придумайте другой',
    });
  });

  test('the form of registration is told before it is sent', async () => {
    const check = async (user_password: string) =>
      (await world.call(null, authApi.checkSignUp, { body: { user_password } })).body.problems;
    expect([await check(BREACHED), await check(GOOD)]).toEqual([['password_breached'], []]);
  });

  test('others are taken', async () => {
    expect(await ways.change?.(GOOD)).toEqual({ code: undefined, fields: undefined });
  });
});

describe('where the operator wants longer passwords, and none with names', () => {
  beforeAll(() =>
    open({
      ...{ PASSWORD_MIN_LENGTH: '8', REFUSED_PASSWORD_WORDS: 'рынок, bazaar' },
      PUBLIC_URL: 'https://sosedi.example',
    }),
  );
  afterAll(() => world.close());

  test.each(Object.keys(ways))('seven characters are too few for %s', async (way) => {
    expect(await ways[way]?.('q7w!zx9')).toEqual({
      code: 'invalid_input',
      fields: 'Здесь в пароле нужно не меньше 8 символов',
    });
  });

  test.each(Object.keys(ways))('words of the site and of the person are refused by %s', async (way) => {
    // Registrations of the test are of Анна Петрова, the others of Ярослава Невзорова.
    const name = way === 'registration' ? 'Петрова' : 'Невзорова';
    for (const password of ['Tsentr-BAZAAR-7', 'Рынок-на-Неве', 'Sosedi-i-druzya', 'Okolo-doma-42', `${name}-1987`])
      expect([password, await ways[way]?.(password)]).toEqual([
        password,
        { code: 'password_names', fields: 'В пароле есть имя, логин или название сайта, придумайте другой' },
      ]);
  });

  test('the login and the name of the email are refused, and eight characters without names are taken', async () => {
    expect((await ways.change?.(`x-${anna.login}-9`))?.code).toBe('password_names');
    expect(
      (await world.call(null, authApi.checkSignUp, { body: { user_password: 'moj-bazaar' } })).body.problems,
    ).toEqual(['password_names']);
    for (const set of [ways.registration, ways.staff, ways.change])
      expect(await set?.('q7w!zx9u')).toEqual({ code: undefined, fields: undefined });
  });
});

describe('with no such settings', () => {
  beforeAll(() => open({}));
  afterAll(() => world.close());

  test('every uncommon password of six characters is taken, with names and from breaches too', async () => {
    for (const password of ['q7w!zx', 'Невзорова', 'Okolo-doma-42', BREACHED]) {
      expect(await ways.registration?.(password)).toEqual({ code: undefined, fields: undefined });
      expect(await ways.recovery?.(password)).toEqual({ code: undefined, fields: undefined });
    }
  });
});
