import { createHash } from 'node:crypto';
import { appendFile, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConfigError } from '../../../platform/config.ts';
import { checkBreachedPasswords, isBreachedPassword } from './breached-passwords.public.ts';

const hashOf = (password: string): string => createHash('sha1').update(password).digest('hex').toUpperCase();
const lineOf = (password: string, index: number): string => `${hashOf(password)}:${index * 7_919_113 + 1}`;
const listed = Array.from({ length: 400 }, (_, index) => `parol-${index}`);
const lines = listed.map(lineOf).sort();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'okolo-breaches-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileOf(content: string, name = 'list.txt'): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
}

test.each([
  ['as it is downloaded', (all: string[]) => all.join('\r\n')],
  ['with a line break at its end', (all: string[]) => `${all.join('\n')}\n`],
  ['without counts', (all: string[]) => all.map((line) => line.slice(0, 40)).join('\n')],
])('every password of a list %s is found, the first and the last too, and no other one', async (_how, join) => {
  const file = await fileOf(join(lines));
  await checkBreachedPasswords(file);
  for (const password of listed) expect([password, await isBreachedPassword(file, password)]).toEqual([password, true]);
  for (const { password } of Array.from({ length: 100 }, (_, index) => ({ password: `drugoj-${index}` })))
    expect([password, await isBreachedPassword(file, password)]).toEqual([password, false]);
});

test('lists of one line and of none are read', async () => {
  const one = await fileOf(lineOf('odin', 1));
  expect([await isBreachedPassword(one, 'odin'), await isBreachedPassword(one, 'dva')]).toEqual([true, false]);
  expect(await isBreachedPassword(await fileOf(''), 'odin')).toBe(false);
});

test('a list of 40 GB is asked without reading it whole', async () => {
  // Zeros stand for hashes that are lower than all others; the file takes no room.
  const file = await fileOf('', 'large.txt');
  await truncate(file, 40 * 2 ** 30);
  await appendFile(file, `\n${lines.join('\n')}`);
  const startedAt = process.cpuUsage();
  expect(await isBreachedPassword(file, 'parol-7')).toBe(true);
  expect(await isBreachedPassword(file, 'drugoj-7')).toBe(false);
  const { user, system } = process.cpuUsage(startedAt);
  expect((user + system) / 1000).toBeLessThan(2000);
});

test.each([
  ['nothing', '', 'has lines other than HASH:COUNT, with SHA-1 in capitals'],
  ['words', 'qwerty\nparol\n', 'has lines other than HASH:COUNT, with SHA-1 in capitals'],
  ['small letters', lines.join('\n').toLowerCase(), 'has lines other than HASH:COUNT, with SHA-1 in capitals'],
  ['another order', lines.toReversed().join('\n'), 'is not in the order of its hashes'],
])('a file of %s stops the start', async (_what, content, reason) => {
  const file = await fileOf(content);
  await expect(checkBreachedPasswords(file)).rejects.toThrow(new ConfigError(`BREACHED_PASSWORDS_FILE ${reason}`));
});

test('a file that is not there stops the start, and none needs to be there', async () => {
  await expect(checkBreachedPasswords('/no/such/list')).rejects.toThrow(
    /^BREACHED_PASSWORDS_FILE cannot be read: ENOENT/,
  );
  await checkBreachedPasswords(undefined);
});
