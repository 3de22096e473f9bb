import { authApi } from '@app/contract/people/auth';
import type { Access, AnyEndpoint } from '@app/contract/platform/endpoint';
import { referenceApi } from '@app/contract/reference/reference';
import type { FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import type { Failure } from '../failure.ts';
import {
  changesState,
  parseCredential,
  refuseCrossSite,
  refuseEmbedding,
  requireAccess,
  requireCsrfToken,
  requireSameViewer,
} from './guards.ts';
import type { Viewer } from './viewer.ts';

const PUBLIC_URL = 'https://okolo.example';

const asking = (headers: Record<string, string>, cookies: Record<string, string> = {}) =>
  ({ headers, cookies }) as unknown as FastifyRequest;

function outcome(guard: () => void): string {
  try {
    guard();
    return 'passed';
  } catch (failure) {
    return (failure as Failure).code;
  }
}

describe('the token', () => {
  test('a Bearer header wins over the cookie', () => {
    expect(parseCredential(asking({ authorization: 'Bearer abc ' }, { token: 'xyz' }))).toEqual({
      via: 'bearer',
      token: 'abc',
    });
    expect(parseCredential(asking({ authorization: 'bearer abc' }))).toEqual({ via: 'bearer', token: 'abc' });
    expect(parseCredential(asking({}, { token: 'xyz' }))).toEqual({ via: 'cookie', token: 'xyz' });
  });

  test('other schemes, an empty cookie and nothing are no token', () => {
    expect(parseCredential(asking({ authorization: 'Basic abc' }))).toBeUndefined();
    expect(parseCredential(asking({}, { token: '' }))).toBeUndefined();
    expect(parseCredential(asking({}))).toBeUndefined();
  });
});

describe('other sites', () => {
  test.each<[string, Record<string, string>, string]>([
    ['no browser', {}, 'passed'],
    ['the site itself', { 'sec-fetch-site': 'same-origin', origin: PUBLIC_URL }, 'passed'],
    ['the address bar', { 'sec-fetch-site': 'none' }, 'passed'],
    ['the site under the name it was reached by', { origin: 'http://10.0.0.5:3000', host: '10.0.0.5:3000' }, 'passed'],
    ['another site', { 'sec-fetch-site': 'cross-site' }, 'cross_site'],
    ['another name of the same domain', { 'sec-fetch-site': 'same-site' }, 'cross_site'],
    ['an old browser on another site', { origin: 'https://evil.example', host: 'okolo.example' }, 'cross_site'],
    ['a page without an origin', { origin: 'null', host: 'okolo.example' }, 'cross_site'],
    ['a name that only begins alike', { origin: `${PUBLIC_URL}.evil.example`, host: 'okolo.example' }, 'cross_site'],
    ['a page fetched ahead', { 'sec-purpose': 'prefetch;prerender' }, 'cross_site'],
    ['a page fetched ahead by an older browser', { purpose: 'prefetch' }, 'cross_site'],
  ])('%s', (_name, headers, expected) => {
    expect(outcome(() => refuseCrossSite(asking(headers), PUBLIC_URL))).toBe(expected);
  });

  test.each<[string, Record<string, string>, string]>([
    [
      'a link that was followed',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
      'passed',
    ],
    ['no browser', {}, 'passed'],
    [
      'our own script',
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
      'passed',
    ],
    [
      'a picture',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
      'cross_site',
    ],
    [
      'a frame',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
      'cross_site',
    ],
  ])('opening as %s', (_name, headers, expected) => {
    expect(outcome(() => refuseEmbedding(asking(headers)))).toBe(expected);
  });
});

test('the CSRF header must repeat the cookie', () => {
  const check = (cookie: string | undefined, header: string | undefined) =>
    outcome(() =>
      requireCsrfToken(
        asking(
          header === undefined ? {} : { 'x-csrftoken': header },
          cookie === undefined ? {} : { csrftoken: cookie },
        ),
      ),
    );
  expect(check('abc', 'abc')).toBe('passed');
  for (const [cookie, header] of [
    ['abc', 'abd'],
    ['abc', ''],
    ['abc', undefined],
    [undefined, 'abc'],
    ['', ''],
    ['abc', 'ab'],
  ] as const) {
    expect({ cookie, header, outcome: check(cookie, header) }).toEqual({ cookie, header, outcome: 'csrf' });
  }
});

test('what one person’s browser kept is not sent as another who has signed in since', () => {
  const check = (owner: string | undefined, userId: number | null) =>
    outcome(() => requireSameViewer(asking(owner === undefined ? {} : { 'x-viewer': owner }), userId));
  expect(check('7', 7)).toBe('passed');
  expect(check(undefined, 7)).toBe('passed');
  expect(check('7', null)).toBe('passed');
  expect(check('7', 8)).toBe('conflict');
  expect(check('', 8)).toBe('conflict');
});

test('who may call at all', () => {
  const nobody: Viewer = {
    userId: null,
    sessionId: null,
    isStaff: false,
    isSuperuser: false,
    isPaid: false,
    lang: 'ru',
    ip: '',
  };
  const person = { ...nobody, userId: 1, sessionId: 1 };
  const viewers = [
    nobody,
    person,
    { ...person, isPaid: true },
    { ...person, isStaff: true },
    { ...person, isStaff: true, isSuperuser: true },
  ];
  const row = (access: Access) => viewers.map((viewer) => outcome(() => requireAccess({ access }, viewer)));
  const passed = 'passed';
  expect(row('public')).toEqual([passed, passed, passed, passed, passed]);
  expect(row('user')).toEqual(['unauthorized', passed, passed, passed, passed]);
  expect(row('paid')).toEqual([
    'unauthorized',
    'subscription_required',
    passed,
    'subscription_required',
    'subscription_required',
  ]);
  expect(row('staff')).toEqual(['unauthorized', 'forbidden', 'forbidden', passed, passed]);
  expect(row('superuser')).toEqual(['unauthorized', 'forbidden', 'forbidden', 'forbidden', passed]);
});

test('of the staff, only who has the permission that the call names', () => {
  const one: Viewer = { userId: 1, sessionId: 1, isStaff: true, isSuperuser: false, isPaid: false, lang: 'ru', ip: '' };
  const call = { access: 'staff', permission: 'money.read' } as const;
  expect(outcome(() => requireAccess(call, one))).toBe('forbidden');
  expect(outcome(() => requireAccess(call, { ...one, permissions: new Set(['ads.read']) }))).toBe('forbidden');
  expect(outcome(() => requireAccess(call, { ...one, permissions: new Set(['money.read']) }))).toBe('passed');
  expect(outcome(() => requireAccess({ access: 'staff' }, one))).toBe('passed');
  const guest = { ...one, isStaff: false, permissions: new Set(['money.read'] as const) };
  expect(outcome(() => requireAccess(call, guest))).toBe('forbidden');
});

test('everything but a plain GET changes something', () => {
  const marked: AnyEndpoint = { ...referenceApi.listCities, changesState: true };
  expect([referenceApi.listCities, authApi.login, marked].map(changesState)).toEqual([false, true, true]);
});
