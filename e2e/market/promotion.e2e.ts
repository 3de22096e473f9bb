import { expect, type Page } from '@playwright/test';
import { api } from '../support/api.ts';
import { createPerson, type Person, payOnSandbox, signIn } from '../support/people.ts';
import { LONG, open, test, waitUntilHydrated } from '../support/test.ts';
import { cardOf, freshWord, publishAd, toast } from './ad-pages.ts';

async function topUp({ token }: Person, amount: number): Promise<void> {
  await payOnSandbox(await api<string>('PUT', '/api/payments/topup', { token, json: { amount, method: 'bank_card' } }));
  const held = async (): Promise<number> =>
    (await api<{ balance_kopecks: number }>('GET', '/api/payments/ledger', { token })).balance_kopecks;
  await expect.poll(held).toBe(amount * 100);
}

async function sellers(page: Page): Promise<{ seller: Person; title: string; word: string; adId: number }> {
  const seller = await createPerson({ firstname: 'Павла', paid: true });
  const word = freshWord();
  const title = `Лодка ${word}`;
  const adId = await publishAd(seller, title);
  for (const number of [1, 2]) await publishAd(seller, `Весло ${number} ${word}`);
  await signIn(page.context(), seller);
  return { seller, title, word, adId };
}

test('an owner raises an ad from the balance; readers see it first, as promoted, and the report counts who came by it', {
  tag: LONG,
}, async ({ page, visitor }) => {
  const { seller, title, word, adId } = await sellers(page);
  await topUp(seller, 200);
  await open(page, `/ad/${adId}`);
  await page.getByRole('link', { name: 'Продвинуть' }).filter({ visible: true }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Продвижение');
  await (await waitUntilHydrated(page.getByRole('radio', { name: /^1 день/ }))).check();
  await expect(page.getByRole('region', { name: 'Так увидят карточку' }).getByText('Продвигается')).toBeVisible();
  await page.getByRole('button', { name: 'Продвинуть за 49 ₽' }).click();
  await expect(toast(page, 'Объявление поднято')).toBeVisible();
  const history = page.getByRole('region', { name: 'Продвижения этого объявления' });
  await expect(history.getByText('Идёт', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Куплено: Поднять в списке/)).toBeVisible();
  await page.getByRole('button', { name: 'Добавить ещё одну услугу' }).click();
  await expect(page.getByRole('radio', { name: 'Поднять в списке' })).toBeDisabled();

  const reader = await visitor();
  await open(reader, `/?search=${word}`);
  const first = reader.getByRole('main').getByRole('article').first();
  await expect(first).toContainText(title);
  await expect(first).toContainText('Продвигается');
  await expect(cardOf(reader, `Весло 1 ${word}`)).not.toContainText('Продвигается');
  const looked = reader.waitForResponse((answer) => answer.url().includes(`/api/boards/view/${adId}?promoted=1`));
  await (await waitUntilHydrated(first.getByRole('link', { name: title, exact: true }))).click();
  await looked;

  await page.reload();
  await expect(history.getByText('1 из 10 обещанных просмотров')).toBeVisible();
  await (await waitUntilHydrated(history.getByText('По дням'))).click();
  await expect(history.getByRole('row', { name: /^Всего 1 0$/ })).toBeVisible();
  await api('DELETE', `/api/boards?board_id=${adId}`, { token: seller.token });
});

test('who has too little on the balance is led to paying in', { tag: LONG }, async ({ page }) => {
  const { adId } = await sellers(page);
  await open(page, `/ad/${adId}/promote`);
  await (await waitUntilHydrated(page.getByRole('radio', { name: 'Выделить цветом' }))).check();
  await page.getByRole('radio', { name: /^7 дней/ }).check();
  await expect(page.getByText('Не хватает 129 ₽')).toBeVisible();
  await page.getByRole('link', { name: 'Пополнить баланс' }).click();
  await expect(page).toHaveURL(/\/profile\/payments$/);
});
