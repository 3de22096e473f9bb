import path from 'node:path';
import { expect } from '@playwright/test';
import { signInAsAdmin, startOwnProduct } from '../support/own-product.ts';
import { LONG, open, test } from '../support/test.ts';

const LOGO = path.resolve(import.meta.dirname, '../../web/public/icon-512.png');

test(
  'an administrator changes name, logo and color of the site, and a guest sees them',
  { tag: LONG },
  async ({ page, visitor, picture, watch }, testInfo) => {
    test.setTimeout(180_000);
    // The color that is refused.
    watch.allow(/status of 400/);
    await using product = await startOwnProduct(page, testInfo.outputPath('product.log'));
    const { url } = product;
    await signInAsAdmin(page, url);
    await open(page, `${url}/admin/site`);
    await picture('admin-site');

    const save = page.getByRole('button', { name: 'Сохранить' });
    const color = page.getByRole('textbox', { name: 'Главный цвет' });
    await page.getByLabel('Название', { exact: true }).fill('Слобода');
    await color.fill('#ffcc00');
    await save.click();
    await expect(page.getByText('Выберите темнее')).toBeVisible();
    await color.fill('#1d4ed8');
    await page.getByLabel('Закрыта').check();
    await save.click();
    await expect(page.getByText('Сохранено: сайт уже изменился')).toBeVisible();

    const guest = await visitor();
    await open(guest, `${url}/`);
    await expect(guest).toHaveTitle(/ · Слобода$/);
    await expect(guest.getByRole('link', { name: 'Слобода, на главную' })).toContainText('Слобода');
    await expect(guest.getByRole('contentinfo')).toContainText('© 2019–2020 Слобода');
    const styleOf = (name: string): Promise<string> =>
      guest.evaluate((property) => getComputedStyle(document.documentElement).getPropertyValue(property), name);
    expect(await styleOf('--mantine-color-pine-7')).toBe('#1d4ed8');

    await page.locator('input[type=file]').setInputFiles(LOGO);
    await expect(page.getByText('Логотип изменён')).toBeVisible();
    await open(guest, `${url}/requisites`);
    const logo = guest.getByRole('banner').locator('img[src^="/site-logo/"]');
    await expect(logo).toBeVisible();
    expect(await logo.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBe(96);
    await expect(guest.getByRole('note')).toContainText('Образец');
    await picture('site-guest', guest);

    await open(guest, `${url}/register`);
    await expect(guest.getByRole('heading', { name: 'Регистрация закрыта' })).toBeVisible();
    await picture('registration-closed', guest);
    await guest.close();
  },
);
