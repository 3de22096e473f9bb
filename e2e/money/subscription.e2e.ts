import { expect, type Locator, type Page } from '@playwright/test';
import { api } from '../support/api.ts';
import { waitForEmail } from '../support/emails.ts';
import { createPerson, type Person, signIn } from '../support/people.ts';
import { LONG, open, PHONE_TOO, test, waitUntilHydrated } from '../support/test.ts';

test.use({ wholeBrowser: true });

const addLink = (page: Page): Locator =>
  page.getByRole('link', { name: 'Разместить', exact: true }).filter({ visible: true }).first();
const offer = (page: Page): Locator => page.getByRole('dialog', { name: 'Подписка на год' });

async function openOffer(page: Page): Promise<Person> {
  const person = await createPerson();
  await signIn(page.context(), person);
  await open(page, '/');
  await (await waitUntilHydrated(addLink(page))).click();
  await expect(offer(page)).toBeVisible();
  return person;
}

async function goToProvider(page: Page): Promise<void> {
  await (await waitUntilHydrated(page.getByRole('button', { name: 'Оплатить 399 ₽' }))).click();
  await expect(page).toHaveURL(/\/sandbox\/pay\//);
  await expect(page.getByText('399 ₽', { exact: true })).toBeVisible();
}

async function payedOf({ id, token }: Person): Promise<number> {
  return (await api<{ payed: number }>('GET', `/api/users/${id}`, { token })).payed;
}

test('who has no subscription meets its offer over the page that stands still, and may decline', async ({ page }) => {
  await openOffer(page);
  const methods = offer(page).getByRole('radio');
  await expect(methods).toHaveCount(7);
  await expect(offer(page).getByRole('radio', { name: 'Банковская карта' })).toBeChecked();
  for (const gone of [/QIWI/, /WebMoney/]) await expect(offer(page).getByRole('radio', { name: gone })).toBeDisabled();
  await expect(offer(page).getByText('Не работает: у КИВИ Банка отозвана лицензия')).toBeVisible();
  const autopay = offer(page).getByRole('checkbox', { name: 'Продлевать автоматически' });
  await expect(autopay).not.toBeChecked();
  await offer(page).getByRole('radio', { name: 'СБП' }).check();
  await expect(autopay).toHaveCount(0);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('hidden');

  const [pay, decline] = [/^Оплатить 399/, 'Отказаться'].map((name) => offer(page).getByRole('button', { name }));
  expect((await pay?.boundingBox())?.height).toBe((await decline?.boundingBox())?.height);
  await decline?.click();
  await expect(offer(page)).toBeHidden();
  await addLink(page).click();
  await expect(offer(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(offer(page)).toBeHidden();
  await expect(page).toHaveURL(/\/$/);
});

test('a paid subscription opens the form of a new ad and is told by an email', { tag: PHONE_TOO }, async ({ page }) => {
  const person = await openOffer(page);
  await goToProvider(page);
  await page.getByRole('button', { name: 'Оплатить 399 ₽' }).click();
  await expect(page).toHaveURL(new RegExp(`/subscribe/payed/${person.id}`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Подписка оплачена');
  await expect(page).toHaveURL(/\/add$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Новое объявление');
  await waitForEmail(person.email, 'Подписка оплачена');
});

test('a declined payment subscribes nobody and may be tried again', { tag: LONG }, async ({ page }) => {
  const person = await openOffer(page);
  await goToProvider(page);
  await page.getByRole('button', { name: 'Отказаться' }).click();
  await expect(page).toHaveURL(new RegExp(`/subscribe/payed/${person.id}`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Оплата не прошла');
  expect(await payedOf(person)).toBe(0);
  await page.getByRole('link', { name: 'Попробовать ещё раз' }).click();
  await expect(page).toHaveURL(new RegExp(`/subscribe/pay/${person.id}\\?next=/add$`));
  await goToProvider(page);
  await page.getByRole('button', { name: 'Оплатить 399 ₽' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Подписка оплачена');
});

test('a payment whose webhook event was lost is found by asking the provider', { tag: LONG }, async ({ page }) => {
  await openOffer(page);
  await goToProvider(page);
  await page.getByText('Проверить сбои').click();
  await page.getByRole('button', { name: 'Оплатить, но потерять уведомление' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Подписка оплачена');
});

test('a payment whose webhook event was lost is found within a minute even when the person never comes back', {
  tag: LONG,
}, async ({ page }) => {
  const person = await openOffer(page);
  await goToProvider(page);
  await page.route('**/subscribe/payed/**', (route) => route.abort());
  await page.getByText('Проверить сбои').click();
  await page.getByRole('button', { name: 'Оплатить, но потерять уведомление' }).click();
  await expect.poll(() => payedOf(person), { timeout: 60_000 }).toBe(1);
});

test('coming to the page of success proves nothing', { tag: LONG }, async ({ page }) => {
  const person = await createPerson();
  await signIn(page.context(), person);
  await open(page, '/subscribe/payed/2');
  await expect(page).toHaveURL(new RegExp(`/subscribe/payed/${person.id}`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Оплата не прошла');
  expect(await payedOf(person)).toBe(0);
  await page.goto('/add');
  await expect(page).toHaveURL(new RegExp(`/subscribe/pay/${person.id}\\?next=/add$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Подписка на год');
});

test('a guest who wants to publish signs in first and comes back', async ({ page }) => {
  const person = await createPerson({ paid: true });
  await open(page, '/');
  await addLink(page).click();
  await expect(page).toHaveURL(/\/auth\?next=(\/|%2F)add$/);
  await page.getByRole('textbox', { name: 'Логин', exact: true }).fill(person.login);
  await page.getByLabel(/^Пароль/).fill(person.password);
  await page.getByRole('button', { name: 'Войти', exact: true }).click();
  await expect(page).toHaveURL(/\/add$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Новое объявление');
});

test('the link of the mobile application leads to the payment page', async ({ page }) => {
  const person = await createPerson();
  await page.goto(`/mobile/pay/${person.id}`);
  await expect(page).toHaveURL(/\/sandbox\/pay\//);
  await expect(page.getByText('399 ₽', { exact: true })).toBeVisible();
});
