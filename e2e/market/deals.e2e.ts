import { expect, type Locator, type Page } from '@playwright/test';
import { api } from '../support/api.ts';
import { createPerson, type Person, signIn } from '../support/people.ts';
import { open, test } from '../support/test.ts';
import { publishAd } from './ad-pages.ts';

const thread = (page: Page): Locator => page.getByRole('log', { name: 'Сообщения' });
const offers = (page: Page): Locator => thread(page).getByRole('article').filter({ hasText: 'Предложение цены' });
const press = (page: Page, name: string): Promise<void> =>
  offers(page).last().getByRole('button', { name, exact: true }).click();

async function sendPrice(page: Page, price: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: /Ваша цена/ }).fill(price);
  await dialog.getByRole('button', { name: 'Отправить' }).click();
  await expect(dialog).toBeHidden();
}

async function confirm(page: Page): Promise<void> {
  await press(page, 'Сделка состоялась');
  await page.getByRole('dialog').getByRole('button', { name: 'Сделка состоялась' }).click();
}

async function review(page: Page, stars: string, content: string): Promise<void> {
  await press(page, 'Оставить отзыв');
  const dialog = page.getByRole('dialog', { name: 'Отзыв о сделке' });
  await dialog.getByRole('radio', { name: stars }).check();
  await dialog.getByRole('textbox', { name: 'Расскажите, как прошло' }).fill(content);
  await dialog.getByRole('button', { name: 'Отправить отзыв' }).click();
  await expect(offers(page).last()).toContainText('ваша оценка');
}

test('two people bargain in the chat, confirm the deal and review each other', async ({ page, visitor }) => {
  const [seller, buyer] = [await createPerson({ paid: true, firstname: 'Анна' }), await createPerson()];
  const ad = await publishAd(seller, 'Лодка с вёслами', { board_price: '15000' });
  await signIn(page.context(), buyer);
  await open(page, `/ad/${ad}`);
  await page.getByRole('button', { name: 'Предложить цену' }).click();
  await sendPrice(page, '12 000');
  await expect(page).toHaveURL(new RegExp(`/conversation/${seller.id}`));
  await expect(offers(page)).toContainText('12 000 ₽');
  await expect(offers(page)).toContainText('Ждём ответа');

  const other = await visitor();
  await signIn(other.context(), seller);
  await open(other, `/conversation/${buyer.id}`);
  await press(other, 'Своя цена');
  await sendPrice(other, '13 500');
  await expect(offers(other).first()).toContainText('Предложена другая цена');

  // The buyer hears of the counter-offer without reloading.
  await expect(offers(page)).toHaveCount(2);
  await press(page, 'Принять');
  for (const each of [page, other]) await expect(offers(each).last()).toContainText('Договорились');
  await confirm(other);
  await expect(offers(page).last()).toContainText('Вторая сторона подтвердила сделку');
  // The list of own deals says what is expected, and how to reach the other person.
  await open(page, '/profile/deals');
  const mine = page.getByRole('region', { name: 'Идут сейчас' }).getByRole('article').first();
  await expect(mine).toContainText('Подтвердите сделку, когда она состоится');
  await mine.getByRole('link', { name: 'Открыть чат' }).click();
  await confirm(page);
  await expect(offers(other).last()).toContainText('Сделка состоялась');
  await review(page, '5 звёзд', 'Лодка как на фото');
  await review(other, '4 звезды', 'Приехал вовремя');

  // One more deal of the seller, so that the two are no people who deal only with each other.
  await dealByApi(seller, await createPerson());
  await expect.poll(async () => (await api<{ count: number }>('GET', `/api/deals/figures/${seller.id}`)).count).toBe(1);
  await open(page, `/ad/${ad}`);
  await page.getByRole('link', { name: '1 отзыв о сделках' }).click();
  await expect(page).toHaveURL(new RegExp(`/user/${seller.id}/reviews`));
  const shown = page.getByRole('listitem').filter({ hasText: 'Лодка как на фото' });
  await expect(shown).toContainText('Покупатель');
  await expect(page.getByText('по 1 отзыву')).toBeVisible();
  await expect(page.getByText('Здесь оценивают только те, кто заключил сделку')).toBeVisible();

  await open(other, `/user/${seller.id}/reviews`);
  await other.getByRole('button', { name: 'Ответить' }).click();
  const dialog = other.getByRole('dialog', { name: 'Ответ на отзыв' });
  await dialog.getByRole('textbox').fill('Хорошего лета');
  await dialog.getByRole('button', { name: 'Ответить' }).click();
  await expect(other.getByText('Хорошего лета')).toBeVisible();
});

async function dealByApi(seller: Person, buyer: Person): Promise<void> {
  const ad = await publishAd(seller, 'Весло');
  const offer = await api<{ id: number; deal_id: number }>('PUT', '/api/deals/offers', {
    token: buyer.token,
    json: { board_id: ad, price: 800 },
  });
  await api('POST', `/api/deals/offers/${offer.id}/accept`, { token: seller.token });
  for (const token of [seller.token, buyer.token]) await api('POST', `/api/deals/${offer.deal_id}/confirm`, { token });
}
