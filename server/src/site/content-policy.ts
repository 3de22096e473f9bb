import { hash as hashOnce } from 'node:crypto';
import type { Config } from '../platform/config.ts';

/** Cached, because most inline scripts are the same on every page. */
const hashes = new Map<string, string>();
const HASHES_MAX = 200;
const REMEMBERED_LENGTH_MAX = 4000;
/** The scripts of a page that is kept stay the same list. */
const sources = new WeakMap<readonly string[], string[]>();

/**
 * Content-Security-Policy of a rendered page: the site's own inline scripts (React Router's data and the color scheme)
 * are allowed by hash. Unlike nonces, hashes stay valid when the page is served from a cache.
 */
export function pageContentPolicy(ownScripts: readonly string[], mediaOrigins: readonly string[] = []): string {
  const hashed = sources.get(ownScripts) ?? ownScripts.map((script) => `'sha256-${hashOf(script)}'`);
  sources.set(ownScripts, hashed);
  return [
    "default-src 'self'",
    `script-src 'self' ${[...new Set(hashed)].join(' ')}`,
    // Dialogs and menus are positioned by inline styles; styles cannot run code.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    ["connect-src 'self'", ...mediaOrigins].join(' '),
    "font-src 'self'",
    "media-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * Origins of media sockets besides the site. LiveKit's client repeats a failed socket request over HTTP to get the
 * reason.
 */
export function mediaOriginsOf({ media, livekit }: Pick<Config, 'media' | 'livekit'>): string[] {
  const addresses = livekit === undefined ? (media.urls ?? []) : [livekit.url];
  const origins = addresses.map((address) => new URL(address.replace(/^ws/, 'http')).origin);
  return origins.flatMap((origin) => [origin.replace(/^http/, 'ws'), ...(livekit === undefined ? [] : [origin])]);
}

function hashOf(script: string): string {
  const known = hashes.get(script);
  if (known !== undefined) return known;
  const hash = hashOnce('sha256', script, 'base64');
  if (script.length <= REMEMBERED_LENGTH_MAX) {
    if (hashes.size >= HASHES_MAX) hashes.clear();
    // Copies the string: a substring would keep the whole page in memory.
    hashes.set(Buffer.from(script).toString(), hash);
  }
  return hash;
}
