import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { bit, id, requiredLine, singleLine, timestamp } from '../platform/fields.ts';
import { Session } from './auth.ts';
import { PASSWORD_MAX } from './users.ts';

export const SESSION_NAME_MAX = 40;
export const SESSIONS_SHOWN_MAX = 100;
export const PASSKEY_NAME_MAX = 40;
export const PASSKEYS_MAX = 20;
export const RECOVERY_CODES = 10;
/** Maximum characters of a typed code: a recovery code has 24, and what people write between them. */
export const SECOND_FACTOR_CODE_MAX = 40;
export const TOTP_DIGITS = 6;
export const TOTP_PERIOD_SECONDS = 30;
/** Lifetime of the second sign-in step after a correct password, and maximum tries of codes in it. */
export const SECOND_FACTOR_TTL_SECONDS = 10 * 60;
export const SECOND_FACTOR_TRIES_MAX = 5;
export const PASSKEY_CHALLENGE_TTL_SECONDS = 5 * 60;
/** Waiting time before a second factor is reset without a code, so that the owner can object. */
export const SECOND_FACTOR_RESET_DAYS = 7;
export const SECURITY_LOG_SHOWN_MAX = 50;
export const SECURITY_LOG_RETENTION_DAYS = 90;

export const DEVICE_KINDS = ['desktop', 'phone', 'tablet', 'tv', 'program'] as const;
export type DeviceKind = (typeof DEVICE_KINDS)[number];
export const SIGN_IN_METHODS = ['password', 'second_step', 'passkey'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** Makers of tables of cities whose licences want a link where the cities are shown. */
export const CITY_SOURCES = ['db-ip', 'maxmind'] as const;
export type CitySource = '' | (typeof CITY_SOURCES)[number];

export const OpenSession = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Browser and system, «Firefox, Windows»; empty when unknown. */
  device: z.string(),
  kind: z.enum(DEVICE_KINDS),
  /** Address at sign-in; stored for 90 days. */
  ip: z.string(),
  /** «Казань, Россия» by the address, in the reader's language; empty when unknown or without `GEO_FILE`. */
  city: z.string(),
  created: timestamp,
  last_seen: timestamp,
  method: z.enum(SIGN_IN_METHODS),
  current: bit,
});
export type OpenSession = z.infer<typeof OpenSession>;

export const Passkey = z.object({
  id: z.number().int(),
  name: z.string(),
  created: timestamp,
  last_used: timestamp.nullable(),
  /** 1: the passkey is synchronized between devices by a password manager. */
  synced: bit,
});
export type Passkey = z.infer<typeof Passkey>;

export const Factors = z.object({
  totp: bit,
  totp_since: timestamp.nullable(),
  codes_left: z.number().int(),
  passkeys: z.array(Passkey),
  /** Domain of the passkeys; empty where the site's address allows none. */
  passkey_host: z.string(),
  /** 1: this session needs a second factor before it may go on. */
  required: bit,
  /** Of whom that is required: `staff` cannot work without, `everybody` do nothing else. Only where it is required. */
  required_of: z.enum(['staff', 'everybody']).optional(),
  /** When the second factor is reset because the owner lost every code; null without such a request. */
  reset_due: timestamp.nullable(),
});
export type Factors = z.infer<typeof Factors>;

export const SECURITY_LOG_KINDS = [
  'sign_in',
  'sign_in_new',
  'sign_in_failed',
  'second_step_failed',
  'session_ended',
  'sessions_ended',
  'password_changed',
  'password_recovered',
  'totp_on',
  'totp_off',
  'codes_made',
  'code_used',
  'passkey_added',
  'passkey_removed',
  'reset_asked',
  'reset_cancelled',
  'reset_done',
] as const;
export type SecurityLogKind = (typeof SECURITY_LOG_KINDS)[number];

export const SecurityLogEntry = z.object({
  id: z.number().int(),
  kind: z.enum(SECURITY_LOG_KINDS),
  at: timestamp,
  device: z.string(),
  ip: z.string(),
  count: z.number().int(),
});
export type SecurityLogEntry = z.infer<typeof SecurityLogEntry>;

