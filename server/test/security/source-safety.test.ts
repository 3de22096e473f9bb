import { readFileSync } from 'node:fs';
import path from 'node:path';
import { MAC_HASHES } from '@app/media-node/signature';
import { expect, test } from 'vitest';
import { sourceFiles } from '../../../scripts/checks/source-files.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const SERVER = ['server/src', 'media-node/src', 'contract/src'];
const SITE = ['web/app', 'web/worker'];

const sources = new Map<string, string>();
function readSource(file: string): string {
  const known = sources.get(file) ?? readFileSync(path.join(ROOT, file), 'utf8');
  sources.set(file, known);
  return known;
}

/** Files with the pattern outside of comments and tests, relative to the repository. */
function filesWith(folders: readonly string[], pattern: RegExp): string[] {
  return sourceFiles(
    folders.map((folder) => path.join(ROOT, folder)),
    /^(?!.*\.test\.tsx?$).*\.tsx?$/,
  )
    .map((file) => path.relative(ROOT, file))
    .filter((file) => pattern.test(readSource(file).replace(/^\s*(?:\/\/|\/?\*).*$/gm, '')));
}

test('no text becomes code, but the filters of responses, which the contract alone writes, and one constant', () => {
  const pattern = /\beval\(|new Function\(|\bvm\b.*from 'node:vm'|setTimeout\(['"`]/;
  expect(filesWith([...SERVER, ...SITE], pattern)).toEqual([
    'server/src/platform/http/response-filter.ts',
    // Reaches the garbage collector, by a constant.
    'server/src/platform/storage/collect-upload-garbage.ts',
  ]);
});

test('no program is started through a shell', () => {
  expect(filesWith(SERVER, /import .*\bexec(?:Sync)?\b.* from 'node:child_process'|shell:\s*true/)).toEqual([]);
});

test('SQL is made of constants and parameters: raw parts are named here', () => {
  expect(filesWith(['server/src'], /\bsql\.raw\(|\bsql\.lit\(/)).toEqual(RAW_SQL);
});
/** Raw parts are constants of the same file, columns that the code lists, numbers and names that the contract bounds, or `asc` and `desc`. */
const RAW_SQL = [
  'server/src/market/ads/audience/ad-audience.public.ts',
  'server/src/market/saved-searches/match-searches.job.ts',
  'server/src/messaging/chat-files/chat-files.public.ts',
  'server/src/messaging/chat/chat-header.ts',
  'server/src/messaging/chat/list/list-chats.ts',
  'server/src/messaging/chat/on-deal.ts',
  'server/src/notifications/notifications/send-digests.job.ts',
  'server/src/people/birthdays/own-birthday.ts',
  'server/src/people/circle/people.queries.ts',
  'server/src/people/circle/suggest-people.ts',
  'server/src/people/users/accounts.public.ts',
  'server/src/people/users/search/friends-of-friends.public.ts',
  'server/src/people/users/users.queries.ts',
  'server/src/publishing/comments/comments.queries.ts',
  'server/src/publishing/music/find-newest-music.ts',
  'server/src/publishing/publications/list-publications.ts',
  'server/src/reference/districts.public.ts',
  'server/src/reference/places/newest-of-cities.public.ts',
  'server/src/reference/reference.public.ts',
  'server/src/reference/reference.queries.ts',
  'server/src/staff/operations/daily-metrics.queries.ts',
  'server/src/trust/content-rules/rule-match.ts',
  'server/src/trust/moderation/complaint-response-stats.ts',
];

test('random values come from the generator of the system', () => {
  // The page that waits spreads reloads; nothing secret comes of it.
  expect(filesWith(SERVER, /Math\.random\(/)).toEqual(['server/src/site/wait-page.ts']);
});

test('hashes, signatures and ciphers are those of the list, by the library of Node', () => {
  const used = (pattern: RegExp) =>
    [
      ...new Set(
        filesWith(SERVER, pattern).flatMap((file) =>
          [...readSource(file).matchAll(new RegExp(pattern, 'g'))].map(([, algorithm]) => algorithm),
        ),
      ),
    ].sort();
  expect(used(/createHash\('([\w-]+)'/)).toEqual(['sha1', 'sha256']);
  // Lists of breached passwords have SHA-1; nothing is kept by it.
  expect(filesWith(SERVER, /createHash\('sha1'/)).toEqual([
    'server/src/people/users/passwords/breached-passwords.public.ts',
  ]);
  // HMAC-SHA-1 is what TURN servers expect of passwords with a time limit.
  expect(used(/createHmac\('([\w-]+)'/)).toEqual(['sha1', 'sha256']);
  expect(MAC_HASHES).toEqual(['sha256']);
  expect(filesWith(SERVER, /createHmac\((?!')/)).toEqual(['media-node/src/signature.ts']);
  expect(filesWith(SERVER, /createHmac\('sha1'/)).toEqual(['server/src/live/media-rooms/ice.public.ts']);
  expect(used(/'(aes-[\w-]+)'/)).toEqual(['aes-256-gcm']);
  expect(filesWith(SERVER, /createCipheriv\(|createDecipheriv\(/)).toEqual([
    'server/src/platform/installation-keys/seal.ts',
  ]);
});

test('certificates of others are always checked', () => {
  // It reads when the site's own certificate ends, and sends nothing.
  const unchecked = /rejectUnauthorized:\s*false|NODE_TLS_REJECT_UNAUTHORIZED/;
  expect(filesWith(SERVER, unchecked)).toEqual(['server/src/staff/operations/site-certificate.ts']);
  // It trusts the certificate of this machine itself, and no other one.
  expect(filesWith(SERVER, /checkServerIdentity/)).toEqual(['server/src/live/media-rooms/node-trust.ts']);
});

test('cookies get their names in one place, and scripts set those of language and zone alone', () => {
  expect(filesWith(SERVER, /set-cookie/i)).toEqual([
    'server/src/platform/http/cookies/cookie-names.ts',
    'server/src/platform/http/public-cache.ts',
  ]);
  const setting = filesWith(SITE, /\b(?:document|d)\.cookie\s*=[^=]|cookieStore\.set\(/);
  expect(setting).toEqual(['web/app/platform/format/device-zone-script.ts', 'web/app/platform/i18n.tsx']);
  for (const file of setting) expect(readSource(file)).toContain('dataset.cookies');
});

test('databases and files of browsers are opened by modules that ask whether anything may be kept', () => {
  const opening = filesWith(SITE, /\bopenDB[<(]|indexedDB\.open\(|storage\.getDirectory\(/);
  expect(opening).toEqual([
    'web/app/files/uploads/upload-memory.ts',
    'web/app/messaging/calls/recording/chunks.ts',
    'web/app/messaging/chat/engine/outbox/outbox-store.ts',
    'web/app/publishing/publications/editor/draft-store.ts',
  ]);
  const asking = opening.map((file) => file.replace('outbox/outbox-store', 'local-session'));
  for (const file of asking) expect([file, readSource(file).includes('keepsNothing()')]).toEqual([file, true]);
});

test('markup is set as text only where it is made by us', () => {
  expect(filesWith(SITE, /dangerouslySetInnerHTML|\.innerHTML\s*=|insertAdjacentHTML|document\.write\(/)).toEqual([
    // Choices of a select, each escaped.
    'web/app/market/ads/list/filters/filter-bar.tsx',
    // Scripts of ours, which the policy of the page allows by their hashes.
    'web/app/platform/loading/own-script.tsx',
    // What React rendered for the same values before.
    'web/app/ui/cached.tsx',
    // The shapes of icons, of a package.
    'web/app/ui/create-icon.ts',
    // JSON in which `<` is escaped.
    'web/app/ui/json-ld.tsx',
  ]);
});

test('requests to other servers follow no redirects; pages of links check each', () => {
  const asking = filesWith(SERVER, /\b(?:await|return) fetch\(/);
  expect(asking.length).toBeGreaterThan(4);
  expect(asking.filter((file) => !/redirect: '(?:error|manual)'/.test(readSource(file)))).toEqual([
    // The sandbox of payments tells this site itself.
    'server/src/money/payments/provider/deliver-sandbox-webhook.job.ts',
  ]);
});

/** Modules that reach other servers, and whose address each of them reaches. */
const OUTGOING: Readonly<Record<string, string>> = {
  'server/src/live/media-rooms/livekit-rooms.public.ts': 'the LiveKit server that the operator set',
  'server/src/live/media-rooms/media-proxy.ts': 'the own media node of this machine',
  'server/src/live/media-rooms/node-link.ts': 'own media nodes',
  'server/src/live/media-rooms/request-node.ts': 'own media nodes',
  'server/src/money/payments/provider/deliver-sandbox-webhook.job.ts': 'this site itself, as the sandbox of payments',
  'server/src/money/payments/provider/yookassa-provider.ts': 'the provider that the operator set',
  'server/src/notifications/push/deliver-push.job.ts': 'push services on a list of ours',
  'server/src/platform/live/redis-connection.ts': 'Redis that the operator set',
  'server/src/platform/mail/mail.ts': 'the mail server that the operator set',
  'server/src/platform/public-fetch/fetch-public.ts': 'any public host, for pages of links, checked at every step',
  'server/src/platform/scanner/clamd-address.ts': 'the scanner that the operator set',
  'server/src/platform/sms/sms.ts': 'the gateway that the operator set',
  'server/src/platform/storage/s3-client.ts': 'the store that the operator set',
  'server/src/platform/tracing/otlp-exporter.ts': 'the collector that the operator set',
  'server/src/staff/operations/site-certificate.ts': 'this site itself, for its certificate',
};

test('modules that reach other servers are named here, with whose address they reach', () => {
  const reaching =
    /\b(?:await|return) fetch\(|createTransport\(|new (?:S3Client|Redis|WebSocket|RoomServiceClient)\(|^import https? |^import https?, |^import \{ connect\b|^import \{.*\brequest as /m;
  expect(filesWith(['server/src'], reaching).sort()).toEqual(Object.keys(OUTGOING).sort());
});

test('every policy that the server sends keeps the response out of frames', () => {
  const policies = filesWith(['server/src'], /default-src/).flatMap((file) =>
    [...readSource(file).matchAll(/["`][^"`\n]*default-src '(?:none|self)'[^"`\n]*["`]/g)].map(([text]) => ({
      file,
      text,
    })),
  );
  expect(policies.length).toBeGreaterThan(6);
  // The policy of pages is a list, of which a test of its own reads the whole.
  const others = policies.filter(({ text }) => text !== '"default-src \'self\'"');
  expect(others.filter(({ text }) => !text.includes("frame-ancestors 'none'"))).toEqual([]);
});

test('no call knows hints of passwords or secret questions', () => {
  expect(filesWith(['contract/src/people'], /password_?hint|secret_?question|security_?question/i)).toEqual([]);
});

test('pages take no messages of other windows', () => {
  expect(filesWith(SITE, /window\.addEventListener\('message'|\bonmessage\s*=.*window/)).toEqual([]);
});

test('expressions that are made while the program runs take no input of people', () => {
  expect(filesWith([...SERVER, ...SITE], /new RegExp\(/)).toEqual(MADE_EXPRESSIONS);
});
/** Their parts are constants, names of ours, or numbers that a schema has checked. */
const MADE_EXPRESSIONS = [
  'contract/src/messaging/message-marks.ts',
  'contract/src/notifications/notifications.ts',
  'contract/src/platform/fields.ts',
  'media-node/src/rtp/sdp.ts',
  'server/src/market/ads/search/query/read-price.ts',
  'server/src/market/ads/search/query/read-radius.ts',
  'server/src/messaging/chat/warnings.ts',
  'server/src/platform/audit-log/audit.queries.ts',
  'server/src/platform/http/request/request-key.ts',
  'server/src/platform/search/spellings.ts',
  'web/app/people/auth/sign-in/second-factor.tsx',
  'web/app/platform/loading/cached-parts.ts',
];
