import { siteApi } from '@app/contract/staff/site';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../test/newcomers.ts';
import { type Actor, createWorld, type World } from '../../test/world.ts';
import { readSiteSettings } from '../platform/site-settings/site-settings.public.ts';

let world: World;
let admin: Actor;
beforeAll(async () => {
  world = await createWorld({ environment: { PUBLIC_URL: 'https://okolo.example' } });
  admin = await world.user({ groups: ['admin'] });
});
afterAll(() => world.close());

async function securityFields() {
  const { statusCode, headers, body } = await world.app.inject('/.well-known/security.txt');
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  return body
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/: (.*)/, 2) as [string, string]);
}

const contactsOf = (fields: [string, string][]) => fields.filter(([name]) => name === 'Contact').map(([, to]) => to);

test('security.txt has what RFC 9116 asks for, and the page of contacts where no address is set', async () => {
  const fields = await securityFields();
  expect(fields.map(([name]) => name)).toEqual(['Contact', 'Expires', 'Preferred-Languages', 'Canonical']);
  const { Contact, Expires = '', Canonical } = Object.fromEntries(fields);
  expect(Contact).toBe('https://okolo.example/contacts');
  expect(Canonical).toBe('https://okolo.example/.well-known/security.txt');
  expect(Expires).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  const ahead = Date.parse(Expires) - Date.now();
  expect(ahead).toBeGreaterThan(150 * DAY_MS);
  expect(ahead).toBeLessThan(365 * DAY_MS);
});

test('security.txt names the operator’s own address first once administrators have set it', async () => {
  const { version } = await readSiteSettings(world.services.db);
  const requisites = {
    legal_form: 'company' as const,
    name: 'ООО «Двор»',
    full_name: 'Общество с ограниченной ответственностью «Двор»',
    address: '620000, Екатеринбург, ул. Ленина, д. 1',
    inn: '7707083893',
    ogrn: '1027700132195',
    kpp: '773601001',
    email: 'help+site@dvor.example',
    phone: '+7 343 000-00-00',
  };
  const { statusCode } = await world.call(admin, siteApi.save, { body: { version, requisites } });
  expect(statusCode).toBe(200);
  await expect
    .poll(async () => contactsOf(await securityFields()))
    .toEqual(['mailto:help%2Bsite@dvor.example', 'https://okolo.example/contacts']);
});

test('change-password leads to the page of the password, signed in or not, and an unknown address beside it is none', async () => {
  for (const headers of [{}, { authorization: `Bearer ${admin.token}` }]) {
    const { statusCode, headers: answered } = await world.app.inject({
      url: '/.well-known/change-password',
      headers,
    });
    expect([statusCode, answered.location]).toEqual([303, '/profile/password']);
  }
  // Password managers ask for this one to learn whether the site answers 200 to everything.
  const unknown = await world.app.inject(
    '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200',
  );
  expect(unknown.statusCode).toBe(404);
});
