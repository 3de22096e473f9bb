// Tries a proxy in front of a running site: what a browser needs of it, and that nobody notices a node that stops.
//   node deploy/try-proxy.mjs https://okolo.example [--at 127.0.0.1] [--insecure] [--origin https://PUBLIC_URL]
//       [--plain http://okolo.example] [--login admin --password-file FILE] [--watch SECONDS]
// With a login it also uploads 30 MB in parts of 10 and forges X-Forwarded-For. With --watch it asks ten times a second and counts
// what failed: restart the nodes one after another meanwhile.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    at: { type: 'string' },
    insecure: { type: 'boolean', default: false },
    login: { type: 'string' },
    // PUBLIC_URL, where the proxy is tried under another address.
    origin: { type: 'string' },
    'password-file': { type: 'string' },
    plain: { type: 'string' },
    watch: { type: 'string' },
  },
});
const site = new URL(positionals[0] ?? 'https://localhost');
const origin = given.origin ?? site.origin;
const FORGED = '203.0.113.77';
const PART = 10 * 1024 * 1024;
const PARTS = 3;
const ANSWER_MS = 30_000;

const lookup =
  given.at &&
  ((_name, options, done) => (options.all ? done(null, [{ address: given.at, family: 4 }]) : done(null, given.at, 4)));
const agent = new https.Agent({ keepAlive: true, rejectUnauthorized: !given.insecure, ...(lookup && { lookup }) });

function ask(path, { method = 'GET', headers = {}, body, from = site, client = https } = {}) {
  return new Promise((resolve, reject) => {
    const url = new URL(path, from);
    const options = { method, headers, ...(client === https ? { agent } : lookup && { lookup }) };
    const request = client.request(url, options, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, text: Buffer.concat(chunks).toString() }),
      );
    });
    request.setTimeout(ANSWER_MS, () => request.destroy(new Error('no answer')));
    request.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode, headers: response.headers, text: '' });
    });
    request.on('error', reject);
    request.end(body);
  });
}

let failed = 0;
async function expect(what, work) {
  const found = await work().catch((error) => error.message);
  if (found !== true) failed += 1;
  console.log(`${found === true ? 'ok    ' : 'FAILED'} ${what}${found === true ? '' : `: ${found}`}`);
}

async function signIn() {
  const password = readFileSync(given['password-file'], 'utf8').trim();
  const csrf = randomBytes(16).toString('hex');
  const headers = { cookie: `csrftoken=${csrf}`, 'x-csrftoken': csrf, origin, 'content-type': 'application/json' };
  const answer = await ask('/api/auth', {
    method: 'POST',
    headers: { ...headers, 'x-forwarded-for': FORGED },
    body: JSON.stringify({ login: given.login, password }),
  });
  const cookies = [answer.headers['set-cookie'] ?? []].flat();
  const token = cookies.find((cookie) => cookie.startsWith('token='));
  if (token === undefined) throw new Error(`the sign-in answered ${answer.status}: ${answer.text}`);
  // The cookie by which a proxy keeps a person on a node goes along, as a browser sends it.
  const all = [
    `csrftoken=${csrf}`,
    ...cookies.filter((cookie) => !cookie.startsWith('csrftoken=')).map((cookie) => cookie.split(';')[0]),
  ];
  return { token, headers: { ...headers, cookie: all.join('; ') } };
}

async function trySignedIn() {
  const { token, headers } = await signIn();
  await expect(
    'the session’s cookie is Secure and HttpOnly',
    async () => /secure/i.test(token) && /httponly/i.test(token),
  );
  await expect('a forged X-Forwarded-For is not believed', async () => {
    const { status, text } = await ask('/api/auth/sessions', { headers });
    return status === 200 && !text.includes(FORGED) ? true : `${status} ${text.slice(0, 200)}`;
  });
  await expect(`an upload of ${(PARTS * PART) / 1024 / 1024} MB in parts of ${PART / 1024 / 1024} MB`, async () => {
    const metadata = `purpose ${btoa('post')},filename ${btoa('video.mp4')}`;
    const tus = { ...headers, 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' };
    const made = await ask('/api/uploads', {
      method: 'POST',
      headers: { ...tus, 'upload-length': String(PARTS * PART), 'upload-metadata': metadata },
    });
    if (made.status !== 201) return `${made.status} ${made.text.slice(0, 200)}`;
    const place = new URL(made.headers.location, site).pathname;
    for (let part = 0; part < PARTS; part += 1) {
      const sent = await ask(place, {
        method: 'PATCH',
        headers: { ...tus, 'upload-offset': String(part * PART) },
        body: randomBytes(PART),
      });
      if (sent.status !== 204) return `part ${part + 1}: ${sent.status} ${sent.text.slice(0, 200)}`;
    }
    await ask(place, { method: 'DELETE', headers: tus });
    return true;
  });
}

async function watch(seconds) {
  let asked = 0;
  const reasons = new Map();
  const end = Date.now() + seconds * 1000;
  while (Date.now() < end) {
    asked += 1;
    const reason = await ask('/api/announcements').then(
      ({ status }) => (status === 200 ? undefined : String(status)),
      (error) => error.message,
    );
    if (reason !== undefined) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    await sleep(100);
  }
  await expect(`${asked} requests while nodes stop`, async () => reasons.size === 0 || JSON.stringify([...reasons]));
}

await expect(
  'HTTP/2',
  () =>
    new Promise((resolve, reject) => {
      const session = http2.connect(site, { rejectUnauthorized: !given.insecure, ...(lookup && { lookup }) });
      session.once('error', reject);
      session.once('connect', () => {
        session.close();
        resolve(session.alpnProtocol === 'h2');
      });
    }),
);
const page = await ask('/');
await expect(
  'a page, with HSTS',
  async () => page.status === 200 && page.headers['strict-transport-security'] !== undefined,
);
await expect('its scripts are immutable, and compressed where that pays', async () => {
  const assets = [...new Set(page.text.match(/\/assets\/[\w./-]+\.(?:js|css)/g))].slice(0, 20);
  const answers = await Promise.all(assets.map((asset) => ask(asset, { headers: { 'accept-encoding': 'br, gzip' } })));
  const wrong = answers.filter(
    ({ status, headers }) => status !== 200 || !/immutable/.test(headers['cache-control'] ?? ''),
  );
  return (
    assets.length > 0 && wrong.length === 0 && answers.some(({ headers }) => headers['content-encoding'] !== undefined)
  );
});
await expect('metrics are hidden', async () => (await ask('/metrics')).status === 404);
await expect('sockets are upgraded', async () => {
  const { status } = await ask('/ws/notifications/1/', {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
      origin,
    },
  });
  // The product answers a stranger after the upgrade, or refuses it as a stranger: both came through.
  return [101, 401, 403].includes(status) ? true : String(status);
});
if (given.plain !== undefined)
  await expect('plain HTTP leads to HTTPS', async () => {
    const { status, headers } = await ask('/', { from: new URL(given.plain), client: http });
    return [301, 308].includes(status) && String(headers.location).startsWith('https:');
  });
if (given.login !== undefined && given['password-file'] !== undefined) await trySignedIn();
if (given.watch !== undefined) await watch(Number(given.watch));
agent.destroy();
process.exitCode = failed === 0 ? 0 : 1;
