import type { RedisOptions } from 'ioredis';

const ADDRESS = /^(rediss?):\/\/|^(rediss?)\+sentinel:\/\//;
const SENTINEL_PORT = 26_379;

/**
 * Reads `redis://`, `rediss://` (TLS) and, for a server that Sentinel names,
 * `redis+sentinel://user:password@one,two:26380/name/0?sentinel_password=…`. `ca`: the only authorities that count.
 */
export function parseRedisUrl(url: string, ca?: string): RedisOptions {
  const tls = ca === undefined ? {} : { ca };
  const [, direct, watched] = ADDRESS.exec(url) ?? [];
  if (direct === undefined && watched === undefined)
    throw new Error('must be an address starting with redis://, rediss://, redis+sentinel:// or rediss+sentinel://');
  const [hosts, single] = splitHosts(url);
  if (!URL.canParse(single)) throw new Error('is no address');
  const { username, password, hostname, port, pathname, searchParams } = new URL(single);
  const credentials = {
    ...(username !== '' && { username: decodeURIComponent(username) }),
    ...(password !== '' && { password: decodeURIComponent(password) }),
  };
  const [first = '', second = '', ...rest] = pathname.slice(1).split('/');
  const db = watched === undefined ? first : second;
  if (!/^\d*$/.test(db) || rest.length > 0) throw new Error(`ends with "${pathname}", which is no database`);
  if (watched === undefined) {
    if (hosts.length > 1) throw new Error('names several hosts, which needs redis+sentinel://');
    return {
      ...{ host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port || 6379), db: Number(db) },
      ...credentials,
      ...(direct === 'rediss' && { tls }),
    };
  }
  if (first === '')
    throw new Error('must name the group of servers that Sentinel knows: redis+sentinel://one,two/name');
  const sentinelPassword = searchParams.get('sentinel_password');
  return {
    ...{ sentinels: hosts.map(parseSentinel), name: decodeURIComponent(first), db: Number(db) },
    ...credentials,
    ...(sentinelPassword !== null && { sentinelPassword }),
    ...(watched === 'rediss' && { tls, sentinelTLS: tls, enableTLSForSentinelMode: true }),
  };
}

/** The hosts of an address, and the address with the first of them, which a parser of addresses understands. */
function splitHosts(url: string): [string[], string] {
  const [, before = '', authority = '', after = ''] = /^([^/]+\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
  const hosts = authority.split(',');
  return [hosts, `${before}${hosts[0]}${after}`];
}

function parseSentinel(name: string): { host: string; port: number } {
  const [, bracketed, plain, port] = /^(?:\[([\da-f:.]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/i.exec(name) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined) throw new Error(`has "${name}", which is no host`);
  return { host, port: Number(port ?? SENTINEL_PORT) };
}
