import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeMmdb } from '../../../test/formats/write-mmdb.ts';
import { ConfigError } from '../config.ts';
import { NO_CITIES, openCityTable } from './city-table.ts';

const KAZAN = {
  city: { names: { en: 'Kazan', ru: 'Казань', de: 'Kasan' } },
  country: { iso_code: 'RU', names: { en: 'Russia', ru: 'Россия' } },
};
const ENTRIES = {
  '5.3.0.0/16': KAZAN,
  '2a02:6b8::/32': KAZAN,
  '8.8.8.0/24': { country: { names: { en: 'United States', ru: 'США' } } },
  '9.9.9.0/24': { traits: { is_anonymous: 1 } },
  // No table should have these; one that has them is not believed.
  '10.0.0.0/8': KAZAN,
  '127.0.0.0/8': KAZAN,
  'fd00::/16': KAZAN,
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'okolo-geo-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function open(content: Buffer | string, name = 'cities.mmdb') {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return openCityTable(file);
}

test('an address has its city and country, in the language of the reader or in English', async () => {
  const { findCity, maker } = await open(writeMmdb('GeoLite2-City', ENTRIES));
  expect(findCity('5.3.20.7', 'ru')).toBe('Казань, Россия');
  expect(findCity('5.3.20.7', 'de')).toBe('Kasan, Russia');
  expect(findCity('5.3.20.7', 'ko')).toBe('Kazan, Russia');
  expect(findCity('::ffff:5.3.20.7', 'ru')).toBe('Казань, Россия');
  expect(findCity('2a02:6b8::1', 'ru')).toBe('Казань, Россия');
  expect(findCity('8.8.8.8', 'ru')).toBe('США');
  expect(maker).toBe('maxmind');
});

test('unknown, local and broken addresses have none', async () => {
  const { findCity } = await open(writeMmdb('DBIP-City-Lite', ENTRIES));
  const addresses = [
    '1.1.1.1',
    '9.9.9.9',
    '10.1.2.3',
    '127.0.0.1',
    '192.168.0.1',
    '::1',
    'fd00::7',
    'fe80::1',
    '',
    'x',
  ];
  expect(addresses.map((ip) => findCity(ip, 'ru'))).toEqual(addresses.map(() => ''));
  expect(NO_CITIES.findCity('5.3.20.7', 'ru')).toBe('');
});

test('the maker of the table is known by its kind', async () => {
  expect((await open(writeMmdb('DBIP-City-Lite', ENTRIES))).maker).toBe('db-ip');
  expect((await open(writeMmdb('Own-City', ENTRIES))).maker).toBe('');
  expect(await openCityTable(undefined)).toBe(NO_CITIES);
});

test('a file that is no table of cities stops the start with one line', async () => {
  const refusal = async (opening: Promise<unknown>): Promise<string> => {
    const error = await opening.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as Error).message).not.toContain('\n');
    return (error as Error).message;
  };
  expect(await refusal(openCityTable(path.join(folder, 'nowhere.mmdb')))).toMatch(/^GEO_FILE cannot be read: ENOENT/);
  expect(await refusal(openCityTable(folder))).toMatch(/^GEO_FILE cannot be read: EISDIR/);
  expect(await refusal(open('city,country\nKazan,RU\n'))).toBe('GEO_FILE is not a table in the MMDB format');
  expect(await refusal(open(''))).toBe('GEO_FILE is not a table in the MMDB format');
  const whole = writeMmdb('GeoLite2-City', ENTRIES);
  expect(await refusal(open(whole.subarray(0, whole.length - 60)))).toMatch(/^GEO_FILE is/);
  expect(await refusal(open(writeMmdb('GeoLite2-ASN', ENTRIES)))).toBe(
    'GEO_FILE is a table of GeoLite2-ASN, not of cities',
  );
});
