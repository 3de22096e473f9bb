import type { AddressInfo } from 'node:net';
import { authApi } from '@app/contract/people/auth';
import { securityApi } from '@app/contract/people/security';
import { usersApi } from '@app/contract/people/users';
import { MAC_HASHES } from '@app/media-node/signature';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeTo, emailsTo } from '../../../test/emails.ts';
import { createShiftedClock, createSignInHelpers, DAY_MS, MINUTE_MS, many } from '../../../test/newcomers.ts';
import { openSocket } from '../../../test/socket-client.ts';
import { type Actor, createWorld, PASSWORD, type World } from '../../../test/world.ts';
import { parseTopic, signTopic } from '../../notifications/email-preferences/unsubscribe-token.ts';
import { erasePeople } from './erase-people.job.ts';
import { advanceResets } from './second-factor/second-factor-reset.ts';
import { sweepSessions } from './sweep-sessions.job.ts';

const { clock, later } = createShiftedClock();
let world: World;
let origin: string;
const { signIn, statusOf } = createSignInHelpers(() => world);

beforeAll(async () => {
  world = await createWorld({ clock });
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;
});
afterAll(() => world.close());

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';
const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Mobile Safari/537.36';

const withToken = (person: Actor, token: string): Actor => ({ ...person, token });
const templatesTo = async (person: Actor): Promise<string[]> =>
  (await emailsTo(world, `${person.login}@example.com`)).map(({ template }) => template);
const kindsOf = async (person: Actor): Promise<string[]> =>
  (await world.call(person, securityApi.securityLog)).body.events.map(({ kind }) => kind);

function codeOf(secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: clock().getTime() + steps * 30_000 });
}

async function guarded(options: Parameters<World['user']>[0] = {}) {
  const person = await world.user(options);
  const { secret } = (await world.call(person, securityApi.setUpTotp)).body;
  const { codes } = (await world.call(person, securityApi.confirmTotp, { body: { code: codeOf(secret) } })).body;
  later(30_000);
  return { person, secret, codes };
}

async function challengeOf(person: Actor): Promise<string> {
  const answer = await signIn(person.login);
  expect(answer).toMatchObject({ statusCode: 403, body: { code: 'second_factor_required' } });
  return String(answer.body.challenge);
}

const second = (challenge: string, code: string, headers?: Record<string, string>) =>
  world.call(null, securityApi.secondFactor, { body: { challenge, code }, headers });

