import { GRACE_DAYS } from '@app/contract/money/payments';
import type { SessionEndReason } from '@app/contract/people/auth';
import type { SignInMethod } from '@app/contract/people/security';
import { type Permission, permissionsOf } from '@app/contract/platform/permissions';
import { type SelectQueryBuilder, sql } from 'kysely';
import type pg from 'pg';
import { createBatcher } from '../../platform/batches.ts';
import type { Clock } from '../../platform/clock.ts';
import { isDatabaseAway } from '../../platform/database/database-away.ts';
import { runInShare } from '../../platform/database/shares.ts';
import type { Database, Db } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';
import { type CityTable, NO_CITIES } from '../../platform/geo/city-table.ts';
import type { Identity, ReadWithSession, Sessions, SignedInViewer, Viewer } from '../../platform/http/viewer.ts';
import { allPermissions } from '../users/accounts.public.ts';
import { type Device, USER_AGENT_MAX } from './devices/device-name.ts';
import { reauthenticateWithPassword } from './reauthenticate-with-password.ts';
import { logSecurityEvent } from './security-log.ts';
import { generateToken, generateTokenFamilyKey, hashToken, nextToken } from './tokens.ts';

/** Every use extends the session to this time from now, at most to a year after it was opened. */
const LIFETIME_MS = 30 * 24 * 3600 * 1000;
const LIFETIME_MAX_DAYS = 365;
/** An exchanged token still works for this long, because other tabs may have requests under way with it. */
const GRACE_MS = 30_000;
/** Minimum interval between two writes of "last seen". */
const SEEN_EVERY_MS = 60_000;
/** How long no use is written after the database took no write. */
const USE_RETRY_MS = 5000;
/** How long a re-authentication is valid. */
const REAUTHENTICATION_MS = 5 * 60_000;
/** Maximum successors of a token within the grace period; more indicates a foreign client. */
const TOKEN_FAMILY_MAX = 10;

declare module '../../platform/domain/services.ts' {
  interface Services {
    sessions: SessionService;
  }
}

interface SessionParts {
  pool: pg.Pool;
  db: Db;
  clock: Clock;
  cities?: CityTable;
  /** Whether staff, or everybody, need a strong authentication of the session. */
  isStaffStrong: boolean;
  isEverybodyStrong?: boolean;
  /** What pages need of who is signed in. */
  forPages?: ReadWithSession<object>;
}

interface IdentityRow {
  hash: Buffer;
  session_id: number;
  user_id: number;
  last_seen_at: Date;
  is_superuser: boolean;
  groups: string[];
  permissions: string[];
  is_staff: boolean;
  is_strong: boolean;
  may_publish: boolean;
  /** Active sanctions that restrict requests; null for most users. */
  restraints: ('limit' | 'freeze')[] | null;
  has_muted_words: boolean;
  city_id: number | null;
  district: string;
}

const NO_PERMISSIONS: ReadonlySet<Permission> = new Set();

// Runs for every signed-in request: a prepared statement, each join by a unique index. Simultaneous lookups are
// batched.
const identifyStatement = ({ name, columns, joins }: Omit<ReadWithSession<object>, 'rows'>) => ({
  name,
  text: `
    select t.hash, s.id as session_id, s.user_id, s.last_seen_at, s.is_strong, users.is_superuser, users.groups, users.permissions,
           users.is_superuser or users.groups && '{admin,manager}' as is_staff,
           coalesce(users.paid_until > now() - interval '${GRACE_DAYS} days', false) as may_publish,
           (select array_agg(m.kind) from sanctions m where m.user_id = users.id and m.kind in ('limit', 'freeze')
              and m.ended_at is null and (m.until_at is null or m.until_at > $3)) as restraints,
           exists (select from muted_words w where w.user_id = users.id) as has_muted_words, users.city_id, users.district${columns}
    from session_tokens t
    join sessions s on s.id = t.session_id
    join users on users.id = s.user_id${joins}
    where t.hash = any((select $1::bytea[])::bytea[]) and (t.retired_at is null or t.retired_at > $2)
      and s.expires_at > $3 and users.status = 'active' and users.deleted_at is null`,
});

