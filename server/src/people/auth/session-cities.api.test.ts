import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { securityApi } from '@app/contract/people/security';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emailsTo } from '../../../test/emails.ts';
import { writeMmdb } from '../../../test/formats/write-mmdb.ts';
import { createSignInHelpers } from '../../../test/newcomers.ts';
import { type Actor, createWorld, PASSWORD, type World } from '../../../test/world.ts';
import { renderEmail } from '../../platform/mail/render-email.ts';
import { texts } from '../../platform/texts.ts';

let folder: string;
let world: World;
let plain: World;
const { signIn } = createSignInHelpers(() => world);

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'okolo-geo-'));
  const file = path.join(folder, 'cities.mmdb');
  const names = { city: { names: { en: 'Kazan', ru: 'Казань' } }, country: { names: { en: 'Russia', ru: 'Россия' } } };
  await writeFile(file, writeMmdb('DBIP-City-Lite', { '5.3.0.0/16': names }));
  world = await createWorld({ environment: { GEO_FILE: file } });
  plain = await createWorld();
});
afterAll(async () => {
  await Promise.all([world.close(), plain.close()]);
  await rm(folder, { recursive: true, force: true });
});

const from = (ip: string) => ({ 'x-forwarded-for': ip, 'user-agent': `Mozilla/5.0 (${ip})`, 'sec-fetch-site': 'none' });
const citiesOf = async (person: Actor, headers?: Record<string, string>) => {
  const { sessions, city_source } = (await world.call(person, securityApi.sessions, { headers })).body;
  return { cities: sessions.map(({ ip, city }) => [ip, city]), city_source };
};

test('own sessions say the city of their addresses in the language of the reader', async () => {
  const [person, stranger] = [await world.user(), await world.user()];
  await signIn(person.login, PASSWORD, from('5.3.20.7'));
  await signIn(person.login, PASSWORD, from('192.168.0.9'));
  const { cities, city_source } = await citiesOf(person);
  expect(city_source).toBe('db-ip');
  expect(cities).toContainEqual(['5.3.20.7', 'Казань, Россия']);
  expect(cities).toContainEqual(['192.168.0.9', '']);
  expect((await citiesOf(person, { 'accept-language': 'fr' })).cities).toContainEqual(['5.3.20.7', 'Kazan, Russia']);
  expect((await citiesOf(stranger)).cities.flat()).not.toContain('Казань, Россия');
  expect((await world.call(null, securityApi.sessions)).statusCode).toBe(401);
});

test('the email about a new device says the city, and only the address where the city is unknown', async () => {
  const person = await world.user();
  await signIn(person.login, PASSWORD, from('192.168.0.9'));
  await signIn(person.login, PASSWORD, from('5.3.20.7'));
  await signIn(person.login, PASSWORD, from('10.0.0.5'));
  const letters = await emailsTo(world, `${person.login}@example.com`);
  const written = letters.map((letter) => renderEmail(texts, letter).text);
  expect(written.some((text) => text.includes('Адрес: 5.3.20.7 (Казань, Россия).'))).toBe(true);
  expect(written.some((text) => text.includes('Адрес: 10.0.0.5.'))).toBe(true);
});

test('without a table everything works, and no city is known', async () => {
  const person = await plain.user();
  const { sessions, city_source } = (await plain.call(person, securityApi.sessions)).body;
  expect(city_source).toBe('');
  expect(sessions.map(({ city }) => city)).toEqual(sessions.map(() => ''));
});
