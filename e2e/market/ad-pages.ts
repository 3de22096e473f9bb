import { expect, type Locator, type Page } from '@playwright/test';
import { api } from '../support/api.ts';
import type { Person } from '../support/people.ts';

/** A word that no other test uses, because all tests share the lists of one server. */
export function freshWord(): string {
  const letters = 'бвгджзклмнпрст';
  const random = (): string => letters[Math.floor(Math.random() * letters.length)] ?? 'б';
  return `ы${Array.from({ length: 9 }, random).join('')}`;
}

export async function publishAd(
  { token }: Person,
  board_title: string,
  fields: Record<string, string> = {},
): Promise<number> {
  const form = new FormData();
  const wanted = { board_title, board_description: 'Всё работает, показываю вечером.', board_price: '3500', ...fields };
  for (const [name, value] of Object.entries(wanted)) form.set(name, value);
  const { board_id } = await api<{ board_id: number }>('PUT', '/api/boards', { token, form });
  return board_id;
}

export const toast = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('alert').or(page.getByRole('status')).getByText(text);

export const cards = (page: Page): Locator => page.getByRole('main').getByRole('article');
export const cardOf = (page: Page, title: string): Locator => cards(page).filter({ hasText: title });
export const filter = (page: Page): Locator => page.getByRole('search', { name: 'Поиск объявлений' });
export const searchField = (page: Page): Locator => filter(page).getByRole('combobox', { name: 'Что ищем' });

export async function openFilters(page: Page, isMobile: boolean): Promise<void> {
  if (isMobile)
    await filter(page)
      .getByRole('button', { name: /^Фильтры/ })
      .click();
  else await filter(page).getByText('Фильтры', { exact: true }).filter({ visible: true }).first().click();
  await expect(filter(page).getByLabel('Цена до')).toBeVisible();
}

export async function applyFilters(page: Page, isMobile: boolean): Promise<void> {
  await filter(page)
    .getByRole('button', { name: isMobile ? /^Показать/ : 'Найти' })
    .click();
}

export const heart = (page: Page, title: string): Locator =>
  page.getByRole('button', { name: `Избранное: ${title}` }).filter({ visible: true });

export async function act(page: Page, title: string, action: string | RegExp): Promise<void> {
  await page
    .getByRole('button', { name: `Действия: ${title}` })
    .filter({ visible: true })
    .first()
    .click();
  await page.getByRole('menuitem', { name: action }).click();
}

export const ownCard = (page: Page, title: string): Locator =>
  page.locator('[data-ad]').filter({ has: page.getByRole('article').filter({ hasText: title }) });

export const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true });

export async function pick(page: Page, name: string, option: string): Promise<void> {
  const box = page.getByRole('combobox', { name, exact: true });
  await box.click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

export const chooseFiles = (page: Page): Locator => page.getByLabel('Добавить фото').first();
export const previews = (page: Page): Locator => page.getByRole('group', { name: 'Фотографии' }).getByRole('img');
