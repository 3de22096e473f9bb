import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type ClamdPeer, EICAR, startClamdPeer } from '../../../test/uploads/clamd-peer.ts';
import { parseScannerUrl } from './clamd-address.ts';
import { createScanner, type Scanner } from './scanner.ts';

let folder: string;
let peer: ClamdPeer;
let scanner: Scanner;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'okolo-scanner-'));
  peer = await startClamdPeer();
  scanner = createScanner(parseScannerUrl(peer.url), { log: pino({ level: 'silent' }) });
});
afterEach(() => {
  peer.says = undefined;
  peer.maxBytes = Number.POSITIVE_INFINITY;
  peer.scanned.length = 0;
});
afterAll(async () => {
  await peer.close();
  await rm(folder, { recursive: true });
});

async function look(bytes: Uint8Array): Promise<unknown> {
  const file = path.join(folder, 'file');
  await writeFile(file, bytes);
  return scanner.requireClean(file).catch((error: { code?: unknown }) => error.code);
}

test('a file reaches the scanner byte for byte, and passes when it is clean', async () => {
  const bytes = randomBytes(3_000_001);
  expect(await look(bytes)).toBeUndefined();
  expect(peer.scanned.map((scanned) => scanned.equals(bytes))).toEqual([true]);
  expect(await look(Buffer.alloc(0))).toBeUndefined();
});

test('a file that the scanner knows is refused', async () => {
  expect(await look(Buffer.concat([randomBytes(600_000), EICAR, randomBytes(600_000)]))).toBe('file_infected');
});

test.each([
  ['hangup', 'a closed connection'],
  ['', 'an empty answer'],
  ['stream: OKAY', 'another answer'],
  ['stream: Can’t allocate memory ERROR', 'a failure'],
  ['FOUND', 'half an answer'],
  ['x'.repeat(5000), 'an endless answer'],
])('what is no verdict lets nothing pass: %.30s', async (says) => {
  peer.says = says;
  expect(await look(randomBytes(100))).toBe('scanner_unavailable');
  expect(await scanner.isAnswering()).toBe(false);
});

test('a file longer than the scanner takes does not pass as clean', async () => {
  peer.maxBytes = 1_000_000;
  expect(await look(randomBytes(20_000_000))).toBe('scanner_unavailable');
});

test('a scanner that is not there lets nothing pass, and one that is there answers', async () => {
  expect(await scanner.isAnswering()).toBe(true);
  const nobody = createScanner(parseScannerUrl('unix:/no/such/clamd.ctl'), { log: pino({ level: 'silent' }) });
  expect(await nobody.isAnswering()).toBe(false);
  await writeFile(path.join(folder, 'file'), 'x');
  await expect(nobody.requireClean(path.join(folder, 'file'))).rejects.toMatchObject({
    code: 'scanner_unavailable',
    options: { retryAfter: 30 },
  });
});

test.each([
  ['clamd://scanner.example:3311', { host: 'scanner.example', port: 3311, isEncrypted: false }],
  ['clamds://[::1]', { host: '::1', port: 3310, isEncrypted: true }],
  ['unix:/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl', isEncrypted: false }],
])('%s is the address of a scanner', (value, address) => {
  expect(parseScannerUrl(value)).toEqual(address);
});

test.each(['clamd://', 'http://scanner:3310', 'clamd://scanner:x', 'clamd://a@b', 'unix:clamd.ctl', '/run/clamd'])(
  '%s is none',
  (value) => {
    expect(() => parseScannerUrl(value)).toThrow('must be clamd://host:port, clamds://host:port or unix:/path');
  },
);
