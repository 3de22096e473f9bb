/** What the operator may name, of what `REQUIRE_TLS` looks at. */
export interface Addresses {
  PUBLIC_URL?: string | undefined;
  TLS_CERT_FILE?: string | undefined;
  DATABASE_URL?: string | undefined;
  DATABASE_DIRECT_URL?: string | undefined;
  DATABASE_READ_URL?: string | undefined;
  REDIS_URL?: string | undefined;
  S3_URL?: string | undefined;
  SCANNER_URL?: string | undefined;
  SMTP_URL?: string | undefined;
  SMS_URL?: string | undefined;
  MEDIA_URL?: readonly string[] | undefined;
  LIVEKIT_URL?: string | undefined;
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  YOOKASSA_API_URL?: string | undefined;
}

type Rule = readonly [wanted: string, isEncrypted: (address: string) => boolean];

const startsWith = (...beginnings: string[]): Rule => [
  `start with ${beginnings.join(' or ')}`,
  (address) => beginnings.some((beginning) => address.startsWith(beginning)),
];
/** A Unix socket leaves no machine. What `require` checks differs between clients; `verify-full` is one thing everywhere. */
const DATABASE: Rule = [
  'have sslmode=verify-full',
  (address) => /[?&]sslmode=verify-full(?:&|$)/.test(address) || /[?&]host=(?:\/|%2F)/i.test(address),
];
const HTTPS = startsWith('https://');

const RULES: Readonly<Record<Exclude<keyof Addresses, 'TLS_CERT_FILE' | 'MEDIA_URL'>, Rule>> = {
  PUBLIC_URL: HTTPS,
  DATABASE_URL: DATABASE,
  DATABASE_DIRECT_URL: DATABASE,
  DATABASE_READ_URL: DATABASE,
  REDIS_URL: startsWith('rediss://', 'rediss+sentinel://'),
  S3_URL: HTTPS,
  SCANNER_URL: startsWith('clamds://', 'unix:/'),
  SMTP_URL: [
    'start with smtps:// or have ?requireTLS=true',
    (address) => address.startsWith('smtps:') || /[?&]requireTLS=true(?:&|$)/.test(address),
  ],
  SMS_URL: HTTPS,
  LIVEKIT_URL: startsWith('https://', 'wss://'),
  OTEL_EXPORTER_OTLP_ENDPOINT: HTTPS,
  YOOKASSA_API_URL: HTTPS,
};
const [MEDIA_RULE, isEncryptedNode] = startsWith('https://', 'wss://');

/** The first setting that leads over a plain connection, in words; undefined when all are encrypted. */
export function findPlainAddress(addresses: Addresses): string | undefined {
  if (addresses.TLS_CERT_FILE === undefined)
    return 'REQUIRE_TLS is on, so TLS_CERT_FILE and TLS_KEY_FILE must be set too';
  for (const [name, [wanted, isEncrypted]] of Object.entries(RULES)) {
    const address = addresses[name as keyof typeof RULES];
    if (address !== undefined && !isEncrypted(address)) return `REQUIRE_TLS is on, so ${name} must ${wanted}`;
  }
  if (addresses.MEDIA_URL?.every(isEncryptedNode) === false)
    return `REQUIRE_TLS is on, so MEDIA_URL must ${MEDIA_RULE}`;
  return undefined;
}