const currentPassword = z.string().max(PASSWORD_MAX).optional();
const code = singleLine(SECOND_FACTOR_CODE_MAX).pipe(z.string().min(1));
const challenge = z.string().min(1).max(100);

const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/);
const credential = {
  id: base64url(2000),
  rawId: base64url(2000),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish(),
};
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
const filterKnownNames = (names: readonly string[]) => (value: unknown) =>
  Array.isArray(value) ? value.filter((one) => names.includes(one)) : value;

export const NewCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(20_000),
    transports: z.preprocess(filterKnownNames(TRANSPORTS), z.array(z.enum(TRANSPORTS)).optional()),
  }),
});

export const CredentialAssertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(4000),
    userHandle: base64url(200).nullish(),
  }),
});

const Descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
});

const CreationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number().int(), type: z.literal('public-key') })),
  timeout: z.number().int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.boolean(),
    userVerification: z.literal('required'),
  }),
});

const RequestOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.number().int(),
  userVerification: z.literal('required'),
  /** Empty: any passkey of the site. */
  allowCredentials: z.array(Descriptor),
});

const RecoveryCodesResponse = z.object({
  codes: z.array(z.string()),
});

export const securityApi = {
  sessions: endpoint('GET', '/api/auth/sessions', 'user', {
    summary: 'Where the viewer is signed in: this session first, then the latest used.',
    response: z.object({ sessions: z.array(OpenSession), city_source: z.enum(['', ...CITY_SOURCES]) }),
  }),
  renameSession: endpoint('PUT', '/api/auth/sessions/{id}', 'user', {
    summary: 'Rename an own session; an empty name removes the name.',
    params: z.object({ id }),
    body: z.object({ name: singleLine(SESSION_NAME_MAX) }),
    response: z.object({ id: z.number().int(), name: z.string() }),
    errors: ['not_found'],
  }),
  endSession: endpoint('DELETE', '/api/auth/sessions/{id}', 'user', {
    summary:
      'End one of the viewer’s sessions; its sockets close within two seconds. Another than this one needs a ' +
      're-authentication of the last five minutes.',
    params: z.object({ id }),
    response: z.object({ id: z.number().int() }),
    errors: ['current_password_required', 'not_found'],
  }),
  endOtherSessions: endpoint('DELETE', '/api/auth/sessions', 'user', {
    summary: 'End all of the viewer’s sessions but this one, after a re-authentication of the last five minutes.',
    response: z.object({ ended: z.number().int() }),
    errors: ['current_password_required'],
  }),
  reauthenticate: endpoint('POST', '/api/auth/proof', 'user', {
    summary: 'Re-authenticate in this session, by password or by a code of the second factor: valid for five minutes.',
    body: z
      .object({
        password: z.string().max(PASSWORD_MAX).optional(),
        code: singleLine(SECOND_FACTOR_CODE_MAX).optional(),
      })
      .refine(({ password, code }) => Boolean(password) !== Boolean(code)),
    response: z.object({}),
    errors: ['current_password_wrong', 'second_factor_wrong', 'too_many_attempts'],
    limit: { max: 100, seconds: 900 },
  }),
  factors: endpoint('GET', '/api/auth/factors', 'user', {
    summary: 'The viewer’s authentication factors besides the password.',
    response: Factors,
  }),
  securityLog: endpoint('GET', '/api/auth/journal', 'user', {
    summary: 'The viewer’s security log of the last 90 days, the latest first.',
    response: z.object({ events: z.array(SecurityLogEntry) }),
  }),
  setUpTotp: endpoint('POST', '/api/auth/totp/setup', 'user', {
    summary: 'Create a secret for an authenticator app; it takes effect once a code of it was confirmed.',
    body: z.object({ current_password: currentPassword }).optional(),
    response: z.object({ secret: z.string(), uri: z.string() }),
    errors: ['already_exists', 'current_password_required', 'current_password_wrong', 'too_many_attempts'],
    limit: { max: 60, seconds: 900 },
  }),
  confirmTotp: endpoint('POST', '/api/auth/totp/confirm', 'user', {
    summary: 'Turn the second factor on by a code of the app; returns the recovery codes, only this once.',
    body: z.object({ code }),
    response: RecoveryCodesResponse,
    errors: ['already_exists', 'not_found', 'second_factor_wrong', 'too_many_attempts'],
    limit: { max: 60, seconds: 900 },
  }),
  generateRecoveryCodes: endpoint('POST', '/api/auth/totp/codes', 'user', {
    summary: 'New recovery codes in place of all earlier ones.',
    body: z.object({ code, current_password: currentPassword }),
    response: RecoveryCodesResponse,
    errors: [
      'not_found',
      'second_factor_wrong',
      'current_password_required',
      'current_password_wrong',
      'too_many_attempts',
    ],
    limit: { max: 60, seconds: 900 },
  }),
  disableTotp: endpoint('POST', '/api/auth/totp/disable', 'user', {
    summary: 'Turn the second factor off.',
    body: z.object({ code, current_password: currentPassword }),
    response: z.object({}),
    errors: [
      'not_found',
      'second_factor_wrong',
      'current_password_required',
      'current_password_wrong',
      'too_many_attempts',
    ],
    limit: { max: 60, seconds: 900 },
  }),
  cancelReset: endpoint('POST', '/api/auth/totp/reset/cancel', 'user', {
    summary: 'Cancel a reset of the second factor, for found codes or a foreign request. Repeating changes nothing.',
    response: z.object({}),
  }),
  secondFactor: endpoint('POST', '/api/auth/second', 'public', {
    summary:
      'Second factor of signing in: the challenge of a correct password with a code of the app or a recovery code.',
    body: z.object({ challenge, code }),
    response: Session,
    errors: ['second_factor_wrong', 'suspended', 'gone', 'too_many_attempts'],
    limit: { max: 100, seconds: 900 },
  }),
  requestSecondFactorReset: endpoint('POST', '/api/auth/second/reset', 'public', {
    summary:
      'Request a reset of the second factor when every code is lost: it is removed in seven days, unless somebody signs in or objects before.',
    body: z.object({ challenge }),
    response: z.object({ due: timestamp }),
    errors: ['gone'],
    limit: { max: 30, seconds: 900 },
  }),
  passkeySignInOptions: endpoint('POST', '/api/auth/passkey/options', 'public', {
    summary: 'Options for signing in by passkey: a challenge, valid once and for five minutes.',
    response: RequestOptions,
    errors: ['passkey_refused'],
    limit: { max: 200, seconds: 900 },
  }),
  passkeySignIn: endpoint('POST', '/api/auth/passkey', 'public', {
    summary: 'Sign in by passkey. In a session of the same user it re-authenticates.',
    body: z.object({ credential: CredentialAssertion }),
    response: Session,
    errors: ['passkey_refused', 'not_activated', 'suspended'],
    limit: { max: 100, seconds: 900 },
  }),
  passkeyOptions: endpoint('POST', '/api/auth/passkeys/options', 'user', {
    summary: 'Options for creating a passkey.',
    body: z.object({ current_password: currentPassword }).optional(),
    response: CreationOptions,
    errors: ['passkey_refused', 'current_password_required', 'current_password_wrong', 'too_many_attempts', 'conflict'],
    limit: { max: 60, seconds: 900 },
  }),
  addPasskey: endpoint('PUT', '/api/auth/passkeys', 'user', {
    summary: 'Save a passkey that the browser created.',
    body: z.object({ credential: NewCredential, name: singleLine(PASSKEY_NAME_MAX).default('') }),
    response: Passkey,
    errors: ['passkey_refused', 'already_exists', 'conflict'],
    limit: { max: 60, seconds: 900 },
  }),
  renamePasskey: endpoint('POST', '/api/auth/passkeys/{id}', 'user', {
    summary: 'Rename an own passkey.',
    params: z.object({ id }),
    body: z.object({ name: requiredLine(PASSKEY_NAME_MAX) }),
    response: Passkey,
    errors: ['not_found'],
  }),
  removePasskey: endpoint('DELETE', '/api/auth/passkeys/{id}', 'user', {
    summary: 'Delete a passkey; it can no longer be used.',
    params: z.object({ id }),
    response: z.object({ id: z.number().int() }),
    errors: ['not_found', 'current_password_required'],
  }),
};
