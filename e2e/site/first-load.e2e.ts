import { expect } from '@playwright/test';
import { befriend, sendMessage } from '../support/chats.ts';
import { measureColdOpen } from '../support/cold-open.ts';
import { createPerson, signIn } from '../support/people.ts';
import { LONG, PHONE_ONLY, test } from '../support/test.ts';

interface Budget {
  scripts: number;
  requests: number;
  /** Kilobytes of JavaScript, compressed, with headers. */
  kilobytes: number;
}

/** What a cold open may load before the page is quiet. A page above it has lost its chunks, or loads what nobody asked for. */
const BUDGETS: Record<'list of a guest' | 'list' | 'person' | 'feed' | 'circle' | 'chats' | 'dialog', Budget> = {
  'list of a guest': { scripts: 12, requests: 30, kilobytes: 140 },
  list: { scripts: 12, requests: 32, kilobytes: 140 },
  person: { scripts: 26, requests: 52, kilobytes: 195 },
  feed: { scripts: 20, requests: 40, kilobytes: 185 },
  circle: { scripts: 15, requests: 35, kilobytes: 160 },
  chats: { scripts: 18, requests: 38, kilobytes: 180 },
  dialog: { scripts: 18, requests: 42, kilobytes: 220 },
};
const KILOBYTE = 1024;

test('pages open in few files, few requests and few bytes', async ({ visitor }) => {
  const person = await createPerson();
  const friend = await createPerson({ firstname: 'Агния' });
  await befriend(person, friend);
  await sendMessage(friend, person, 'Здравствуйте!');
  const addresses = {
    'list of a guest': '/',
    list: '/',
    person: `/user/${friend.id}`,
    feed: `/user/${person.id}/social`,
    circle: '/circle',
    chats: '/profile/messages',
    dialog: `/conversation/${friend.id}`,
  };
  for (const name of Object.keys(addresses) as (keyof typeof addresses)[]) {
    const page = await visitor({ viewport: { width: 390, height: 844 } });
    if (name !== 'list of a guest') await signIn(page.context(), person);
    const { files } = await measureColdOpen(page, addresses[name]);
    const scripts = files.filter(({ kind }) => kind === 'Script');
    const bytes = scripts.reduce((sum, file) => sum + file.bytes, 0);
    const budget = BUDGETS[name];
    const list = files.map(({ kind, address }) => `${kind} ${address}`).join('\n');
    expect(scripts.length, `${name}, scripts:\n${list}`).toBeLessThanOrEqual(budget.scripts);
    expect(files.length, `${name}, requests:\n${list}`).toBeLessThanOrEqual(budget.requests);
    expect(bytes / KILOBYTE, `${name}, kilobytes`).toBeLessThanOrEqual(budget.kilobytes);
    // The measure itself: a page without scripts would keep every budget.
    expect(scripts.length, name).toBeGreaterThan(3);
    await page.close();
  }
});

test('rows of friends and the page of a person stay in place while they load', { tag: [PHONE_ONLY, LONG] }, async ({
  visitor,
}) => {
  const person = await createPerson();
  const friend = await createPerson({ firstname: 'Александра-Вероника' });
  await befriend(person, friend);
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const address of ['/circle', `/user/${friend.id}`]) {
      const page = await visitor({ viewport: { width: 390, height: 844 }, colorScheme, locale: 'en-US' });
      await signIn(page.context(), person);
      const { shift } = await measureColdOpen(page, address);
      expect(shift, `${address}, ${colorScheme}`).toBeLessThan(0.01);
    }
  }
});

test('a stylesheet that a lazy part loads once more keeps its place in the cascade', async ({ visitor }) => {
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
