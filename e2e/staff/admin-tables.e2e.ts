import { expect, type Locator, type Page } from '@playwright/test';
import { freshWord, publishAd, toast } from '../market/ad-pages.ts';
import { api } from '../support/api.ts';
import { createPerson, type Person, signIn } from '../support/people.ts';
import { createStaff } from '../support/staff.ts';
import { LONG, open, PHONE, PHONE_ONLY, test, waitUntilHydrated } from '../support/test.ts';

async function asManager(page: Page): Promise<Person> {
  const manager = await createStaff('manager', 'Мария');
  await signIn(page.context(), manager);
  return manager;
}

const rows = (page: Page): Locator => page.locator('tbody tr');
const rowOf = (page: Page, name: string): Locator => rows(page).filter({ hasText: name });
const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 });

async function search(page: Page, words: string): Promise<void> {
  await page.getByRole('searchbox').fill(words);
  await page.waitForURL((url) => url.searchParams.get('search') === words);
}

test('guests go to sign-in and come back, people who are no staff do not get in, and unknown addresses lead to the first page', async ({
  page,
  visitor,
}) => {
  await page.goto('/admin/countries?size=25');
  await expect(page).toHaveURL(`/auth?next=${encodeURIComponent('/admin/countries?size=25')}`);

  const stranger = await visitor();
  await signIn(stranger.context(), await createPerson());
  await stranger.goto('/admin/countries');
  await expect(stranger).toHaveURL('/auth?next=%2Fadmin%2Fcountries');
  await expect(stranger.getByRole('main')).toContainText('нет прав');

  await asManager(page);
  await open(page, '/admin/nothing/here');
  await expect(page).toHaveURL('/admin');
  await expect(heading(page)).toHaveText('Сегодня');
});

test('whoever leaves the administration is signed out and stands at the door', { tag: LONG }, async ({
  page,
  isMobile,
}) => {
  await asManager(page);
  await open(page, '/admin/categories');
  if (isMobile) await page.getByRole('button', { name: 'Меню разделов' }).click();
  await page.getByRole('button', { name: 'Выйти' }).filter({ visible: true }).click();
  await expect(page).toHaveURL('/auth');
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/auth\?next=/);
});

test('the profile of staff says when something in it is wrong', { tag: LONG }, async ({ page }) => {
  await asManager(page);
  await open(page, '/admin');
  await page.getByRole('textbox', { name: 'Имя', exact: false }).first().fill('');
  await page.getByRole('textbox', { name: 'Фамилия' }).fill('');
  await page
    .getByRole('main')
    .getByRole('button', { name: /Сохранить/ })
    .click();
  await expect(toast(page, 'Пожалуйста, введите корректные данные пользователя')).toBeVisible();
});

test('a category is added, changed, found and deleted', async ({ page, watch }) => {
  watch.allow(/status of 400/);
  await asManager(page);
  const word = freshWord();
  await open(page, '/admin/categories');
  await page.getByRole('button', { name: 'Добавить' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: 'Местное название' })).toBeFocused();
  await dialog.getByRole('textbox', { name: 'Местное название' }).fill(word);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Название на английском' })).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByRole('textbox', { name: 'Название на английском' }).fill(`${word} en`);
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Категория успешно добавлена')).toBeVisible();
  await expect(dialog).toBeHidden();

  await search(page, word);
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: `Изменить: ${word}` }).click();
  await dialog.getByRole('textbox', { name: 'Название на английском' }).fill(`${word} other`);
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(toast(page, 'Категория успешно изменена')).toBeVisible();
  await expect(rowOf(page, `${word} other`)).toBeVisible();

  await page.getByRole('button', { name: `Удалить: ${word}` }).click();
  await expect(dialog.getByRole('button', { name: 'Отмена' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: `Удалить: ${word}` }).click();
  await dialog.getByRole('button', { name: 'Удалить' }).click();
  await expect(toast(page, 'Категория успешно удалена')).toBeVisible();
  await expect(page.getByText(`По запросу «${word}» ничего не нашлось`)).toBeVisible();
});

