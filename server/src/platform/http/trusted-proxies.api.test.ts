import { securityApi } from '@app/contract/people/security';
import { expect, test } from 'vitest';
import { createWorld, PASSWORD } from '../../../test/world.ts';

const PROXY = '203.0.113.5';
const STRANGER = '198.51.100.9';
const CLAIMED = '192.0.2.77';

/** Addresses of the sessions that a person has after signing in through each of these peers. */
async function addressesBehind(peers: readonly string[], environment: Record<string, string>): Promise<string[]> {
  const world = await createWorld({ environment });
  const person = await world.user();
  for (const remoteAddress of peers) {
    const headers = { 'x-forwarded-for': CLAIMED, 'user-agent': `from ${remoteAddress}` };
    const payload = { login: person.login, password: PASSWORD };
    const signedIn = await world.app.inject({ method: 'POST', url: '/api/auth', payload, headers, remoteAddress });
    expect(signedIn.statusCode).toBe(200);
  }
  const { sessions } = (await world.call(person, securityApi.sessions)).body;
  await world.close();
  return sessions.map(({ ip }) => ip);
}

test('the address that a named proxy passes on is believed, that of anybody else is not', async () => {
  const addresses = await addressesBehind([PROXY, STRANGER], { TRUSTED_PROXIES: '203.0.113.0/24' });
  expect(addresses).toEqual(expect.arrayContaining([CLAIMED, STRANGER]));
  expect(addresses).not.toContain(PROXY);
});

test('with no proxy named only this machine is believed', async () => {
  const addresses = await addressesBehind(['127.0.0.1', PROXY], {});
  expect(addresses).toEqual(expect.arrayContaining([CLAIMED, PROXY]));
});
