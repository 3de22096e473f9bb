// @module-tag long
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ZipFile } from 'yazl';
import { EICAR } from '../../../test/uploads/clamd-peer.ts';
import { createScanner, type Scanner } from './scanner.ts';

const CLAMD = '/usr/sbin/clamd';
const hasClamd = spawnSync(CLAMD, ['--version']).status === 0;
const TAKEN_MB = 30;

/** Knows one signature of its own, because those of ClamAV have to be downloaded. */
describe.skipIf(!hasClamd)('clamd (apt-get install clamav-daemon)', () => {
  let folder: string;
  let clamd: ChildProcess;
  let scanner: Scanner;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'okolo-clamd-'));
    await mkdir(path.join(folder, 'db'));
    const md5 = createHash('md5').update(EICAR).digest('hex');
    await writeFile(path.join(folder, 'db/own.hdb'), `${md5}:${EICAR.length}:Own-Test-Signature\n`);
    const socket = path.join(folder, 'clamd.ctl');
    const settings = {
      DatabaseDirectory: path.join(folder, 'db'),
      LocalSocket: socket,
      Foreground: 'yes',
      StreamMaxLength: `${TAKEN_MB}M`,
      User: os.userInfo().username,
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} ${value}\n`);
    await writeFile(path.join(folder, 'clamd.conf'), lines.join(''));
    clamd = spawn(CLAMD, ['-c', path.join(folder, 'clamd.conf')], { stdio: 'ignore' });
    scanner = createScanner({ path: socket, isEncrypted: false }, { log: pino({ level: 'silent' }) });
    await vi.waitFor(async () => expect(await scanner.isAnswering()).toBe(true), { timeout: 60_000, interval: 200 });
  }, 90_000);
  afterAll(async () => {
    if (clamd?.exitCode === null && clamd.signalCode === null) {
      const ended = once(clamd, 'exit');
      clamd.kill();
      await ended;
    }
    await rm(folder, { recursive: true });
  });

  async function look(bytes: Uint8Array): Promise<unknown> {
    const file = path.join(folder, 'file');
    await writeFile(file, bytes);
    return scanner.requireClean(file).catch((error: { code?: unknown }) => error.code);
  }

  test('finds what its signatures name, also in an archive, and lets the rest pass', { timeout: 60_000 }, async () => {
    expect(await look(randomBytes(5_000_000))).toBeUndefined();
    expect(await look(EICAR)).toBe('file_infected');
    const zip = new ZipFile();
    zip.addBuffer(randomBytes(1000), 'a.bin');
    zip.addBuffer(EICAR, 'b/eicar.com');
    zip.end();
    const archive = path.join(folder, 'archive.zip');
    await pipeline(zip.outputStream, createWriteStream(archive));
    await expect(scanner.requireClean(archive)).rejects.toMatchObject({ code: 'file_infected' });
  });

  test('a file longer than it takes waits, and does not pass as clean', { timeout: 60_000 }, async () => {
    expect(await look(randomBytes((TAKEN_MB + 5) * 2 ** 20))).toBe('scanner_unavailable');
  });

  test('when it stops nothing passes', { timeout: 60_000 }, async () => {
    const ended = once(clamd, 'exit');
    clamd.kill();
    await ended;
    expect(await scanner.isAnswering()).toBe(false);
    expect(await look(randomBytes(1000))).toBe('scanner_unavailable');
  });
});
