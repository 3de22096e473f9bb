import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createServer } from 'node:tls';
import { expect, test } from 'vitest';
import { issueByOwnAuthority, issueCertificate } from '../../../test/own-certificate.ts';
import { certificateWarnings, diskWarnings, measureDiskUse } from './find-warnings.ts';
import { inspectCertificate, readSiteCertificate } from './site-certificate.ts';

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
  const inDays = (days: number) =>
    certificateWarnings({ end: new Date(now.getTime() + days * DAY_MS), isTrusted: true }, now);
  expect(inDays(14.1)).toEqual([]);
  expect(inDays(13.5)).toEqual([{ what: 'certificate', amount: 13 }]);
  expect(inDays(-3)).toEqual([{ what: 'certificate', amount: 0 }]);
  expect(certificateWarnings(undefined, now)).toEqual([]);
});

/** Shows a certificate on a port of this machine while `look` runs. */
async function showing(files: { key: string; certificate: string }, look: (port: number) => Promise<void>) {
  const server = createServer({ key: readFileSync(files.key), cert: readFileSync(files.certificate) });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  await look((server.address() as AddressInfo).port).finally(() => server.close());
}

test('the certificate of the site is read from the site itself, also one that nobody trusts', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'okolo-certificate-'));
  try {
    await showing(issueCertificate(folder, 9), async (port) => {
      const now = new Date();
      expect(certificateWarnings(await inspectCertificate(`https://localhost:${port}`, now), now)).toEqual([
        { what: 'certificate', amount: 8 },
        { what: 'certificate_untrusted', amount: 0 },
      ]);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
  expect(await inspectCertificate('https://127.0.0.1:1', new Date())).toBeUndefined();
});

test('a certificate is trusted by its authority and for its host alone, and by no authority that browsers do not know', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'okolo-certificate-'));
  try {
    const own = issueByOwnAuthority(folder);
    await showing(own, async (port) => {
      const isTrusted = async (host: string, authorities?: string[]) =>
        (await readSiteCertificate(new URL(`https://${host}:${port}`), authorities))?.isTrusted;
      const authority = readFileSync(own.ca, 'utf8');
      expect(await isTrusted('localhost', [authority])).toBe(true);
      expect(await isTrusted('127.0.0.1', [authority])).toBe(false);
      expect(await isTrusted('localhost')).toBe(false);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