// Runs every second for all connected users.
const LIST_ENDED = {
  name: 'list-ended-sessions',
  text: `
    select asked.id from unnest($1::bigint[]) as asked (id)
    where not exists (
      select from sessions s join users u on u.id = s.user_id
      where s.id = asked.id and s.expires_at > $2 and u.status = 'active' and u.deleted_at is null
    )`,
};

export class SessionService implements Sessions {
  /** Where sessions were opened, by their addresses. */
  readonly cities: CityTable;
  readonly #parts: SessionParts;
  /** By `performance.now()`: the use of sessions is not written before. */
  #noUseBefore = 0;
  readonly #find: (hash: Buffer) => Promise<IdentityRow | undefined>;
  readonly #findForPage: (hash: Buffer) => Promise<IdentityRow | undefined>;
  /** Viewers of requests in which the person was proved. */
  readonly #proved = new WeakSet<object>();

  constructor(parts: SessionParts) {
    this.#parts = parts;
    const { cities = NO_CITIES, forPages } = parts;
    this.cities = cities;
    this.#find = this.#createFinder({ name: 'identify-session', columns: '', joins: '' });
    this.#findForPage = forPages ? this.#createFinder(forPages) : this.#find;
  }

  #createFinder(beside: Omit<ReadWithSession<object>, 'rows'>): (hash: Buffer) => Promise<IdentityRow | undefined> {
    const { pool, clock } = this.#parts;
    const statement = identifyStatement(beside);
    return createBatcher(
      async (hashes: readonly Buffer[]) => {
        const query = { ...statement, values: [hashes, this.#ago(GRACE_MS), clock()] };
        const { rows } = await runInShare('access', () => pool.query<IdentityRow>(query));
        const found = new Map(rows.map((row) => [row.hash.toString('latin1'), row]));
        return hashes.map((hash) => found.get(hash.toString('latin1')));
      },
      { max: 100, atOnce: 2, pauseMs: 4 },
    );
  }

  #ago(ms: number): Date {
    return new Date(this.#parts.clock().getTime() - ms);
  }

  #nextExpiry() {
    return sql<Date>`least(${this.#ago(-LIFETIME_MS)}, created_at + make_interval(days => ${LIFETIME_MAX_DAYS}))`;
  }

  async identify(token: string): Promise<Identity | undefined> {
    const row = await this.#find(hashToken(token));
    return row && this.#toIdentity(row);
  }

