import { expect, type Page } from '@playwright/test';
import { api } from '../support/api.ts';
import { createPerson, signIn } from '../support/people.ts';
import { createStaff } from '../support/staff.ts';
import { LONG, open, test, waitUntilHydrated } from '../support/test.ts';

async function payAtProvider(page: Page, price: string): Promise<void> {
  await expect(page).toHaveURL(/\/sandbox\/pay\//);
  await page.getByRole('button', { name: `Оплатить ${price}` }).click();
}

test('a year that renews by itself is stopped with one press, its card removed, and given back unused', {
  tag: LONG,
}, async ({ page, visitor }) => {
  const person = await createPerson();
  const there = await visitor();
  await Promise.all([signIn(page.context(), person), signIn(there.context(), person)]);
  await open(there, `/subscribe/pay/${person.id}`);
  await there.getByRole('checkbox', { name: 'Продлевать автоматически' }).check();
  await there.getByRole('button', { name: 'Оплатить 399 ₽' }).click();
  await payAtProvider(there, '399 ₽');
  await expect(there.getByRole('heading', { level: 1 })).toHaveText('Подписка оплачена');
  await there.waitForURL((url) => url.pathname === '/');

  await open(page, '/profile/subscription');
  await expect(page.getByRole('heading', { name: 'Подписка действует' })).toBeVisible();
  const autopay = page.getByRole('region', { name: 'Автоплатёж' });
  await expect(autopay.getByText('Следующее списание')).toBeVisible();
  await expect(autopay.getByText('399 ₽', { exact: true })).toBeVisible();
  await autopay.getByRole('button', { name: 'Отключить автоплатёж' }).click();
  await expect(autopay.getByText('Выключен', { exact: true })).toBeVisible();
  await expect(autopay.getByText('Следующее списание')).toHaveCount(0);

  await page.getByRole('button', { name: 'Удалить карту' }).click();
  await page
    .getByRole('dialog', { name: /^Удалить карту/ })
    .getByRole('button', { name: 'Удалить' })
    .click();
  await expect(page.getByRole('region', { name: 'Сохранённая карта' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Вернуть деньги' }).click();
  await page
    .getByRole('dialog', { name: 'Вернуть 399 ₽?' })
    .getByRole('button', { name: 'Вернуть', exact: true })
    .click();
  await expect(page.getByRole('heading', { name: 'Подписка действует' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Возврат' })).toHaveCount(0);
  expect((await api<{ payed: number }>('GET', `/api/users/${person.id}`, { token: person.token })).payed).toBe(0);

  await page.getByRole('link', { name: 'Все платежи и чеки' }).click();
  const rows = page.getByRole('article');
  await expect(rows.filter({ hasText: 'Возврат за подписку' })).toContainText('+399 ₽');
  await expect(rows.filter({ hasText: 'Подписка на год' })).toContainText('Возвращён');
});

test('a balance is topped up at the provider, and the payment stands in the history', { tag: LONG }, async ({
  page,
}) => {
  const person = await createPerson();
  await signIn(page.context(), person);
  await open(page, '/profile/payments');
  await expect(page.getByRole('heading', { name: 'Платежей пока нет' })).toBeVisible();
  await page.getByRole('button', { name: 'Пополнить' }).click();
  const dialog = page.getByRole('dialog', { name: 'Пополнить баланс' });
  await (await waitUntilHydrated(dialog.getByRole('button', { name: '500 ₽' }))).click();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('hidden');
  await dialog.getByRole('button', { name: 'Оплатить 500 ₽' }).click();
  await payAtProvider(page, '500 ₽');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Баланс пополнен');
  await page.waitForURL((url) => url.pathname === '/profile/payments');
  await expect(page.getByRole('region', { name: 'Баланс' })).toContainText('500 ₽');
  await expect(page.getByRole('article').filter({ hasText: 'Пополнение баланса' })).toContainText('+500 ₽');
});

test('an administrator gives a part of a year back and something for the trouble, and the person reads why', {
  tag: LONG,
}, async ({ page, visitor }) => {
  const [person, admin] = [await createPerson({ firstname: 'Вера', paid: true }), await createStaff('admin', 'Ада')];
  await signIn(page.context(), admin);
  await open(page, `/admin/payments?search=${person.login}`);
  await page.getByRole('link', { name: /^Платёж № \d+$/ }).click();
  await (await waitUntilHydrated(page.getByRole('button', { name: 'Вернуть деньги' }))).click();
  const refund = page.getByRole('dialog');
  await refund.getByLabel('Сумма, ₽').fill('99,75');
  await expect(refund.getByText('Подписка станет короче на ту же долю года', { exact: false })).toBeVisible();
  await refund.getByLabel(/^Причина/).fill('Три месяца не пригодились');
  await refund.getByRole('button', { name: 'Вернуть', exact: true }).click();
  const refunds = page.getByRole('region', { name: 'Возвраты' }).first();
  await expect(refunds).toContainText('99,75');
  await expect(refunds).toContainText('подписка короче на 91 день');

  await page.getByRole('link', { name: 'Счёт человека' }).click();
  await (await waitUntilHydrated(page.getByRole('button', { name: 'Начислить' }))).click();
  const gift = page.getByRole('dialog');
  await gift.getByRole('radio', { name: 'Бонусы' }).check();
  await gift.getByLabel('Сколько').fill('40');
  await gift.getByLabel(/^Причина/).fill('За терпение');
  await gift.getByRole('button', { name: 'Начислить' }).click();
  await expect(page.getByRole('row', { name: /Начисление бонусов.*За терпение/ })).toBeVisible();

  const there = await visitor();
  await signIn(there.context(), person);
  await open(there, '/profile/payments');
  const lines = there.getByRole('article');
  await expect(lines.filter({ hasText: 'За терпение' })).toContainText('+40 бонусов');
  await expect(lines.filter({ hasText: 'Три месяца не пригодились' })).toContainText('+99,75 ₽');
  const manager = await visitor();
  await signIn(manager.context(), await createStaff('manager', 'Мария'));
  await manager.goto('/admin/payments');
  await expect(manager).toHaveURL(/\/admin$/);
});
