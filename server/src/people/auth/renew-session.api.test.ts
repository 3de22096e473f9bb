import { authApi } from '@app/contract/people/auth';
import { securityApi } from '@app/contract/people/security';
import { usersApi } from '@app/contract/people/users';
import type { AnyEndpoint } from '@app/contract/platform/endpoint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createShiftedClock, createSignInHelpers } from '../../../test/newcomers.ts';
import {
  type Actor,
  createWorld,
  PASSWORD,
  type TestCall,
  type TestResponse,
  type World,
} from '../../../test/world.ts';

const GRACE_MS = 30_000;
const { clock, later } = createShiftedClock();
let world: World;
const { signIn, statusOf } = createSignInHelpers(() => world);

beforeAll(async () => {
  world = await createWorld({ clock, environment: { RENEW_SESSIONS: 'on' } });
});
afterAll(() => world.close());

const tokenOf = <E extends AnyEndpoint>({ cookies }: TestResponse<E>) =>
  cookies.find(({ name }) => name === 'token')?.value;

const bearer = <E extends AnyEndpoint>(token: string, endpoint: E, input: TestCall<E>) =>
  world.call(null, endpoint, { ...input, headers: { authorization: `Bearer ${token}` } });

async function expectRenewed(former: string, token: string | undefined): Promise<void> {
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(token).not.toBe(former);
  // Requests of other tabs that are under way.
  expect([await statusOf(former), await statusOf(token ?? '')]).toEqual([200, 200]);
  later(GRACE_MS + 1000);
  expect([await statusOf(former), await statusOf(token ?? '')]).toEqual([401, 200]);
}

test('a password proved in a session gives it another token, and the former one ends', async () => {
  const person = await world.user();
  const proved = await world.call(person, securityApi.reauthenticate, { body: { password: PASSWORD } });
  await expectRenewed(person.token, tokenOf(proved));
});

test('a password that goes along with a change gives another token too', async () => {
  const person = await world.user();
  const body = { current_password: PASSWORD, password: 'drugoy-parol-2' };
  const changed = await world.call(person, usersApi.change, { params: { id: person.id }, body });
  await expectRenewed(person.token, tokenOf(changed));
});

test('a sign-in of the same person in a session gives that session another token', async () => {
  const person = await world.user();
  const again = await world.call(person, authApi.login, { body: { login: person.login, password: PASSWORD } });
  expect(tokenOf(again)).toBe(again.body.token);
  await expectRenewed(person.token, again.body.token);
  expect((await world.call({ ...person, token: again.body.token }, securityApi.sessions)).body.sessions).toHaveLength(
    1,
  );
});

test('a client without cookies reads its next token from a header', async () => {
  const person = await world.user();
  const proved = await bearer(person.token, securityApi.reauthenticate, { body: { password: PASSWORD } });
  expect(proved.cookies).toEqual([]);
  await expectRenewed(person.token, String(proved.headers['x-session-token']));
});

test('a wrong password changes nothing', async () => {
  const person = await world.user();
  const refused = await world.call(person, securityApi.reauthenticate, { body: { password: 'wrong-password' } });
  expect([refused.statusCode, tokenOf(refused)]).toEqual([403, undefined]);
  later(GRACE_MS + 1000);
  expect(await statusOf(person.token)).toBe(200);
});

test('a sign-in over the session of somebody else ends that one at once', async () => {
  const [person, other] = [await world.user(), await world.user()];
  const body = { login: other.login, password: PASSWORD };
  const opened = await world.call(person, authApi.login, { body });
  expect([await statusOf(person.token), await statusOf(opened.body.token)]).toEqual([401, 200]);
});

test('without the setting a token lasts, as clients of the specification expect', async () => {
  const plain = await createWorld();
  try {
    const [person, other] = [await plain.user(), await plain.user()];
    const isIn = async ({ token }: Actor) =>
      (await plain.call({ ...person, token }, securityApi.factors)).statusCode === 200;
    const proved = await plain.call(person, securityApi.reauthenticate, { body: { password: PASSWORD } });
    expect(tokenOf(proved)).toBeUndefined();
    const again = await plain.call(person, authApi.login, { body: { login: person.login, password: PASSWORD } });
    expect(again.body.token).toBe(person.token);
    await plain.call(person, authApi.login, { body: { login: other.login, password: PASSWORD } });
    expect(await isIn(person)).toBe(true);
  } finally {
    await plain.close();
  }
});

test('every sign-in has a token of its own', async () => {
  const person = await world.user();
  const [one, two] = [await signIn(person.login), await signIn(person.login)];
  expect(one.body.token).not.toBe(two.body.token);
});