  async identifyForPage(token: string): Promise<Identity | undefined> {
    const row = await this.#findForPage(hashToken(token));
    const identity = row && (await this.#toIdentity(row));
    if (identity) this.#parts.forPages?.rows.set(identity, row);
    return identity;
  }

  async #toIdentity(row: IdentityRow): Promise<Identity> {
    if (row.last_seen_at < this.#ago(SEEN_EVERY_MS)) await this.#recordUse(row.session_id);
    const mustAddFactor = this.#parts.isEverybodyStrong === true && !row.is_strong;
    const lacksSecondFactor = mustAddFactor || (this.#parts.isStaffStrong && row.is_staff && !row.is_strong);
    return {
      userId: row.user_id,
      sessionId: row.session_id,
      isStaff: row.is_staff && !lacksSecondFactor,
      isSuperuser: row.is_superuser && !lacksSecondFactor,
      permissions: row.is_staff && !lacksSecondFactor ? new Set(permissionsOf(row)) : NO_PERMISSIONS,
      get toldPermissions() {
        return allPermissions(row);
      },
      isPaid: row.may_publish,
      lacksSecondFactor,
      mustAddFactor,
      isFrozen: row.restraints?.includes('freeze') ?? false,
      isLimited: row.restraints?.includes('limit') ?? false,
      hasMutedWords: row.has_muted_words,
      home: row.city_id === null ? null : { cityId: row.city_id, district: row.district },
    };
  }

  /** A database that takes no writes still answers those who only read. */
  async #recordUse(sessionId: number): Promise<void> {
    if (performance.now() < this.#noUseBefore) return;
    try {
      await runInShare('access', () => this.#touch(sessionId));
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      this.#noUseBefore = performance.now() + USE_RETRY_MS;
    }
  }

  async #touch(sessionId: number): Promise<void> {
    await this.#parts.db
      .updateTable('sessions')
      .set({ last_seen_at: this.#parts.clock(), expires_at: this.#nextExpiry() })
      .where('id', '=', sessionId)
      .where('last_seen_at', '<', this.#ago(SEEN_EVERY_MS))
      .execute();
  }

  /** Starts a session and returns its token, of which only the hash is stored. */
  async create(
    within: Db,
    userId: number,
    { ip, userAgent }: Device,
    method: SignInMethod = 'password',
  ): Promise<string> {
    const token = generateToken();
    const now = this.#parts.clock();
    const { id } = await within
      .insertInto('sessions')
      .values({
        user_id: userId,
        token_family: generateTokenFamilyKey(),
        created_at: now,
        last_seen_at: now,
        expires_at: this.#ago(-LIFETIME_MS),
        reauthenticated_at: now,
        user_agent: (userAgent ?? '').slice(0, USER_AGENT_MAX),
        ip,
        method,
        is_strong: method !== 'password',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await within
      .insertInto('session_tokens')
      .values({ hash: hashToken(token), session_id: id, created_at: now })
      .execute();
    return token;
  }

  /**
   * Exchanges a token for the next one of its session. Undefined if the token is unknown or expired, or was exchanged
   * so long ago that it must be a copy; in that case the session ends.
   */
  refresh(token: string): Promise<{ userId: number; token: string } | undefined> {
    return this.#parts.db.transaction().execute(async (tx) => {
      const session = await lockSession(tx, token);
      if (session === undefined) return undefined;
      const given = await findToken(tx, session.id, token);
      if (given?.retired_at != null && given.retired_at <= this.#ago(GRACE_MS)) {
        await tx.deleteFrom('sessions').where('id', '=', session.id).execute();
        return undefined;
      }
      const isUsable =
        session.expires_at > this.#parts.clock() && session.status === 'active' && session.deleted_at === null;
      if (!isUsable) return undefined;

      const next = await this.#findNextToken(tx, session, token, given?.retired_at != null);
      await tx
        .updateTable('sessions')
        .set({ last_seen_at: this.#parts.clock(), expires_at: this.#nextExpiry() })
        .where('id', '=', session.id)
        .execute();
      return { userId: session.user_id, token: next };
    });
  }

  async #findNextToken(tx: Db, session: LockedSession, token: string, isRetired: boolean): Promise<string> {
    if (!isRetired) {
      const next = nextToken(token, session.token_family);
      const now = this.#parts.clock();
      await tx.updateTable('session_tokens').set({ retired_at: now }).where('hash', '=', hashToken(token)).execute();
      await tx
        .insertInto('session_tokens')
        .values({ hash: hashToken(next), session_id: session.id, created_at: now })
        .execute();
      return next;
    }
    let newest = token;
    for (let step = 0; step < TOKEN_FAMILY_MAX; step++) {
      newest = nextToken(newest, session.token_family);
      const stored = await findToken(tx, session.id, newest);
      if (stored?.retired_at === null) return newest;
    }
    throw new Error('A session has no newest token');
  }

  /** Tells the holder of a token why its session ended; undefined for tokens that never were, and for other reasons. */
  async findEndReason(token: string): Promise<SessionEndReason | undefined> {
    const ended = await this.#parts.db
      .selectFrom('ended_session_tokens')
      .select('reason')
      .where('hash', '=', hashToken(token))
      .executeTakeFirst();
    return ended?.reason;
  }

  listEnded = async (sessionIds: readonly number[]): Promise<number[]> => {
    const query = { ...LIST_ENDED, values: [sessionIds, this.#parts.clock()] };
    const { rows } = await runInShare('access', () => this.#parts.pool.query<{ id: number }>(query));
    return rows.map(({ id }) => id);
  };

  async end(sessionId: number): Promise<void> {
    await this.#parts.db.deleteFrom('sessions').where('id', '=', sessionId).execute();
  }

  /** Ends a user's sessions except the named one, and pending sign-ins. Their devices are told the reason. */
  async endOthers(
    within: Db,
    userId: number,
    exceptSessionId: number | null,
    reason?: SessionEndReason,
  ): Promise<void> {
    if (reason !== undefined) {
      const ended = within
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', userId)
        .where('id', 'is distinct from', exceptSessionId);
      await saveEndReason(within, ended, reason, this.#parts.clock());
    }
    await within
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where('id', 'is distinct from', exceptSessionId)
      .execute();
    // Pending sign-ins with the old password are cancelled.
    await within.deleteFrom('challenges').where('user_id', '=', userId).where('purpose', '=', 'second_step').execute();
  }

  async endSessionsOnPasswordChange(tx: Db, userId: number, viewer: Viewer): Promise<void> {
    const isOwn = viewer.userId === userId;
    await this.endOthers(tx, userId, isOwn ? viewer.sessionId : null, isOwn ? 'password_changed' : undefined);
    // The device of staff is not recorded for changes made by staff.
    const device = isOwn ? await findDevice(tx, viewer) : { ip: '', userAgent: undefined };
    await logSecurityEvent(tx, { userId, kind: 'password_changed', device, at: this.#parts.clock() });
  }

  async markReauthenticated(db: Db, viewer: { sessionId: number }, isStrong = false): Promise<void> {
    this.#proved.add(viewer);
    const reauthenticated = { reauthenticated_at: this.#parts.clock(), ...(isStrong && { is_strong: true }) };
    await db.updateTable('sessions').set(reauthenticated).where('id', '=', viewer.sessionId).execute();
  }

  /** Whether the person was proved in the request of this viewer. */
  wasProved = (viewer: Viewer): boolean => this.#proved.has(viewer);

  /**
   * Requires the current password or a recent re-authentication of this session. Fails with current_password_required
   * otherwise, with current_password_wrong, and with too_many_attempts after too many failures.
   */
  async requireReauthentication(viewer: SignedInViewer, currentPassword?: string): Promise<void> {
    const { userId, sessionId } = viewer;
    if (currentPassword) {
      await reauthenticateWithPassword(this.#parts, userId, sessionId, currentPassword);
      this.#proved.add(viewer);
      return;
    }
    const reauthenticated = await this.#parts.db
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', sessionId)
      .where('reauthenticated_at', '>', this.#ago(REAUTHENTICATION_MS))
      .executeTakeFirst();
    if (reauthenticated === undefined) throw new Failure('current_password_required');
  }
}

/** Stores the reason for the tokens in use of sessions that are about to be deleted. */
export async function saveEndReason(
  within: Db,
  sessionIds: SelectQueryBuilder<Database, 'sessions', { id: number }>,
  reason: SessionEndReason,
  now: Date,
): Promise<void> {
  await within
    .insertInto('ended_session_tokens')
    .columns(['hash', 'reason', 'ended_at'])
    .expression((from) =>
      from
        .selectFrom('session_tokens')
        .select(['hash', sql.val(reason).$castTo<SessionEndReason>().as('reason'), sql.val(now).as('ended_at')])
        .where('session_id', 'in', sessionIds)
        .where('retired_at', 'is', null),
    )
    .execute();
}

type LockedSession = NonNullable<Awaited<ReturnType<typeof lockSession>>>;

function lockSession(tx: Db, token: string) {
  return tx
    .selectFrom('session_tokens as t')
    .innerJoin('sessions as s', 's.id', 't.session_id')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['s.id', 's.user_id', 's.token_family', 's.expires_at', 'u.status', 'u.deleted_at'])
    .where('t.hash', '=', hashToken(token))
    .forUpdate('s')
    .executeTakeFirst();
}

function findToken(tx: Db, sessionId: number, token: string): Promise<{ retired_at: Date | null } | undefined> {
  return tx
    .selectFrom('session_tokens')
    .select('retired_at')
    .where('hash', '=', hashToken(token))
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
}

async function findDevice(within: Db, { sessionId, ip }: Viewer): Promise<Device> {
  const session = await within
    .selectFrom('sessions')
    .select('user_agent')
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return { ip, userAgent: session?.user_agent };
}
