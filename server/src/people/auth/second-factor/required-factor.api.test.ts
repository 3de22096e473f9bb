import { authApi } from '@app/contract/people/auth';
import { CALLS_BEFORE_SECOND_FACTOR } from '@app/contract/people/second-factor-calls';
import { securityApi } from '@app/contract/people/security';
import { usersApi } from '@app/contract/people/users';
import { CLOSE_CODES } from '@app/contract/platform/socket';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSocket } from '../../../../test/socket-client.ts';
import { type Actor, createWorld, PASSWORD, type World } from '../../../../test/world.ts';
import { endpointName } from '../../../platform/http/bind.ts';

let world: World;

beforeAll(async () => {
  world = await createWorld({ environment: { SECOND_FACTOR: 'required' } });
});
afterAll(() => world.close());

async function addTotp(person: Actor): Promise<string> {
  const { secret } = (await world.call(person, securityApi.setUpTotp)).body;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const confirmed = await world.call(person, securityApi.confirmTotp, { body: { code } });
  expect(confirmed.statusCode).toBe(200);
  return secret;
}

test('where everybody needs a second factor, a password alone opens nothing but the way to add one', async () => {
  const person = await world.user({ paid: true });
  const open: string[] = [];
  for (const { endpoint } of world.app.endpoints.values()) {
    if (endpoint.access === 'public') continue;
    const answer = await world.app.inject({
      method: endpoint.method,
      url: endpoint.path.replace(/\{\w+\}/g, '999999999'),
      headers: { authorization: `Bearer ${person.token}` },
    });
    const { code, message } = answer.statusCode === 403 ? answer.json() : {};
    if (code !== 'second_factor_missing') open.push(endpointName(endpoint));
    else expect(message).toContain('пользоваться');
  }
  expect(open.filter((name) => !CALLS_BEFORE_SECOND_FACTOR.has(name))).toEqual([]);
  expect(open.length).toBeGreaterThan(8);
});

test('to calls for everybody such a session is a guest, and to sockets nobody', async () => {
  const [person, friend] = [await world.user(), await world.user()];
  const look = async (who: Actor | null) => (await world.call(who, usersApi.get, { params: { id: friend.id } })).body;
  expect(await look(person)).toEqual(await look(null));
  const origin = await world.app.listen({ host: '127.0.0.1', port: 0 });
  const socket = await openSocket(origin, `/ws/notifications/${person.id}/?after=0`, { actor: person });
  // Pages sign out at the other code.
  expect((await socket.closed).code).toBe(CLOSE_CODES.forbidden);
});

test('with a second factor the session is whole, and the next sign-in needs the code', async () => {
  const person = await world.user();
  const factors = async () => (await world.call(person, securityApi.factors)).body;
  expect(await factors()).toMatchObject({ required: 1, required_of: 'everybody' });
  const change = () => world.call(person, usersApi.change, { params: { id: person.id }, body: { position: 'Повар' } });
  expect((await change()).body.code).toBe('second_factor_missing');
  await addTotp(person);
  expect((await change()).statusCode).toBe(200);
  expect(await factors()).not.toHaveProperty('required_of');
  const next = await world.call(null, authApi.login, { body: { login: person.login, password: PASSWORD } });
  expect(next.body.code).toBe('second_factor_required');
});

test('a session without a factor can be left', async () => {
  const person = await world.user();
  expect((await world.call(person, authApi.logout)).statusCode).toBe(200);
  expect((await world.call(person, securityApi.factors)).statusCode).toBe(401);
});
