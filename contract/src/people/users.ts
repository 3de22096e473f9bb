import { z } from 'zod';
import { IMAGE_ERRORS, IMAGE_MAX_BYTES } from '../files/media.ts';
import { endpoint } from '../platform/endpoint.ts';
import type { ErrorCode } from '../platform/errors.ts';
import {
  bit,
  flag,
  id,
  optionalId,
  requiredLine,
  search,
  singleLine,
  text,
  timestamp,
  wholeNumber,
} from '../platform/fields.ts';
import { pagePaging, total } from '../platform/paging.ts';
import { countryCode, PHONE_MAX_DIGITS, PHONE_MAX_DIGITS_AT_REGISTRATION, phoneDigits } from '../platform/phone.ts';
import { DISTRICT_MAX } from '../reference/places.ts';
import { Privacy } from './privacy.ts';

export const NAME_MAX = 60;
export const POSITION_MAX = 120;
export const ACTIVITY_MAX = 120;
export const COMPANY_NAME_MAX = 160;
export const USER_DESCRIPTION_MAX = 2000;
export const LOGIN_MIN = 3;
export const LOGIN_MAX = 40;
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 200;

/** Why a password of the right length is refused; the second and third where the operator set it so. */
export const PASSWORD_PROBLEMS = [
  'password_common',
  'password_breached',
  'password_names',
] as const satisfies readonly ErrorCode[];
export type PasswordProblem = (typeof PASSWORD_PROBLEMS)[number];

export const EMAIL_MAX = 254;
export const USER_SEARCH_SIZE = 5;
export const REASON_MAX = 500;
export const USERS_PAGE_MAX = 100;

export const USER_SORTS = ['id', 'lastname', 'firstname', 'middlename', 'phone', 'email', 'referral'] as const;
export type UserSort = (typeof USER_SORTS)[number];
/**
 * Filters of the staff's user table. `left`: deleted their account and may still restore it; `staff`: have a role; `large`:
 * have more than `LARGE_PAGE_FOLLOWERS` followers.
 */
export const USER_STATES = ['active', 'registered', 'suspended', 'left', 'staff', 'large'] as const;
export type UserState = (typeof USER_STATES)[number];

/** '-' is what the specification's client sends for "not stated". */
export const FAMILY_STATUSES = ['-', 'not_married', 'married', 'searching'] as const;
export const familyStatus = z.preprocess(
  (value) => (value === '' || value === null || value === undefined ? '-' : value),
  z.enum(FAMILY_STATUSES),
);

