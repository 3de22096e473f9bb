import { expect } from '@playwright/test';
import { api } from '../support/api.ts';
import { createPerson, signIn } from '../support/people.ts';
import { open, PHONE_TOO, test } from '../support/test.ts';

test.use({ wholeBrowser: true });

test('a comment rings the seller’s bell at once, and reading it in one place settles it in the others', {
  tag: PHONE_TOO,
}, async ({ page, visitor, isMobile }) => {
  const [seller, buyer, other] = [
    await createPerson({ firstname: 'Павла', paid: true }),
    await createPerson({ firstname: 'Мила' }),
    await createPerson({ firstname: 'Глеб' }),
  ];
  const form = new FormData();
  form.set('board_title', 'Самокат с корзиной');
  form.set('board_description', 'Почти новый');
  form.set('board_price', '3500');
  const { board_id } = await api<{ board_id: number }>('PUT', '/api/boards', { token: seller.token, form });

  await api('POST', '/api/notifications/read', { token: seller.token, json: {} });

  const elsewhere = await visitor();
  await Promise.all([signIn(page.context(), seller), signIn(elsewhere.context(), seller)]);
  await open(page, '/');
  await open(elsewhere, '/notifications');
  await expect(elsewhere.getByRole('main').getByText(/^Подписка оплачена/)).toBeVisible();
  const bell = (of: typeof page) => of.locator('header').getByRole('button').or(of.locator('header').getByRole('link'));
  await expect(bell(page).filter({ visible: true }).and(page.getByLabel('Уведомления, новых нет'))).toBeVisible();

  const text = 'Комментарий к объявлению «Самокат с корзиной»';
  await api('PUT', '/api/comments', { token: buyer.token, json: { board_id, message: 'Ещё продаёте?' } });
  await expect(elsewhere.getByRole('main').getByRole('link', { name: text })).toBeVisible();
  await expect(
    bell(elsewhere).filter({ visible: true }).and(elsewhere.getByLabel('Уведомления, новых нет')),
  ).toBeVisible();
  await expect(bell(page).filter({ visible: true }).and(page.getByLabel('Уведомления, новых нет'))).toBeVisible();

  await elsewhere.goto('/');
  // The locator waits before the banner appears, because the banner disappears after two seconds.
  const banner = page.getByRole('status').getByRole('link', { name: text }).filter({ hasText: other.firstname });
  const pointedOut = expect(banner).toBeVisible();
  await api('PUT', '/api/comments', { token: other.token, json: { board_id, message: 'Заберу сегодня' } });
  await pointedOut;
  await expect(banner).toBeHidden();
  const rung = bell(page).filter({ visible: true }).and(page.getByLabel('Уведомления, 1 новое'));
  await expect(rung).toBeVisible();
  await rung.click();
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

test('what happens between the rendering of a page and its connection is there when it connects', async ({ page }) => {
  const [vera, mila] = [await createPerson({ firstname: 'Вера' }), await createPerson({ firstname: 'Мила' })];
  await signIn(page.context(), mila);
  const cursors: string[] = [];
  page.on('websocket', (socket) => cursors.push(new URL(socket.url()).searchParams.get('after') ?? 'none'));
  // The scripts arrive after the event, the page was rendered before it.
  let rendered = 0;
  await page.route('**/assets/entry.client*', async (route) => {
    rendered += 1;
    await api('PUT', `/api/users/friends/${mila.id}`, { token: vera.token });
    await route.continue();
  });
  await open(page, '/circle?tab=requests');
  await expect(page.getByRole('main').getByRole('link', { name: /^Вера/ })).toBeVisible();
  await expect(page.locator('header').getByLabel('Уведомления, 1 новое').filter({ visible: true })).toBeVisible();
  expect(rendered).toBe(1);
  expect(cursors[0]).toMatch(/^\d+$/);
});
