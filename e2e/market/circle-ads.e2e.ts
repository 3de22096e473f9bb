import { expect, type Page } from '@playwright/test';
import { api } from '../support/api.ts';
import { befriend } from '../support/chats.ts';
import { createPerson, signIn } from '../support/people.ts';
import { LONG, open, PHONE_TOO, test } from '../support/test.ts';
import { applyFilters, cardOf, field, freshWord, openFilters, pick, publishAd, toast } from './ad-pages.ts';

const statusOf = async (page: Page, path: string): Promise<number | undefined> => (await page.goto(path))?.status();

test('an ad is shown to the circle first, with friends in common, and stands under a publication', {
  tag: [PHONE_TOO, LONG],
}, async ({ page, visitor, watch, picture, isMobile }) => {
  watch.allow(/the server responded with a status of 404/);
  const [seller, friend, common, stranger] = await Promise.all([
    createPerson({ firstname: 'Мирон', paid: true }),
    createPerson({ firstname: 'Тихон' }),
    createPerson({ firstname: 'Ярослава' }),
    createPerson({ firstname: 'Севастьян' }),
  ]);
  await befriend(seller, friend);
  await befriend(seller, common);
  await befriend(friend, common);
  const title = `Байдарка ${freshWord()}`;
  const [theirs, others] = [await visitor(), await visitor()];
  await Promise.all([
    signIn(page.context(), seller),
    signIn(theirs.context(), friend),
    signIn(others.context(), stranger),
  ]);

  await open(page, '/add');
  await field(page, 'Название').fill(title);
  await field(page, 'Описание').fill('Двухместная, с вёслами.');
  await field(page, 'Цена').pressSequentially('18000');
  await pick(page, 'Кто увидит', 'Сначала круг, через 24 ч все');
  await expect(page.getByText('Сутки объявление видят только друзья')).toBeVisible();
  await picture('form');
  await page.getByRole('button', { name: 'Разместить', exact: true }).click();
  await expect(page).toHaveURL(/\/ad\/\d+$/);
  await expect(page.getByText(/Сначала видят ваши друзья\. Всем откроется/)).toBeVisible();
  await picture('own-ad');
  const path = new URL(page.url()).pathname;
  await open(page, '/ads');
  await expect(page.getByText(/Пока видят друзья, всем откроется/)).toBeVisible();
  await picture('own-list');

  // The friend finds the ad by the filter, and a friend of both on its page.
  await open(theirs, '/');
  await openFilters(theirs, isMobile);
  await theirs.getByRole('checkbox', { name: 'От моего круга' }).check();
  await picture('filter', theirs);
  await applyFilters(theirs, isMobile);
  await theirs.waitForURL('**/?circle=1');
  await expect(cardOf(theirs, title)).toContainText('Для своих');
  await picture('list', theirs);
  await cardOf(theirs, title).getByRole('link', { name: title }).click();
  const mutual = theirs.getByRole('button', { name: /1 общий друг с продавцом/ });
  await expect(mutual).toContainText('Ярослава');
  await expect(theirs.getByText('Объявление для своих')).toBeVisible();
  await picture('ad', theirs);
  await mutual.click();
  await expect(theirs.getByRole('dialog', { name: /Общие друзья/ })).toContainText('Ярослава');

  expect(await statusOf(others, path)).toBe(404);
  await open(others, `/user/${seller.id}/ads`);
  await expect(others.getByText(title)).toBeHidden();

  // An ad for everybody stands under a publication, with the price of now.
  const tent = `Палатка ${freshWord()}`;
  const tentId = await publishAd(seller, tent, { board_price: '7000' });
  await open(page, `/user/${seller.id}/social/add`);
  await page.getByLabel('Описание', { exact: true }).fill('Собираемся на озеро, палатка лишняя');
  await page.getByRole('button', { name: 'Прикрепить объявление' }).click();
  const dialog = page.getByRole('dialog', { name: 'Какое объявление показать' });
  await expect(dialog.getByRole('button', { name: new RegExp(title) })).toBeVisible();
  await picture('picker');
  await dialog.getByRole('button', { name: new RegExp(tent) }).click();
  await expect(page.getByRole('group', { name: 'Объявление' })).toContainText(tent);
  await picture('editor');
  await page.getByRole('button', { name: 'Опубликовать', exact: true }).click();
  await expect(toast(page, 'Публикация успешно создано')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: new RegExp(tent) })).toContainText('7 000 ₽');
  const publication = new URL(page.url()).pathname;

  await api('POST', '/api/board', { token: seller.token, json: { board_id: tentId, board_price: 5500 } });
  await api('POST', '/api/boards/deal', { token: seller.token, json: { board_id: tentId, deal: 'reserved' } });
  await open(others, publication);
  const card = others.getByRole('main').getByRole('link', { name: new RegExp(tent) });
  await expect(card).toContainText('5 500 ₽');
  await expect(card).toContainText('Бронь');
  await picture('publication', others);
  await api('POST', '/api/board', { token: seller.token, json: { board_id: tentId, board_audience: 'friends' } });
  await others.reload();
  await expect(others.getByText('Собираемся на озеро')).toBeVisible();
  await expect(others.getByText(tent)).toBeHidden();
  await open(theirs, `/user/${friend.id}/social`);
  await expect(theirs.getByRole('link', { name: new RegExp(tent) })).toBeVisible();
});
