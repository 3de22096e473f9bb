import pg from 'pg';
import { streamOf } from './client-stream.ts';

interface Host {
  host: string;
  port: number;
}

/** A connection that may name several servers, of which the one that takes writes is used. */
export interface DatabaseConnection extends pg.PoolConfig {
  hosts?: readonly Host[];
}

const ADDRESS = /^(postgres(?:ql)?:\/\/)([^@/?#]*@)?([^@/?#]*)(.*)$/s;
const DEFAULT_PORT = 5432;
/** Milliseconds in which a server tells whether it takes writes; a silent one is passed over. */
const CHECK_MS = 1500;
const READ_WRITE = ['read-write', 'primary'];

/** Reads an address as libpq does, with several hosts: `postgres://me@one,two:5433/okolo?target_session_attrs=read-write`. */
export function parseDatabaseUrl(url: string): DatabaseConnection {
  const [, scheme = '', user = '', authority = '', rest = ''] = ADDRESS.exec(url) ?? [];
  const [path = '', query = ''] = rest.split('?', 2);
  const parameters = new URLSearchParams(query);
  const kind = parameters.get('target_session_attrs');
  if (kind !== null && !READ_WRITE.includes(kind))
    throw new Error(`has target_session_attrs=${kind}, but must lead to a server that takes writes: read-write`);
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
  /** Undefined when the connection names a single one. Waits at most a second and a half. */
  findHost(): Promise<Host | undefined>;
  /** The connection to the server that takes writes. */
  reach(): Promise<pg.PoolConfig>;
  /** Call after that server failed or refused a write: it is looked for again. */
  distrust(): void;
}

export function databaseServer({ hosts, ...connection }: DatabaseConnection): DatabaseServer {
  if (hosts === undefined) return { findHost: async () => undefined, reach: async () => connection, distrust() {} };
  let found: Promise<Host> | undefined;
  async function findHost(): Promise<Host> {
    found ??= findWritable(hosts ?? [], connection);
    const search = found;
    try {
      return await search;
    } catch (error) {
      if (found === search) found = undefined;
      throw error;
    }
  }
  return {
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
async function findWritable(hosts: readonly Host[], connection: pg.PoolConfig): Promise<Host> {
  const asked = hosts.map((host) => requireWritable(host, connection));
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

async function requireWritable(host: Host, connection: pg.PoolConfig): Promise<Host> {
  const client = new pg.Client({
    ...leadTo(connection, host),
    application_name: 'okolo-watch',
    connectionTimeoutMillis: CHECK_MS,
    query_timeout: CHECK_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ is_writable: boolean }>(
      `select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as is_writable`,
    );
    if (rows[0]?.is_writable) return host;
    throw Object.assign(new Error(`the database at ${host.host}:${host.port} takes no writes`), { code: '25006' });
  } finally {
    streamOf(client).destroy();
  }
}
