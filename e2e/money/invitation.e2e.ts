import { expect, type Page } from '@playwright/test';
import { api } from '../support/api.ts';
import { latestCode } from '../support/emails.ts';
import { createPerson, freshLogin, freshPhone, type Person, signIn } from '../support/people.ts';
import { LONG, open, test, waitForHydration, waitUntilHydrated } from '../support/test.ts';

// Not tried in the headless shell yet.
test.use({ wholeBrowser: true });

const PASSWORD = 'тёплый-вечер-5';

async function register(page: Page): Promise<{ email: string }> {
  const login = freshLogin();
  const email = `${login}@example.com`;
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  await page.getByRole('button', { name: 'Принимаю', exact: true }).click();
  await field('Имя').fill('Нора');
  await field('Фамилия').fill('Новосёлова');
  await field('Электронная почта').fill(email);
  await field('Телефон').fill(freshPhone());
  await field('Логин').fill(login);
  await page.getByLabel(/^Пароль/).fill(PASSWORD);
  await page.getByLabel(/^Повторите пароль/).fill(PASSWORD);
  await page.getByRole('checkbox', { name: 'Даю согласие на обработку персональных данных' }).check();
  await page.getByRole('button', { name: 'Зарегистрироваться' }).click();
  await expect(page).toHaveURL(/\/activation\/\d+$/);
  return { email };
}

const invitationOf = ({ token }: Person) =>
  api<{ link: string; referral: string }>('GET', '/api/users/invitation', { token });

test('a link brings a newcomer, the inviter sees who came and accepts, and the two are friends', { tag: LONG }, async ({
  page,
  visitor,
}) => {
  const inviter = await createPerson({ firstname: 'Лидия' });
  const there = await visitor();
  await signIn(there.context(), inviter);
  const { link } = await invitationOf(inviter);
  await page.goto(link);
  await waitForHydration(page);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`Лидия ${inviter.lastname}`);
  await page.getByRole('main').getByRole('link', { name: 'Регистрация' }).click();
  await expect(page.getByRole('button', { name: 'Принимаю', exact: true })).toBeVisible();
  const { email } = await register(page);

  await open(there, `/user/invite_history/${inviter.id}`);
  await expect(there.getByRole('article').filter({ hasText: 'Новая регистрация' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Цифра 1' }).click();
  await page.keyboard.type(await latestCode(email));
  await expect(page).toHaveURL(/\/$/);
  await expect(there.getByRole('article').filter({ hasText: 'Нора Новосёлова' })).toBeVisible();

  await open(there, '/circle?tab=requests');
  await there.getByRole('button', { name: 'Принять: Нора Новосёлова' }).click();
  await expect(there.getByText('Пользователь успешно добавлен в друзья!')).toBeVisible();
  await open(page, '/circle');
  await expect(page.getByRole('listitem').filter({ hasText: `Лидия ${inviter.lastname}` })).toBeVisible();
});

test('a link that an acquaintance opens leads to the circle, and one’s own to those who came', async ({ page }) => {
  const [inviter, member] = [await createPerson({ firstname: 'Лидия' }), await createPerson({ firstname: 'Мила' })];
  const { link } = await invitationOf(inviter);
  await signIn(page.context(), member);
  await page.goto(link);
  await waitForHydration(page);
  await (await waitUntilHydrated(page.getByRole('button', { name: 'Добавить в круг' }))).click();
  await expect(page.getByRole('button', { name: 'Заявка отправлена' })).toBeVisible();

  // Leaves the page, whose pending requests would be sent without a session.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await signIn(page.context(), inviter);
  await page.goto(link);
  await expect(page.getByRole('main').getByRole('link', { name: 'Поделиться ссылкой' })).toHaveAttribute(
    'href',
    `/user/invite_history/${inviter.id}`,
  );
});
