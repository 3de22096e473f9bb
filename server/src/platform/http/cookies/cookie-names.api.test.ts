import { authApi } from '@app/contract/people/auth';
import { CLOSE_CODES } from '@app/contract/platform/socket';
import { expect, test } from 'vitest';
import { codeTo } from '../../../../test/emails.ts';
import { registration } from '../../../../test/newcomers.ts';
import { openSocket } from '../../../../test/socket-client.ts';
import { type Actor, createWorld, PASSWORD, type World } from '../../../../test/world.ts';
import type { CookieNames } from './cookie-names.ts';

const CSRF = 'c'.repeat(43);
const SITE = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };

interface Site {
  world: World;
  origin: string;
  send(method: 'GET' | 'POST', path: string, cookie: string, more?: RequestInit): Promise<Response>;
}

/** Over a connection: requests that are injected do not pass the server itself. */
async function withSite(names: CookieNames, run: (site: Site) => Promise<void>): Promise<void> {
  const world = await createWorld({ environment: { PUBLIC_URL: 'https://okolo.example', COOKIE_NAMES: names } });
  try {
    const origin = await world.app.listen({ host: '127.0.0.1', port: 0 });
    const send: Site['send'] = (method, path, cookie, { headers, ...more } = {}) =>
      fetch(`${origin}${path}`, { method, headers: { ...SITE, ...(cookie && { cookie }), ...headers }, ...more });
    await run({ world, origin, send });
  } finally {
    await world.close();
  }
}

const signIn = ({ send }: Site, { login }: Actor, cookie = '') =>
  send('POST', authApi.login.path, cookie, { body: JSON.stringify({ login, password: PASSWORD }) });
const signOut = ({ send }: Site, cookie: string) =>
  send('POST', authApi.logout.path, cookie, { headers: { 'x-csrftoken': CSRF }, body: '{}' });
const viewerOf = async ({ send }: Site, cookie: string) => (await send('GET', '/api/auth/factors', cookie)).status;
const set = (response: Response): string[] => response.headers.getSetCookie().sort();
const namesOf = (cookies: readonly string[]): string[] => cookies.map((one) => one.slice(0, one.indexOf('=')));
const jarOf = (cookies: readonly string[]): string => cookies.map((one) => one.split(';', 1)[0]).join('; ');

test('with the setting every cookie has a prefix, is sent by HTTPS alone and belongs to this host', async () => {
  await withSite('host', async (site) => {
    const person = await site.world.user();
    const form = registration();
    const registered = await site.send('POST', authApi.signup.path, '', { body: JSON.stringify(form) });
    const { user_id } = (await registered.json()) as { user_id: number };
    const code = { user_id, sms_code: await codeTo(site.world, form.user_email) };
    const checked = await site.send('POST', authApi.checkCode.path, '', { body: JSON.stringify(code) });
    const cookies = [...set(await signIn(site, person)), ...set(registered), ...set(checked)];
    expect(new Set(namesOf(cookies))).toEqual(
      new Set([
        '__Host-browser',
        '__Host-csrftoken',
        '__Host-device',
        '__Host-grant',
        '__Host-registration',
        '__Host-token',
      ]),
    );
    for (const one of cookies) {
      expect(one).toMatch(/; Path=\/(?:;|$)/);
      expect(one).toMatch(/; Secure/);
      expect(one).toMatch(/; SameSite=Lax/);
      expect(one).not.toMatch(/domain/i);
    }
  });
});

test('with the setting a session works by prefixed cookies, in calls and sockets, and by no other', async () => {
  await withSite('host', async (site) => {
    const person = await site.world.user();
    const prefixed = jarOf(set(await signIn(site, person)));
    const csrf = /__Host-csrftoken=([^;]+)/.exec(prefixed)?.[1] ?? '';
    const plain = `token=${person.token}; csrftoken=${CSRF}`;
    expect([await viewerOf(site, prefixed), await viewerOf(site, plain)]).toEqual([200, 401]);
    const isSignedOut = async (cookie: string) => {
      const path = `/ws/notifications/${person.id}/`;
      const socket = await openSocket(site.origin, path, { actor: null, headers: { cookie } });
      // The server closes after the upgrade, and what it sent first is the code that counts.
      const late = setTimeout(() => socket.close(), 1000);
      const { code } = await socket.closed;
      clearTimeout(late);
      return code === CLOSE_CODES.signedOut;
    };
    expect([await isSignedOut(prefixed), await isSignedOut(plain)]).toEqual([false, true]);

    const leave = (cookie: string, header: string) =>
      site.send('POST', authApi.logout.path, cookie, { headers: { 'x-csrftoken': header }, body: '{}' });
    // A host below the same domain can set a cookie without the prefix, and knows what it set.
    const forged = `${prefixed.replace(/__Host-csrftoken=[^;]+/, '')}; csrftoken=${CSRF}`;
    expect((await leave(forged, CSRF)).status).toBe(403);
    expect((await leave(`csrftoken=${CSRF}; ${prefixed}`, CSRF)).status).toBe(403);
    const left = await leave(prefixed, csrf);
    expect(left.status).toBe(200);
    expect(namesOf(set(left))).toEqual(['__Host-csrftoken', '__Host-token']);
    expect(await viewerOf(site, prefixed)).toBe(401);
  });
});

test('while names move a session goes on: what has the old name counts, and gets the new one', async () => {
  await withSite('moving', async (site) => {
    const person = await site.world.user();
    const old = `token=${person.token}; csrftoken=${CSRF}; lang=de; sticky=node-2`;
    const response = await site.send('GET', '/api/auth/factors', old);
    expect(response.status).toBe(200);
    const cookies = set(response);
    const moved = cookies.filter((one) => one.startsWith('__Host-'));
    expect(moved).toEqual([
      `__Host-csrftoken=${CSRF}; Max-Age=34560000; Path=/; Secure; SameSite=Lax`,
      '__Host-lang=de; Max-Age=34560000; Path=/; Secure; SameSite=Lax',
      `__Host-token=${person.token}; Max-Age=34560000; Path=/; HttpOnly; Secure; SameSite=Lax`,
    ]);
    const ended = cookies.filter((one) => !one.startsWith('__Host-'));
    expect(new Set(namesOf(ended))).toEqual(new Set(['csrftoken', 'lang', 'token']));
    for (const one of ended) expect(one).toMatch(/=; Max-Age=0; Path=\/(?:api)?; Secure$/);
    // What may be kept for others sets nobody's cookies.
    expect(set(await site.send('GET', '/api/categories', 'lang=de'))).toEqual([]);

    const both = `${old}; ${jarOf(moved)}`;
    expect(await viewerOf(site, both)).toBe(200);
    expect((await signOut(site, both)).status).toBe(200);
    expect(await viewerOf(site, old)).toBe(401);
  });
});

test('switched off again, prefixed cookies still count and lose the prefix', async () => {
  await withSite('plain', async (site) => {
    const person = await site.world.user();
    const response = await site.send('GET', '/api/auth/factors', `__Host-token=${person.token}; csrftoken=${CSRF}`);
    expect(response.status).toBe(200);
    expect(set(response)).toEqual([
      '__Host-token=; Max-Age=0; Path=/; Secure',
      `token=${person.token}; Max-Age=34560000; Path=/; HttpOnly; Secure; SameSite=Lax`,
    ]);
    // The plain one is of today.
    expect(await viewerOf(site, `__Host-token=of-before; token=${person.token}`)).toBe(200);
    expect(namesOf(set(await signIn(site, person)))).toEqual(['csrftoken', 'device', 'token']);
  });
});