describe('sessions', () => {
  test('the list says where one is signed in, this session first', async () => {
    const person = await world.user();
    const phone = (await signIn(person.login, PASSWORD, { 'user-agent': ANDROID })).body.token;
    later(2 * MINUTE_MS);
    await signIn(person.login, PASSWORD, { 'user-agent': FIREFOX });
    const { sessions } = (await world.call(withToken(person, phone), securityApi.sessions)).body;
    expect(sessions.map(({ device, kind, current, method }) => [device, kind, current, method])).toEqual([
      ['Chrome, Android', 'phone', 1, 'password'],
      ['Firefox, Linux', 'desktop', 0, 'password'],
      ['', 'program', 0, 'password'],
    ]);
    expect(sessions[0]?.ip).toBe('127.0.0.1');
  });

  test('a session can be named, and only by its owner', async () => {
    const [person, stranger] = [await world.user(), await world.user()];
    const [session] = (await world.call(person, securityApi.sessions)).body.sessions;
    const rename = (who: Actor, name: string) =>
      world.call(who, securityApi.renameSession, { params: { id: session?.id ?? 0 }, body: { name } });
    expect((await rename(person, ' Ноутбук  дома ')).body).toMatchObject({ name: 'Ноутбук дома' });
    expect((await rename(stranger, 'Мой')).statusCode).toBe(404);
    expect((await rename(person, 'я'.repeat(41))).statusCode).toBe(400);
    expect((await world.call(person, securityApi.sessions)).body.sessions[0]?.name).toBe('Ноутбук дома');
  });

  test('ending a session shuts its tokens out and closes its sockets', async () => {
    const person = await world.user();
    const other = withToken(person, (await signIn(person.login)).body.token);
    const [here, there] = [
      await openSocket(origin, `/ws/notifications/${person.id}/`, { actor: person }),
      await openSocket(origin, `/ws/notifications/${person.id}/`, { actor: other }),
    ];
    const ended = (await world.call(other, securityApi.sessions)).body.sessions[0];
    const answer = await world.call(person, securityApi.endSession, { params: { id: ended?.id ?? 0 } });
    expect(answer.statusCode).toBe(200);
    expect(await statusOf(other.token)).toBe(401);
    expect((await there.closed).code).toBe(4401);
    expect(here.isOpen()).toBe(true);
    here.close();
    expect((await world.call(person, securityApi.endSession, { params: { id: ended?.id ?? 0 } })).statusCode).toBe(404);
  });

  test('all others end at once and this one stays', async () => {
    const person = await world.user();
    const others = await many(3, async () => (await signIn(person.login)).body.token);
    expect((await world.call(person, securityApi.endOtherSessions)).body.ended).toBe(3);
    expect(await Promise.all([person.token, ...others].map(statusOf))).toEqual([200, 401, 401, 401]);
    expect((await world.call(person, securityApi.endOtherSessions)).body.ended).toBe(0);
    expect((await kindsOf(person)).filter((kind) => kind === 'sessions_ended')).toHaveLength(1);
  });

  test('a session that proved nothing for five minutes ends itself and no other one', async () => {
    const person = await world.user();
    const other = (await signIn(person.login)).body.token;
    const listed = (await world.call(person, securityApi.sessions)).body.sessions;
    const idOf = (current: 0 | 1) => listed.find((session) => session.current === current)?.id ?? 0;
    const end = (id: number) => world.call(person, securityApi.endSession, { params: { id } });
    later(5 * MINUTE_MS + 1000);
    expect((await end(idOf(0))).body).toMatchObject({ code: 'current_password_required' });
    expect((await world.call(person, securityApi.endOtherSessions)).statusCode).toBe(403);
    expect(await statusOf(other)).toBe(200);
    await world.call(person, securityApi.reauthenticate, { body: { password: PASSWORD } });
    expect((await end(idOf(0))).statusCode).toBe(200);
    expect((await world.call(person, securityApi.endOtherSessions)).body.ended).toBe(0);
    later(5 * MINUTE_MS + 1000);
    expect((await end(idOf(1))).statusCode).toBe(200);
    expect(await Promise.all([person.token, other].map(statusOf))).toEqual([401, 401]);
  });

  test('who still holds the token of an ended session learns the reason, and nobody else', async () => {
    const reasonOf = async (token: string) => {
      const { statusCode, body } = await world.call(null, authApi.refresh, { body: { token } });
      return [statusCode, body.code, body.reason];
    };
    const person = await world.user();
    const open = async () => (await signIn(person.login)).body.token;
    const [first, second] = [await open(), await open()];
    const listed = (await world.call(withToken(person, first), securityApi.sessions)).body.sessions;
    const current = listed.find((session) => session.current === 1)?.id ?? 0;
    await world.call(person, securityApi.endSession, { params: { id: current } });
    expect(await reasonOf(first)).toEqual([401, 'session_expired', 'ended_elsewhere']);
    const changed = await world.call(person, usersApi.change, {
      params: { id: person.id },
      body: { password: 'drugoj-parol-22', current_password: PASSWORD },
    });
    expect(changed.statusCode).toBe(200);
    expect(await reasonOf(second)).toEqual([401, 'session_expired', 'password_changed']);
    expect(await reasonOf('unknown')).toEqual([401, 'session_expired', undefined]);
    expect(await statusOf(person.token)).toBe(200);
    const third = (await signIn(person.login, 'drugoj-parol-22')).body.token;
    await world.call(withToken(person, third), authApi.logout);
    expect(await reasonOf(third)).toEqual([401, 'session_expired', undefined]);
  });

  test('ending one’s own session signs out', async () => {
    const person = await world.user();
    const [session] = (await world.call(person, securityApi.sessions)).body.sessions;
    const answer = await world.call(person, securityApi.endSession, { params: { id: session?.id ?? 0 } });
    expect(answer.cookies.find(({ name }) => name === 'token')?.value).toBe('');
    expect(await statusOf(person.token)).toBe(401);
  });
});

