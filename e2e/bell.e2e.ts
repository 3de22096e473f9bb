import { expect } from '@playwright/test';
import { api } from './api.ts';
import { makePerson, signIn } from './people.ts';
import { open, test } from './test.ts';

test('a comment rings the seller’s bell at once, and reading it in one place settles it in the others', async ({
  page,
  visitor,
  isMobile,
}) => {
  const [seller, buyer] = [
    await makePerson({ firstname: 'Павла', paid: true }),
    await makePerson({ firstname: 'Мила' }),
  ];
  const form = new FormData();
  form.set('board_title', 'Самокат с корзиной');
  form.set('board_description', 'Почти новый');
  form.set('board_price', '3500');
  const { board_id } = await api<{ board_id: number }>('PUT', '/api/boards', { token: seller.token, form });

  // The payment of the subscription rang too.
  await api('POST', '/api/notifications/read', { token: seller.token, json: {} });

  const elsewhere = await visitor();
  await Promise.all([signIn(page.context(), seller), signIn(elsewhere.context(), seller)]);
  await open(page, '/');
  await open(elsewhere, '/notifications');
  await expect(elsewhere.getByRole('main').getByText(/^Подписка оплачена/)).toBeVisible();
  const bell = (of: typeof page) => of.locator('header').getByRole('button').or(of.locator('header').getByRole('link'));
  await expect(bell(page).filter({ visible: true }).and(page.getByLabel('Уведомления, новых нет'))).toBeVisible();

  const text = 'Комментарий к объявлению «Самокат с корзиной»';
  // Looked for before it is there: it goes after two seconds.
  const pointedOut = expect(page.getByRole('status').getByRole('link', { name: text })).toBeVisible();
  await api('PUT', '/api/comments', { token: buyer.token, json: { board_id, message: 'Ещё продаёте?' } });
  // The list that is open elsewhere takes it in and so makes it read; here it is pointed out for a moment.
  await Promise.all([pointedOut, expect(elsewhere.getByRole('main').getByRole('link', { name: text })).toBeVisible()]);
  await expect(page.getByRole('status').getByRole('link', { name: text })).toBeHidden();
  await expect(bell(page).filter({ visible: true }).and(page.getByLabel('Уведомления, новых нет'))).toBeVisible();

  await elsewhere.goto('/');
  await api('PUT', '/api/comments', { token: buyer.token, json: { board_id, message: 'Заберу сегодня' } });
  const rung = bell(page).filter({ visible: true }).and(page.getByLabel('Уведомления, 1 новое'));
  await expect(rung).toBeVisible();
  await rung.click();
  // Not the banner that may still point it out.
  await page
    .getByRole(isMobile ? 'main' : 'dialog')
    .getByRole('link', { name: text })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`/ad/${board_id}`));
  await expect(
    bell(elsewhere).filter({ visible: true }).and(elsewhere.getByLabel('Уведомления, новых нет')),
  ).toBeVisible();
});
