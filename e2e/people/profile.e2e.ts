import { expect, type Page } from '@playwright/test';
import { openCropper } from '../screens/account-screens.ts';
import { api } from '../support/api.ts';
import { latestCode, waitForEmail } from '../support/emails.ts';
import { createPerson, freshLogin, type Person, signIn } from '../support/people.ts';
import { LONG, open, PHONE_TOO, test, waitForHydration, waitUntilHydrated } from '../support/test.ts';

test.use({ wholeBrowser: true });

const REFUSED = /the server responded with a status of (401|403|404|410|422)/;

const read = <T>({ id, token }: Person): Promise<T> => api<T>('GET', `/api/users/${id}`, { token });

async function enter(page: Page, { login, password }: Pick<Person, 'login' | 'password'>): Promise<void> {
  await page.getByRole('textbox', { name: 'Логин' }).fill(login);
  await page.getByLabel(/^Пароль/).fill(password);
  await page.getByLabel(/^Пароль/).press('Enter');
}

test('a photo is chosen, turned and moved by keys alone, and taken away again', { tag: LONG }, async ({ page }) => {
  const person = await createPerson();
  await signIn(page.context(), person);
  await open(page, '/profile/site');
  await openCropper(page);
  const dialog = page.getByRole('dialog', { name: 'Фото профиля' });
  await dialog.getByRole('slider', { name: 'Масштаб' }).focus();
  for (let press = 0; press < 10; press++) await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('slider', { name: 'Масштаб' })).toHaveValue('1.5');
  await dialog.getByRole('button', { name: 'Повернуть вправо' }).press('Enter');
  await dialog.getByRole('group', { name: /^Кадр/ }).focus();
  await page.keyboard.press('ArrowLeft');
  await dialog.getByRole('button', { name: 'Сохранить фото' }).press('Enter');
  await expect(page.getByText('Фото обновлено')).toBeVisible();
  await expect(dialog).toBeHidden();
  const { photo } = await read<{ photo: string }>(person);
  expect((await page.request.get(photo)).headers()['content-type']).toMatch(/^image\//);
  await expect(page.getByRole('main').locator(`img[src="${photo}"]`).first()).toBeVisible();

  await page.getByRole('button', { name: 'Сменить фото' }).click();
  await page.getByRole('button', { name: 'Удалить фото' }).click();
  await page
    .getByRole('dialog', { name: 'Удалить фото профиля?' })
    .getByRole('button', { name: 'Удалить фото' })
    .click();
  await expect(page.getByText('Фото удалено')).toBeVisible();
  expect((await read<{ photo: string | null }>(person)).photo).toBeNull();
});

test('what a person writes of themselves is kept even when the tab is closed over it', { tag: LONG }, async ({
  page,
}) => {
  const person = await createPerson();
  await signIn(page.context(), person);
  const tab = await page.context().newPage();
  await open(tab, '/profile/site');
  await (await waitUntilHydrated(tab.getByRole('button', { name: 'Добавить описание' }))).click();
  await tab.getByRole('textbox', { name: 'О себе' }).fill('Чиню велосипеды у вокзала.');
  await tab.close({ runBeforeUnload: true });
  await expect
    .poll(async () => (await read<{ description: string }>(person)).description)
    .toBe('Чиню велосипеды у вокзала.');
  await open(page, '/profile/site');
  await expect(page.getByText('Чиню велосипеды у вокзала.')).toBeVisible();
});

