import { expect, type Page } from '@playwright/test';
import { api } from '../support/api.ts';
import { befriend } from '../support/chats.ts';
import { createPerson, type Person, signIn } from '../support/people.ts';
import { LONG, open, PHONE_TOO, test } from '../support/test.ts';
import { addTrack, createPlaylist, tone } from './music-files.ts';

const list = (page: Page) => page.getByRole('list', { name: 'Дорога на море', exact: true });
const adders = (page: Page) => list(page).getByText(/^Кто добавил:/);
const nameOf = ({ firstname, lastname }: Person): string => `${firstname} ${lastname}`;

async function openMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Ещё о плейлисте' }).click();
  await page.getByRole('dialog', { name: 'Ещё о плейлисте' }).getByRole('button', { name: item, exact: true }).click();
}

test('a friend is invited to a private playlist, adds to it, every entry says who did, and leaves', {
  tag: [PHONE_TOO, LONG],
}, async ({ page, visitor, picture }) => {
  const [anna, timur] = [await createPerson({ firstname: 'Ярослава' }), await createPerson({ firstname: 'Тихон' })];
  await befriend(anna, timur);
  const playlist = await createPlaylist(anna, 'Дорога на море');
  await addTrack(anna, playlist, tone('Первый мост.wav', 410, 3));
  await api('POST', '/api/playlist/edit', { token: anna.token, json: { id: playlist.id, audience: 'me' } });
  const elsewhere = await visitor();
  await Promise.all([signIn(page.context(), anna), signIn(elsewhere.context(), timur)]);

  await open(page, `/user/${anna.id}/audio/${playlist.id}`);
  await expect(adders(page)).toHaveCount(0);
  await openMenu(page, 'Соавторы');
  const dialog = page.getByRole('dialog', { name: 'Соавторы' });
  await expect(dialog.getByText('Соавторов пока нет')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Позвать из круга' }).click();
  await dialog.getByRole('option', { name: nameOf(timur) }).click();
  await expect(dialog.getByRole('listitem')).toHaveText([new RegExp(nameOf(timur))]);
  await picture('co-authors');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: '1 соавтор' })).toBeVisible();
  await expect(adders(page)).toHaveText([`Кто добавил: ${nameOf(anna)}`]);

  await open(elsewhere, '/notifications');
  await elsewhere
    .getByRole('main')
    .getByRole('link', { name: 'Зовёт вас в соавторы плейлиста «Дорога на море»' })
    .click();
  await elsewhere.waitForURL(`**/user/${anna.id}/audio/${playlist.id}`);
  await elsewhere.getByRole('link', { name: 'Добавить записи' }).click();
  await elsewhere.locator('input[type=file]').setInputFiles([tone('Второй мост.wav', 520, 3)]);
  await elsewhere.getByRole('button', { name: 'Добавить 1 запись' }).click();
  await elsewhere.waitForURL(`**/user/${anna.id}/audio/${playlist.id}`);
  await expect(adders(elsewhere)).toHaveText([`Кто добавил: ${nameOf(anna)}`, `Кто добавил: ${nameOf(timur)}`]);
  await picture('shared-playlist', elsewhere);

  // The playlist stands among the co-author's own, with its owner and a sign.
  await open(elsewhere, `/user/${timur.id}/audio`);
  const row = elsewhere.getByRole('complementary', { name: 'Плейлисты' }).getByRole('link', { name: /Дорога на море/ });
  await expect(row).toContainText(nameOf(anna));
  await expect(row).toContainText('Вы соавтор');
  await row.click();

  await openMenu(elsewhere, 'Выйти из соавторов');
  await elsewhere.getByRole('dialog').getByRole('button', { name: 'Выйти' }).click();
  await elsewhere.waitForURL(`**/user/${anna.id}/audio`);
  await open(elsewhere, `/user/${timur.id}/audio`);
  await expect(elsewhere.getByText('Дорога на море')).toBeHidden();

  await page.reload();
  await expect(list(page).getByRole('listitem')).toHaveCount(2);
  await expect(page.getByRole('button', { name: '1 соавтор' })).toBeHidden();
});
