import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ConfigError, parseConfig } from './config.ts';

test('with nothing set the product starts on this machine with everything embedded', () => {
  expect(parseConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://localhost:3000',
    dataDir: './data',
    databaseUrl: undefined,
    geoFile: undefined,
    mapFile: undefined,
    smtpUrl: undefined,
    adminLogin: 'admin',
    adminPassword: undefined,
    demo: true,
    rateLimits: true,
    roomFor: { music: 20 * 2 ** 30, posts: 100 * 2 ** 30 },
    payment: { provider: 'sandbox' },
    site: { copyrightYears: '2019–2020' },
  });
});

test('an empty value counts as absent', () => {
  expect(parseConfig({ PORT: '', DEMO: '', S3_URL: '', YOOKASSA_SHOP_ID: '' })).toEqual(parseConfig({}));
});

test('the public address follows the port unless it is named, and holds no path', () => {
  expect(parseConfig({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
  expect(parseConfig({ PUBLIC_URL: 'https://okolo.example/x/' }).publicUrl).toBe('https://okolo.example');
});

test('demo data comes with the embedded database only, unless asked for', () => {
  const DATABASE_URL = 'postgres://db.example/okolo';
  expect(parseConfig({ DATABASE_URL }).demo).toBe(false);
  expect(parseConfig({ DATABASE_URL, DEMO: 'on' }).demo).toBe(true);
  expect(parseConfig({ DEMO: 'off' }).demo).toBe(false);
});

test('an S3 store and a payment provider are taken whole', () => {
  const config = parseConfig({
    S3_URL: 'https://s3.example',
    S3_BUCKET: 'okolo',
    S3_ACCESS_KEY: 'key',
    S3_SECRET_KEY: 'secret',
    PAYMENT_PROVIDER: 'yookassa',
    YOOKASSA_SHOP_ID: '1',
    YOOKASSA_SECRET_KEY: 'secret',
  });
  expect(config.s3).toEqual({
    url: 'https://s3.example',
    bucket: 'okolo',
    region: 'us-east-1',
    accessKey: 'key',
    secretKey: 'secret',
  });
  expect(config.payment).toEqual({
    provider: 'yookassa',
    shopId: '1',
    secretKey: 'secret',
    apiUrl: 'https://api.yookassa.ru/v3/',
    noticeIps: [],
    receipt: { yearMode: 'full_payment', vatCode: 1 },
    receiptUrl: undefined,
  });
});

describe('refused with one line that names the setting', () => {
  test.each<[Record<string, string>, RegExp]>([
    [{ PORT: 'abc' }, /^PORT /],
    [{ PORT: '65536' }, /^PORT /],
    [{ PORT: '-1' }, /^PORT /],
    [{ MEDIA_PORT: '7e3' }, /^MEDIA_PORT /],
    [{ MEDIA_URL: 'wss://one.test,ftp://two.test' }, /^MEDIA_URL /],
    [{ MEDIA_ANNOUNCE: '203.0.113.5 and more' }, /^MEDIA_ANNOUNCE /],
    [{ MEDIA_SECRET: 'short' }, /^MEDIA_SECRET /],
    [{ PUBLIC_URL: 'okolo.example' }, /^PUBLIC_URL /],
    [{ PUBLIC_URL: 'ftp://okolo.example' }, /^PUBLIC_URL /],
    [{ DATABASE_URL: 'mysql://db' }, /^DATABASE_URL /],
    [{ REDIS_URL: 'http://redis' }, /^REDIS_URL /],
    [{ SMTP_URL: 'mail.example' }, /^SMTP_URL /],
    [{ MAIL_FROM: 'a@b.c\r\nBcc: x@y.z' }, /^MAIL_FROM /],
    [{ ADMIN_LOGIN: 'ab' }, /^ADMIN_LOGIN /],
    [{ ADMIN_PASSWORD: '12345' }, /^ADMIN_PASSWORD /],
    [{ DEMO: 'yes' }, /^DEMO /],
    [{ RATE_LIMITS: '0' }, /^RATE_LIMITS /],
    [{ MUSIC_GB_MAX: '0' }, /^MUSIC_GB_MAX must be more than 0/],
    [{ POSTS_GB_MAX: 'much' }, /^POSTS_GB_MAX must be a number of gigabytes/],
    [{ PAYMENT_PROVIDER: 'paypal' }, /^PAYMENT_PROVIDER /],
    [{ STUN_URLS: 'https://stun.example' }, /^STUN_URLS /],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL /],
    [{ APP_STORE_URL: 'http://apps.example' }, /^APP_STORE_URL /],
    [{ S3_URL: 'https://s3.example' }, /^S3_URL is set, so S3_BUCKET and S3_ACCESS_KEY and S3_SECRET_KEY/],
    [{ S3_BUCKET: 'okolo' }, /^S3_BUCKET is set, so S3_URL/],
    [{ YOOKASSA_SHOP_ID: '1' }, /^YOOKASSA_SHOP_ID is set, so YOOKASSA_SECRET_KEY/],
    [{ LIVEKIT_URL: 'wss://live.example', LIVEKIT_API_KEY: 'k' }, /LIVEKIT_API_SECRET/],
    [{ TURN_URLS: 'turn:turn.example' }, /^TURN_URLS is set, so TURN_SECRET/],
    [{ RECEIPT_MODE: 'credit' }, /^RECEIPT_MODE must be full_prepayment, advance, full_payment/],
    [{ VAT_CODE: '20%' }, /^VAT_CODE must be the number of a VAT rate, .*1 to 12$/],
    [{ VAT_CODE: '13' }, /^VAT_CODE must be the number of a VAT rate/],
    [{ TAX_SYSTEM: '0' }, /^TAX_SYSTEM must be the number of a tax system, .*1 to 6$/],
    [{ PAYMENT_PROVIDER: 'yookassa' }, /YOOKASSA_SHOP_ID and YOOKASSA_SECRET_KEY/],
    [
      { SCANNER_URL: 'http://scanner' },
      /^SCANNER_URL must be clamd:\/\/host:port, clamds:\/\/host:port or unix:\/path$/,
    ],
    [{ COOKIE_NAMES: 'host' }, /^COOKIE_NAMES is host, so PUBLIC_URL must start with https/],
    [{ COOKIE_NAMES: 'secure' }, /^COOKIE_NAMES must be plain, moving, host/],
    [{ PASSWORD_MIN_LENGTH: '5' }, /^PASSWORD_MIN_LENGTH must be a number of characters, 6 to 64$/],
    [{ REFUSED_PASSWORD_WORDS: 'okolo,my' }, /^REFUSED_PASSWORD_WORDS must be words of four characters or more/],
  ])('%j', (environment, line) => {
    const read = () => parseConfig(environment);
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(line);
    expect(read).not.toThrow(/\n/);
  });

  test('and the line never repeats a secret', () => {
    expect(() => parseConfig({ ADMIN_PASSWORD: 'abc', YOOKASSA_SECRET_KEY: 'tajna' })).not.toThrow(/abc|tajna/);
  });
});

test('push keys come in pairs, and only addresses count as push services', () => {
  const keys = { VAPID_PUBLIC_KEY: `B${'a'.repeat(86)}`, VAPID_PRIVATE_KEY: 'b'.repeat(43) };
  expect(parseConfig({}).push).toEqual({ services: [] });
  const { push } = parseConfig({
    ...keys,
    VAPID_SUBJECT: 'mailto:a@example.com',
    PUSH_SERVICES: 'https://push.example/x',
  });
  expect(push).toEqual({
    keys: { publicKey: keys.VAPID_PUBLIC_KEY, privateKey: keys.VAPID_PRIVATE_KEY },
    subject: 'mailto:a@example.com',
    services: ['https://push.example'],
  });
  expect(() => parseConfig({ VAPID_PUBLIC_KEY: keys.VAPID_PUBLIC_KEY })).toThrow('VAPID_PRIVATE_KEY must be set too');
  expect(() => parseConfig({ ...keys, VAPID_PRIVATE_KEY: 'short' })).toThrow('VAPID_PRIVATE_KEY');
  expect(() => parseConfig({ PUSH_SERVICES: 'http://' })).toThrow('PUSH_SERVICES');
});

test('media nodes are named by any of their addresses, separated by commas', () => {
  const { media } = parseConfig({
    MEDIA_URL: 'https://one.test/, ws://two.test:7001',
    MEDIA_ANNOUNCE: '203.0.113.5, m.test',
  });
  expect(media.urls).toEqual(['wss://one.test', 'ws://two.test:7001']);
  expect(media.announce).toEqual(['203.0.113.5', 'm.test']);
  expect(parseConfig({}).media).toEqual({ port: 7000, urls: undefined, announce: undefined, secret: undefined });
});

describe('secrets in files', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'okolo-secrets-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const fileWith = (content: string): string => {
    const file = path.join(folder, String(readdirSync(folder).length));
    writeFileSync(file, content);
    return file;
  };

  test('are read without the line break at their end', () => {
    const { adminPassword, databaseUrl } = parseConfig({
      ADMIN_PASSWORD_FILE: fileWith('тайна с пробелом \n'),
      DATABASE_URL_FILE: fileWith('postgres://db.example/okolo\r\n'),
    });
    expect(adminPassword).toBe('тайна с пробелом ');
    expect(databaseUrl).toBe('postgres://db.example/okolo');
  });

  test.each([
    ['both ways at once', { ADMIN_PASSWORD: 'parol-1', ADMIN_PASSWORD_FILE: 'x' }, /both set/],
    ['no file', { ADMIN_PASSWORD_FILE: '/nowhere/at/all' }, /ADMIN_PASSWORD_FILE cannot be used: ENOENT/],
    ['an empty file', { ADMIN_PASSWORD_FILE: fileWith('\n') }, /is empty/],
  ])('%s stops the start', (_name, environment: Record<string, string>, message) => {
    expect(() => parseConfig(environment)).toThrow(message);
  });
});

test('proxies on other machines are trusted by address and network only', () => {
  expect(parseConfig({}).trustedProxies).toBeUndefined();
  expect(parseConfig({ TRUSTED_PROXIES: '10.0.0.0/8, ::1' }).trustedProxies).toEqual(['10.0.0.0/8', '::1']);
  expect(() => parseConfig({ TRUSTED_PROXIES: 'proxy.example' })).toThrow('TRUSTED_PROXIES');
});
