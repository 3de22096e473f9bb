import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { authApi } from '@app/contract/people/auth';
import { usersApi } from '@app/contract/people/users';
import type { AnyEndpoint } from '@app/contract/platform/endpoint';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countWaiting } from '../../../test/count-waiting.ts';
import { countBy, createShiftedClock, createSignInHelpers, DAY_MS, MINUTE_MS, many } from '../../../test/newcomers.ts';
import { createWorld, PASSWORD, type TestResponse, type World } from '../../../test/world.ts';
import { seedAdministrator } from './auth.public.ts';
import { sweepSessions } from './sweep-sessions.job.ts';

const { clock, later } = createShiftedClock();
let world: World;
const { signIn, statusOf } = createSignInHelpers(() => world);

beforeAll(async () => {
  world = await createWorld({ clock });
});
afterAll(() => world.close());

const cookie = <E extends AnyEndpoint>(answer: TestResponse<E>, name: string) =>
  answer.cookies.find((one) => one.name === name);

const refresh = (token: string) => world.call(null, authApi.refresh, { body: { token } });

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

  test.each(['a new password', 'a suspension'])(
    'opens nothing where %s was quicker than the comparison',
    async (what) => {
      const { db } = world.services;
      const person = await world.user();
      const { answer } = await db.transaction().execute(async (tx) => {
        await sql`select from users where id = ${person.id} for update`.execute(tx);
        const answer = signIn(person.login);
        await expect.poll(() => countWaiting(db)).toBe(1);
        const change = what === 'a suspension' ? sql`status = 'suspended'` : sql`password_hash = 'another'`;
        await sql`update users set ${change} where id = ${person.id}`.execute(tx);
        return { answer };
      });
      expect((await answer).body.code).toBe(what === 'a suspension' ? 'suspended' : 'wrong_credentials');
      const { rows } = await sql`select from sessions where user_id = ${person.id}`.execute(db);
      expect(rows).toHaveLength(1);
    },
  );

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

  test('where the site is reached by HTTPS every cookie is sent by HTTPS alone, and not by other sites', async () => {
    const secure = await createWorld({ environment: { PUBLIC_URL: 'https://okolo.example' } });
    const person = await secure.user();
    const body = { login: person.login, password: PASSWORD };
    const headers = { 'sec-fetch-site': 'same-origin' };
    const { cookies } = await secure.call(null, authApi.login, { body, headers });
    expect(cookies.map(({ name }) => name).sort()).toEqual(['csrftoken', 'device', 'token']);
    for (const one of cookies) expect(one).toMatchObject({ secure: true, sameSite: 'Lax' });
    await secure.close();
  });

  test('a password of two hundred characters works exactly as it was typed, and for years', async () => {
    const person = await world.user();
    const password = ` ${'Длинный пароль из букв, знаков и 😀. '.repeat(9).slice(0, 197)} `;
    expect(password).toHaveLength(199);
    const body = { password, current_password: PASSWORD };
    expect((await world.call(person, usersApi.change, { params: { id: person.id }, body })).statusCode).toBe(200);
    for (const wrong of [password.trim(), password.slice(0, 72), password.toLowerCase()])
      expect((await signIn(person.login, wrong)).statusCode).toBe(401);
    later(800 * DAY_MS);
    expect((await signIn(person.login, password)).statusCode).toBe(200);
  });

  test('a copy of the database opens no session', async () => {
    const person = await world.user();
    const { body } = await signIn(person.login);
    const rows = await world.services.db.selectFrom('session_tokens').selectAll().execute();
    const sessions = await world.services.db.selectFrom('sessions').selectAll().execute();
    expect(JSON.stringify([rows, sessions])).not.toContain(body.token);
    const stored = [...rows.map((row) => row.hash), ...sessions.map((session) => session.token_family)];
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

  test('a session that is used all the time ends a year after it was opened', async () => {
    const person = await world.user();
    let { token } = person;
    for (let month = 1; month <= 14; month++) {
      later(26 * DAY_MS);
      token = month % 2 === 0 ? (await refresh(token)).body.token : token;
      expect([month, await statusOf(token)]).toEqual([month, 200]);
    }
    later(2 * DAY_MS);
    expect(await statusOf(token)).toBe(401);
    expect((await refresh(token)).body.code).toBe('session_expired');
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
  test('an empty database gets one administrator, whose made-up password stands in a file of ours alone', async () => {
    const { db, clock } = world.services;
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'okolo-auth-'));
    const config = { adminLogin: 'root', adminPassword: undefined, dataDir };
    const file = path.join(dataDir, 'admin-password');
    // Left from an earlier database, and open to everybody.
    await writeFile(file, 'parol-drugoj-bazy', { mode: 0o644 });
    expect(await seedAdministrator({ db, clock, config })).toBeUndefined();

    const empty = await createWorld();
    try {
      const seed = (folder: string) =>
        seedAdministrator({ db: empty.services.db, clock, config: { ...config, dataDir: folder } });
      // A password that cannot be kept makes no administrator whom nobody could be.
      await expect(seed(file)).rejects.toThrow('EEXIST');
      const start = () => seed(dataDir);
      const told = (await Promise.all([start(), start(), start()])).filter((answer) => answer !== undefined);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      const password = (await readFile(file, 'utf8')).trim();
      expect(told).toEqual([{ login: 'root', password, passwordFile: file }]);
      const answer = await empty.call(null, authApi.login, { body: { login: 'root', password } });
      expect(answer.body.permissions).toEqual(expect.arrayContaining(['admin', 'superuser', 'staff.edit']));
    } finally {
      await empty.close();
      await rm(dataDir, { recursive: true });
    }
  });
});