test('a category with ads goes once another one takes them', { tag: LONG }, async ({ page, watch }) => {
  watch.allow(/status of 409/);
  const manager = await asManager(page);
  const word = freshWord();
  const make = (name: string) =>
    api<{ id: number }>('PUT', '/api/category', {
      token: manager.token,
      json: { name_native: name, name_en: `${name} en` },
    });
  const [used, other] = [await make(`${word} старая`), await make(`${word} новая`)];
  const seller = await createPerson({ firstname: 'Павла', paid: true });
  const form = new FormData();
  for (const [name, value] of Object.entries({
    board_title: `Стол ${word}`,
    board_description: 'Дубовый',
    category: used.id,
  }))
    form.set(name, String(value));
  const { board_id } = await api<{ board_id: number }>('PUT', '/api/boards', { token: seller.token, form });

  await open(page, `/admin/categories?search=${encodeURIComponent(word)}`);
  await page.getByRole('button', { name: `Удалить: ${word} старая` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Удалить' }).click();
  await expect(dialog.getByText('1 объявление')).toBeVisible();
  await dialog.getByRole('button', { name: 'Заменить и удалить' }).click();
  await expect(dialog.getByText('Выберите замену')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Замена' }).fill(`${word} новая`);
  await dialog.getByRole('option', { name: `${word} новая` }).click();
  await dialog.getByRole('button', { name: 'Заменить и удалить' }).click();
  await expect(toast(page, 'Категория успешно удалена')).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  const ad = await api<{ category: { id: number } }>('GET', `/api/board/${board_id}`);
  expect(ad.category.id).toBe(other.id);
  await api('DELETE', `/api/boards?board_id=${board_id}`, { token: seller.token });
});

test('page, size, order and country of the cities stand in the address, and a slash leads to the search', {
  tag: LONG,
}, async ({ page }) => {
  await asManager(page);
  await open(page, '/admin/cities');
  await expect(rows(page)).toHaveCount(10);
  await page.getByRole('combobox', { name: 'Строк' }).selectOption('25');
  await expect(page).toHaveURL('/admin/cities?size=25');
  await expect(rows(page)).toHaveCount(25);
  await page.getByRole('link', { name: 'Название на английском' }).click();
  await expect(page).toHaveURL('/admin/cities?size=25&sort=name_en&order=asc');
  await expect(page.getByRole('columnheader', { name: 'Название на английском' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await page.getByRole('link', { name: 'Страница 2' }).click();
  await expect(page).toHaveURL('/admin/cities?size=25&sort=name_en&order=asc&page=2');
  await page.getByRole('columnheader', { name: 'Название на английском' }).getByRole('link').focus();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await search(page, 'казань');
  await expect(rowOf(page, 'Казань')).toBeVisible();
  expect(new URL(page.url()).searchParams.get('page')).toBeNull();
});

test('many ads are archived at once and come back', { tag: LONG }, async ({ page }) => {
  await asManager(page);
  const seller = await createPerson({ firstname: 'Павла', paid: true });
  const word = freshWord();
  for (const number of [1, 2, 3]) await publishAd(seller, `Лампа ${number} ${word}`);
  await open(page, `/admin/boards?search=${encodeURIComponent(word)}`);
  await expect(rows(page)).toHaveCount(3);
  for (const number of [1, 2]) await page.getByRole('checkbox', { name: `Выбрать: Лампа ${number} ${word}` }).check();
  await expect(page.getByText('Выбраны 2 строки')).toBeVisible();
  await page.getByRole('button', { name: 'В архив', exact: true }).click();
  await expect(toast(page, 'В архив: 2 объявления')).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Отменить' }).click();
  await expect(rows(page)).toHaveCount(3);
});

test('rows of ads and of people keep one height, and nothing lies under the buttons at their end', {
  tag: LONG,
}, async ({ page }) => {
  await asManager(page);
  const word = freshWord();
  const seller = await createPerson({ firstname: `Александра-${word}`, paid: true });
  await publishAd(seller, `Проигрыватель винила и тридцать пластинок ${word}`, { board_price: '0' });
  await publishAd(seller, `Дом у озера с садом и баней ${word}`, { board_price: '21000000' });
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const [table, count] of [['boards', 2] as const, ['users', 1] as const]) {
    await open(page, `/admin/${table}?search=${encodeURIComponent(word)}`);
    const measured = await rows(page).evaluateAll((all) =>
      all.map((row) => {
        const cells = [...row.children].map((cell) => cell.getBoundingClientRect());
        const overlaps = cells.filter((cell, at) => at > 0 && cell.left < (cells[at - 1]?.right ?? 0) - 1);
        return { height: row.getBoundingClientRect().height, overlaps: overlaps.length };
      }),
    );
    expect(measured, table).toEqual(Array(count).fill({ height: 54, overlaps: 0 }));
  }
});

test('an ad of somebody else is changed and deleted from its table', { tag: LONG }, async ({ page }) => {
  await asManager(page);
  const seller = await createPerson({ firstname: 'Павла', paid: true });
  const word = freshWord();
  const title = `Шкаф ${word}`;
  await publishAd(seller, title);
  await open(page, `/admin/boards?search=${encodeURIComponent(word)}`);
  await page.getByRole('button', { name: `Изменить: ${title}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Название' }).fill('');
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(toast(page, 'Пожалуйста, заполните название и описание объявления').first()).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Название' }).fill(`${title} белый`);
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(toast(page, 'Объявление успешно изменено')).toBeVisible();
  await page.getByRole('button', { name: `Удалить: ${title} белый` }).click();
  await dialog.getByRole('button', { name: 'Удалить' }).click();
  await expect(toast(page, 'Объявление успешно удалено')).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
});

test('a failure of the server is told, and what was typed stays', { tag: LONG }, async ({ page, watch }) => {
  await asManager(page);
  watch.allow(/500/);
  await open(page, '/admin/countries');
  await page.route('**/api/country', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.getByRole('button', { name: 'Добавить' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Местное название' }).fill('Нарния');
  await dialog.getByRole('textbox', { name: 'Название на английском' }).fill('Narnia');
  await dialog.getByRole('textbox', { name: 'Телефонный код' }).fill('999');
  await dialog.getByRole('button', { name: 'Добавить' }).click();
  await expect(toast(page, 'Что-то пошло не так')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Местное название' })).toHaveValue('Нарния');
});

test('a file of categories first says what it would change, then changes it', { tag: LONG }, async ({ page }) => {
  await asManager(page);
  const word = freshWord();
  const file = (text: string) => ({ name: 'categories.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await open(page, '/admin/import');
  const field = await waitUntilHydrated(page.locator('input[type=file]'));
  await field.setInputFiles(file(`name_en,name_native\n,${word}`));
  await expect(page.getByText('Нужны оба названия, каждое до 120 знаков')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Применить' })).toBeHidden();
  await field.setInputFiles(file(`name_en,name_native\n${word} en,${word}`));
  await expect(page.getByRole('heading', { name: 'Так изменится таблица' })).toBeVisible();
  await page.getByRole('button', { name: 'Применить' }).click();
  await expect(toast(page, 'Изменения сохранены')).toBeVisible();
  await open(page, `/admin/categories?search=${encodeURIComponent(word)}`);
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: `Удалить: ${word}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
  await expect(toast(page, 'Категория успешно удалена')).toBeVisible();
});

test('an attribute with choices is added to a category and deleted', { tag: LONG }, async ({ page }) => {
  await asManager(page);
  const word = freshWord();
  await open(page, '/admin/attributes');
  await page.getByRole('button', { name: 'Добавить' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Название', exact: false }).first().fill(word);
  await dialog.getByRole('combobox', { name: 'Что указывают' }).click();
  await dialog.getByRole('option', { name: 'Выбор' }).click();
  for (const number of [1, 2]) {
    await dialog.getByRole('button', { name: 'Добавить вариант' }).click();
    await dialog.getByRole('textbox', { name: `Вариант ${number}` }).fill(`${word} ${number}`);
  }
  await dialog.getByRole('button', { name: `Выше: ${word} 2` }).click();
  await dialog.getByRole('button', { name: 'Добавить', exact: true }).click();
  await expect(toast(page, 'Характеристика добавлена')).toBeVisible();
  await search(page, word);
  await expect(rowOf(page, word)).toContainText('Выбор, 2 варианта');
  await page.getByRole('button', { name: `Удалить: ${word}` }).click();
  await dialog.getByRole('button', { name: 'Удалить' }).click();
  await expect(toast(page, 'Характеристика удалена')).toBeVisible();
});

test('the menu stands in a drawer on phones and closes when a page is chosen', { tag: PHONE_ONLY }, async ({
  page,
}) => {
  await asManager(page);
  await open(page, '/admin');
  await page.getByRole('button', { name: 'Меню разделов' }).click();
  const drawer = page.getByRole('dialog', { name: 'Меню разделов' });
  await drawer.getByRole('link', { name: 'Страны' }).click();
  await expect(heading(page)).toHaveText('Страны');
  await expect(drawer).toBeHidden();
});

test('keys are explained where there is a keyboard, and not to fingers', { tag: PHONE }, async ({ page, isMobile }) => {
  await asManager(page);
  await open(page, '/admin/queue');
  await expect(heading(page)).toHaveText('Очередь');
  await expect(page.getByRole('button', { name: 'Клавиши' })).toBeVisible({ visible: !isMobile });
});
