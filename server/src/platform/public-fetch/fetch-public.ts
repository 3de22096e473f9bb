import { Resolver } from 'node:dns/promises';
import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { addAbortSignal } from 'node:stream';
import type { Config } from '../config.ts';
import { isPublicAddress } from './is-public-address.ts';

/** Of all redirects and the body together. */
const TIMEOUT_MS = 5000;
const DNS = { timeout: 2000, tries: 2 };
const REDIRECTS_MAX = 3;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
const PORTS: readonly string[] = ['', '80', '443'];

/** How names become addresses and connections. Tests replace it; the checks of addresses stay. */
export interface PublicNetwork {
  resolve(hostname: string, signal: AbortSignal): Promise<readonly string[]>;
  connect?: RequestOptions['createConnection'];
}

/** Who reads, and what the operator lets be read. */
export interface PublicReader {
  userAgent: string;
  /** Names, or `*.` and the name that others end with. Undefined: any public host. */
  hosts: readonly string[] | undefined;
  /** Nothing is read, nor followed, over plain HTTP. */
  isTlsOnly?: boolean;
}

export interface PublicRequest extends PublicReader {
  /** Accepted media types: whole, or the beginning of one up to its slash. */
  types: readonly string[];
  /** The rest of a longer body is not read. */
  maxBytes: number;
}

export interface PublicResponse {
  /** After redirects. */
  url: URL;
  contentType: string;
  body: Buffer;
  isCut: boolean;
}

/** `name`: what a service of the product calls itself to other sites, such as `OkoloFeeds`. */
export const readerOf = (name: string, { publicUrl, outgoingHosts, requireTls }: Config): PublicReader => ({
  userAgent: `Mozilla/5.0 (compatible; ${name}/1.0; +${publicUrl})`,
  hosts: outgoingHosts,
  isTlsOnly: requireTls,
});

/** The page was not read: it is not public, does not answer in time, or answers something else. */
export class PublicFetchError extends Error {}

export const INTERNET: PublicNetwork = {
  async resolve(hostname, signal) {
    signal.throwIfAborted();
    const resolver = new Resolver(DNS);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
      return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  },
};

/**
 * Reads an address that a stranger may have chosen, with GET and without cookies or referrer. Every name is resolved
 * here, all its addresses have to be public, and the connection goes to one of the addresses that were checked, so that
 * a second answer of the name server changes nothing. Redirects are checked the same way. Fails with PublicFetchError.
 */
export async function fetchPublic(
  address: URL,
  request: PublicRequest,
  network: PublicNetwork = INTERNET,
): Promise<PublicResponse> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    let url = address;
    for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
      const response = await open(url, request, network, signal);
      const next = redirectOf(response, url);
      if (next === undefined) return { url, ...(await readBody(response, request, signal)) };
      response.destroy();
      url = next;
    }
  } catch (error) {
    if (error instanceof PublicFetchError) throw error;
    throw new PublicFetchError(signal.aborted ? 'timed out' : 'unreachable', { cause: error });
  }
  throw new PublicFetchError('too many redirects');
}

async function open(
  url: URL,
  { userAgent, hosts, isTlsOnly = false, types }: PublicRequest,
  network: PublicNetwork,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { protocol, hostname, port, username, password, pathname, search } = url;
  if (protocol !== 'http:' && protocol !== 'https:') throw new PublicFetchError('not http');
  if (isTlsOnly && protocol === 'http:') throw new PublicFetchError('not encrypted');
  if (!PORTS.includes(port)) throw new PublicFetchError('closed port');
  if (username !== '' || password !== '') throw new PublicFetchError('credentials');
  const host = hostname.replace(/^\[|\]$/g, '');
  if (hosts !== undefined && !hosts.some((allowed) => isNamedBy(host, allowed)))
    throw new PublicFetchError('host not allowed');
  const addresses = await findAddresses(host, network, signal);
  const defaultPort = protocol === 'https:' ? 443 : 80;
  const options: RequestOptions = {
    hostname: host,
    port: port || defaultPort,
    defaultPort,
    path: pathname + search,
    headers: {
      'user-agent': userAgent,
      accept: types.map((type) => (type.endsWith('/') ? `${type}*` : type)).join(', '),
      // A compressed body may unpack into any length.
      'accept-encoding': 'identity',
      'accept-language': 'ru, en;q=0.8, *;q=0.5',
    },
    lookup: answerWith(addresses),
    signal,
    // Without an agent no connection is shared with another request.
    ...(network.connect === undefined ? { agent: false } : { createConnection: network.connect }),
  };
  return new Promise((resolve, reject) => {
    const { request } = protocol === 'https:' ? https : http;
    // Errors may follow the response, when `readBody` meets them too.
    request(options).once('response', resolve).on('error', reject).end();
  });
}

const isNamedBy = (host: string, allowed: string): boolean =>
  allowed.startsWith('*.') ? host.endsWith(allowed.slice(1)) : host === allowed;

/** One closed address among public ones refuses the name. */
async function findAddresses(host: string, network: PublicNetwork, signal: AbortSignal): Promise<readonly string[]> {
  const addresses = isIP(host) !== 0 ? [host] : await network.resolve(host, signal);
  signal.throwIfAborted();
  if (addresses.length === 0) throw new PublicFetchError('unknown host');
  if (!addresses.every(isPublicAddress)) throw new PublicFetchError('closed address');
  return addresses;
}

function answerWith(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, { all }, done) => {
    const [first] = answers;
    if (all) done(null, answers);
    else done(null, first?.address ?? '', first?.family);
  };
}

function redirectOf({ statusCode, headers }: IncomingMessage, url: URL): URL | undefined {
  if (statusCode === undefined || !REDIRECTS.includes(statusCode)) return undefined;
  const { location = '' } = headers;
  if (location === '' || !URL.canParse(location, url)) throw new PublicFetchError('redirect to nowhere');
  return new URL(location, url);
}

async function readBody(
  response: IncomingMessage,
  { types, maxBytes }: PublicRequest,
  signal: AbortSignal,
): Promise<Omit<PublicResponse, 'url'>> {
  const { statusCode, headers } = response;
  const contentType = headers['content-type'] ?? '';
  const type = contentType.split(';', 1).join('').trim().toLowerCase();
  const encoding = headers['content-encoding'] ?? 'identity';
  try {
    if (statusCode !== 200) throw new PublicFetchError(`status ${statusCode}`);
    if (!types.some((wanted) => (wanted.endsWith('/') ? type.startsWith(wanted) : type === wanted)))
      throw new PublicFetchError('other media type');
    if (encoding !== 'identity') throw new PublicFetchError('compressed');
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of addAbortSignal(signal, response) as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > maxBytes) break;
    }
    return { contentType, body: Buffer.concat(chunks).subarray(0, maxBytes), isCut: bytes > maxBytes };
  } finally {
    response.destroy();
  }
}
