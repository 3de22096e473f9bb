import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueByOwnAuthority } from '../../../test/own-certificate.ts';
import { ConfigError, parseConfig } from '../config.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'okolo-require-tls-'));
afterAll(() => rmSync(folder, { recursive: true }));
let whole: Record<string, string>;
beforeAll(() => {
  const { ca, key, certificate } = issueByOwnAuthority(folder);
  whole = {
    REQUIRE_TLS: 'on',
    TLS_CERT_FILE: certificate,
    TLS_KEY_FILE: key,
    INTERNAL_CA_FILE: ca,
    PUBLIC_URL: 'https://okolo.example',
    DATABASE_URL: 'postgres://okolo@db.example/okolo?sslmode=verify-full',
    DATABASE_DIRECT_URL: 'postgres://okolo@one,two/okolo?target_session_attrs=read-write&sslmode=verify-full',
    REDIS_URL: 'rediss://redis.example',
    S3_URL: 'https://store.example',
    S3_BUCKET: 'okolo',
    S3_ACCESS_KEY: 'a',
    S3_SECRET_KEY: 'b',
    SCANNER_URL: 'clamds://scanner.example',
    SMTP_URL: 'smtp://mail.example:587?requireTLS=true',
    MEDIA_URL: 'https://media-1.example,wss://media-2.example',
    MEDIA_SECRET: 'secret-of-the-media-nodes',
  };
});

test('where every connection is encrypted the product starts', () => {
  const config = parseConfig(whole);
  expect(config).toMatchObject({ requireTls: true, tls: { certFile: whole.TLS_CERT_FILE } });
  expect(config.databaseUrl).toContain(`sslrootcert=${encodeURIComponent(whole.INTERNAL_CA_FILE ?? '')}`);
  expect(parseConfig({ ...whole, DATABASE_URL: 'postgres:///okolo?host=/run/postgresql' }).requireTls).toBe(true);
});

test.each([
  [{ TLS_CERT_FILE: '', TLS_KEY_FILE: '' }, 'so TLS_CERT_FILE and TLS_KEY_FILE must be set too'],
  [{ PUBLIC_URL: 'http://okolo.example' }, 'so PUBLIC_URL must start with https://'],
  [{ DATABASE_URL: 'postgres://db.example/okolo' }, 'so DATABASE_URL must have sslmode=verify-full'],
  [{ DATABASE_URL: 'postgres://db.example/okolo?sslmode=require' }, 'so DATABASE_URL must have sslmode=verify-full'],
  [{ DATABASE_DIRECT_URL: 'postgres://one,two/okolo' }, 'so DATABASE_DIRECT_URL must have sslmode=verify-full'],
  [{ DATABASE_READ_URL: 'postgres://standby/okolo' }, 'so DATABASE_READ_URL must have sslmode=verify-full'],
  [{ REDIS_URL: 'redis://redis.example' }, 'so REDIS_URL must start with rediss:// or rediss+sentinel://'],
  [{ S3_URL: 'http://store.example' }, 'so S3_URL must start with https://'],
  [{ SCANNER_URL: 'clamd://scanner.example' }, 'so SCANNER_URL must start with clamds:// or unix:/'],
  [{ SMTP_URL: 'smtp://mail.example' }, 'so SMTP_URL must start with smtps:// or have ?requireTLS=true'],
  [{ SMS_URL: 'http://sms.example' }, 'so SMS_URL must start with https://'],
  [{ MEDIA_URL: 'https://one.example,ws://two.example' }, 'so MEDIA_URL must start with https:// or wss://'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://o.example' }, 'so OTEL_EXPORTER_OTLP_ENDPOINT must start with https://'],
  [{ YOOKASSA_API_URL: 'http://pay.example' }, 'so YOOKASSA_API_URL must start with https://'],
])('%j stops the start in words', (change: Record<string, string>, reason) => {
  expect(() => parseConfig({ ...whole, ...change })).toThrow(new ConfigError(`REQUIRE_TLS is on, ${reason}`));
});

test.each([
  [{ TLS_KEY_FILE: '' }, /^TLS_CERT_FILE is set, so TLS_KEY_FILE must be set too$/],
  [{ TLS_CERT_FILE: '/nowhere' }, /^TLS_CERT_FILE and TLS_KEY_FILE cannot be used: ENOENT/],
  [{ INTERNAL_CA_FILE: '/nowhere' }, /^INTERNAL_CA_FILE cannot be used: ENOENT/],
])('%j is told', (change: Record<string, string>, reason) => {
  expect(() => parseConfig({ ...whole, ...change })).toThrow(reason);
});

test('a key that belongs to another certificate, and a file that holds none, stop the start', () => {
  const other = issueByOwnAuthority(folder, 'other');
  const start = (change: object) => () => parseConfig({ ...whole, ...change });
  expect(start({ TLS_KEY_FILE: other.key })).toThrow(/^TLS_CERT_FILE and TLS_KEY_FILE cannot be used: .*mismatch/);
  expect(start({ INTERNAL_CA_FILE: other.key })).toThrow(/^INTERNAL_CA_FILE cannot be used/);
});
