import { clockFieldsOf } from '@app/contract/platform/time-zones';
import { expect } from '@playwright/test';
import { api } from '../support/api.ts';
import { ADMIN, productUrl } from '../support/product.ts';
import { LONG, open, test } from '../support/test.ts';

const ZONE = 'Asia/Vladivostok';
const TIME = /<time[^>]* dateTime="([^"]+)"[^>]*>(.*?)<\/time>/gis;

/** Pages by who opens them; `{id}` is the reader. */
const PAGES: Record<string, readonly string[]> = {
  anna: [
    '/',
    '/ad/1',
    '/ads',
    '/profile',
    '/profile/messages',
    '/profile/calls',
    '/profile/security',
    '/profile/data',
    '/profile/privacy',
    '/profile/payments',
    '/profile/subscription',
    '/profile/promotions',
    '/profile/complaints',
    '/profile/feedback',
    '/profile/notifications',
    '/notifications',
    '/searches',
    '/circle',
    '/user/{id}',
    '/user/{id}/social',
    '/user/{id}/social/drafts',
    '/user/{id}/streams',
    '/user/invite_history/{id}',
    '/social/search',
    '/takedowns',
    '/policy',
  ],
  [ADMIN.login]: [
    '/admin',
    '/admin/users',
    '/admin/users/1',
    '/admin/queue',
    '/admin/complains',
    '/admin/boards',
    '/admin/payments',
    '/admin/invitations',
    '/admin/feedback',
    '/admin/audit',
    '/admin/approvals',
    '/admin/jobs',
  ],
};

const GUEST_PAGES = ['/', '/ad/1', '/user/2', '/user/2/social', '/user/2/streams', '/social/search'];

async function read(page: string, cookie: string): Promise<string> {
  return (await fetch(`${await productUrl()}${page}`, { headers: { cookie } })).text();
}

const two = (value: number): string => String(value).padStart(2, '0');

/** Times of a rendered page whose text is not the reader's clock or calendar. */
function wrongTimes(html: string): string[] {
  return [...html.matchAll(TIME)].flatMap(([, stamp = '', inner = '']) => {
    const text = inner.replace(/<[^>]*>/g, '').replaceAll('&nbsp;', ' ');
    const isDay = /^\d{4}-\d\d-\d\d$/.test(stamp);
    const { year, month, day, hour, minute } = clockFieldsOf(new Date(stamp), isDay ? 'UTC' : ZONE);
    const clock = /\b\d{1,2}:\d\d\b/.exec(text)?.[0];
    const date = /\b\d\d\.\d\d\.\d{4}\b/.exec(text)?.[0];
    const isRight =
      (clock === undefined || clock === `${two(hour)}:${two(minute)}`) &&
      (date === undefined || date === `${two(day)}.${two(month)}.${year}`) &&
      !text.includes('МСК');
    return isRight ? [] : [`${stamp} reads «${text}»`];
  });
}

test('every page arrives with the clock of its reader', async () => {
  let seen = 0;
  for (const [login, pages] of Object.entries(PAGES)) {
    const password = login === ADMIN.login ? ADMIN.password : 'okolo-demo-1';
    const { token, user_id } = await api<{ token: string; user_id: number }>('POST', '/api/auth', {
      json: { login, password },
    });
    for (const address of pages) {
      const page = address.replace('{id}', String(user_id));
      const html = await read(page, `token=${token}; lang=ru; tz=${ZONE}`);
      expect(wrongTimes(html), page).toEqual([]);
      expect(html, page).toContain(`data-zone="${ZONE}"`);
      seen += [...html.matchAll(TIME)].length;
    }
  }
  expect(seen).toBeGreaterThan(50);
});

test('guests share no zone: a page without one says «МСК» at every clock', { tag: LONG }, async () => {
  for (const page of GUEST_PAGES) {
    const known = await read(page, `lang=ru; tz=${ZONE}`);
    expect(wrongTimes(known), page).toEqual([]);
    const unknown = await read(page, 'lang=ru');
    expect(unknown).not.toContain('data-zone');
    const texts = [...unknown.matchAll(TIME)].map(([, , inner = '']) => inner);
    expect(
      texts.filter((text) => /\b\d\d:\d\d\b(?!\u00a0МСК)/.test(text)),
      page,
    ).toEqual([]);
  }
});

for (const address of ['/ad/1', '/user/2', '/user/2/social'])
  test(`a first visit from Vladivostok to ${address} turns to its own clock, and the next page arrives with it`, {
    tag: LONG,
  }, async ({ visitor }) => {
    const page = await visitor({ timezoneId: ZONE, locale: 'ru-RU' });
    await open(page, address);
    await expect
      .poll(() => page.context().cookies())
      .toContainEqual(expect.objectContaining({ name: 'tz', value: ZONE }));
    await expect(page.locator('main')).not.toContainText('МСК');
    await open(page, '/');
    expect(await page.locator('html').getAttribute('data-zone')).toBe(ZONE);
  });
