import { createHash } from 'node:crypto';
import type { Config } from '../platform/config.ts';

/** Most inline scripts are the same on every page. */
const hashes = new Map<string, string>();
const HASHES_MAX = 200;
const REMEMBERED_LENGTH_MAX = 4000;

/**
 * The Content-Security-Policy of one rendered page: the inline scripts that the site itself put there (React Router's data
 * and the colour scheme) are allowed by their hashes. Hashes, unlike nonces, stay true when the page is served from a cache.
 */
export function pageContentPolicy(ownScripts: readonly string[], mediaOrigins: readonly string[] = []): string {
  const sources = ownScripts.map((script) => `'sha256-${hashOf(script)}'`);
  return [
    "default-src 'self'",
    `script-src 'self' ${[...new Set(sources)].join(' ')}`,
    // Dialogs and menus place themselves by style attributes and elements; styles cannot run code.
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

/** Where pages open sockets of rooms besides the site itself. LiveKit's library asks by http what a socket refused. */
export function mediaOriginsOf({ media, livekit }: Pick<Config, 'media' | 'livekit'>): string[] {
  const addresses = livekit === undefined ? (media.urls ?? []) : [livekit.url];
  const origins = addresses.map((address) => new URL(address.replace(/^ws/, 'http')).origin);
  return origins.flatMap((origin) => [origin.replace(/^http/, 'ws'), ...(livekit === undefined ? [] : [origin])]);
}

function hashOf(script: string): string {
  const known = hashes.get(script);
  if (known !== undefined) return known;
  const hash = createHash('sha256').update(script).digest('base64');
  if (script.length <= REMEMBERED_LENGTH_MAX) {
    if (hashes.size >= HASHES_MAX) hashes.clear();
    // A copy: the script is a part of its page and would keep all of it in memory.
    hashes.set(Buffer.from(script).toString(), hash);
  }
  return hash;
}
