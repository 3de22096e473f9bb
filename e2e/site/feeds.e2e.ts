import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { api } from '../support/api.ts';
import { createPerson, signIn } from '../support/people.ts';
import { open, test } from '../support/test.ts';

/** What the XML parser of the browser reads in a feed: its title, and the titles and pages of its entries. */
async function readFeed(page: Page, request: APIRequestContext, address: string) {
  const answer = await request.get(address);
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8']);
  return page.evaluate(
    (text) => {
      const feed = new DOMParser().parseFromString(text, 'application/xml');
      const textOf = (parent: ParentNode, name: string) => parent.querySelector(`:scope > ${name}`)?.textContent ?? '';
      return {
        title: textOf(feed.documentElement, 'title'),
        entries: [...feed.querySelectorAll('feed > entry')].map((entry) => ({
          title: textOf(entry, 'title'),
          page: textOf(entry, 'id'),
        })),
      };
    },
    await answer.text(),
  );
}

test('pages name their feeds, and a saved search has one at a secret address that changes', async ({
  page,
  request,
}) => {
  for (const [address, title] of [
    ['/', /^Новые объявления · /],
    ['/user/4', /\S+ \S+ · /],
    ['/user/4/social', /\S+ \S+ · /],
  ] as const) {
    await open(page, address);
    const named = await page.locator('link[type="application/atom+xml"]').getAttribute('href');
    const feed = await readFeed(page, request, named ?? '');
    expect(feed.title).toMatch(title);
    expect(feed.entries.length).toBeGreaterThan(0);
    const [{ page: entry = '' } = {}] = feed.entries;
    expect((await request.get(entry)).status()).toBe(200);
  }

  const person = await createPerson();
  await api('PUT', '/api/searches', { token: person.token, json: { search: 'самокат' } });
  await signIn(page.context(), person);
  await open(page, '/searches');
  await page.getByRole('button', { name: 'RSS-лента поиска «Самокат»' }).click();
  const dialog = page.getByRole('dialog', { name: 'RSS-лента' });
  await dialog.getByRole('button', { name: 'Создать адрес' }).click();
  const address = dialog.locator('code');
  await expect(address).toHaveText(/\/feeds\/search\.atom\?key=/);
  const first = await address.innerText();
  expect((await readFeed(page, request, first)).title).toMatch(/^Самокат · /);
  await dialog.getByRole('button', { name: 'Сменить адрес' }).click();
  await expect(address).not.toHaveText(first);
  expect((await request.get(first)).status()).toBe(404);
  expect((await request.get(await address.innerText())).status()).toBe(200);
});
