import { expect, type Page } from '@playwright/test';
import { befriend } from '../support/chats.ts';
import { createPerson, signIn } from '../support/people.ts';
import { open, PHONE_ONLY, test } from '../support/test.ts';

/** Script files of a cold open, some above what the pages need: a page far above them has lost its chunks. */
const SCRIPTS_MAX = { main: 26, feed: 40, circle: 46, chats: 46 };

async function countScripts(page: Page, address: string): Promise<number> {
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url());
  });
  await open(page, address);
  await page.waitForLoadState('networkidle');
  return scripts.size;
}

test('whoever signed in gets their pages in few files', async ({ visitor }) => {
  const person = await createPerson();
  const addresses = { main: '/', feed: `/user/${person.id}/social`, circle: '/circle', chats: '/profile/messages' };
  for (const [name, address] of Object.entries(addresses)) {
    const page = await visitor();
    await signIn(page.context(), person);
    expect(await countScripts(page, address), name).toBeLessThanOrEqual(SCRIPTS_MAX[name as keyof typeof SCRIPTS_MAX]);
  }
});

/** Sum of the layout shifts of a page that nobody touches. */
async function measureShift(page: Page, address: string): Promise<number> {
  await page.addInitScript(() => {
    const record = { shift: 0 };
    Object.assign(window, { record });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) record.shift += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await open(page, address);
  await page.waitForLoadState('networkidle');
  return page.evaluate(() => (window as unknown as { record: { shift: number } }).record.shift);
}

test('rows of friends and the page of a person stay in place while they load', { tag: PHONE_ONLY }, async ({
  visitor,
}) => {
  const person = await createPerson();
  const friend = await createPerson({ firstname: 'Александра-Вероника' });
  await befriend(person, friend);
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const address of ['/circle', `/user/${friend.id}`]) {
      const page = await visitor({ viewport: { width: 390, height: 844 }, colorScheme, locale: 'en-US' });
      await signIn(page.context(), person);
      expect(await measureShift(page, address), `${address}, ${colorScheme}`).toBeLessThan(0.01);
    }
  }
});
