import { expect, type Page } from '@playwright/test';
import { api } from '../support/api.ts';
import { createPerson, type Person, signIn } from '../support/people.ts';
import { LONG, open, test } from '../support/test.ts';

// Not tried in the headless shell yet.
test.use({ wholeBrowser: true });

async function publish(seller: Person): Promise<number> {
  const form = new FormData();
  form.set('board_title', 'Самокат с корзиной');
  form.set('board_description', 'Почти новый');
  form.set('board_price', '3500');
  const { board_id } = await api<{ board_id: number }>('PUT', '/api/boards', { token: seller.token, form });
  return board_id;
}

const comments = (page: Page) => page.getByRole('region', { name: /^Комментарии/ });
const ownField = (page: Page) => comments(page).getByRole('textbox', { name: 'Ваш комментарий' });

test('a buyer rates and asks, the seller sees it at once and answers, and what is taken back is gone for both', async ({
  page,
  visitor,
}) => {
  const [seller, buyer] = [
    await createPerson({ firstname: 'Павла', paid: true }),
    await createPerson({ firstname: 'Мила' }),
  ];
  const board_id = await publish(seller);
  const theirs = await visitor();
  await Promise.all([signIn(page.context(), buyer), signIn(theirs.context(), seller)]);
  await Promise.all([open(page, `/ad/${board_id}`), open(theirs, `/ad/${board_id}`)]);
  await expect(comments(page).getByText('Комментариев пока нет')).toBeVisible();
  await expect(comments(theirs).getByText('Комментариев пока нет')).toBeVisible();

  await comments(page).getByRole('radio', { name: '4 звезды' }).press('Space');
  await ownField(page).fill('Корзина снимается?');
  await ownField(page).press('Control+Enter');
  await expect(page.getByText('Комментарий успешно оставлен')).toBeVisible();
  await expect(comments(theirs).getByText('Корзина снимается?')).toBeVisible();
  await expect(comments(theirs).getByRole('img', { name: 'Оценка: 4 из 5' })).toBeVisible();
  await expect(comments(theirs).getByRole('heading')).toHaveText(/Комментарии\s*1/);

  await comments(theirs)
    .getByRole('button', { name: /^Ответить, Мила/ })
    .click();
  await comments(theirs)
    .getByRole('textbox', { name: /^Ответ/ })
    .fill('Да, за минуту');
  await comments(theirs)
    .getByRole('textbox', { name: /^Ответ/ })
    .press('Control+Enter');
  await expect(comments(page).getByText('Да, за минуту')).toBeVisible();
  await expect(comments(page).getByText('Автор объявления')).toBeVisible();

  await comments(page).getByRole('button', { name: 'Действия с вашим комментарием' }).click();
  await page.getByRole('button', { name: 'Удалить', exact: true }).filter({ visible: true }).click();
  const question = page.getByRole('dialog', { name: 'Удалить комментарий?' });
  await question.getByRole('button', { name: 'Удалить' }).click();
  await expect(comments(theirs).getByText('Комментарий удалён')).toBeVisible();
  await expect(comments(theirs).getByText('Да, за минуту')).toBeVisible();
  await expect(comments(page).getByRole('radio')).toHaveCount(5);
});

test('who complains about an ad learns by when, and finds the complaint among their own', { tag: LONG }, async ({
  page,
  watch,
}) => {
  watch.allow(/status of 409/);
  const [seller, buyer] = [await createPerson({ paid: true }), await createPerson()];
  const board_id = await publish(seller);
  await signIn(page.context(), buyer);
  await open(page, `/ad/${board_id}`);
  const fold = page.getByRole('button', { name: 'Пожаловаться на объявление' });
  await fold.click();
  await page.getByRole('radio', { name: 'Чужие фото' }).check();
  await page.getByRole('button', { name: 'Отправить жалобу' }).click();
  await expect(page.getByText('Жалоба успешно отправлена')).toBeVisible();
  await expect(page.getByText(/^Рассмотрим до \d\d:\d\d завтра$/)).toBeVisible();
  await expect(fold).toHaveAttribute('aria-expanded', 'false');

  await fold.click();
  await page.getByRole('radio', { name: 'Чужие фото' }).check();
  await page.getByRole('button', { name: 'Отправить жалобу' }).click();
  await expect(page.getByText('Ваша жалоба уже рассматривается')).toBeVisible();
  await page.getByRole('link', { name: 'Мои жалобы' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Мои жалобы');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('article')).toContainText('Самокат с корзиной');
  await expect(page.getByRole('article')).toContainText('На рассмотрении');
});

test('an email to the people who run the product goes from the contacts', { tag: LONG }, async ({ page }) => {
  await signIn(page.context(), await createPerson());
  await open(page, '/contacts');
  await page.getByRole('textbox', { name: 'Сообщение' }).fill('Спасибо за сервис');
  await page.getByRole('button', { name: 'Отправить' }).click();
  await expect(
    page.getByText('Ваше сообщение успешно отправлено. В ближайшее время мы с вами свяжемся!'),
  ).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Сообщение' })).toHaveValue('');
});
