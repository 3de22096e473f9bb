import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { connect } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueByOwnAuthority } from '../../server/test/own-certificate.ts';
import { followCertificate, readCertificate } from './own-certificate.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'okolo-certificate-'));
const files = { certFile: path.join(folder, 'cert.pem'), keyFile: path.join(folder, 'key.pem') };
const failures: unknown[] = [];
let server: Server;
beforeAll(async () => {
  const first = issueByOwnAuthority(folder, 'first');
  copyFileSync(first.certificate, files.certFile);
  copyFileSync(first.key, files.keyFile);
  server = createServer(readCertificate(files)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  followCertificate(server, files, { everyMs: 20, onFailure: (error) => void failures.push(error) });
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

async function issuer(): Promise<string | undefined> {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { CN } = socket.getPeerCertificate().issuer;
  socket.destroy();
  return String(CN);
}

test('a renewed certificate is taken without a restart, and not while its files do not fit together', async () => {
  expect(await issuer()).toBe('first');
  const second = issueByOwnAuthority(folder, 'second');
  copyFileSync(second.certificate, files.certFile);
  await expect.poll(() => failures.length).toBeGreaterThan(0);
  expect(await issuer()).toBe('first');
  writeFileSync(files.keyFile, readFileSync(second.key));
  await expect.poll(issuer).toBe('second');
});

test('connections of versions before TLS 1.2 are refused', async () => {
  const { port } = server.address() as AddressInfo;
  const old = connect({
    host: '127.0.0.1',
    port,
    rejectUnauthorized: false,
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.1',
  });
  const [error] = await once(old, 'error');
  expect(error).toBeInstanceOf(Error);
});
