import { isIP } from 'node:net';
import type { CertificateFiles } from '@app/media-node/own-certificate';
import { z } from 'zod';
import { parseDatabaseUrl } from './database/database-server.ts';
import { readSecretFiles } from './environment/secret-files.ts';
import { pinDatabase, readTlsSettings } from './environment/tls-settings.ts';
import { COOKIE_NAMES, type CookieNames } from './http/cookies/cookie-names.ts';
import { parseRedisUrl } from './live/redis-address.ts';
import { type ClamdAddress, parseScannerUrl } from './scanner/clamd-address.ts';

const url = (...protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    message: `must be an address starting with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  });
/** A value that `read` understands; its error says what is wrong. */
const readable = (read: (value: string) => unknown) =>
  z.string().superRefine((value, context) => {
    try {
      read(value);
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message });
    }
  });
const databaseUrl = readable(parseDatabaseUrl);
const redisUrl = readable(parseRedisUrl);
const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number')
  .transform(Number)
  .refine((value) => value <= 65_535, 'must be a port number');
const onOff = z.enum(['on', 'off'], { message: 'must be on or off' });
const seconds = z
  .string()
  .regex(/^\d{1,3}$/, 'must be a number of seconds, at most 999')
  .transform(Number);
const gigabytes = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,9})?$/, 'must be a number of gigabytes')
  .transform(Number)
  .refine((value) => value > 0, 'must be more than 0');
const addressList = (...protocols: string[]) =>
  z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim()))
    .refine((list) => list.every((item) => protocols.some((protocol) => item.startsWith(`${protocol}:`))), {
      message: `must be a comma-separated list of ${protocols.join(': or ')}: addresses`,
    });

/** `api-key=one,x-tenant=two`; values are URL-encoded. */
const parseHeaders = (list = ''): Record<string, string> =>
  Object.fromEntries(
    list.split(',').flatMap((pair) => {
      const [name = '', value] = pair.split('=');
      return value === undefined ? [] : [[name, decodeURIComponent(value)]];
    }),
  );

/** `example.com`, or `*.example.com` for every name below it. */
const hostNames = z
  .string()
  .transform((value) => value.split(',').map((part) => part.trim().toLowerCase()))
  .refine((list) => list.every((name) => /^(?:\*\.)?[a-z\d-]+(?:\.[a-z\d-]+)*$/.test(name)), {
    message: 'must be a comma-separated list of host names, with *. before those that others end with',
  });

/** IP addresses and networks, for example `185.71.76.0/27, 2a02:5180::/32`. */
const networks = z
  .string()
  .transform((value) => value.split(',').map((part) => part.trim()))
  .refine((list) => list.every(isNetwork), { message: 'must be a comma-separated list of addresses or networks' });

function isNetwork(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32));
}

/** Allowed payment methods on the receipt of a prepaid year (54-FZ, tag 1214). */
const RECEIPT_MODES = ['full_prepayment', 'advance', 'full_payment'] as const;

export interface ReceiptTerms {
  yearMode: (typeof RECEIPT_MODES)[number];
  vatCode: number;
  /** Tag 1055 in the provider's numbering; omitted when the cash register knows only one tax system. */
  taxSystem?: number;
}

const code = (what: string, max: number) =>
  z
    .string()
    .regex(/^[1-9]\d?$/, `must be the number of ${what}, 1 to ${max}`)
    .transform(Number)
    .pipe(z.number().max(max, `must be the number of ${what}, 1 to ${max}`));

const Environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  MEDIA_PORT: port.default(7000),
  MEDIA_URL: addressList('http', 'https', 'ws', 'wss')
    .refine((list) => list.every((item) => URL.canParse(item)), { message: 'must be a list of addresses' })
    .optional(),
  MEDIA_ANNOUNCE: z
    .string()
    .regex(/^[\w.:-]+(\s*,\s*[\w.:-]+)*$/, 'must be a list of addresses or host names')
    .optional(),
  MEDIA_SECRET: z.string().min(16, 'needs at least 16 characters').optional(),
  SECRETS_KEY: z
    .string()
    .transform((keys) => keys.trim().split(/\s+/))
    .refine((keys) => keys.every((key) => key.length >= 32), { message: 'needs at least 32 characters for each key' })
    .optional(),
  PUBLIC_URL: url('http:', 'https:').optional(),
  TLS_CERT_FILE: z.string().optional(),
  TLS_KEY_FILE: z.string().optional(),
  INTERNAL_CA_FILE: z.string().optional(),
  REQUIRE_TLS: onOff.default('off'),
  COOKIE_NAMES: z.enum(COOKIE_NAMES, { message: `must be ${COOKIE_NAMES.join(', ')}` }).default('plain'),
  TRUSTED_PROXIES: networks.optional(),
  DRAIN_SECONDS: seconds.default(5),
  HEALTH_PORT: port.optional(),
  DATA_DIR: z.string().default('./data'),
  BACKUP_DIR: z.string().optional(),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  DATABASE_READ_URL: readable((url) => parseDatabaseUrl(url, 'standby')).optional(),
  REDIS_URL: redisUrl.optional(),
  S3_URL: url('http:', 'https:').optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  GEO_FILE: z.string().optional(),
  BREACHED_PASSWORDS_FILE: z.string().optional(),
  PASSWORD_MIN_LENGTH: z
    .string()
    .regex(/^\d{1,2}$/, 'must be a number of characters, 6 to 64')
    .transform(Number)
    .pipe(
      z.number().min(6, 'must be a number of characters, 6 to 64').max(64, 'must be a number of characters, 6 to 64'),
    )
    .default(6),
  REFUSED_PASSWORD_WORDS: z
    .string()
    .transform((value) => value.split(',').map((word) => word.trim()))
    .refine((words) => words.every((word) => word.length >= 4), {
      message: 'must be words of four characters or more, separated by commas',
    })
    .optional(),
  MAP_FILE: z.string().optional(),
  SCANNER_URL: readable(parseScannerUrl).optional(),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  SMS_URL: url('http:', 'https:').optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]+$/, 'must be one line')
    .default('Около <no-reply@localhost>'),
  ADMIN_LOGIN: z.string().min(3, 'needs at least 3 characters').default('admin'),
  ADMIN_PASSWORD: z.string().min(6, 'needs at least 6 characters').optional(),
  DEMO: onOff.optional(),
  RATE_LIMITS: onOff.default('on'),
  MUSIC_GB_MAX: gigabytes.default(20),
  POSTS_GB_MAX: gigabytes.default(100),
  STAFF_SECOND_FACTOR: z.enum(['off', 'required'], { message: 'must be off or required' }).default('off'),
  SECOND_FACTOR: z.enum(['off', 'required'], { message: 'must be off or required' }).default('off'),
  RENEW_SESSIONS: onOff.default('off'),
  BROWSER_STORAGE: z.enum(['full', 'none'], { message: 'must be full or none' }).default('full'),
  PAYMENT_PROVIDER: z.enum(['sandbox', 'yookassa'], { message: 'must be sandbox or yookassa' }).default('sandbox'),
  YOOKASSA_SHOP_ID: z.string().optional(),
  YOOKASSA_SECRET_KEY: z.string().optional(),
  YOOKASSA_API_URL: url('http:', 'https:').default('https://api.yookassa.ru/v3/'),
  YOOKASSA_NOTICE_IPS: networks.optional(),
  RECEIPT_URL: z.string().startsWith('https://', 'must be an address starting with https://').optional(),
  RECEIPT_MODE: z
    .enum(RECEIPT_MODES, { message: `must be ${RECEIPT_MODES.join(', ')}: a year is paid whole` })
    .default('full_payment'),
  VAT_CODE: code('a VAT rate, as the payment provider numbers them', 12).default(1),
  TAX_SYSTEM: code('a tax system, as the payment provider numbers them', 6).optional(),
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^[\w-]{87}$/, 'must be 65 bytes in base64url')
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'must be 32 bytes in base64url')
    .optional(),
  VAPID_SUBJECT: url('https:', 'mailto:').optional(),
  PUSH_SERVICES: addressList('http', 'https')
    .refine((list) => list.every((item) => URL.canParse(item)), { message: 'must be a list of addresses' })
    .optional(),
  LIVEKIT_URL: url('ws:', 'wss:', 'http:', 'https:').optional(),
  LIVEKIT_API_KEY: z.string().optional(),
  LIVEKIT_API_SECRET: z.string().optional(),
  STUN_URLS: addressList('stun', 'stuns').optional(),
  TURN_URLS: addressList('turn', 'turns').optional(),
  TURN_SECRET: z.string().optional(),
  OUTGOING_HOSTS: hostNames.optional(),
  STREAM_VIEWERS_MAX: z.coerce.number().int().min(0).max(1000).default(300),
  COPYRIGHT_YEARS: z.string().default('2019–2020'),
  APP_STORE_URL: url('https:').optional(),
  GOOGLE_PLAY_URL: url('https:').optional(),
  TELEGRAM_URL: url('https:').optional(),
  VK_URL: url('https:').optional(),
  YOUTUBE_URL: url('https:').optional(),
  METRICS_TOKEN: z.string().min(16, 'needs at least 16 characters').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http:', 'https:').optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[\w-]+=[^,=\s]+(,[\w-]+=[^,=\s]+)*$/, 'must be a list of name=value, separated by commas')
    .optional(),
  OTEL_SERVICE_NAME: z.string().default('okolo'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number({ message: 'must be a share from 0 to 1' }).min(0).max(1).default(1),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export interface Config {
  host: string;
  port: number;
  publicUrl: string;
  /** Certificate that every port of this process shows. Undefined: they speak plain HTTP. */
  tls?: CertificateFiles;
  /** PEM: the only authorities of the services inside. Undefined: those of Node. */
  internalCa?: string;
  /** No connection may be plain. */
  requireTls: boolean;
  cookieNames: CookieNames;
  /** Addresses and networks whose `X-Forwarded-*` headers are believed. Undefined: this machine. */
  trustedProxies?: readonly string[];
  /** Seconds that a web node still serves after SIGTERM, while `/readyz` already refuses. */
  drainSeconds: number;
  /** Port of health and metrics of a process without pages (`jobs`, `sfu`). Undefined: none. */
  healthPort?: number;
  dataDir: string;
  /** Folder of backups, which is looked at for a recent and readable one. Undefined: they are made elsewhere. */
  backupDir?: string;
  databaseUrl?: string;
  /** The database itself, when `databaseUrl` leads to a pooler in transaction mode. */
  databaseDirectUrl?: string;
  /** Of the operator; the first seals the keys that the product makes, the others open what they sealed. */
  secretsKeys: readonly string[];
  /** A standby that follows the database and answers reads. */
  databaseReadUrl?: string;
  redisUrl?: string;
  s3?: { url: string; bucket: string; region: string; accessKey: string; secretKey: string; ca?: string };
  passwords: {
    minLength: number;
    /** Refused in passwords, together with names of the site and of the person. Undefined: none are. */
    words?: readonly string[];
    /** SHA-1 hashes of passwords that breaches made known, in order. Undefined: the commonest alone are refused. */
    breachedFile?: string;
  };
  /** MMDB table of cities by address. Undefined: sessions show addresses only. */
  geoFile?: string;
  /** PMTiles archive of pictures, drawn below the ads of the map. Undefined: coasts and borders alone. */
  mapFile?: string;
  /** clamd, which looks at every uploaded file. Undefined: nobody does. */
  scanner?: ClamdAddress;
  smtpUrl?: string;
  smsUrl?: string;
  mailFrom: string;
  adminLogin: string;
  adminPassword?: string;
  demo: boolean;
  rateLimits: boolean;
  /**
   * Maximum bytes per user: uploaded tracks (about four thousand songs), and photos and videos of publications (a few
   * hundred minutes of phone video).
   */
  roomFor: { music: number; posts: number };
  /** Staff permissions require a session with a second factor. */
  isStaffStrong: boolean;
  /** Nobody gets in without a second factor in the session. */
  isEverybodyStrong: boolean;
  /** A proof of the person in a session changes its token, and a sign-in over a session ends that one. */
  renewsSessions: boolean;
  /** Pages may keep drafts, unsent messages and the like in browsers. */
  keepsInBrowsers: boolean;
  payment:
    | { provider: 'sandbox' }
    | {
        provider: 'yookassa';
        shopId: string;
        secretKey: string;
        apiUrl: string;
        /** Source addresses of webhook events; an empty list allows any address. */
        noticeIps: readonly string[];
        /** Address of a receipt with the placeholders `{fn}`, `{fd}` and `{fp}`. */
        receiptUrl?: string | undefined;
        receipt: ReceiptTerms;
      };
  push: {
    /** Undefined: generated on the first start and stored in the database. */
    keys?: { publicKey: string; privateKey: string };
    subject?: string;
    /** Origins accepted as push services in addition to those of the known browsers. */
    services: readonly string[];
  };
  /** Hosts whose pages, feeds and pictures are read because people name them. Undefined: any public one. */
  outgoingHosts?: readonly string[];
  media: {
    port: number;
    /**
     * Addresses of the media nodes for browsers and app nodes. Undefined: one media node beside this process, reached
     * through the site's port.
     */
    urls?: readonly string[];
    /** IP addresses of this machine that browsers send media to. */
    announce?: readonly string[];
    /** Shared secret of app and media nodes. Undefined: generated on the first start and stored in the database. */
    secret?: string;
  };
  /** STUN and TURN servers; the TURN credentials are derived from the secret. */
  ice: { stunUrls: readonly string[]; turn?: { urls: readonly string[]; secret: string } };
  /** Maximum number of viewers that the media node serves per stream; further viewers watch the growing recording. */
  streamViewersMax: number;
  /** Uses LiveKit for the rooms of calls and streams instead of the built-in SFU. */
  livekit?: { url: string; apiKey: string; apiSecret: string };
  /** Token that grants remote access to the metrics; local requests need none. */
  metricsToken?: string;
  /** Traces by OTLP/HTTP. Undefined: off. `ratio`: share of the traces that are recorded. */
  tracing?: { endpoint: string; headers: Readonly<Record<string, string>>; serviceName: string; ratio: number };
  logLevel: string;
  site: {
    copyrightYears: string;
    appStoreUrl?: string;
    googlePlayUrl?: string;
    telegramUrl?: string;
    vkUrl?: string;
    youtubeUrl?: string;
  };
}

const TOGETHER = [
  ['S3_URL', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'],
  ['YOOKASSA_SHOP_ID', 'YOOKASSA_SECRET_KEY'],
  ['LIVEKIT_URL', 'LIVEKIT_API_KEY', 'LIVEKIT_API_SECRET'],
  ['TURN_URLS', 'TURN_SECRET'],
  ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'],
  ['TLS_CERT_FILE', 'TLS_KEY_FILE'],
] as const;

export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Parses the configuration, secret files included. Empty values count as absent. Throws {@link ConfigError} for the first invalid or
 * contradictory value.
 */
export function parseConfig(environment: Record<string, string | undefined>): Config {
  const fail = (message: string): never => {
    throw new ConfigError(message);
  };
  const complete = readSecretFiles(environment, fail);
  const present = Object.fromEntries(
    Object.entries(complete).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = Environment.safeParse(present);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(`${String(issue?.path[0])} ${issue?.message}`);
  }
  const env = parsed.data;
  for (const names of TOGETHER) {
    const missing = names.filter((name) => present[name] === undefined);
    if (missing.length > 0 && missing.length < names.length) {
      const given = names.find((name) => present[name] !== undefined);
      throw new ConfigError(`${given} is set, so ${missing.join(' and ')} must be set too`);
    }
  }
  if (env.PAYMENT_PROVIDER === 'yookassa' && env.YOOKASSA_SHOP_ID === undefined) {
    throw new ConfigError('PAYMENT_PROVIDER is yookassa, so YOOKASSA_SHOP_ID and YOOKASSA_SECRET_KEY must be set too');
  }
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const)
    if (env[name] !== undefined && env.DATABASE_URL === undefined)
      throw new ConfigError(`${name} is set, so DATABASE_URL must be set too`);
  const security = readTlsSettings(env, fail);
  const scheme = security.tls === undefined ? 'http' : 'https';
  const publicUrl = new URL(env.PUBLIC_URL ?? `${scheme}://localhost:${env.PORT}`).origin;
  if (env.COOKIE_NAMES !== 'plain' && !publicUrl.startsWith('https:'))
    throw new ConfigError(`COOKIE_NAMES is ${env.COOKIE_NAMES}, so PUBLIC_URL must start with https://`);
  return {
    ...security,
    host: env.HOST,
    port: env.PORT,
    outgoingHosts: env.OUTGOING_HOSTS,
    publicUrl,
    cookieNames: env.COOKIE_NAMES,
    trustedProxies: env.TRUSTED_PROXIES,
    drainSeconds: env.DRAIN_SECONDS,
    healthPort: env.HEALTH_PORT,
    dataDir: env.DATA_DIR,
    backupDir: env.BACKUP_DIR,
    databaseUrl: pinDatabase(env.DATABASE_URL, env.INTERNAL_CA_FILE),
    databaseDirectUrl: pinDatabase(env.DATABASE_DIRECT_URL, env.INTERNAL_CA_FILE),
    databaseReadUrl: pinDatabase(env.DATABASE_READ_URL, env.INTERNAL_CA_FILE),
    secretsKeys: env.SECRETS_KEY ?? [],
    redisUrl: env.REDIS_URL,
    ...(env.S3_URL && {
      s3: {
        url: env.S3_URL,
        bucket: env.S3_BUCKET ?? '',
        region: env.S3_REGION,
        accessKey: env.S3_ACCESS_KEY ?? '',
        secretKey: env.S3_SECRET_KEY ?? '',
        ca: security.internalCa,
      },
    }),
    passwords: {
      minLength: env.PASSWORD_MIN_LENGTH,
      words: env.REFUSED_PASSWORD_WORDS,
      breachedFile: env.BREACHED_PASSWORDS_FILE,
    },
    geoFile: env.GEO_FILE,
    mapFile: env.MAP_FILE,
    ...(env.SCANNER_URL && { scanner: parseScannerUrl(env.SCANNER_URL) }),
    smtpUrl: env.SMTP_URL,
    smsUrl: env.SMS_URL,
    mailFrom: env.MAIL_FROM,
    adminLogin: env.ADMIN_LOGIN,
    adminPassword: env.ADMIN_PASSWORD,
    demo: (env.DEMO ?? (env.DATABASE_URL === undefined ? 'on' : 'off')) === 'on',
    rateLimits: env.RATE_LIMITS === 'on',
    roomFor: { music: Math.floor(env.MUSIC_GB_MAX * 2 ** 30), posts: Math.floor(env.POSTS_GB_MAX * 2 ** 30) },
    isStaffStrong: env.STAFF_SECOND_FACTOR === 'required',
    isEverybodyStrong: env.SECOND_FACTOR === 'required',
    renewsSessions: env.RENEW_SESSIONS === 'on',
    keepsInBrowsers: env.BROWSER_STORAGE === 'full',
    payment:
      env.PAYMENT_PROVIDER === 'yookassa'
        ? {
            provider: 'yookassa',
            shopId: env.YOOKASSA_SHOP_ID ?? '',
            secretKey: env.YOOKASSA_SECRET_KEY ?? '',
            apiUrl: env.YOOKASSA_API_URL,
            noticeIps: env.YOOKASSA_NOTICE_IPS ?? [],
            receiptUrl: env.RECEIPT_URL,
            receipt: {
              yearMode: env.RECEIPT_MODE,
              vatCode: env.VAT_CODE,
              ...(env.TAX_SYSTEM !== undefined && { taxSystem: env.TAX_SYSTEM }),
            },
          }
        : { provider: 'sandbox' },
    push: {
      ...(env.VAPID_PUBLIC_KEY &&
        env.VAPID_PRIVATE_KEY && { keys: { publicKey: env.VAPID_PUBLIC_KEY, privateKey: env.VAPID_PRIVATE_KEY } }),
      subject: env.VAPID_SUBJECT,
      services: (env.PUSH_SERVICES ?? []).map((address) => new URL(address).origin),
    },
    media: {
      port: env.MEDIA_PORT,
      urls: env.MEDIA_URL?.map((address) => address.replace(/^http/, 'ws').replace(/\/+$/, '')),
      announce: env.MEDIA_ANNOUNCE?.split(',').map((address) => address.trim()),
      secret: env.MEDIA_SECRET,
    },
    ice: {
      stunUrls: env.STUN_URLS ?? [],
      ...(env.TURN_URLS && { turn: { urls: env.TURN_URLS, secret: env.TURN_SECRET ?? '' } }),
    },
    streamViewersMax: env.STREAM_VIEWERS_MAX,
    ...(env.LIVEKIT_URL && {
      livekit: { url: env.LIVEKIT_URL, apiKey: env.LIVEKIT_API_KEY ?? '', apiSecret: env.LIVEKIT_API_SECRET ?? '' },
    }),
    metricsToken: env.METRICS_TOKEN,
    ...(env.OTEL_EXPORTER_OTLP_ENDPOINT && {
      tracing: {
        endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, ''),
        headers: parseHeaders(env.OTEL_EXPORTER_OTLP_HEADERS),
        serviceName: env.OTEL_SERVICE_NAME,
        ratio: env.OTEL_TRACES_SAMPLER_ARG,
      },
    }),
    logLevel: env.LOG_LEVEL,
    site: {
      copyrightYears: env.COPYRIGHT_YEARS,
      appStoreUrl: env.APP_STORE_URL,
      googlePlayUrl: env.GOOGLE_PLAY_URL,
      telegramUrl: env.TELEGRAM_URL,
      vkUrl: env.VK_URL,
      youtubeUrl: env.YOUTUBE_URL,
    },
  };
}