test('a new address counts once its code is entered, and the email to the old one takes it back', {
  tag: LONG,
}, async ({ page, watch }) => {
  watch.allow(REFUSED);
  const person = await createPerson();
  await signIn(page.context(), person);
  await open(page, '/profile/settings');
  const fresh = `${freshLogin()}@example.com`;
  const address = page.getByRole('textbox', { name: 'Электронная почта' });
  await address.fill(fresh);
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click();
  const waiting = page.getByRole('region', { name: `Новый адрес ${fresh} ждёт подтверждения.` });
  await expect(waiting).toBeVisible();
  expect((await read<{ email: string }>(person)).email).toBe(person.email);
  await waiting.getByRole('textbox', { name: 'Цифра 1' }).click();
  await page.keyboard.type(await latestCode(fresh));
  await expect(page.getByText('Адрес подтверждён')).toBeVisible();
  await expect(waiting).toHaveCount(0);
  await expect(address).toHaveValue(fresh);
  expect((await read<{ email: string }>(person)).email).toBe(fresh);

  const { text } = await waitForEmail(person.email, '/takeback?token=');
  await page.goto(`/takeback?token=${/takeback\?token=(\S+)/.exec(text)?.[1]}`);
  await waitForHydration(page);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Вернуть адрес');
  await page.getByRole('button', { name: 'Вернуть и завершить все сеансы' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Контакты возвращены' })).toBeVisible();
  await page.getByRole('link', { name: 'Задать новый пароль' }).click();
  await expect(page).toHaveURL(/\/recovery$/);
});

test('who may see and write is chosen by a press, and others meet it at once', { tag: PHONE_TOO }, async ({
  page,
  visitor,
  isMobile,
}) => {
  const [vera, mila] = [await createPerson({ firstname: 'Вера' }), await createPerson({ firstname: 'Мила' })];
  const there = await visitor();
  await Promise.all([signIn(page.context(), vera), signIn(there.context(), mila)]);
  await api('PUT', `/api/users/friends/${vera.id}`, { token: mila.token });
  await api('POST', `/api/users/friends/${mila.id}`, { token: vera.token });
  await open(there, `/user/${vera.id}`);
  await expect(there.getByRole('heading', { name: 'Друзья' })).toBeVisible();

  await open(page, '/profile/privacy');
  const list = page.getByRole('combobox', { name: 'Список друзей' });
  const nobody = page.getByRole('radio', { name: 'Список друзей Никто' });
  if (isMobile) await (await waitUntilHydrated(list)).selectOption('Никто');
  else await (await waitUntilHydrated(nobody)).check();
  await expect(page.getByText('Сохранено: Список друзей · Никто').first()).toBeAttached();
  await there.reload();
  await waitForHydration(there);
  await expect(there.getByRole('heading', { name: 'Друзья' })).toHaveCount(0);
  await page.reload();
  if (isMobile) await expect(list).toHaveValue('nobody');
  else await expect(nobody).toBeChecked();
});

test('the archive of everything is asked for with the password, grows, and is a ZIP with what was written', {
  tag: LONG,
}, async ({ page, watch }) => {
  watch.allow(REFUSED);
  const person = await createPerson();
  await signIn(page.context(), person);
  await open(page, '/profile/data');
  await (await waitUntilHydrated(page.getByRole('button', { name: 'Заказать архив' }))).click();
  const proof = page.getByRole('dialog', { name: 'Подтвердите, что это вы' });
  const ready = page.getByRole('link', { name: 'Скачать ZIP' });
  await expect(
    proof
      .or(ready)
      .or(page.getByText(/^(Архив в очереди|Собираем архив)/))
      .first(),
  ).toBeVisible();
  if (await proof.isVisible()) {
    await proof.getByLabel(/^Действующий пароль/).fill(person.password);
    await proof.getByRole('button', { name: 'Заказать архив' }).click();
  }
  await expect(ready).toBeVisible({ timeout: 60_000 });
  const [download] = await Promise.all([page.waitForEvent('download'), ready.click()]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  const zip = Buffer.concat(chunks);
  expect(zip.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
  expect(download.suggestedFilename()).toMatch(/\.zip$/);
});

test('who leaves is gone at once, and comes back whole by signing in', { tag: LONG }, async ({
  page,
  visitor,
  watch,
}) => {
  watch.allow(REFUSED);
  const person = await createPerson({ firstname: 'Ульяна' });
  const there = await visitor();
  await signIn(page.context(), person);
  await open(page, '/profile/data');
  await (await waitUntilHydrated(page.getByRole('button', { name: 'Удалить аккаунт' }))).click();
  const question = page.getByRole('dialog', { name: 'Удалить аккаунт?' });
  await question.getByLabel(/^Введите свой логин/).fill('не тот');
  await question.getByLabel(/^Действующий пароль/).fill(person.password);
  await question.getByRole('button', { name: 'Удалить аккаунт' }).click();
  await expect(question.getByText('Логин не совпадает')).toBeVisible();
  await question.getByLabel(/^Введите свой логин/).fill(person.login);
  await question.getByRole('button', { name: 'Удалить аккаунт' }).click();
  await page.getByRole('dialog', { name: 'Аккаунт удалён' }).getByRole('button', { name: 'На главную' }).click();
  await expect(page.getByRole('link', { name: 'Войти' }).filter({ visible: true }).first()).toBeVisible();
  await there.goto(`/user/${person.id}`);
  await expect(there.getByRole('heading', { level: 1, name: 'Пользователь удалён' })).toBeVisible();

  await open(page, '/auth');
  await enter(page, person);
  await expect(page).toHaveURL(/\/$/);
  await there.reload();
  await expect(there.getByRole('heading', { level: 1 })).toContainText('Ульяна');
});

test('quiet hours hold as soon as they are switched', { tag: LONG }, async ({ page }) => {
  const person = await createPerson();
  await signIn(page.context(), person);
  await open(page, '/profile/notifications');
  const quiet = page.getByRole('switch', { name: 'Соблюдать тихие часы' });
  await expect(await waitUntilHydrated(quiet)).toBeChecked();
  await page.getByLabel('С', { exact: true }).fill('21:30');
  const zone = page.getByRole('combobox', { name: 'Часовой пояс' });
  await zone.click();
  await zone.fill('Asia/Yekaterinburg');
  await page.getByRole('option', { name: /^Екатеринбург/ }).click();
  const settings = () =>
    api<{ quiet: unknown; time_zone: string }>('GET', '/api/notifications/settings', { token: person.token });
  await expect.poll(settings).toMatchObject({ quiet: { from: '21:30' }, time_zone: 'Asia/Yekaterinburg' });
  await page.reload();
  await expect(page.getByLabel('С', { exact: true })).toHaveValue('21:30');
  await (await waitUntilHydrated(quiet)).press('Space');
  await expect.poll(settings).toMatchObject({ quiet: null });
  await expect(page.getByLabel('С', { exact: true })).toHaveCount(0);
});
