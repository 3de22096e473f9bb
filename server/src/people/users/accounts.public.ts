import { GRACE_DAYS } from '@app/contract/money/payments';
import type { Registration } from '@app/contract/people/auth';
import { findBankProblems, normalizeBankDetails } from '@app/contract/people/banks';
import { permissionsOf } from '@app/contract/platform/permissions';
import { PHONE_MAX_DIGITS_AT_REGISTRATION } from '@app/contract/platform/phone';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { releaseImages } from '../../files/media/media.public.ts';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import { assertNotTaken, checkPhone, checkUserPlace, translateTaken } from './check-user.ts';
import { collectFailures } from './collect-failures.ts';
import { requireGoodPassword } from './passwords/password-rules.public.ts';
import { findTypedPhones } from './phone/phone-number.ts';
import { generateReferralCode, normalizeReferralCode } from './referral-code.ts';
import type { AccountTarget } from './users.policy.ts';
import { lockUser, photoUrl } from './users.queries.ts';
import type { UsersTable } from './users.tables.ts';

export { generateReferralCode, normalizeReferralCode };

export type Account = Pick<
  Selectable<UsersTable>,
  | 'id'
  | 'login'
  | 'email'
  | 'firstname'
  | 'password_hash'
  | 'status'
  | 'deleted_at'
  | 'lang'
  | 'is_superuser'
  | 'groups'
>;

const ACCOUNT_COLUMNS = [
  'users.id',
  'login',
  'email',
  'firstname',
  'lastname',
  'password_hash',
  'status',
  'deleted_at',
  'lang',
  'is_superuser',
  'groups',
] as const;

export const isStaffAccount = (account: Pick<Account, 'is_superuser' | 'groups'>): boolean =>
  account.is_superuser || account.groups.includes('admin') || account.groups.includes('manager');

export const targetOf = (account: Pick<Account, 'id' | 'is_superuser' | 'groups'>): AccountTarget => ({
  id: account.id,
  isStaff: isStaffAccount(account),
  isSuperuser: account.is_superuser,
});

/** Users who deleted their account may restore it within this time; then it is erased. */
const RETURN_WITHIN_MS = 30 * 24 * 3600 * 1000;

export function mayReturn({ deleted_at }: Pick<Account, 'deleted_at'>, now: Date): boolean {
  return deleted_at === null || deleted_at.getTime() + RETURN_WITHIN_MS > now.getTime();
}

export const returnUntil = (leftAt: Date): Date => new Date(leftAt.getTime() + RETURN_WITHIN_MS);

