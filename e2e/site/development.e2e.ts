import { expect } from '@playwright/test';
import { freePort, startProduct } from '../support/product.ts';
import { LONG, test, waitForHydration } from '../support/test.ts';

test('the development server shows living pages without a reload', { tag: LONG }, async ({ page }, testInfo) => {
  test.setTimeout(300_000);
  const url = `http://localhost:${await freePort()}`;
  const stop = await startProduct(url, testInfo.outputPath('product.log'), { DEMO: 'off' }, 'dev');
  try {
    // The first page waits until Vite has looked through all sources.
    await page.goto(url, { timeout: 200_000 });
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await waitForHydration(page);
    await page.getByRole('link', { name: 'Войти' }).filter({ visible: true }).first().click();
    await expect(page.getByRole('textbox', { name: 'Логин' })).toBeVisible();
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  } finally {
    await page.close();
    await stop();
  }
});
