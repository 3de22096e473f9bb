import { expect, type Page } from '@playwright/test';
import { createPerson, signIn } from '../support/people.ts';
import { open, test } from '../support/test.ts';

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
