import { expect } from '@playwright/test';
import { api } from '../support/api.ts';
import { befriend, sendMessage } from '../support/chats.ts';
import { type LoadedFile, measureColdOpen } from '../support/cold-open.ts';
import { createPerson, type Person, signIn } from '../support/people.ts';
import { LONG, open, PHONE_ONLY, test, waitUntilHydrated } from '../support/test.ts';

interface Budget {
  scripts: number;
  requests: number;
  /** Kilobytes of JavaScript, compressed, with headers. */
  kilobytes: number;
}

/** What a cold open may load before the page is quiet. A page above it has lost its chunks, or loads what nobody asked for. */
const BUDGETS: Record<'list' | 'person' | 'feed' | 'circle' | 'chats' | 'dialog', Budget> = {
  list: { scripts: 10, requests: 28, kilobytes: 117.5 },
  person: { scripts: 9, requests: 19, kilobytes: 115.5 },
  feed: { scripts: 13, requests: 24, kilobytes: 141 },
  circle: { scripts: 13, requests: 24, kilobytes: 146 },
  chats: { scripts: 15, requests: 28, kilobytes: 162.5 },
  dialog: { scripts: 12, requests: 26, kilobytes: 137 },
};
/** The same for guests, whose scripts wait for a sign of the reader: until then, and with what the first sign loads. */
const GUEST_BUDGETS: Record<'list' | 'person' | 'publication' | 'document', { untouched: Budget; used: Budget }> = {
  list: {
    untouched: { scripts: 0, requests: 18, kilobytes: 0 },
    used: { scripts: 10, requests: 28, kilobytes: 117.5 },
  },
  person: {
    untouched: { scripts: 0, requests: 16, kilobytes: 0 },
    used: { scripts: 9, requests: 25, kilobytes: 115.5 },
  },
  publication: {
    untouched: { scripts: 0, requests: 11, kilobytes: 0 },
    used: { scripts: 9, requests: 20, kilobytes: 116 },
  },
  document: {
    untouched: { scripts: 0, requests: 8, kilobytes: 0 },
    used: { scripts: 11, requests: 19, kilobytes: 126 },
  },
};
const KILOBYTE = 1024;
/** Milliseconds after which fonts come: the page is painted in those of the system by then. */
const FONTS_LATE_MS = 1000;
const SHIFT_MAX = 0.02;
const isShort = process.env.LONG_TESTS === 'off';
/** The scheme moves nothing by itself; the long run tries both. */
const SCHEMES = isShort ? (['dark'] as const) : (['light', 'dark'] as const);
const PHONE_SIZE = { width: 390, height: 844 };
/**
 * With a finger in place of a mouse and a keyboard, for which a dialog gives its field the focus, a sign of the reader. On the
 * screen of a desktop the browser preloads photos for a wider window than it then shows.
 */
const PHONE_WINDOW = { viewport: PHONE_SIZE, screen: PHONE_SIZE, hasTouch: true, isMobile: true };

function checkBudget(name: string, files: readonly LoadedFile[], budget: Budget): void {
  const scripts = files.filter(({ kind }) => kind === 'Script');
  const bytes = scripts.reduce((sum, file) => sum + file.bytes, 0);
  const list = files.map(({ kind, address }) => `${kind} ${address}`).join('\n');
  expect(scripts.length, `${name}, scripts:\n${list}`).toBeLessThanOrEqual(budget.scripts);
  expect(files.length, `${name}, requests:\n${list}`).toBeLessThanOrEqual(budget.requests);
  expect(bytes / KILOBYTE, `${name}, kilobytes`).toBeLessThanOrEqual(budget.kilobytes);
}

const countScripts = (files: readonly LoadedFile[]): number => files.filter(({ kind }) => kind === 'Script').length;

test('pages open in few files, few requests and few bytes', async ({ visitor }) => {
  const person = await createPerson();
  const friend = await createPerson({ firstname: 'Агния' });
  await befriend(person, friend);
  await sendMessage(friend, person, 'Здравствуйте!');
  const addresses = {
    list: '/',
    person: `/user/${friend.id}`,
    feed: `/user/${person.id}/social`,
    circle: '/circle',
    chats: '/profile/messages',
    dialog: `/conversation/${friend.id}`,
  };
  const measure = async (name: keyof typeof addresses): Promise<void> => {
    const page = await visitor(PHONE_WINDOW);
    await signIn(page.context(), person);
    const { files } = await measureColdOpen(page, addresses[name]);
    checkBudget(name, files, BUDGETS[name]);
    // The measure itself: a page without scripts would keep every budget.
    expect(countScripts(files), name).toBeGreaterThan(3);
    // The first after the page itself, because nothing is painted before.
    expect(files[1]?.kind, name).toBe('Stylesheet');
    await page.close();
  };
  await Promise.all((Object.keys(addresses) as (keyof typeof addresses)[]).map(measure));
});