export async function listErasableUsers(db: Db, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('deleted_at', '<=', new Date(now.getTime() - RETURN_WITHIN_MS))
    .where('password_hash', '<>', ERASED_PASSWORD_HASH)
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Locks a user who is about to be erased; false when the user came back or is already erased. */
export async function lockForErasure(tx: Tx, id: number, now: Date): Promise<boolean> {
  const stored = await lockUser(tx, id);
  return stored !== undefined && !mayReturn(stored, now) && stored.password_hash !== ERASED_PASSWORD_HASH;
}

export async function findContactAddresses(tx: Tx, id: number): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    select value from contact_changes where user_id = ${id} union select value from contact_returns where user_id = ${id}
    union select email from users where id = ${id} union select phone from users where id = ${id} and phone is not null`.execute(
    tx,
  );
  return rows.map(({ value }) => value);
}

/** Shorter words of a name are too common to tell whom they meant. */
const NAME_MIN = 4;

/** Words by which staff look for a person, besides the addresses: login, phone without its code, and the parts of the last name. */
export async function findOwnNames(tx: Tx, id: number): Promise<string[]> {
  const { login, phone_national, lastname } = await tx
    .selectFrom('users')
    .select(['login', 'phone_national', 'lastname'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return [login, phone_national, ...lastname.split(/\s+/)].filter((word) => word.length >= NAME_MIN);
}

/** No password matches this hash. */
const ERASED_PASSWORD_HASH = '';

/**
 * Erases a user's identity. The row stays for references of other users and for accounting; login, email and phone
 * become available again.
 */
export async function eraseUser(tx: Tx, id: number, now: Date): Promise<void> {
  const stored = await lockUser(tx, id);
  if (stored === undefined || mayReturn(stored, now)) return;
  if (stored.photo_image_id !== null) await releaseImages(tx, [stored.photo_image_id]);
  const name = `deleted-${id}-${generateReferralCode()}`;
  const unverified = { email_verified_at: null, phone_verified_at: null, inn_verified_at: null };
  const none = {
    middlename: '',
    position: '',
    activity: '',
    company_name: '',
    description: '',
    country_id: null,
    city_id: null,
    district: '',
    photo_image_id: null,
  };
  const noPhone = { phone: null, phone_national: '', phone_country_code: '', phone_country_iso: '' };
  const noBank = { bank_name: '', bank_account: '', bank_cor: '', bank_inn: '', bank_kpp: '', bank_bik: '' };
  await updateUser(
    tx,
    id,
    {
      ...none,
      ...noPhone,
      ...noBank,
      referral_code: generateReferralCode(),
      legal_status: 0,
      ...unverified,
      firstname: 'Пользователь',
      lastname: 'удалён',
      login: name,
      email: `${name}@deleted.invalid`,
      family_status: '-',
      password_hash: ERASED_PASSWORD_HASH,
      is_superuser: false,
      groups: [],
      permissions: [],
    },
    now,
  );
}

/** Fails with `not_found` for nobody and for who never finished a registration. Suspended and deleted people are known. */
export async function requireKnownUser(db: Db, id: number): Promise<void> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('status', '<>', 'registered')
    .executeTakeFirst();
  if (user === undefined) throw new Failure('not_found');
}

export async function findErasedUsers(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select p.id from unnest(${ids}::bigint[]) p (id)
    where not exists (select from users u where u.id = p.id and u.password_hash <> ${ERASED_PASSWORD_HASH})`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

export function findAccount(db: Db, id: number): Promise<Account | undefined> {
  return db.selectFrom('users').select(ACCOUNT_COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** Locks the account until commit and reads its current state. */
export function lockAccount(tx: Tx, id: number): Promise<Account | undefined> {
  return tx.selectFrom('users').select(ACCOUNT_COLUMNS).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** Canonical spelling of all names that {@link findAccountByName} treats alike, used as the key of counters. */
export const normalizeAccountName = (typed: string): string => findTypedPhones(typed).at(-1) ?? typed.toLowerCase();

/**
 * Finds the account of a typed login, email or phone. A name with @ is tried as an email first, so that nobody can
 * hijack an email address by choosing it as a login.
 */
export async function findAccountByName(db: Db, typed: string): Promise<Account | undefined> {
  const name = typed.toLowerCase();
  const rows = await db
    .selectFrom('users')
    .select([
      ...ACCOUNT_COLUMNS,
      sql<boolean>`lower(email) = ${name}`.as('by_email'),
      sql<boolean>`lower(login) = ${name}`.as('by_login'),
    ])
    .where(
      sql<boolean>`(lower(login) = ${name} or lower(email) = ${name} or phone = any(${findTypedPhones(typed)}::text[]))`,
    )
    .execute();
  const [first, second] = name.includes('@')
    ? (['by_email', 'by_login'] as const)
    : (['by_login', 'by_email'] as const);
  return rows.find((row) => row[first]) ?? rows.find((row) => row[second]) ?? rows[0];
}

/**
 * Picks an account as a decoy for an unknown name: stable for the same fraction (0 to 1), and rarely changed by new
 * users. Undefined without users.
 */
export async function findLikelyAccount(db: Db, pick: (count: number) => number): Promise<number | undefined> {
  const { last } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.max('id').as('last'))
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow();
  if (last === null) return undefined;
  const near = await db
    .selectFrom('users')
    .select('id')
    .where('id', '>=', pick(last) + 1)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return near?.id ?? last;
}

type NewUser = Omit<Insertable<UsersTable>, 'referral_code'>;

export async function insertUser(db: Db, user: NewUser): Promise<number> {
  const { id } = await db
    .insertInto('users')
    .values({ ...user, referral_code: generateReferralCode() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateUser(db: Db, id: number, change: Updateable<UsersTable>, now: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Restores the state before the suspension: a user who never confirmed the email is not activated. */
export async function reinstateUser(tx: Tx, id: number, now: Date): Promise<void> {
  const status = sql<'active' | 'registered'>`case when activated_at is null then 'registered' else 'active' end`;
  await tx.updateTable('users').set({ status, suspended_at: null, updated_at: now }).where('id', '=', id).execute();
}

/** Validates a registration and converts it to the stored form. A failure names all wrong fields at once. */
export async function parseRegistration(
  services: Pick<Services, 'db' | 'config'>,
  form: Registration,
  staleBefore: StaleBefore,
): Promise<Omit<NewUser, 'password_hash'>> {
  const { db } = services;
  const failures = collectFailures();
  const owner = {
    login: form.user_login,
    email: form.user_email,
    firstname: form.user_firstname,
    lastname: form.user_lastname,
  };
  await failures.check(() => requireGoodPassword(services, form.user_password, 'user_password', owner));
  const number = await failures.check(() =>
    checkPhone(
      { digits: form.user_phone, countryCode: form.user_country_code, countryIso: form.user_country_iso },
      PHONE_MAX_DIGITS_AT_REGISTRATION,
      'user_',
      'too_long_at_registration',
    ),
  );
  const wanted = { country_id: form.country_id ?? null, city_id: form.city_id ?? null };
  const place = await failures.check(() => checkUserPlace(db, wanted));
  const bank = await failures.check(() => parseBankDetails(form));
  if (failures.hasAny()) {
    const identifiers = { login: form.user_login, email: form.user_email, phone: number?.e164 };
    await failures.check(() => assertNotTakenByOthers(db, identifiers, staleBefore));
  }
  failures.throwAny();
  if (number === undefined) throw new Error('A registration without a phone passed its checks');
  return {
    login: form.user_login,
    email: form.user_email,
    phone: number.e164,
    phone_national: number.national,
    phone_country_code: number.countryCode,
    phone_country_iso: number.countryIso,
    firstname: form.user_firstname,
    lastname: form.user_lastname,
    middlename: form.user_middlename ?? '',
    position: form.user_position ?? '',
    activity: form.user_activity ?? '',
    description: form.user_description ?? '',
    family_status: form.user_familystatus ?? '-',
    may_call: form.user_allow_to_call === 0 ? 'circle' : 'all',
    legal_status: form.user_legal_status ?? 0,
    ...bank,
    country_id: place?.country_id ?? null,
    city_id: place?.city_id ?? null,
    // Set after the insert by the domain that records invitations.
    invited_by: null,
    photo_image_id: null,
  };
}

/** Legal entities must give all bank details; those of others are not stored. */
function parseBankDetails(form: Registration): Partial<NewUser> {
  if (form.user_legal_status !== 1) return {};
  const details = normalizeBankDetails({
    bank_name: form.user_bank_name ?? '',
    bank_account: form.user_bank_account ?? '',
    bank_cor: form.user_bank_cor ?? '',
    bank_inn: form.user_bank_inn ?? '',
    bank_kpp: form.user_bank_kpp ?? '',
    bank_bik: form.user_bank_bik ?? '',
  });
  const problems = Object.entries(findBankProblems(details)).map(([name, text]) => [`user_${name}`, text]);
  if (problems.length > 0) throw new Failure('invalid_input', { fields: Object.fromEntries(problems) });
  return { ...details, company_name: form.user_company_name ?? '' };
}

/**
 * Inserts a registration. It deletes earlier ones with the same login, email or phone that were never activated, so
 * that nobody can block another person's identifiers: those registered before `staleBefore.code` (a code's lifetime
 * ago) without a valid code, and all registered before `staleBefore.anyway` (a day ago).
 */
export function insertRegistration(tx: Db, user: NewUser, staleBefore: StaleBefore): Promise<number> {
  return translateTaken('user_', async () => {
    await deleteStaleRegistrations(tx, user, staleBefore);
    await assertNotTaken(tx, user, null, 'user_');
    return insertUser(tx, user);
  });
}

interface StaleBefore {
  code: Date;
  anyway: Date;
  now: Date;
}

async function deleteStaleRegistrations(
  tx: Db,
  { login, email, phone }: { login?: string; email: string; phone?: string | null | undefined },
  staleBefore: StaleBefore,
): Promise<void> {
  await sql`
    delete from users
    where (lower(login) = lower(${login ?? null}) or lower(email) = lower(${email}) or phone = ${phone ?? null})
      and status = 'registered' and registered_at < ${staleBefore.code}
      and not exists (select from registration_requests r where r.user_id = users.id and r.state = 'waiting')
      and (registered_at < ${staleBefore.anyway} or not exists (
        select from codes where codes.user_id = users.id and closed_at is null and expires_at > ${staleBefore.now}))`.execute(
    tx,
  );
}

const ROLLED_BACK = Symbol('rolled back');

/** Checks identifiers as {@link insertRegistration} does, and changes nothing. */
async function assertNotTakenByOthers(
  db: Db,
  identifiers: { login: string; email: string; phone?: string | undefined },
  staleBefore: StaleBefore,
): Promise<void> {
  const outcome = await db
    .transaction()
    .execute(async (tx) => {
      await deleteStaleRegistrations(tx, identifiers, staleBefore);
      await assertNotTaken(tx, identifiers, null, 'user_');
      throw ROLLED_BACK;
    })
    .catch((error: unknown) => error);
  if (outcome !== ROLLED_BACK) throw outcome;
}

export async function isLoginFree(db: Db, login: string, staleBefore: StaleBefore): Promise<boolean> {
  try {
    // No address is like this one.
    await assertNotTakenByOthers(db, { login, email: '' }, staleBefore);
    return true;
  } catch (error) {
    if (error instanceof Failure && error.code === 'login_taken') return false;
    throw error;
  }
}

/** Corrects the address of a registration that is not activated yet. */
export function changeRegistrationEmail(
  tx: Tx,
  userId: number,
  email: string,
  staleBefore: StaleBefore,
  now: Date,
): Promise<void> {
  return translateTaken('', async () => {
    await deleteStaleRegistrations(tx, { email }, staleBefore);
    await assertNotTaken(tx, { email }, userId, '');
    await updateUser(tx, userId, { email }, now);
  });
}

export function findUserByReferral(db: Db, code: string): Promise<UserSummary | undefined> {
  return db
    .selectFrom('users')
    .leftJoin('media_images as media', 'media.id', 'users.photo_image_id')
    .select(['users.id', 'firstname', 'lastname', photoUrl.as('photo')])
    .where('referral_code', '=', normalizeReferralCode(code))
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export interface UserSummary {
  id: number;
  firstname: string;
  lastname: string;
  photo: string | null;
}

export async function findUserSummaries(db: Db, ids: readonly number[]): Promise<Map<number, UserSummary>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .leftJoin('media_images as media', 'media.id', 'users.photo_image_id')
    .select(['users.id', 'firstname', 'lastname', photoUrl.as('photo')])
    .where('users.id', 'in', ids)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export interface SessionUser {
  user_id: number;
  user_photo: string | null;
  permissions: string[];
  user_firstname: string;
  user_lastname: string;
  user_middlename: string;
  user_payed: 0 | 1;
  user_grace: 0 | 1;
}

export interface SessionUserRow {
  id: number;
  firstname: string;
  lastname: string;
  middlename: string;
  permissions: string[];
  groups: string[];
  is_superuser: boolean;
  photo: string | null;
  is_paid: boolean;
  is_in_grace: boolean;
}

/** Columns of {@link SessionUserRow}, of `users` with the picture as `media`. */
export const sessionUserColumns = sql`
  users.id, users.firstname, users.lastname, users.middlename, users.permissions, users.groups, users.is_superuser,
  ${photoUrl} as photo, coalesce(users.paid_until > now(), false) as is_paid,
  coalesce(users.paid_until <= now() and users.paid_until > now() - make_interval(days => ${sql.lit(GRACE_DAYS)}), false)
    as is_in_grace`;

export async function findSessionUser(db: Db, id: number): Promise<SessionUser | undefined> {
  const { rows } = await sql<SessionUserRow>`-- named session-user
    select ${sessionUserColumns}
    from users left join media_images as media on media.id = users.photo_image_id where users.id = ${id}`.execute(db);
  return rows[0] && presentSessionUser(rows[0]);
}

export function presentSessionUser(row: SessionUserRow): SessionUser {
  return {
    user_id: row.id,
    user_photo: row.photo,
    permissions: allPermissions(row),
    user_firstname: row.firstname,
    user_lastname: row.lastname,
    user_middlename: row.middlename,
    user_payed: row.is_paid ? 1 : 0,
    user_grace: row.is_in_grace ? 1 : 0,
  };
}

/** Clients check a single list. */
export function allPermissions(row: { permissions: string[]; groups: string[]; is_superuser: boolean }): string[] {
  return [
    ...new Set([...row.permissions, ...row.groups, ...(row.is_superuser ? ['superuser'] : []), ...permissionsOf(row)]),
  ];
}
