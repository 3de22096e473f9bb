import { expect, type Page } from '@playwright/test';
import { api } from '../support/api.ts';
import { waitUntilHydrated } from '../support/test.ts';
import type { Screen } from './screens.ts';

async function dialogWith(firstname: string): Promise<string> {
  const json = { login: 'anna', password: 'okolo-demo-1' };
  const { token } = await api<{ token: string }>('POST', '/api/auth', { json });
  const { list } = await api<{ list: { user: { id: number; firstname: string } }[] }>('GET', '/api/chat?size=100', {
    token,
  });
  const found = list.find(({ user }) => user.firstname === firstname);
  if (!found) throw new Error(`Anna has no dialog with ${firstname}`);
  return `/conversation/${found.user.id}`;
}

const toMessages = (page: Page): Promise<void> =>
  expect(page.getByRole('log', { name: 'Сообщения' }).getByRole('article').first()).toBeVisible();

async function openMessageMenu(page: Page): Promise<void> {
  await toMessages(page);
  await page.getByRole('log', { name: 'Сообщения' }).getByRole('article').last().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Действия с сообщением' })).toBeVisible();
}

async function openDialogMenu(page: Page): Promise<void> {
  await toMessages(page);
  await (await waitUntilHydrated(page.getByRole('button', { name: 'Ещё действия' }))).click();
}

async function choose(page: Page): Promise<void> {
  await openMessageMenu(page);
  await page.getByRole('button', { name: 'Выбрать', exact: true }).click();
  await expect(page.getByText('Выбрано 1 сообщение')).toBeVisible();
}

async function search(page: Page): Promise<void> {
  await openDialogMenu(page);
  await page.getByRole('button', { name: 'Поиск', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Поиск в чате' }).fill('велосипед');
  await page.getByRole('button', { name: 'Фильтры' }).click();
  await expect(page.getByText(/^1 из \d+$/)).toBeVisible();
}

async function openMedia(page: Page): Promise<void> {
  await openDialogMenu(page);
  await page.getByRole('button', { name: 'Фото и файлы' }).click();
  await expect(page.getByRole('button', { name: /^К сообщению/ }).first()).toBeVisible();
}

export const CHAT_VIEW_SCREENS: readonly Screen[] = [
  { name: 'dialog', as: 'anna', address: () => dialogWith('Игорь'), prepare: toMessages },
  { name: 'dialog-menu', isVariant: true, as: 'anna', address: () => dialogWith('Игорь'), prepare: openDialogMenu },
  {
    name: 'dialog-message-menu',
    isVariant: true,
    as: 'anna',
    address: () => dialogWith('Игорь'),
    prepare: openMessageMenu,
  },
  { name: 'dialog-choosing', isVariant: true, as: 'anna', address: () => dialogWith('Игорь'), prepare: choose },
  { name: 'dialog-search', isVariant: true, as: 'anna', address: () => dialogWith('Игорь'), prepare: search },
  { name: 'dialog-media', isVariant: true, as: 'anna', address: () => dialogWith('Игорь'), prepare: openMedia },
  { name: 'dialog-stranger', isVariant: true, as: 'anna', address: () => dialogWith('Эмре'), prepare: toMessages },
  {
    name: 'dialog-empty',
    isVariant: true,
    as: 'member',
    address: ({ anna }) => `/conversation/${anna.id}`,
    prepare: (page) => expect(page.getByText('Напишите первое сообщение')).toBeVisible(),
    allow: /status of 404/,
  },
];
