import { Kysely } from 'kysely';
import pg from 'pg';
import type { BaseLogger } from 'pino';
import { CommitDialect } from './commit-work.ts';
import type { DatabaseServer } from './database-server.ts';
import { DatabaseWatch, pingServer } from './database-watch.ts';
import { DividedPool } from './divided-pool.ts';
import { nameStatements, unnameStatements } from './name-statements.ts';
import { COMMON, type OpenDatabase, watchConnections } from './open-database.ts';
import { currentShare, type Share } from './shares.ts';
import { StandbyPool } from './standby/standby-pool.ts';
import { IDLE_IN_TRANSACTION_MS, type ShareLimits, WAIT_LIMITS, type WaitLimits } from './wait-limits.ts';
import { watchedClient, watchStatements } from './watched-client.ts';

/** Milliseconds after its own time limit in which a living server has told of it. A standby is not worth the wait. */
const LATE_MS = 1000;
const STANDBY_LATE_MS = 250;

interface Reachable {
  server: DatabaseServer;
  connection: pg.PoolConfig;
}

export interface DatabaseServers extends Reachable {
  /** Set when `server` is a pooler that lends a connection for one transaction only. */
  direct?: Reachable | undefined;
  /** Follows `server`; only the share of that name goes there. */
  standby?: Reachable | undefined;
}

interface Watched extends Reachable {
  watch: DatabaseWatch;
}

/** Opens the database for a process of the product: each share of its work waits no longer than its limits. */
export function openSharedDatabase<DB>(
  servers: DatabaseServers,
  log: BaseLogger,
  limits: ShareLimits = WAIT_LIMITS,
): OpenDatabase<DB> {
  const main = watchServer(servers, 'the database', log);
  const direct = servers.direct && watchServer(servers.direct, 'the database', log);
  const standby = servers.standby && watchServer(servers.standby, 'the standby', log);
  /** Jobs listen for work and hold locks of a session. */
  const isPooled = (share: Share): boolean => direct !== undefined && share !== 'jobs' && share !== 'standby';
  const sourceOf = (share: Share): Watched => {
    if (share === 'standby' && standby !== undefined) return standby;
    return isPooled(share) ? main : (direct ?? main);
  };

  function openShare(share: Share): pg.Pool {
    const { connections, statementMs, connectionMs } = limits[share];
    const pooled = isPooled(share);
    const { server, connection, watch } = sourceOf(share);
    const Pool = share === 'standby' ? StandbyPool : pg.Pool;
    const pool = new Pool({
      ...COMMON,
      ...connection,
      // A pooler refuses parameters of a session.
      ...(!pooled && sessionLimits(limits[share])),
      connectionTimeoutMillis: connectionMs,
      max: connections,
      Client: watchedClient(server, watch),
    });
    pool.on('connect', (client) => {
      watchStatements(client, watch, statementMs + (share === 'standby' ? STANDBY_LATE_MS : LATE_MS));
      if (pooled) unnameStatements(client);
      else nameStatements(client);
    });
    return pool;
  }

  const pool = new DividedPool(servers.connection, openShare);
  const beginWith = () => (isPooled(currentShare()) ? transactionLimits(limits[currentShare()]) : '');
  const db = new Kysely<DB>({ dialect: new CommitDialect({ pool }, beginWith) });
  const close = watchConnections(pool, () => db.destroy(), log);
  return {
    pool,
    db,
    async close() {
      await close();
      for (const source of [main, direct, standby]) source?.watch.close();
    },
  };
}

function watchServer({ server, connection }: Reachable, name: string, log: BaseLogger): Watched {
  const watch = new DatabaseWatch({ ping: pingServer(server), onSilent: () => server.distrust(), name, log });
  return { server, connection, watch };
}

function sessionLimits({ statementMs, lockMs }: WaitLimits): pg.PoolConfig {
  return {
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  };
}

function transactionLimits({ statementMs, lockMs }: WaitLimits): string {
  return `set local statement_timeout = ${statementMs}; set local lock_timeout = ${lockMs}; set local idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`;
}

/** Single statements through a pooler have no time limit of their own: an administrator gives one to the role. */
export async function warnOfEndlessStatements({ pool, log }: { pool: pg.Pool; log: BaseLogger }): Promise<void> {
  const { rows } = await pool.query<{ role: string; limit: string }>(
    `select current_user as role, current_setting('statement_timeout') as limit`,
  );
  const [setting] = rows;
  if (setting?.limit !== '0') return;
  const { statementMs, lockMs } = WAIT_LIMITS.rest;
  const role = pg.escapeIdentifier(setting.role);
  log.warn(
    {
      run: `alter role ${role} set statement_timeout = ${statementMs}; alter role ${role} set lock_timeout = ${lockMs}`,
    },
    'statements through the pooler may run without end in the database: give their role a limit',
  );
}
