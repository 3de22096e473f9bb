import pg from 'pg';
import { streamOf } from './client-stream.ts';

interface Host {
  host: string;
  port: number;
}

/** A connection that may name several servers, of which the first one of the wanted kind is used. */
export interface DatabaseConnection extends pg.PoolConfig {
  hosts?: readonly Host[];
}

const ADDRESS = /^(postgres(?:ql)?:\/\/)([^@/?#]*@)?([^@/?#]*)(.*)$/s;
const DEFAULT_PORT = 5432;
/** Milliseconds in which a server tells whether it takes writes; a silent one is passed over. */
const CHECK_MS = 1500;
/** What a server has to be, with the values of libpq's `target_session_attrs` that say so. */
const KINDS = { primary: ['read-write', 'primary'], standby: ['standby'] };
type Kind = keyof typeof KINDS;
const NAMES: Record<Kind, string> = { primary: 'server that takes writes', standby: 'standby' };
const REFUSALS: Record<Kind, string> = { primary: 'takes no writes', standby: 'is no standby' };

/** Reads an address as libpq does, with several hosts: `postgres://me@one,two:5433/okolo?target_session_attrs=read-write`. */
export function parseDatabaseUrl(url: string, wanted: Kind = 'primary'): DatabaseConnection {
  const [, scheme = '', user = '', authority = '', rest = ''] = ADDRESS.exec(url) ?? [];
  const [path = '', query = ''] = rest.split('?', 2);
  const parameters = new URLSearchParams(query);
  const kind = parameters.get('target_session_attrs');
  if (kind !== null && !KINDS[wanted].includes(kind))
    throw new Error(`has target_session_attrs=${kind}, but must lead to a ${NAMES[wanted]}: ${KINDS[wanted][0]}`);
  parameters.delete('target_session_attrs');
  const names = authority.split(',');
  if (scheme === '' || (names.length === 1 && !URL.canParse(url)))
    throw new Error('must be an address starting with postgres:// or postgresql://');
  if (names.length === 1 && kind === null) return { connectionString: url };
  const search = parameters.size > 0 ? `?${parameters}` : '';
  const [first = ''] = names;
  const connectionString = `${scheme}${user}${first}${path}${search}`;
  if (parameters.has('host')) throw new Error('names hosts twice, before and after the question mark');
  return { connectionString, hosts: names.map(parseHost) };
}

function parseHost(name: string): Host {
  const [, bracketed, plain, port = DEFAULT_PORT] =
    /^(?:\[([\da-f:.]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/i.exec(name) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined) throw new Error(`has "${name}", which is no host`);
  return { host: decodeURIComponent(host), port: Number(port) };
}

/** Where connections lead at the moment. */
export interface DatabaseServer {
  readonly kind: Kind;
  /** Undefined when the connection names a single one. Waits at most a second and a half. */
  findHost(): Promise<Host | undefined>;
  /** The connection to the server of that kind. */
  reach(): Promise<pg.PoolConfig>;
  /** Call after that server failed or refused a write: it is looked for again. */
  distrust(): void;
}

export function databaseServer({ hosts, ...connection }: DatabaseConnection, kind: Kind = 'primary'): DatabaseServer {
  if (hosts === undefined)
    return { kind, findHost: async () => undefined, reach: async () => connection, distrust() {} };
  let found: Promise<Host> | undefined;
  async function findHost(): Promise<Host> {
    found ??= findFirst(hosts ?? [], (host) => requireKind(kind, host, connection));
    const search = found;
    try {
      return await search;
    } catch (error) {
      if (found === search) found = undefined;
      throw error;
    }
  }
  return {
    kind,
    findHost,
    reach: async () => leadTo(connection, await findHost()),
    distrust() {
      found = undefined;
    },
  };
}

/** An address given as a string wins over `host` and `port`, so those within it are replaced. */
function leadTo(connection: pg.PoolConfig, { host, port }: Host): pg.PoolConfig {
  if (connection.connectionString === undefined) return { ...connection, host, port };
  const url = new URL(connection.connectionString);
  url.hostname = host.includes(':') ? `[${host}]` : host;
  url.port = String(port);
  return { ...connection, connectionString: url.href };
}

/** Asks all at once and takes the first in order, so that the ones before it cost no more than one wait together. */
async function findFirst(hosts: readonly Host[], ask: (host: Host) => Promise<Host>): Promise<Host> {
  const asked = hosts.map(ask);
  for (const check of asked) check.catch(() => {});
  let failure: unknown;
  for (const check of asked) {
    try {
      return await check;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

async function requireKind(kind: Kind, host: Host, connection: pg.PoolConfig): Promise<Host> {
  const client = new pg.Client({
    ...leadTo(connection, host),
    application_name: 'okolo-watch',
    connectionTimeoutMillis: CHECK_MS,
    query_timeout: CHECK_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<Record<Kind, boolean>>(`
      select pg_is_in_recovery() as standby,
             not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as primary`);
    if (rows[0]?.[kind]) return host;
    throw Object.assign(new Error(`the database at ${host.host}:${host.port} ${REFUSALS[kind]}`), { code: '25006' });
  } finally {
    streamOf(client).destroy();
  }
}
