import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../../../test/free-port.ts';
import { startRedisPeer } from '../../../test/redis-peer.ts';
import { createRedisBus } from './redis-bus.ts';
import { createRedis } from './redis-connection.ts';

const PASSWORD = 'parol-redis-1';
const folder = mkdtempSync(path.join(os.tmpdir(), 'okolo-redis-tls-'));
const file = (name: string): string => path.join(folder, name);
const trusted = tls.getCACertificates();

let url: string;
let stop: () => Promise<void>;

/** An authority of the operator's own, and a certificate of it for localhost. */
function issueCertificate(): void {
  const openssl = (...options: string[]): void => void execFileSync('openssl', options, { stdio: 'ignore' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl('req', '-x509', ...key, '-days', '2', '-subj', '/CN=Own', '-keyout', file('ca.key'), '-out', file('ca.pem'));
  openssl('req', ...key, '-subj', '/CN=localhost', '-keyout', file('redis.key'), '-out', file('redis.csr'));
  writeFileSync(file('names'), 'subjectAltName=DNS:localhost');
  const signed = ['-CA', file('ca.pem'), '-CAkey', file('ca.key'), '-CAcreateserial', '-extfile', file('names')];
  openssl('x509', '-req', '-in', file('redis.csr'), ...signed, '-days', '2', '-out', file('redis.pem'));
}

/** Redis itself where it is installed; otherwise a small server that speaks its protocol, behind the same certificate. */
async function startRedis(): Promise<void> {
  issueCertificate();
  if (spawnSync('redis-server', ['--version']).error !== undefined) return startPeer();
  const port = await findFreePort();
  const secure = ['--tls-cert-file', file('redis.pem'), '--tls-key-file', file('redis.key')];
  const clients = ['--tls-ca-cert-file', file('ca.pem'), '--tls-auth-clients', 'no', '--requirepass', PASSWORD];
  const kept = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const flags = ['--port', '0', '--tls-port', String(port), ...secure, ...clients, ...kept];
  const server = spawn('redis-server', flags, { stdio: 'ignore', cwd: folder });
  const ended = once(server, 'exit');
  url = `rediss://:${PASSWORD}@localhost:${port}`;
  stop = async () => {
    server.kill('SIGKILL');
    await ended;
  };
}

async function startPeer(): Promise<void> {
  const peer = await startRedisPeer();
  const { port, hostname } = new URL(peer.url);
  const options = { cert: readFileSync(file('redis.pem')), key: readFileSync(file('redis.key')) };
  const server = tls.createServer(options, (socket) => {
    const inner = net.connect(Number(port), hostname);
    for (const one of [socket, inner]) one.on('error', () => {});
    socket.pipe(inner).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `rediss://localhost:${(server.address() as AddressInfo).port}`;
  stop = async () => {
    server.close();
    await peer.kill();
  };
}

beforeAll(startRedis);
afterEach(() => tls.setDefaultCACertificates(trusted));
afterAll(async () => {
  await stop();
  rmSync(folder, { recursive: true });
});

/** What `NODE_EXTRA_CA_CERTS` does when a process starts. */
const trustOwnAuthority = (): void => tls.setDefaultCACertificates([...trusted, readFileSync(file('ca.pem'), 'utf8')]);

test('events pass between nodes over TLS whose authority is the operator’s own', async () => {
  trustOwnAuthority();
  const heard: string[] = [];
  const open = (isListening: boolean) =>
    createRedisBus({
      url,
      onMessage: (message) => void (isListening && heard.push(message)),
      onDisconnected: () => {},
      onReconnected: () => {},
    });
  const [listener, teller] = [open(true), open(false)];
  await Promise.all([listener.open(), teller.open()]);
  await expect.poll(() => [listener.isUp(), teller.isUp()]).toEqual([true, true]);
  await teller.send(['ping']);
  await expect.poll(() => heard).toEqual(['ping']);
  await Promise.all([listener.close(), teller.close()]);
});

test('a certificate of an authority that nobody named is refused, and nothing is said to its server', async () => {
  const client = createRedis(url, { lazyConnect: true, retryStrategy: null });
  const refused = once(client, 'error');
  await expect(client.connect()).rejects.toThrow();
  expect(await refused).toEqual([expect.objectContaining({ code: 'SELF_SIGNED_CERT_IN_CHAIN' })]);
  client.disconnect();
});
