import { IMAGE_SRC_WIDTH } from '@app/contract/files/media';
import type { ContactKind } from '@app/contract/people/contacts';
import type { UserSort, UserState } from '@app/contract/people/users';
import { type ExpressionBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import { compileOnce } from '../../platform/database/compile-once.ts';
import { containsPattern } from '../../platform/database/like-pattern.ts';
import type { Database, Db } from '../../platform/database/tables.ts';
import { findTypedPhones } from './phone/phone-number.ts';
import { normalizeReferralCode } from './referral-code.ts';
import { namePatterns } from './search/name-search.public.ts';
import type { UsersTable } from './users.tables.ts';

/** Above this number a list has no exact total, because counting costs a scan. */
const TOTAL_MAX = 100_000;

interface PlaceRow {
  id: number;
  name_en: string;
  name_native: string;
  names: Record<string, string>;
}

/** Named one by one: a prepared statement with all columns fails on nodes of the version before one is added. */
const COLUMNS = [
  'users.id',
  'users.login',
  'users.email',
  'users.email_verified_at',
  'users.phone',
  'users.phone_verified_at',
  'users.phone_national',
  'users.phone_country_code',
  'users.phone_country_iso',
  'users.see_phone',
  'users.see_email',
  'users.see_online',
  'users.see_friends',
  'users.firstname',
  'users.lastname',
  'users.middlename',
  'users.position',
  'users.activity',
  'users.description',
  'users.family_status',
  'users.may_write',
  'users.may_call',
  'users.may_comment',
  'users.country_id',
  'users.city_id',
  'users.district',
  'users.photo_image_id',
  'users.legal_status',
  'users.company_name',
  'users.bank_name',
  'users.bank_account',
  'users.bank_cor',
  'users.bank_inn',
  'users.bank_kpp',
  'users.bank_bik',
  'users.inn_verified_at',
  'users.referral_code',
  'users.invited_by',
  'users.password_changed_at',
  'users.is_superuser',
  'users.groups',
  'users.permissions',
  'users.paid_until',
  'users.virtualpay_kopecks',
  'users.bonus_kopecks',
  'users.rating_sum',
  'users.rating_count',
  'users.lang',
  'users.status',
  'users.registered_at',
  'users.activated_at',
  'users.suspended_at',
  'users.deleted_at',
  'users.updated_at',
  'users.revision',
] as const;

type NameOf<Column> = Column extends `users.${infer Name}` ? Name : never;

export type UserRow = Pick<Selectable<UsersTable>, NameOf<(typeof COLUMNS)[number]>> & {
  photo: string | null;
  is_paid: boolean;
  ads_count: number;
  is_large_page: boolean;
  country: PlaceRow | null;
  city: PlaceRow | null;
};

/** A row with columns that are only loaded for a single user. */
export type UserDetailsRow = UserRow & {
  rating_year_count: number;
  email_pending: string | null;
  phone_pending: string | null;
};

export const photoUrl = sql<
  string | null
>`'/media/' || media.base_key || ${sql.lit(`-${IMAGE_SRC_WIDTH.avatar}.webp`)}`;

/** Few rows: the pages that the follows domain found to be large. */
const LARGE_PAGES = sql`(select person_id from large_pages where over_since is not null) as large_pages`;

const place = (table: 'countries' | 'cities') =>
  sql<PlaceRow | null>`case when ${sql.ref(table)}.id is null then null else json_build_object('id', ${sql.ref(table)}.id,
    'name_en', ${sql.ref(table)}.name_en, 'name_native', ${sql.ref(table)}.name_native, 'names', ${sql.ref(table)}.names) end`;

export function selectUsers(db: Db): SelectQueryBuilder<Database, 'users', UserRow> {
  const query = db
    .selectFrom('users')
    .leftJoin('media_images as media', 'media.id', 'users.photo_image_id')
    .leftJoin('countries', 'countries.id', 'users.country_id')
    .leftJoin('cities', 'cities.id', 'users.city_id')
    .select(COLUMNS)
    .select([
      photoUrl.as('photo'),
      sql<boolean>`coalesce(users.paid_until > now(), false)`.as('is_paid'),
      // Served by ads_owner.
      sql<number>`(select count(*) from ads where ads.owner_id = users.id and ads.is_public)`.as('ads_count'),
      sql<boolean>`exists (select from ${LARGE_PAGES} where person_id = users.id)`.as('is_large_page'),
      place('countries').as('country'),
      place('cities').as('city'),
    ]);
  return query as unknown as ReturnType<typeof selectUsers>;
}

export function selectUserDetails(db: Db): SelectQueryBuilder<Database, 'users', UserDetailsRow> {
  const pending = (kind: ContactKind) =>
    sql<string | null>`(select value from contact_changes where user_id = users.id and kind = ${sql.lit(kind)})`;
  return selectUsers(db).select([
    // Served by seller_votes_seller.
    sql<number>`(select count(*) from seller_votes
      where seller_id = users.id and voted_at > now() - interval '1 year')`.as('rating_year_count'),
    pending('email').as('email_pending'),
    pending('phone').as('phone_pending'),
  ]);
}

const readUser = compileOnce<UserDetailsRow>(
  'find-user',
  (db) => sql`${selectUserDetails(db).where('users.id', '=', sql<number>`$1::bigint`)}`,
);

export async function findUser(db: Db, id: number): Promise<UserDetailsRow | undefined> {
  const [row] = await readUser(db, [id]);
  return row;
}

const readUsers = compileOnce<UserRow>(
  'find-users',
  (db) => sql`${selectUsers(db).where('users.id', '=', sql<number>`any ($1::bigint[])`)}`,
);

const findUsers = async (db: Db, ids: readonly number[]): Promise<UserRow[]> =>
  ids.length === 0 ? [] : readUsers(db, [ids]);

/** Locks the user row until commit and returns the current state. */
export function lockUser(db: Db, id: number): Promise<Selectable<UsersTable> | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export interface UserFilter {
  search: string | undefined;
  state?: UserState | undefined;
  exceptId?: number | null;
}

interface UserSearch extends UserFilter {
  page: number;
  size: number;
  sort?: UserSort | undefined;
  order?: 'asc' | 'desc' | undefined;
}

const SORT_COLUMNS = {
  id: 'users.id',
  lastname: 'users.lastname',
  firstname: 'users.firstname',
  middlename: 'users.middlename',
  phone: 'users.phone',
  email: 'users.email',
  referral: 'users.referral_code',
} as const satisfies Record<UserSort, string>;

const STATE_CONDITIONS = {
  active: sql<boolean>`(users.status = 'active' and users.deleted_at is null)`,
  registered: sql<boolean>`(users.status = 'registered' and users.deleted_at is null)`,
  suspended: sql<boolean>`users.status = 'suspended'`,
  left: sql<boolean>`users.deleted_at is not null`,
  // Served by users_staff.
  staff: sql<boolean>`(users.is_superuser or users.groups <> '{}')`,
  large: sql<boolean>`users.id in (select person_id from ${LARGE_PAGES})`,
} as const satisfies Record<UserState, unknown>;

/** Searches name, email, login, phone and referral code of users in all states. */
function matchesFilter({ search, state, exceptId = null }: UserFilter) {
  const patterns = namePatterns(search);
  const typed = (search ?? '').trim().replace(/\s+/g, ' ');
  const phoneDigits = /\p{Letter}/u.test(typed) ? '' : typed.replace(/\D/g, '');
  return (eb: ExpressionBuilder<Database, 'users'>) => {
    const others = exceptId === null ? [] : [eb('users.id', '<>', exceptId)];
    const states = state === undefined ? [] : [STATE_CONDITIONS[state]];
    if (typed === '') return eb.and([...others, ...states]);
    const found = eb.or([
      eb.and(patterns.map((pattern) => eb('users.search_text', 'like', pattern))),
      eb(sql`lower(users.email)`, 'like', containsPattern(typed.toLowerCase())),
      eb(sql`lower(users.login)`, 'like', containsPattern(typed.toLowerCase())),
      eb('users.referral_code', '=', normalizeReferralCode(typed)),
      ...(phoneDigits.length >= 3 ? [eb('users.phone', 'like', containsPattern(phoneDigits))] : []),
    ]);
    return eb.and([...others, ...states, found]);
  };
}

export async function listUserIds(
  db: Db,
  { page, size, sort = 'id', order = sort === 'id' ? 'desc' : 'asc', ...filter }: UserSearch,
): Promise<{ ids: number[]; total: number }> {
  const matches = matchesFilter(filter);
  const [ids, counted] = await Promise.all([
    db
      .selectFrom('users')
      .select('users.id')
      .where(matches)
      // Served by users_by_…; equal names are ordered by registration.
      .orderBy(SORT_COLUMNS[sort], (by) => (order === 'asc' ? by.asc().nullsLast() : by.desc().nullsLast()))
      .orderBy('users.id', order)
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    db
      .selectFrom(db.selectFrom('users').select('users.id').where(matches).limit(TOTAL_MAX).as('found'))
      .select(sql<number>`count(*)`.as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { ids: ids.map(({ id }) => id), total: counted.total };
}

export async function countUsers(db: Db, filter: UserFilter): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select(sql<number>`count(*)`.as('count'))
    .where(matchesFilter(filter))
    .executeTakeFirstOrThrow();
  return count;
}

const BATCH = 500;

export async function* eachUser(db: Db, filter: UserFilter): AsyncGenerator<UserRow> {
  for (let after = 0; ; ) {
    const ids = await db
      .selectFrom('users')
      .select('users.id')
      .where(matchesFilter(filter))
      .where('users.id', '>', after)
      .orderBy('users.id')
      .limit(BATCH)
      .execute();
    const last = ids.at(-1);
    if (last === undefined) return;
    const rows = await findUsers(
      db,
      ids.map(({ id }) => id),
    );
    yield* rows.sort((one, other) => one.id - other.id);
    after = last.id;
  }
}

export interface Identifiers {
  login?: string | undefined;
  email?: string | undefined;
  phone?: string | null | undefined;
}

/**
 * Returns which identifiers another user has, or had before a change that can still be reverted. A login is also taken
 * when it is another user's email or phone.
 */
export async function findTakenIdentifiers(
  db: Db,
  identifiers: Identifiers,
  exceptUserId: number | null,
): Promise<('login' | 'email' | 'phone')[]> {
  const login = identifiers.login?.toLowerCase() ?? null;
  const email = identifiers.email?.toLowerCase() ?? null;
  const phone = identifiers.phone ?? null;
  const { rows } = await sql<{ login: boolean; email: boolean; phone: boolean }>`
    select coalesce(lower(login) = ${login} or lower(email) = ${login} or phone = any(${findTypedPhones(login ?? '')}::text[]), false) as login,
           coalesce(lower(email) = ${email}, false) as email, coalesce(phone = ${phone}, false) as phone
    from users
    where (lower(login) = ${login} or lower(email) in (${login}, ${email})
        or phone = ${phone} or phone = any(${findTypedPhones(login ?? '')}::text[]))
      and id is distinct from ${exceptUserId}
    union all
    select coalesce(lower(value) = ${login}, false), false, coalesce(value = ${phone}, false)
    from contact_returns
    where kind = 'phone' and value = ${phone} and expires_at > now() and user_id is distinct from ${exceptUserId}
    union all
    select coalesce(lower(value) = ${login}, false), coalesce(lower(value) = ${email}, false), false
    from contact_returns
    where kind = 'email' and lower(value) in (${login}, ${email}) and expires_at > now()
      and user_id is distinct from ${exceptUserId}`.execute(db);
  return (['login', 'email', 'phone'] as const).filter((name) => rows.some((row) => row[name]));
}
