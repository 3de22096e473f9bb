import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createServer } from 'node:tls';
import { expect, test } from 'vitest';
import { issueCertificate } from '../../../test/own-certificate.ts';
import { findCertificateEnd } from './certificate-end.ts';
import { certificateWarnings, diskWarnings, measureDiskUse } from './find-warnings.ts';

const DAY_MS = 86_400_000;

test('a disk is told from nine tenths on, and until it is clearly below', () => {
  expect(diskWarnings(0.899, false)).toEqual([]);
  expect(diskWarnings(0.9, false)).toEqual([{ what: 'disk', amount: 90 }]);
  expect(diskWarnings(0.89, true)).toEqual([{ what: 'disk', amount: 89 }]);
  expect(diskWarnings(0.879, true)).toEqual([]);
});

test('the disk of a folder is measured, and one that is not there counts as empty', async () => {
  const share = await measureDiskUse(os.tmpdir());
  expect(share).toBeGreaterThan(0);
  expect(share).toBeLessThanOrEqual(1);
  expect(await measureDiskUse('/no/such/folder')).toBe(0);
});

test('a certificate is told two weeks before it ends, and after that', () => {
  const now = new Date('2026-11-27T00:00:00Z');
  const inDays = (days: number) => certificateWarnings(new Date(now.getTime() + days * DAY_MS), now);
  expect(inDays(14.1)).toEqual([]);
  expect(inDays(13.5)).toEqual([{ what: 'certificate', amount: 13 }]);
  expect(inDays(-3)).toEqual([{ what: 'certificate', amount: 0 }]);
  expect(certificateWarnings(undefined, now)).toEqual([]);
});

test('the end of a certificate is read from the site itself, also of one that nobody trusts', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'okolo-certificate-'));
  const { key, certificate } = issueCertificate(folder, 9);
  const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const now = new Date();
    const end = await findCertificateEnd(`https://localhost:${port}`, now);
    expect(certificateWarnings(end, now)).toEqual([{ what: 'certificate', amount: 8 }]);
  } finally {
    server.close();
    rmSync(folder, { recursive: true });
  }
  expect(await findCertificateEnd('https://127.0.0.1:1', new Date())).toBeUndefined();
});