describe('proving again who one is', () => {
  test('a session that proved nothing for five minutes asks for the password', async () => {
    const person = await world.user();
    later(5 * MINUTE_MS + 1000);
    const refused = await world.call(person, securityApi.setUpTotp);
    expect(refused).toMatchObject({ statusCode: 403, body: { code: 'current_password_required' } });
    const wrong = await world.call(person, securityApi.setUpTotp, { body: { current_password: 'guess-guess' } });
    expect(wrong).toMatchObject({ statusCode: 403, body: { code: 'current_password_wrong' } });
    const right = await world.call(person, securityApi.setUpTotp, { body: { current_password: PASSWORD } });
    expect(right.statusCode).toBe(200);

    const prove = (body: { password?: string; code?: string }) =>
      world.call(person, securityApi.reauthenticate, { body });
    expect((await prove({ password: 'guess-guess' })).body.code).toBe('current_password_wrong');
    expect((await prove({})).statusCode).toBe(400);
    expect((await prove({ password: PASSWORD })).statusCode).toBe(200);
    expect((await world.call(person, securityApi.setUpTotp)).statusCode).toBe(200);
  });

  test('a code of the app proves it as well', async () => {
    const { person, secret } = await guarded();
    later(5 * MINUTE_MS);
    const body = { password: 'drugoj-parol-22' };
    const change = () => world.call(person, usersApi.change, { params: { id: person.id }, body });
    expect((await change()).body.code).toBe('current_password_required');
    await world.call(person, securityApi.reauthenticate, { body: { code: codeOf(secret) } });
    expect((await change()).statusCode).toBe(200);
    expect((await kindsOf(person))[0]).toBe('password_changed');
  });
});

