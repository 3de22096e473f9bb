import { expect, type Locator, type Page } from '@playwright/test';
import { signIn } from '../support/people.ts';
import { LONG, open, test } from '../support/test.ts';
import { dayAhead, offerLoan } from './loan-people.ts';

const thread = (page: Page): Locator => page.getByRole('log', { name: 'Сообщения' });
const loans = (page: Page): Locator => thread(page).getByRole('article').filter({ hasText: 'На время' });

async function press(page: Page, name: string, isAsked = false): Promise<void> {
  await loans(page).last().getByRole('button', { name, exact: true }).click();
  if (isAsked) await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
}

test('a thing is asked for on the page of its ad, lent until a day, and comes back', { tag: LONG }, async ({
  page,
  visitor,
  picture,
}) => {
  const { owner, borrower, ad } = await offerLoan();
  await signIn(page.context(), borrower);
  await open(page, `/ad/${ad}`);
  await picture('loan-ad');
  await page.getByRole('button', { name: 'Попросить на время' }).click();
  const dialog = page.getByRole('dialog', { name: 'Попросить на время' });
  await expect(dialog.getByLabel('Вернуть до')).toHaveValue(dayAhead(10));
  await picture('loan-ask');
  await dialog.getByRole('button', { name: 'Отправить' }).click();
  await expect(page).toHaveURL(new RegExp(`/conversation/${owner.id}`));
  await expect(loans(page)).toContainText('Ждём ответа');

  const other = await visitor();
  await signIn(other.context(), owner);
  await open(other, `/conversation/${borrower.id}`);
  await press(other, 'Принять');
  // The borrower hears of the answer without reloading.
  await expect(loans(page)).toContainText('Договорились');
  await press(page, 'Вещь передана', true);
  await expect(loans(other)).toContainText('Вторая сторона подтвердила передачу');
  await press(other, 'Вещь передана', true);
  await expect(loans(page)).toContainText('Вещь на руках');
  await picture('loan-chat');

  const guest = await visitor();
  await open(guest, `/ad/${ad}`);
  await expect(guest.getByRole('complementary').getByText(/^На руках до/)).toBeVisible();
  await expect(guest.getByRole('link', { name: 'Попросить на время' })).toBeHidden();
  await picture('loan-ad-lent', guest);

  await press(page, 'Уже у владельца');
  await expect(loans(other)).toContainText('Вторая сторона сообщила о возврате');
  await press(other, 'Вещь вернули', true);
  for (const each of [page, other])
    await expect(loans(each).getByRole('button', { name: 'Оставить отзыв' })).toBeVisible();
  await open(guest, `/ad/${ad}`);
  await expect(guest.getByRole('link', { name: 'Попросить на время' })).toBeVisible();
});
