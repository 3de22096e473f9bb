import { expect, type Page } from '@playwright/test';
import { phonePhoto } from '../../server/test/uploads/corpus.ts';
import { freshWord, toast } from '../market/ad-pages.ts';
import { api } from '../support/api.ts';
import { createPerson, freshLogin, freshPhone, signIn } from '../support/people.ts';
import { createStaff } from '../support/staff.ts';
import { LONG, open, PHONE_ONLY, test, waitUntilHydrated } from '../support/test.ts';

const searchFor = (page: Page, words: string): Promise<void> =>
  open(page, `/admin/users?search=${encodeURIComponent(words)}`);

test('a manager adds a person, corrects the name, deletes them and takes that back', { tag: PHONE_ONLY }, async ({
  page,
}) => {
  const manager = await createStaff('manager', 'Мария');
  await signIn(page.context(), manager);
  await open(page, '/admin/users');
  await (await waitUntilHydrated(page.getByRole('button', { name: 'Добавить' }))).click();
  const dialog = page.getByRole('dialog', { name: 'Новый пользователь' });
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(toast(page, 'Пожалуйста, введите корректные данные пользователя')).toBeVisible();
  await expect(dialog.getByText('Необходимо указать Вашу фамилию')).toBeVisible();
  const login = freshLogin();
  await dialog.getByLabel('Фамилия').fill('Новосёлова');
  await dialog.getByLabel('Имя').fill('Инна');
  await dialog.getByLabel('Электронная почта').fill(`${login}@example.com`);
  await dialog.getByLabel('Телефон').fill(freshPhone());
  await dialog.getByLabel('Логин').fill(login);
  await dialog.getByRole('textbox', { name: 'Пароль' }).fill('соседи-рядом-7');
  const photo = { name: 'инна.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto({ megapixels: 1 }) };
  await dialog.locator('input[type=file]').setInputFiles(photo);
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(toast(page, 'Пользователь успешно создан')).toBeVisible();

  await searchFor(page, login);
  await (await waitUntilHydrated(page.getByRole('button', { name: 'Изменить: Новосёлова Инна' }))).click();
  const edit = page.getByRole('dialog', { name: 'Данные пользователя' });
  await expect(edit.getByRole('button', { name: 'Заменить фото' })).toBeVisible();
  await edit.getByRole('button', { name: 'Убрать' }).click();
  await expect(edit.getByRole('button', { name: 'Загрузить фото' })).toBeVisible();
  await edit.getByLabel('Имя').fill('Нина');
  await edit.getByRole('button', { name: 'Сохранить' }).click();
  await expect(toast(page, 'Данные пользователя успешно изменены')).toBeVisible();
  const found = await api<{ list: { login: string; photo: string | null }[] }>(
    'GET',
    `/api/users?search=${login}`,
    manager,
  );
  expect(found.list.find((one) => one.login === login)?.photo).toBeNull();
  await page.getByRole('button', { name: 'Удалить: Новосёлова Нина' }).click();
  const confirm = page.getByRole('dialog', { name: 'Удалить пользователя Новосёлова Нина?' });
  await confirm.getByRole('button', { name: 'Удалить' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Новосёлова' })).toContainText('не показывается');
  await page.getByRole('button', { name: 'Отменить' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Новосёлова' })).not.toContainText('не показывается');
});

test('people are sorted and paged in the address, and several are suspended at once', { tag: LONG }, async ({
  page,
}) => {
  const manager = await createStaff('manager', 'Мария');
  const word = freshWord();
  const names = [`Яна ${word}`, `Анна ${word}`];
  await Promise.all(names.map((firstname) => createPerson({ firstname })));
  await signIn(page.context(), manager);
  await open(page, `/admin/users?search=${encodeURIComponent(word)}`);
  await page.getByRole('columnheader', { name: 'Имя' }).getByRole('link').click();
  await expect(page).toHaveURL(/sort=firstname/);
  await expect(page.getByRole('columnheader', { name: 'Имя' })).toHaveAttribute('aria-sort', 'ascending');
  const boxes = page.getByRole('checkbox', { name: /^Выбрать: Проверкина/ });
  await expect(boxes.first()).toHaveAccessibleName(`Выбрать: Проверкина ${names[1]}`);
  for (const name of names) await page.getByRole('checkbox', { name: `Выбрать: Проверкина ${name}` }).check();
  await page.getByRole('button', { name: 'Заблокировать' }).click();
  await expect(toast(page, 'Заблокированы 2 человека')).toBeVisible();
});

test('an export waits for a second administrator, who reads why and agrees', { tag: LONG }, async ({
  page,
  visitor,
}) => {
  const [asker, approver, about] = await Promise.all([
    createStaff('admin', 'Ада'),
    createStaff('admin', 'Егор'),
    createPerson({ firstname: 'Кира' }),
  ]);
  await signIn(page.context(), asker);
  await open(page, `/admin/users/${about.id}`);
  await (await waitUntilHydrated(page.getByRole('button', { name: 'Архив данных' }))).click();
  const dialog = page.getByRole('dialog', { name: 'Архив данных человека' });
  await dialog.getByLabel('Зачем это нужно').fill(`Запрос о ${about.login}`);
  await dialog.getByRole('button', { name: 'Попросить' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Одобрения');
  const own = page.getByRole('listitem').filter({ hasText: about.login });
  await expect(own.getByRole('button', { name: 'Отозвать' })).toBeVisible();
  await expect(own.getByRole('button', { name: 'Одобрить' })).toHaveCount(0);

  const second = await visitor();
  await signIn(second.context(), approver);
  await open(second, '/admin/approvals');
  const asked = second.getByRole('listitem').filter({ hasText: about.login });
  await (await waitUntilHydrated(asked.getByRole('button', { name: 'Одобрить' }))).click();
  await second.getByRole('dialog', { name: 'Одобрить запрос?' }).getByRole('button', { name: 'Одобрить' }).click();
  await expect(asked).toContainText(/готовится|сделано/);

  await expect(async () => {
    await page.reload();
    await expect(own.getByRole('button', { name: 'Скачать файл' })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await open(page, `/admin/audit?about=${about.id}`);
  await expect(page.getByText('Одобрение', { exact: true })).toBeVisible();
});

test('a role that is taken ends the work of staff at once', { tag: LONG }, async ({ page }) => {
  const [boss, manager] = await Promise.all([createStaff('superuser', 'Борис'), createStaff('manager', 'Мария')]);
  await signIn(page.context(), boss);
  await open(page, `/admin/users/${manager.id}`);
  await (
    await waitUntilHydrated(page.getByRole('region', { name: 'Роль и права' }).getByRole('combobox'))
  ).selectOption('');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expect(toast(page, 'Роль изменена')).toBeVisible();
  await expect(api('GET', '/api/users?search=x', { token: manager.token })).rejects.toThrow('401');
});