// The pattern that browsers apply to <input type="email">, with a dot required in the domain.
const EMAIL = /^[^\s@<>()[\],;:"\\]{1,64}@[a-z0-9а-яё](?:[a-z0-9а-яё.-]*[a-z0-9а-яё])?\.[a-zа-яё]{2,}$/i;
export const email = requiredLine(EMAIL_MAX).pipe(z.string().regex(EMAIL));
export const login = requiredLine(LOGIN_MAX).pipe(
  z
    .string()
    .min(LOGIN_MIN)
    .regex(/^[\p{L}\p{N}._@+-]+$/u),
);
// An empty password is reported as missing, not as too short.
export const password = z.string().min(1).min(PASSWORD_MIN).max(PASSWORD_MAX);
export const name = requiredLine(NAME_MAX);
const optionalName = singleLine(NAME_MAX).optional();

const Place = z.object({ id: z.number().int(), name_native: z.string(), name_en: z.string(), name: z.string() });

export const BankDetails = z.object({
  bank_name: z.string(),
  bank_account: z.string(),
  bank_cor: z.string(),
  bank_inn: z.string(),
  bank_kpp: z.string(),
  bank_bik: z.string(),
});
export type BankDetails = z.infer<typeof BankDetails>;
export const BANK_FIELD_MAX = 120;
export const bankField = singleLine(BANK_FIELD_MAX).optional();

/**
 * A user as returned. Everybody sees the first group; the optional fields depend on the viewer: the phone is masked for
 * anonymous viewers; email, login, money and bank details are for the person and staff only.
 */
export const User = z.object({
  id: z.number().int(),
  photo: z.string().nullable(),
  firstname: z.string(),
  lastname: z.string(),
  middlename: z.string(),
  position: z.string(),
  activity: z.string().optional(),
  /** Only of legal entities and sole traders that gave it. */
  company_name: z.string().optional(),
  description: z.string(),
  country_id: z.number().int().nullable(),
  city_id: z.number().int().nullable(),
  /** For the person only: the part of the city, in their words. */
  district: z.string().optional(),
  location: z.object({ country: Place.nullable(), city: Place.nullable() }),
  payed: bit,
  rating: z.number().nullable(),
  rating_count: z.number().int(),
  rating_year_count: z.number().int().optional(),
  ads_count: z.number().int(),
  allow_to_call: bit,
  legal_status: bit,
  registered: timestamp,
  deleted: bit.optional(),
  /** For staff. 1: more than `LARGE_PAGE_FOLLOWERS` followers. */
  large_page: bit.optional(),
  /** 1: one of the two blocked the other; only the name is valid then. */
  unavailable: bit.optional(),
  phone: z.string().optional(),
  referral: z.string().optional(),
  familystatus: z.enum(FAMILY_STATUSES).optional(),
  login: z.string().optional(),
  email: z.string().optional(),
  country_code: z.string().optional(),
  country_iso: z.string().optional(),
  permissions: z.array(z.string()).optional(),
  groups: z.array(z.string()).optional(),
  is_superuser: z.boolean().optional(),
  virtualpay: z.number().int().optional(),
  bonus: z.number().int().optional(),
  payed_until: timestamp.nullable().optional(),
  bank: BankDetails.optional(),
  /** Relationship of the viewer and the person. `kith`: the viewer's private mark "relative". */
  friendship: z.enum(['', 'request', 'friend']).optional(),
  /** `in`: the person sent the request; `out`: the viewer sent it. */
  friendship_direction: z.enum(['in', 'out']).nullable().optional(),
  kith: bit.optional(),
  mutual: z.number().int().optional(),
  blocked: bit.optional(),
  /** `muted_until` is null with `muted` 1: until unmuted. */
  muted: bit.optional(),
  muted_until: timestamp.nullable().optional(),
  /** What this viewer may do, given the person's privacy settings, friendship and blocks. */
  may_write: bit.optional(),
  may_call: bit.optional(),
  may_see_friends: bit.optional(),
  friends_count: z.number().int().optional(),
  /** Only in search results. 1: in the viewer's conference, or rung by it. */
  added_to_conf: bit.optional(),
  online: bit.optional(),
  last_seen: timestamp.nullable().optional(),
  verified: z
    .object({ email: timestamp.nullable(), phone: timestamp.nullable(), inn: timestamp.nullable() })
    .optional(),
  /** Only for the person: a new address or number that waits for its code. */
  email_pending: z.string().nullable().optional(),
  phone_pending: z.string().nullable().optional(),
  revision: z.number().int().optional(),
  privacy: Privacy.optional(),
});
export type User = z.infer<typeof User>;

/**
 * Fields of the settings form. Absent fields stay as they are; trust fields from clients are ignored. A user's own new
 * `email` or `phone` waits for its code, see `contacts.ts`; the rest is saved at once.
 */
export const UserChange = z.object({
  firstname: name.optional(),
  lastname: name.optional(),
  middlename: optionalName,
  email: email.optional(),
  // A stored phone of twelve digits may be saved unchanged; the server compares it and otherwise allows eleven.
  phone: phoneDigits(PHONE_MAX_DIGITS_AT_REGISTRATION + 4).optional(),
  country_code: countryCode.optional(),
  country_iso: singleLine(2).optional(),
  position: singleLine(POSITION_MAX).optional(),
  activity: singleLine(ACTIVITY_MAX).optional(),
  description: text(USER_DESCRIPTION_MAX).optional(),
  login: login.optional(),
  country_id: optionalId,
  city_id: optionalId,
  /** Belongs to the city: of another city without a district there is none. */
  district: singleLine(DISTRICT_MAX).optional(),
  allow_to_call: flag.optional(),
  familystatus: familyStatus.optional(),
  password: password.optional(),
  current_password: z.string().max(PASSWORD_MAX).optional(),
  payed: flag.optional(),
  /** 0 deletes the bank details; 1 needs all of them. */
  legal_status: flag.optional(),
  company_name: singleLine(COMPANY_NAME_MAX).optional(),
  bank_name: bankField,
  bank_account: bankField,
  bank_cor: bankField,
  bank_inn: bankField,
  bank_kpp: bankField,
  bank_bik: bankField,
  photo_removed: flag.optional(),
  /** Only from staff about other users: the INN was checked against the register. */
  inn_verified: flag.optional(),
  /** Revision that was edited; the request fails when the profile has changed since. Without it the last write wins. */
  revision: wholeNumber(0, 2_147_483_647).optional(),
});
export type UserChange = z.infer<typeof UserChange>;

export const StaffUserDraft = z.object({
  firstname: name,
  lastname: name,
  middlename: optionalName,
  email,
  phone: phoneDigits(PHONE_MAX_DIGITS),
  country_code: countryCode.optional(),
  position: singleLine(POSITION_MAX).optional(),
  activity: singleLine(ACTIVITY_MAX).optional(),
  description: text(USER_DESCRIPTION_MAX).optional(),
  login,
  password,
  country_id: optionalId,
  city_id: optionalId,
});
export type StaffUserDraft = z.infer<typeof StaffUserDraft>;

const photo = { photo: { kind: 'image', maxCount: 1, maxBytes: IMAGE_MAX_BYTES } } as const;
const UserParams = z.object({ id });
/** `masked`: leaves another person's number masked; the request then does not count toward the daily limit. */
const PhoneQuery = z.object({ phone: z.enum(['masked']).optional().catch(undefined) });
const paths = ['/api/users/{id}', '/api/user/{id}'];

export const usersApi = {
  get: endpoint('GET', paths, 'public', {
    summary: 'A person: public fields for everyone, the rest for the person and staff.',
    standby: true,
    params: UserParams,
    query: PhoneQuery,
    response: User,
    errors: ['not_found', 'gone'],
  }),
  findByLogin: endpoint('GET', ['/api/users/login/{login}', '/api/user/login/{login}'], 'public', {
    summary: 'Whose short address `/@login` is. The person’s page then shows what it shows anyway.',
    standby: true,
    /** Anything that is no login is nobody's. */
    params: z.object({ login: z.string() }),
    response: z.object({ id: z.number().int() }),
    errors: ['not_found'],
    limit: { max: 60, seconds: 60 },
  }),
  change: endpoint('PUT', paths, 'user', {
    summary:
      'Change own profile (staff: anyone’s). `payed` is never trusted: the provider is queried and the actual state returned.',
    params: UserParams,
    body: UserChange,
    files: photo,
    response: User,
    errors: [
      'forbidden',
      'not_found',
      'login_taken',
      'email_taken',
      'phone_taken',
      ...PASSWORD_PROBLEMS,
      'current_password_required',
      'current_password_wrong',
      'too_many_attempts',
      'profile_changed',
      'provider_unavailable',
      ...IMAGE_ERRORS,
    ],
  }),
  remove: endpoint('DELETE', paths, 'user', {
    summary: 'Delete oneself (undone by signing in within 30 days); staff: suspend a person.',
    params: UserParams,
    /** Deleting one's own account needs re-authentication. */
    body: z.object({ current_password: z.string().max(PASSWORD_MAX).optional() }).optional(),
    response: z.object({ id: z.number().int() }),
    errors: [
      'forbidden',
      'not_found',
      'last_superuser',
      'current_password_required',
      'current_password_wrong',
      'too_many_attempts',
    ],
  }),
  erase: endpoint('POST', ['/api/users/{id}/erase', '/api/user/{id}/erase'], 'staff', {
    permission: 'users.erase',
    summary:
      'Erase a suspended user for good: 30 days after the suspension; a superuser at once. Waits for the approval of another staff member, where there is one.',
    params: UserParams,
    body: z.object({ reason: text(REASON_MAX).optional() }).optional(),
    /** With `approval_id` nothing is erased yet: the request waits for approval. */
    response: z.object({ id: z.number().int(), approval_id: z.number().int().optional() }),
    errors: ['forbidden', 'not_found', 'conflict', 'approval_waits'],
  }),
  list: endpoint('GET', ['/api/users', '/api/user'], 'user', {
    summary:
      'Search people by name, forgiving typos, or by a whole login; friends first, then friends of friends, then my city; staff also by phone, mail, login and referral code. `except_me`: without oneself.',
    standby: true,
    query: z.object({
      search,
      except_me: flag.optional(),
      /** For staff only; ignored from others. */
      sort: z.enum(USER_SORTS).optional().catch(undefined),
      order: z.enum(['asc', 'desc']).optional().catch(undefined),
      state: z.enum(USER_STATES).optional().catch(undefined),
      ...pagePaging(USER_SEARCH_SIZE, USERS_PAGE_MAX),
    }),
    response: z.object({ list: z.array(User), total }),
  }),
  create: endpoint('POST', ['/api/users', '/api/user'], 'staff', {
    permission: 'users.edit',
    summary: 'Create an activated person.',
    body: StaffUserDraft,
    files: photo,
    response: User,
    errors: ['login_taken', 'email_taken', 'phone_taken', ...PASSWORD_PROBLEMS, ...IMAGE_ERRORS],
  }),
};
