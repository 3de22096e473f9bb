import type { IncomingMessage } from 'node:http';
import { HOST_PREFIX } from '@app/contract/platform/cookie-prefix';
import type { FastifyInstance } from 'fastify';
import type { OpenServer } from '../open-server.ts';
import { COOKIE_SECONDS_MAX } from './cookie-options.ts';

/**
 * How browsers are told the names of cookies. `host`: with the prefix by which a browser takes them from this very host
 * alone; `moving`: so too, and those without it still count and are renamed; `plain`: as clients of the specification
 * know them.
 */
export const COOKIE_NAMES = ['plain', 'moving', 'host'] as const;
export type CookieNames = (typeof COOKIE_NAMES)[number];

/** Cookies that keep their value when their name changes, and whether scripts of the site read them. */
const LASTING: Readonly<Record<string, { isOpen: boolean }>> = {
  token: { isOpen: false },
  csrftoken: { isOpen: true },
  device: { isOpen: false },
  invitation: { isOpen: false },
  browser: { isOpen: false },
  lang: { isOpen: true },
  tz: { isOpen: true },
};
/** Where cookies without the prefix may lie. */
const PATHS = ['/', '/api'];

interface Leftover {
  /** Without the prefix. */
  name: string;
  sentAs: string;
  /** Undefined where the cookie of the present name came along, or this one does not count. */
  value: string | undefined;
}

const leftovers = new WeakMap<IncomingMessage, readonly Leftover[]>();

/** Gives the cookies of a request the names that the product knows, wherever it reads them. */
export function renameReceived(request: IncomingMessage, names: CookieNames): void {
  const header = request.headers.cookie;
  if (header === undefined || (names === 'plain' && !header.includes(HOST_PREFIX))) return;
  const present = new Map<string, string>();
  const others: { name: string; sentAs: string; value: string }[] = [];
  for (const pair of header.split(/;\s*/)) {
    const at = pair.indexOf('=');
    if (at < 1) continue;
    const [sentAs, value] = [pair.slice(0, at), pair.slice(at + 1)];
    const isPrefixed = sentAs.startsWith(HOST_PREFIX);
    const name = isPrefixed ? sentAs.slice(HOST_PREFIX.length) : sentAs;
    if (isPrefixed === (names !== 'plain')) present.set(name, value);
    else others.push({ name, sentAs, value });
  }
  const counts = names !== 'host';
  const left = others
    .filter(({ name }) => Object.hasOwn(LASTING, name))
    .map((other) => ({ ...other, value: counts && !present.has(other.name) ? other.value : undefined }));
  if (left.length > 0) leftovers.set(request, left);
  if (counts) for (const { name, value } of others) if (!present.has(name)) present.set(name, value);
  request.headers.cookie = [...present].map(([name, value]) => `${name}=${value}`).join('; ');
}

/** A server whose handlers see the product's own names of cookies. Upgrades to sockets do not come by here. */
export function readingCookies(open: OpenServer, names: CookieNames): OpenServer {
  return (options, handle) =>
    open(options, (request, response) => {
      renameReceived(request, names);
      handle(request, response);
    });
}

const nameOf = (cookie: string): string => cookie.slice(0, cookie.indexOf('='));

/** The prefix is only taken with the path of the whole host. */
const withPrefix = (cookie: string): string => `${HOST_PREFIX}${cookie.replace(/; Path=[^;]*/i, '; Path=/')}`;

const lasting = (name: string, value: string): string =>
  `${name}=${value}; Max-Age=${COOKIE_SECONDS_MAX}; Path=/${LASTING[name]?.isOpen ? '' : '; HttpOnly'}; Secure; SameSite=Lax`;

const ended = ({ sentAs }: Leftover): string[] =>
  (sentAs.startsWith(HOST_PREFIX) ? ['/'] : PATHS).map((path) => `${sentAs}=; Max-Age=0; Path=${path}; Secure`);

/** Sends cookies under the names that browsers are told, and renames those of before. Follows the plugin of cookies. */
export function sendCookies(app: FastifyInstance, names: CookieNames): void {
  app.addHook('onSend', async (request, reply) => {
    const own = [reply.getHeader('set-cookie') ?? []].flat().map(String);
    // What others may keep must set nobody's cookies.
    const isPersonal = String(reply.getHeader('cache-control')).includes('no-store');
    const left = isPersonal ? (leftovers.get(request.raw) ?? []) : [];
    if (own.length === 0 && left.length === 0) return;
    const set = new Set(own.map(nameOf));
    const moved = left.flatMap(({ name, value }) =>
      value === undefined || set.has(name) ? [] : [lasting(name, value)],
    );
    const sent = [...own, ...moved];
    reply.removeHeader('set-cookie');
    reply.header('set-cookie', [...(names === 'plain' ? sent : sent.map(withPrefix)), ...left.flatMap(ended)]);
  });
}