describe('the second step', () => {
  test('an app is set up with a code, and the account says so by mail', async () => {
    const person = await world.user();
    const { secret, uri } = (await world.call(person, securityApi.setUpTotp)).body;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new URL(uri).searchParams.get('secret')).toBe(secret);
    expect(decodeURIComponent(uri)).toContain(`Около:${person.login}`);
    expect((await signIn(person.login)).statusCode).toBe(200);
    const wrong = await world.call(person, securityApi.confirmTotp, { body: { code: '000000' } });
    expect(wrong).toMatchObject({ statusCode: 403, body: { code: 'second_factor_wrong' } });
    const { codes } = (await world.call(person, securityApi.confirmTotp, { body: { code: codeOf(secret) } })).body;
    expect(new Set(codes).size).toBe(10);
    expect(codes[0]).toMatch(/^[A-HJ-NP-Z2-9]{6}(?:-[A-HJ-NP-Z2-9]{6}){3}$/);
    expect((await world.call(person, securityApi.factors)).body).toMatchObject({ totp: 1, codes_left: 10 });
    expect(await templatesTo(person)).toContain('totp_on');
    expect((await world.call(person, securityApi.setUpTotp)).body.code).toBe('already_exists');
    const again = await world.call(person, securityApi.confirmTotp, { body: { code: codeOf(secret, 1) } });
    expect(again.body.code).toBe('already_exists');
  });

  test('a copy of the database knows neither the secret nor a recovery code', async () => {
    const { secret, codes } = await guarded();
    const { db } = world.services;
    const stored = JSON.stringify([
      await db.selectFrom('totp_secrets').selectAll().execute(),
      await db.selectFrom('recovery_codes').selectAll().execute(),
      await db.selectFrom('challenges').selectAll().execute(),
    ]);
    const bytes = Buffer.from(Secret.fromBase32(secret).buffer);
    for (const word of [secret, bytes.toString('base64'), bytes.join(','), ...codes]) {
      expect(stored).not.toContain(word);
    }
  });

  test('the right password gets a challenge, and the code behind it a session', async () => {
    const { person, secret } = await guarded();
    const challenge = await challengeOf(person);
    const answer = await second(challenge, ` ${codeOf(secret).slice(0, 3)} ${codeOf(secret).slice(3)} `);
    expect(answer).toMatchObject({ statusCode: 200, body: { user_id: person.id } });
    expect(answer.cookies.map(({ name }) => name)).toEqual(expect.arrayContaining(['token', 'csrftoken']));
    expect(await statusOf(answer.body.token)).toBe(200);
    const { sessions } = (await world.call(withToken(person, answer.body.token), securityApi.sessions)).body;
    expect(sessions[0]?.method).toBe('second_step');
    later(30_000);
    expect(await second(challenge, codeOf(secret))).toMatchObject({ statusCode: 410, body: { code: 'gone' } });
  });

  test('without the password there is no challenge, and nothing tells that there is a second step', async () => {
    const { person } = await guarded();
    expect((await signIn(person.login, 'guess')).body).toEqual((await signIn('nobody-here', 'guess')).body);
  });

  test('a code is never accepted twice, nor an earlier one after it', async () => {
    const { person, secret } = await guarded();
    later(60_000);
    const [earlier, code] = [codeOf(secret, -1), codeOf(secret)];
    expect((await second(await challengeOf(person), code)).statusCode).toBe(200);
    expect((await second(await challengeOf(person), code)).body.code).toBe('second_factor_wrong');
    expect((await second(await challengeOf(person), earlier)).body.code).toBe('second_factor_wrong');
    expect((await second(await challengeOf(person), codeOf(secret, 1))).statusCode).toBe(200);
  });

  test('clocks may be wrong by one step and no more', async () => {
    const { person, secret } = await guarded();
    later(120_000);
    for (const steps of [-2, 2]) {
      expect((await second(await challengeOf(person), codeOf(secret, steps))).statusCode).toBe(403);
    }
    expect((await second(await challengeOf(person), codeOf(secret, -1))).statusCode).toBe(200);
  });

  test('codes and links made by the hash of before are accepted beside those of another one, until it is struck out', async () => {
    const { person, secret, codes } = await guarded();
    const [early = '', late = ''] = codes;
    const { user_id } = (await world.call(null, authApi.recovery, { body: { user: person.login } })).body;
    const email_code = await codeTo(world, `${person.login}@example.com`);
    const topic = { userId: person.id, kind: 'digest', aboutId: 0 } as const;
    const link = signTopic('key', topic);
    MAC_HASHES.unshift('sha512');
    try {
      expect((await world.call(null, authApi.recoveryConfirm, { body: { user_id, email_code } })).statusCode).toBe(200);
      expect((await second(await challengeOf(person), early)).statusCode).toBe(200);
      expect([parseTopic('key', link), parseTopic('key', signTopic('key', topic))]).toEqual([topic, topic]);
      expect(signTopic('key', topic)).not.toBe(link);
      MAC_HASHES.pop();
      expect(parseTopic('key', link)).toBeUndefined();
      expect((await second(await challengeOf(person), late)).body.code).toBe('second_factor_wrong');
      const made = { code: codeOf(secret), current_password: PASSWORD };
      const renewed = (await world.call(person, securityApi.generateRecoveryCodes, { body: made })).body.codes;
      expect((await second(await challengeOf(person), renewed[0] ?? '')).statusCode).toBe(200);
    } finally {
      MAC_HASHES.splice(0, MAC_HASHES.length, 'sha256');
    }
  });

  test('one code sent fifty times at once opens one session', async () => {
    const { person, secret } = await guarded();
    const challenges = await many(4, () => challengeOf(person));
    const code = codeOf(secret);
    const answers = await many(50, (index) => second(challenges[index % 4] ?? '', code));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  test('a recovery code opens once, however often and by however many challenges it is sent', async () => {
    const { person, codes } = await guarded();
    const [code = '', next = ''] = codes;
    const challenges = await many(4, () => challengeOf(person));
    const answers = await many(50, (index) => second(challenges[index % 4] ?? '', code.toLowerCase()));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    later(15 * MINUTE_MS + 1000);
    expect((await second(await challengeOf(person), code)).body.code).toBe('second_factor_wrong');
    expect((await second(await challengeOf(person), next.replaceAll('-', ''))).statusCode).toBe(200);
    expect((await world.call(person, securityApi.factors)).body.codes_left).toBe(8);
    expect(await kindsOf(person)).toContain('code_used');
  });

  test('of fifty parallel guesses five are looked at, and then the right code has to wait', async () => {
    const { person, secret } = await guarded();
    const challenges = await many(10, () => challengeOf(person));
    const guesses = await many(50, (index) => second(challenges[index % 10] ?? '', '000000'));
    expect(guesses.filter(({ body }) => body.code === 'second_factor_wrong')).toHaveLength(5);
    const right = await second(await challengeOf(person), codeOf(secret));
    expect(right).toMatchObject({ statusCode: 429, body: { code: 'too_many_attempts' } });
    later(15 * MINUTE_MS + 1000);
    expect((await second(await challengeOf(person), codeOf(secret))).statusCode).toBe(200);
    const failures = (await world.call(person, securityApi.securityLog)).body.events.filter(
      ({ kind }) => kind === 'second_step_failed',
    );
    expect(failures.map(({ count }) => count)).toEqual([5]);
  });

  test('a challenge lasts five tries and ten minutes', async () => {
    const { person, secret } = await guarded();
    const tried = await challengeOf(person);
    for (let i = 0; i < 5; i++) await second(tried, '000000');
    expect((await second(tried, codeOf(secret))).body.code).toBe('gone');
    later(15 * MINUTE_MS);
    const old = await challengeOf(person);
    later(10 * MINUTE_MS + 1000);
    expect((await second(old, codeOf(secret))).body.code).toBe('gone');
  });

  test('a challenge of another person opens nothing with one’s own code', async () => {
    const [mine, theirs] = [await guarded(), await guarded()];
    const challenge = await challengeOf(theirs.person);
    expect((await second(challenge, codeOf(mine.secret))).body.code).toBe('second_factor_wrong');
    expect((await second(challenge, mine.codes[0] ?? '')).body.code).toBe('second_factor_wrong');
    expect((await second('made-up', codeOf(mine.secret))).body.code).toBe('gone');
  });

  test('a new password and a suspension make half-done sign-ins worthless', async () => {
    const { person, secret } = await guarded();
    const before = await challengeOf(person);
    const body = { password: 'drugoj-parol-22', current_password: PASSWORD };
    expect((await world.call(person, usersApi.change, { params: { id: person.id }, body })).statusCode).toBe(200);
    expect((await second(before, codeOf(secret))).body.code).toBe('gone');
    const other = await guarded();
    const challenge = await challengeOf(other.person);
    const admin = await world.user({ is_superuser: true });
    await world.call(admin, usersApi.remove, { params: { id: other.person.id } });
    expect((await second(challenge, codeOf(other.secret))).statusCode).toBe(410);
  });

  test('in a session that is open the password is proved as ever, without a code', async () => {
    const { person } = await guarded();
    later(6 * MINUTE_MS);
    const body = { password: 'drugoj-parol-22' };
    const change = () => world.call(person, usersApi.change, { params: { id: person.id }, body });
    expect((await change()).body.code).toBe('current_password_required');
    const again = await world.call(person, authApi.login, { body: { login: person.login, password: PASSWORD } });
    expect(again).toMatchObject({ statusCode: 200, body: { token: person.token } });
    expect((await change()).statusCode).toBe(200);
  });

  test('recovering the password by mail does not switch it off', async () => {
    const { person, secret } = await guarded();
    const { user_id } = (await world.call(null, authApi.recovery, { body: { user: person.login } })).body;
    const email_code = await codeTo(world, `${person.login}@example.com`);
    const { grant } = (await world.call(null, authApi.recoveryConfirm, { body: { user_id, email_code } })).body;
    const fresh = 'sovsem-drugoj-9';
    await world.call(null, authApi.recoveryChange, {
      body: { user_id, grant, first_password: fresh, second_password: fresh },
    });
    const answer = await signIn(person.login, fresh);
    expect(answer.body.code).toBe('second_factor_required');
    expect((await second(String(answer.body.challenge), codeOf(secret))).statusCode).toBe(200);
  });

  test('switching it off and making new codes take the proof and a code', async () => {
    const { person, secret, codes } = await guarded();
    const body = (code: string) => ({ body: { code } });
    expect((await world.call(person, securityApi.disableTotp, body('000000'))).body.code).toBe('second_factor_wrong');
    const fresh = (await world.call(person, securityApi.generateRecoveryCodes, body(codeOf(secret)))).body.codes;
    expect(fresh).toHaveLength(10);
    expect((await second(await challengeOf(person), codes[0] ?? '')).body.code).toBe('second_factor_wrong');
    later(6 * MINUTE_MS);
    const stale = await world.call(person, securityApi.disableTotp, body(codeOf(secret)));
    expect(stale.body.code).toBe('current_password_required');
    const done = await world.call(person, securityApi.disableTotp, {
      body: { code: fresh[1] ?? '', current_password: PASSWORD },
    });
    expect(done.statusCode).toBe(200);
    expect((await signIn(person.login)).statusCode).toBe(200);
    expect((await world.call(person, securityApi.factors)).body).toMatchObject({ totp: 0, codes_left: 0 });
    expect(await templatesTo(person)).toEqual(['totp_on', 'codes_made', 'totp_off']);
  });

  test('who lost every code waits seven days, hears of it twice, and then needs the password alone', async () => {
    const { person } = await guarded();
    const challenge = await challengeOf(person);
    const ask = () => world.call(null, securityApi.requestSecondFactorReset, { body: { challenge } });
    const [first, again] = [await ask(), await ask()];
    expect(again.body.due).toBe(first.body.due);
    expect(Date.parse(first.body.due) - clock().getTime()).toBeGreaterThan(6.9 * DAY_MS);
    later(6 * DAY_MS + MINUTE_MS);
    await advanceResets(world.services);
    await advanceResets(world.services);
    await challengeOf(person);
    later(DAY_MS);
    await advanceResets(world.services);
    expect((await signIn(person.login)).statusCode).toBe(200);
    const resets = (await templatesTo(person)).filter((template) => template.startsWith('second_step'));
    expect(resets).toEqual(['second_step_reset', 'second_step_reset_soon', 'second_step_reset_done']);
  });

  test('a full sign-in, or a word of the owner, ends such a wait', async () => {
    const { person, secret } = await guarded();
    const challenge = await challengeOf(person);
    await world.call(null, securityApi.requestSecondFactorReset, { body: { challenge } });
    expect((await world.call(person, securityApi.factors)).body.reset_due).not.toBeNull();
    await second(await challengeOf(person), codeOf(secret));
    expect((await world.call(person, securityApi.factors)).body.reset_due).toBeNull();
    await world.call(null, securityApi.requestSecondFactorReset, { body: { challenge } });
    expect((await world.call(person, securityApi.cancelReset)).statusCode).toBe(200);
    later(8 * DAY_MS);
    await challengeOf(person);
  });
});

describe('alerts', () => {
  const browser = { 'user-agent': FIREFOX, 'sec-fetch-site': 'same-origin' };
  const deviceOf = (answer: { cookies: { name: string; value: string }[] }) =>
    answer.cookies.find(({ name }) => name === 'device')?.value ?? '';

  test('a sign-in from a new device is told by mail, the first ever and known ones are not', async () => {
    const person = await world.user();
    const first = await signIn(person.login, PASSWORD, browser);
    expect(await templatesTo(person)).toEqual([]);
    const known = await signIn(person.login, PASSWORD, { ...browser, cookie: `device=${deviceOf(first)}` });
    expect(deviceOf(known)).toBe(deviceOf(first));
    expect(await templatesTo(person)).toEqual([]);
    await signIn(person.login, PASSWORD, { ...browser, 'user-agent': ANDROID });
    const [letter] = await emailsTo(world, `${person.login}@example.com`);
    expect(letter).toMatchObject({
      template: 'new_sign_in',
      values: { device: 'Chrome, Android', ip: '127.0.0.1', link: expect.stringMatching(/\/profile\/security$/) },
    });
    expect(await kindsOf(person)).toEqual(['sign_in_new', 'sign_in', 'sign_in']);
  });

  test('the device of one person is a new one for another', async () => {
    const [anna, boris] = [await world.user(), await world.user()];
    const device = deviceOf(await signIn(anna.login, PASSWORD, browser));
    await signIn(boris.login, PASSWORD, browser);
    await signIn(boris.login, PASSWORD, { ...browser, cookie: `device=${device}` });
    expect(await templatesTo(boris)).toEqual(['new_sign_in']);
  });

  test('failures of a day are one line with a count, and lines older than 90 days go with their addresses', async () => {
    const person = await world.user();
    await signIn(person.login);
    for (let i = 0; i < 3; i++) await signIn(person.login, 'guess');
    const { events } = (await world.call(person, securityApi.securityLog)).body;
    expect(events.map(({ kind, count }) => [kind, count])).toEqual([
      ['sign_in_failed', 3],
      ['sign_in', 1],
    ]);
    for (let day = 0; day < 95; day += 19) {
      later(19 * DAY_MS);
      expect(await statusOf(person.token)).toBe(200);
    }
    await sweepSessions.run(world.services, {});
    expect((await world.call(person, securityApi.securityLog)).body.events).toEqual([]);
    expect((await world.call(person, securityApi.sessions)).body.sessions[0]?.ip).toBe('');
    const { db } = world.services;
    const rows = await db.selectFrom('security_events').select('id').where('user_id', '=', person.id).execute();
    expect(rows).toEqual([]);
  });
});

test('of an erased person nothing stays: no device, no address, no secret', async () => {
  const { person, codes } = await guarded();
  await world.call(null, securityApi.requestSecondFactorReset, { body: { challenge: await challengeOf(person) } });
  await second(await challengeOf(person), codes[0] ?? '');
  const { db } = world.services;
  const longAgo = new Date(clock().getTime() - 31 * DAY_MS);
  await db.updateTable('users').set({ deleted_at: longAgo }).where('id', '=', person.id).execute();
  await erasePeople.run(world.services, {});
  const tables = [
    'sessions',
    'totp_secrets',
    'recovery_codes',
    'second_factor_resets',
    'challenges',
    'passkeys',
    'known_devices',
    'security_events',
  ] as const;
  for (const table of tables) {
    const rows = await db.selectFrom(table).select('user_id').where('user_id', '=', person.id).execute();
    expect([table, rows.length]).toEqual([table, 0]);
  }
});

test('where staff need a second factor they are nobody special before they have one', async () => {
  const strict = await createWorld({ environment: { STAFF_SECOND_FACTOR: 'required' } });
  try {
    const [admin, person] = [await strict.user({ is_superuser: true }), await strict.user()];
    const list = (who: Actor) => strict.call(who, usersApi.list, {});
    const look = (who: Actor) => strict.call(who, usersApi.get, { params: { id: person.id } });
    expect((await list(person)).body.code).not.toBe('second_factor_missing');
    expect((await look(admin)).body.email).toBeUndefined();
    const { endpoint } =
      [...strict.app.endpoints.values()].find(({ endpoint: { access, method, body } }) => {
        return access === 'superuser' || (access === 'staff' && method === 'GET' && body === undefined);
      }) ?? {};
    if (endpoint === undefined) throw new Error('no call is for staff');
    const refused = await strict.call(admin, endpoint, { params: { id: 1 } });
    expect(refused).toMatchObject({ statusCode: 403, body: { code: 'second_factor_missing' } });
    expect((await strict.call(person, endpoint, { params: { id: 1 } })).body.code).toBe('forbidden');
    expect((await strict.call(admin, securityApi.factors)).body.required).toBe(1);

    const { secret } = (await strict.call(admin, securityApi.setUpTotp)).body;
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    const { codes } = (await strict.call(admin, securityApi.confirmTotp, { body: { code } })).body;
    expect((await look(admin)).body.email).toBe(`${person.login}@example.com`);
    expect((await strict.call(admin, endpoint, { params: { id: 1 } })).body.code).not.toBe('second_factor_missing');
    const token = await strict.services.sessions.create(strict.services.db, admin.id, { ip: '', userAgent: '' });
    expect((await look({ ...admin, token })).body.email).toBeUndefined();
    await strict.call(admin, securityApi.disableTotp, { body: { code: codes[0] ?? '' } });
    expect((await look(admin)).body.email).toBeUndefined();
  } finally {
    await strict.close();
  }
});