test('a guest who only reads loads no scripts, and the first sign of use loads them', async ({ visitor }) => {
  const addresses = { list: '/', person: '/user/4', publication: '/user/4/social/1', document: '/policy' };
  const measure = async (name: keyof typeof addresses): Promise<void> => {
    const page = await visitor(PHONE_WINDOW);
    const { files, isWaiting, listFilesOfUse } = await measureColdOpen(page, addresses[name]);
    expect(isWaiting, name).toBe(true);
    checkBudget(`${name}, untouched`, files, GUEST_BUDGETS[name].untouched);
    const all = await listFilesOfUse();
    checkBudget(`${name}, used`, all, GUEST_BUDGETS[name].used);
    expect(countScripts(all), name).toBeGreaterThan(3);
    await page.close();
  };
  const pages = isShort ? (['list', 'publication'] as const) : (Object.keys(addresses) as (keyof typeof addresses)[]);
  await Promise.all(pages.map(measure));
});

/** Signs up a person whose city the site knows, and proposes above the list. */
async function createPersonOfCity(): Promise<Person> {
  const person = await createPerson();
  const { token, id } = person;
  const found = await api<{ places: { id: number; country_id: number }[] }>(
    'GET',
    `/api/places/suggest?search=${encodeURIComponent('Набережные Челны')}`,
  );
  const [place] = found.places;
  if (!place) throw new Error('The demo has no such city');
  await api('PUT', `/api/users/${id}`, { token, json: { country_id: place.country_id, city_id: place.id } });
  return person;
}

test('lists, the page of a person and a dialog stay in place while they load', { tag: PHONE_ONLY }, async ({
  visitor,
}) => {
  const person = await createPersonOfCity();
  const friend = await createPerson({ firstname: 'Александра-Вероника' });
  await befriend(person, friend);
  for (let number = 1; number <= 25; number++) await sendMessage(friend, person, `Сообщение ${number}`);
  const addresses = ['/', `/conversation/${friend.id}`, '/circle', `/user/${friend.id}`];
  for (const colorScheme of SCHEMES) {
    for (const address of isShort ? addresses.slice(0, 2) : addresses) {
      const page = await visitor({ viewport: { width: 390, height: 844 }, colorScheme, locale: 'en-US' });
      await signIn(page.context(), person);
      await page.route(/\.woff2$/, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, FONTS_LATE_MS));
        await route.continue();
      });
      const { shift, moved } = await measureColdOpen(page, address);
      expect(shift, `${address}, ${colorScheme}:\n${moved.join('\n')}`).toBeLessThanOrEqual(SHIFT_MAX);
      await page.close();
    }
  }
});

test('a place that only the browser knows moves nothing, declined or remembered', { tag: [PHONE_ONLY, LONG] }, async ({
  page,
  visitor,
}) => {
  await signIn(page.context(), await createPersonOfCity());
  await page.goto('/');
  const hint = page.getByRole('link', { name: /^Показать рядом: Набережные Челны/ });
  await expect(hint).toBeVisible();
  await (await waitUntilHydrated(page.getByRole('button', { name: 'Не предлагать это место' }))).click();
  await expect(hint).toBeHidden();
  const declined = await measureColdOpen(page, '/');
  await expect(hint).toBeHidden();
  expect(declined.shift, declined.moved.join('\n')).toBeLessThanOrEqual(SHIFT_MAX);

  const guest = await visitor({ viewport: { width: 390, height: 844 } });
  // Not the first visit, which changes its clocks once.
  await open(guest, '/');
  await guest.evaluate(() =>
    localStorage.setItem('place', JSON.stringify({ name: 'Казань', country: 1, city: 1, radius: 25 })),
  );
  const remembered = await measureColdOpen(guest, '/');
  await expect(guest.getByRole('link', { name: 'Показать рядом: Казань + 25 км' })).toBeVisible();
  expect(remembered.shift, remembered.moved.join('\n')).toBeLessThanOrEqual(SHIFT_MAX);
});

test('a stylesheet that a lazy part loads once more keeps its place in the cascade', { tag: LONG }, async ({
  visitor,
}) => {
  const page = await visitor();
  await signIn(page.context(), await createPerson({ paid: true }));
  await measureColdOpen(page, '/add');
  const addresses = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(({ href }) => href),
    );
  await expect.poll(async () => (await addresses()).some((href, at, all) => all[at - 1] === `${href}#`)).toBe(true);
  const all = await addresses();
  const misplaced = all.filter((href, at) => all.includes(`${href}#`) && all[at - 1] !== `${href}#`);
  expect(misplaced).toEqual([]);
});
