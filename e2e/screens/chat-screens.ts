import { expect, type Page } from '@playwright/test';
import { waitUntilHydrated } from '../support/test.ts';
import type { Screen } from './screens.ts';

const LIST = '/profile/messages';

async function openChatMenu(page: Page): Promise<void> {
  const link = page.getByRole('region', { name: 'Диалоги' }).getByRole('listitem').getByRole('link').nth(1);
  await (await waitUntilHydrated(link)).click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: 'Удалить чат' })).toBeVisible();
}

async function askToDelete(page: Page): Promise<void> {
  await openChatMenu(page);
  await page.getByRole('menuitem', { name: 'Удалить чат' }).click();
  await expect(page.getByRole('dialog', { name: 'Удалить чат?' })).toBeVisible();
}

export const CHAT_SCREENS: readonly Screen[] = [
  { name: 'messages', as: 'anna', address: LIST },
  {
    name: 'messages-requests',
    isVariant: true,
    as: 'anna',
    address: `${LIST}?folder=requests`,
    prepare: (page) => expect(page.getByText(/^На Около с /).first()).toBeVisible(),
  },
  { name: 'messages-archive', isVariant: true, as: 'member', address: `${LIST}?folder=archive` },
  { name: 'messages-empty', isVariant: true, as: 'member', address: LIST },
  {
    name: 'messages-found',
    isVariant: true,
    as: 'anna',
    address: `${LIST}?search=${encodeURIComponent('велосипед')}`,
    prepare: (page) => expect(page.getByRole('region', { name: 'Сообщения' }).locator('mark').first()).toBeVisible(),
  },
  { name: 'messages-menu', isVariant: true, as: 'anna', address: LIST, prepare: openChatMenu },
  { name: 'messages-delete', isVariant: true, as: 'anna', address: LIST, prepare: askToDelete },
];
