import { expect, type Page } from '@playwright/test';
import { LONG, open, PHONE_TOO, test } from '../support/test.ts';

const map = (page: Page) => page.getByRole('group', { name: /^Карта объявлений/ });
const total = (page: Page) => page.getByText(/^\d[\d\s]* объявлени/).last();

test('ads are found on a map: by pointer and by keyboard, with filters, and without a foreign request', {
  tag: PHONE_TOO,
}, async ({ page, baseURL }) => {
  const foreign: string[] = [];
  const own = new URL(baseURL ?? '').origin;
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== own) foreign.push(request.url());
  });

  await open(page, '/?category=1');
  await page.getByRole('link', { name: 'На карте', exact: true }).click();
  await expect(page).toHaveURL(/category=1.*view=map/);
  await expect(map(page)).toBeVisible();
  await expect(page.getByText('Точка показывает только город')).toBeVisible();
  await expect(total(page)).toBeVisible();
  const group = page.getByRole('button', { name: /Показать ближе$/ }).first();
  await expect(group).toBeVisible();

  await test.step('a group is entered by the keyboard, and its ads are in the list', async () => {
    for (let step = 0; step < 8 && (await group.isVisible()); step += 1) {
      const answer = page.waitForResponse(/\/api\/boards\/map\?/);
      await group.focus();
      await page.keyboard.press('Enter');
      await answer;
      await expect(map(page)).toHaveAttribute('aria-busy', 'false');
      if ((await page.locator('main li a[href^="/ad/"]').count()) > 0) break;
    }
    await expect(page.locator('main li a[href^="/ad/"]').first()).toBeVisible();
  });

  await test.step('a marker chooses its ad in the list', async () => {
    const marker = map(page).locator('button[class*="ad"]').first();
    await marker.click();
    await expect(page.locator('main li[data-chosen]')).toHaveCount(1);
  });

  await test.step('after a move the part that is seen is searched on request', async () => {
    const here = page.getByRole('button', { name: 'Искать здесь' });
    await expect(here).toBeHidden();
    await map(page).focus();
    await page.keyboard.press('-');
    await page.keyboard.press('-');
    await page.keyboard.press('ArrowLeft');
    const answer = page.waitForResponse(/\/api\/boards\/map\?.*category_id=1/);
    await here.click();
    expect((await answer).status()).toBe(200);
    await expect(here).toBeHidden();
  });

  await test.step('an ad is opened, and going back finds the same part of the map', async () => {
    await page.getByRole('link', { name: 'Списком', exact: true }).click();
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
    await page.goBack();
    await expect(map(page)).toBeVisible();
  });
  expect(foreign).toEqual([]);
});

test('without scripts the list stays where the map would be', { tag: LONG }, async ({ request }) => {
  const html = await (await request.get('/?view=map')).text();
  expect(html.match(/<article/g)?.length).toBeGreaterThan(5);
  expect(html).toContain('На карте');
});
