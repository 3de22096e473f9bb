import { expect } from '@playwright/test';
import { freshWord, publishAd, toast } from '../market/ad-pages.ts';
import { api } from '../support/api.ts';
import { waitForEmail } from '../support/emails.ts';
import { createPerson, signIn } from '../support/people.ts';
import { createStaff } from '../support/staff.ts';
import { LONG, open, PHONE_ONLY, test, waitUntilHydrated } from '../support/test.ts';

test('an administrator tries a rule on the last week, switches it on, and the next ad with the link waits', {
  tag: LONG,
}, async ({ page }) => {
  const host = `${freshWord().toLowerCase()}.example.com`;
  const name = `Ссылки ${host}`;
  const [admin, seller] = await Promise.all([
    createStaff('admin', 'Ада'),
    createPerson({ firstname: 'Семён', paid: true }),
  ]);
  await publishAd(seller, 'Лодка', { board_description: `Фото на https://${host}/boat` });
  await signIn(page.context(), admin);
  await open(page, '/admin/rules');
  await (await waitUntilHydrated(page.getByRole('button', { name: 'Новое правило' }))).click();
  const dialog = page.getByRole('dialog', { name: 'Новое правило' });
  await dialog.getByLabel('Название').fill(name);
  await dialog.getByLabel('Что ищет').selectOption('links');
  await dialog.getByLabel('Сайты, по одному в строке').fill(host);
  await dialog.getByLabel('Что делать').selectOption('hold');
  await dialog.getByRole('button', { name: 'Проверить на прошлой неделе' }).click();
  await expect(dialog.getByText(/Нашлась бы 1 запись, 1 человек/)).toBeVisible();
  await expect(dialog.getByText(`Фото на https://${host}/boat`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(toast(page, 'Правило добавлено. Оно пока выключено')).toBeVisible();
  const toggle = page.getByRole('switch', { name: `Включено: ${name}` });
  await toggle.click({ force: true });
  await expect(toggle).toBeChecked();

  const held = await publishAd(seller, 'Вторая лодка', { board_description: `Подробности: ${host}` });
  const { board_state } = await api<{ board_state: string }>('GET', `/api/board/${held}`, { token: seller.token });
  expect(board_state).toBe('review');
  await page.getByRole('button', { name: `Что нашлось: ${name}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Что нашлось: ${name}`);
  await expect(page.getByRole('row').filter({ hasText: 'Вторая лодка' })).toContainText('ждёт');
});

test('a moderator suspends a whole cluster of accounts but for one account, and takes it back', {
  tag: [PHONE_ONLY, LONG],
}, async ({ page }) => {
  const host = `${freshWord().toLowerCase()}.example.com`;
  const [manager, seller, ...spammers] = await Promise.all([
    createStaff('manager', 'Мария'),
    createPerson({ firstname: 'Семён', paid: true }),
    ...['Анна', 'Борис', 'Вера', 'Глеб'].map((firstname) => createPerson({ firstname })),
  ]);
  const adId = await publishAd(seller, `Лодка ${freshWord()}`);
  for (const { token } of spammers)
    await api('PUT', '/api/comments', {
      token,
      json: { board_id: adId, message: `Лёгкие деньги, заходите на ${host}` },
    });
  const suspended = async (): Promise<number> => {
    const answers = await Promise.all(
      spammers.map(({ token }) =>
        api('GET', '/api/notifications/settings', { token }).then(
          () => 0,
          () => 1,
        ),
      ),
    );
    return answers.reduce<number>((sum, one) => sum + one, 0);
  };

  await signIn(page.context(), manager);
  await open(page, '/admin/waves?by=host&size=50');
  const group = page.getByRole('row').filter({ hasText: host });
  await (await waitUntilHydrated(group.getByRole('link', { name: 'Разобрать' }))).click();
  await (await waitUntilHydrated(page.getByRole('checkbox', { name: /^Не трогать: Анна/ }))).check();
  await page.getByRole('button', { name: 'Заблокировать 3 аккаунта' }).click();
  const confirm = page.getByRole('dialog', { name: 'Заблокировать 3 аккаунта и скрыть всё, что с них опубликовано?' });
  await confirm.getByRole('button', { name: 'Заблокировать 3 аккаунта' }).click();
  const done = page.getByRole('region', { name: 'Последние действия' }).getByRole('listitem').first();
  await expect(done).toContainText('Заблокировано: 3 из 3');
  expect(await suspended()).toBe(3);
  await done.getByRole('button', { name: /^Вернуть всё/ }).click();
  await expect(done).toContainText('Возвращено: 3 из 3');
  // The bulk sanction ended the sessions; the revert reopened the accounts.
  const { login, password } = spammers[3] ?? seller;
  await api('POST', '/api/auth', { json: { login, password } });
});

test('what a person writes to us is answered by bell and mail, and goes on as a thread', async ({ page, visitor }) => {
  const [manager, person] = await Promise.all([createStaff('manager', 'Мария'), createPerson({ firstname: 'Игорь' })]);
  const word = freshWord();
  await api('PUT', '/api/feedback/add', { token: person.token, json: { message: `Не открывается ${word}` } });
  await signIn(page.context(), manager);
  await open(page, `/admin/feedback?search=${word}`);
  const row = page.getByRole('row').filter({ hasText: word });
  await expect(row).toContainText('1 новое');
  await (await waitUntilHydrated(row.getByRole('link'))).click();
  await (await waitUntilHydrated(page.getByLabel('Ответ', { exact: true }))).fill('Починили, проверьте, пожалуйста');
  await page.getByRole('button', { name: 'Отправить' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Починили, проверьте' })).toBeVisible();
  await waitForEmail(person.email, 'Починили, проверьте, пожалуйста');

  const own = await visitor();
  await signIn(own.context(), person);
  await open(own, '/notifications');
  await (
    await waitUntilHydrated(own.getByRole('main').getByRole('link').filter({ hasText: 'Починили, проверьте' }))
  ).click();
  await expect(own.getByRole('heading', { level: 1 })).toHaveText('Мои обращения');
  await (await waitUntilHydrated(own.getByLabel('Сообщение'))).fill('Спасибо, работает');
  await own.getByRole('button', { name: 'Отправить' }).click();
  await expect(own.getByRole('listitem').filter({ hasText: 'Спасибо, работает' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('listitem').filter({ hasText: 'Спасибо, работает' })).toBeVisible();
});
