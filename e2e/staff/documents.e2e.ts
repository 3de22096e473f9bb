import { expect } from '@playwright/test';
import { findViolations } from '../support/axe.ts';
import { signInAsAdmin, startOwnProduct } from '../support/own-product.ts';
import { LONG, open, test } from '../support/test.ts';

test(
  'an administrator publishes a new agreement, guests read it beside the older one, and everybody is asked to accept',
  { tag: LONG },
  async ({ page, visitor, picture }, testInfo) => {
    test.setTimeout(180_000);
    await using product = await startOwnProduct(page, testInfo.outputPath('product.log'));
    const { url } = product;
    await signInAsAdmin(page, url);
    await open(page, `${url}/admin/documents/agreement`);
    await page
      .getByRole('textbox', { name: 'Текст' })
      .fill('## 1. Предмет\n\nСервис ведёт {name}.\n- бережно\n- честно');
    await page.getByRole('link', { name: 'Сравнение' }).click();
    await expect(page.locator('ins').filter({ hasText: 'бережно' })).toBeVisible();
    expect(await findViolations(page, {})).toEqual([]);
    await picture('document-diff');
    await page.getByRole('link', { name: 'Просмотр' }).click();
    await expect(page.getByText('Сервис ведёт ООО «Около».')).toBeVisible();
    await page.getByRole('link', { name: 'Правка' }).click();
    await page.getByRole('button', { name: 'Сохранить черновик' }).click();
    await expect(page.getByText('Черновик сохранён')).toBeVisible();

    await page.getByRole('button', { name: 'Опубликовать' }).click();
    const publish = page.getByRole('dialog', { name: 'Опубликовать новую редакцию' });
    await publish.getByRole('textbox', { name: 'Что изменилось: Русский' }).fill('Соглашение стало короче.');
    expect(await findViolations(page, {})).toEqual([]);
    await publish.getByRole('switch', { name: 'Попросить всех принять заново' }).press('Space');
    await picture('document-publish');
    await publish.getByRole('button', { name: 'Опубликовать' }).click();
    await expect(page.getByText('Опубликовано: новая редакция действует')).toBeVisible();

    const guest = await visitor();
    await open(guest, `${url}/agreement`);
    await expect(guest.getByText('Соглашение стало короче.')).toBeVisible();
    expect(await findViolations(guest, {})).toEqual([]);
    await picture('document-new', guest);
    await guest.getByRole('region', { name: 'Все редакции' }).getByRole('link').last().click();
    await expect(guest.getByRole('note').first()).toContainText('Это прежняя редакция');
    await expect(guest).toHaveURL(/\/agreement\/\d{4}-\d\d-\d\d$/);
    await picture('document-old', guest);
    await guest.close();

    await open(page, `${url}/`);
    const dialog = page.getByRole('dialog', { name: 'Условия изменились' });
    await expect(dialog.getByText('Соглашение стало короче.')).toBeVisible();
    expect(await findViolations(page, {})).toEqual([]);
    await picture('acceptance');
    await dialog.getByRole('button', { name: 'Позже' }).click();
    await open(page, `${url}/`);
    await expect(dialog).toBeHidden();

    await open(page, `${url}/profile/data`);
    const card = page.getByRole('article').filter({ hasText: 'Пользовательское соглашение' });
    await card.getByRole('button', { name: 'Принять' }).click();
    await expect(card.getByText(/^Принято \d\d\.\d\d\.\d{4}/)).toBeVisible();
  },
);
