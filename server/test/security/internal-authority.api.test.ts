import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import pg from 'pg';
import { pino } from 'pino';
import S3rver from 's3rver';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Config, parseConfig } from '../../src/platform/config.ts';
import { databaseServer, parseDatabaseUrl } from '../../src/platform/database/database-server.ts';
import { createRedis } from '../../src/platform/live/redis-connection.ts';
import { createMail } from '../../src/platform/mail/mail.ts';
import { createScanner } from '../../src/platform/scanner/scanner.ts';
import { createStorage } from '../../src/platform/storage/storage.ts';
import { issueByOwnAuthority, type OwnAuthority } from '../own-certificate.ts';
import { startRedisPeer } from '../redis-peer.ts';
import { startClamdPeer } from '../uploads/clamd-peer.ts';
import { type TlsFront, terminateTls } from './terminate-tls.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'okolo-authority-'));
const trusted = tls.getCACertificates('default');
const log = pino({ level: 'silent' });
const stops: (() => Promise<unknown>)[] = [];
let own: OwnAuthority;
let other: OwnAuthority;
beforeAll(() => {
  own = issueByOwnAuthority(folder, 'own');
  other = issueByOwnAuthority(folder, 'other');
  // Node itself trusts both, as it does public authorities: what is pinned has to hold against that.
  const both = [own, other].map(({ ca }) => readFileSync(ca, 'utf8'));
  tls.setDefaultCACertificates([...trusted, ...both]);
});
afterAll(async () => {
  tls.setDefaultCACertificates(trusted);
  for (const stop of stops) await stop();
  rmSync(folder, { recursive: true });
});

const front = async (...parts: Parameters<typeof terminateTls>): Promise<TlsFront> => {
  const opened = await terminateTls(...parts);
  stops.push(() => opened.close());
  return opened;
};
const configWith = (environment: Record<string, string>, { ca }: OwnAuthority): Config =>
  parseConfig({ DATA_DIR: folder, INTERNAL_CA_FILE: ca, ...environment });

/** Reaches the service with the settings, and says how it went. */
interface Service {
  environment: Record<string, string>;
  reach(config: Config): Promise<unknown>;
}

async function postgres(): Promise<Service> {
  const { host, port, user } = inject('postgres');
  const to = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const { port: ours } = await front(own, to, { isPostgres: true });
  return {
    environment: { DATABASE_URL: `postgres://${user}@localhost:${ours}/postgres?sslmode=verify-full` },
    async reach({ databaseUrl = '' }) {
      const client = new pg.Client(await databaseServer(parseDatabaseUrl(databaseUrl)).reach());
      client.on('error', () => {});
      await client.connect();
      await client.end();
    },
  };
}

async function redis(): Promise<Service> {
  const peer = await startRedisPeer();
  stops.push(() => peer.kill());
  const { hostname, port } = new URL(peer.url);
  const { port: ours } = await front(own, { host: hostname, port: Number(port) });
  return {
    environment: { REDIS_URL: `rediss://localhost:${ours}` },
    async reach({ redisUrl = '', internalCa }) {
      const client = createRedis(redisUrl, { ca: internalCa, lazyConnect: true, retryStrategy: null });
      const failed = once(client, 'error').then(([error]) => Promise.reject(error));
      try {
        await Promise.race([client.connect(), failed]);
      } finally {
        client.disconnect();
      }
    },
  };
}

async function store(): Promise<Service> {
  const peer = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, directory: path.join(folder, 's3') },
    configureBuckets: [{ name: 'okolo', configs: [] }],
  });
  const { port } = await peer.run();
  stops.push(() => peer.close());
  const { port: ours } = await front(own, { host: '127.0.0.1', port });
  writeFileSync(path.join(folder, 'object'), 'words');
  return {
    environment: {
      ...{ S3_URL: `https://localhost:${ours}`, S3_BUCKET: 'okolo' },
      ...{ S3_ACCESS_KEY: 'S3RVER', S3_SECRET_KEY: 'S3RVER' },
    },
    async reach(config) {
      const storage = await createStorage(config);
      await storage.put('private/a.bin', path.join(folder, 'object'), 'application/octet-stream');
    },
  };
}

async function mail(): Promise<Service> {
  const server = new SMTPServer({
    ...{ secure: true, authOptional: true, key: readFileSync(own.key), cert: readFileSync(own.certificate) },
    onData: (stream, _session, done) => void stream.on('end', done).resume(),
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => new Promise<void>((resolve) => server.close(resolve)));
  const { port } = server.server.address() as AddressInfo;
  return {
    environment: { SMTP_URL: `smtps://localhost:${port}` },
    reach: (config) =>
      createMail({ config, log, queue: {} as never }).deliver(
        {
          id: 'a',
          queued_at: '2026-01-01T00:00:00Z',
          to: 'a@okolo.test',
          lang: 'ru',
          template: 'x',
          values: {},
        } as never,
        { subject: 'x', text: 'x', html: 'x' } as never,
      ),
  };
}

async function scanner(): Promise<Service> {
  const peer = await startClamdPeer();
  stops.push(() => peer.close());
  const { port: ours } = await front(own, { host: '127.0.0.1', port: Number(new URL(peer.url).port) });
  return {
    environment: { SCANNER_URL: `clamds://localhost:${ours}` },
    async reach({ scanner: address, internalCa }) {
      if (address === undefined) throw new Error('no scanner');
      if (!(await createScanner(address, { log, ca: internalCa }).isAnswering())) throw new Error('silent');
    },
  };
}

describe.each([
  ['PostgreSQL', postgres],
  ['Redis', redis],
  ['the store', store],
  ['the mail server', mail],
  ['the scanner', scanner],
])('%s', (_name, start) => {
  test('is reached by the authority that the operator pinned, and not by another one that Node trusts', async () => {
    const { environment, reach } = await start();
    await reach(configWith(environment, own));
    await expect(reach(configWith(environment, other))).rejects.toThrow();
  });
});
