import { expect, type Page } from '@playwright/test';
import { api } from '../support/api.ts';
import { befriend, chatRow, friendOf, sendMessage } from '../support/chats.ts';
import { createPerson, signIn } from '../support/people.ts';
import { LONG, open, PHONE, test, waitUntilHydrated } from '../support/test.ts';

const LIST = '/profile/messages';

const way = (page: Page, waits: string) =>
  page.getByRole('link', { name: `Сообщения, ${waits}` }).filter({ visible: true });

/** First names of the chats, without people and messages that a search finds, which have sections of their own. */
const order = (page: Page): Promise<string[]> =>
  page
    .getByRole('region', { name: 'Диалоги' })
    .locator('[data-row]')
    .evaluateAll((rows) =>
      rows
        .filter((row) => row.closest('section')?.parentElement?.closest('section') == null)
        .map((row) => row.querySelector('b')?.textContent.split(' ')[0] ?? ''),
    );

async function openMenu(page: Page, firstname: string): Promise<void> {
  const link = await waitUntilHydrated(chatRow(page, firstname).getByRole('link'));
  await link.click({ button: 'right' });
  await expect(page.getByRole('menu')).toBeVisible();
}

async function choose(page: Page, firstname: string, row: string): Promise<void> {
  await openMenu(page, firstname);
  await page.getByRole('menuitem', { name: row, exact: true }).click();
}

test('two browsers see the chats in the same order, and what is read in one is read in the other', async ({
  page,
  visitor,
}) => {
  const vera = await createPerson({ firstname: 'Вера' });
  const [mila, igor] = [await friendOf(vera, 'Мила'), await friendOf(vera, 'Игорь')];
  await sendMessage(mila, vera, 'Привет из Казани');
  await sendMessage(igor, vera, 'Велосипед ещё нужен?');
  const elsewhere = await visitor();
  await Promise.all([signIn(page.context(), vera), signIn(elsewhere.context(), vera)]);
  await open(page, LIST);
  await open(elsewhere, '/');
  await expect.poll(() => order(page)).toEqual(['Игорь', 'Мила']);
  await expect(way(page, '2 новых')).toBeVisible();
  await expect(way(elsewhere, '2 новых')).toBeVisible();

  const { seq } = await sendMessage(mila, vera, 'Ты здесь?');
  await expect.poll(() => order(page)).toEqual(['Мила', 'Игорь']);
  await expect(chatRow(page, 'Мила')).toContainText('Ты здесь?');
  await expect(chatRow(page, 'Мила')).toContainText('2 новых');
  await expect(way(elsewhere, '3 новых')).toBeVisible();

  await api('POST', `/api/chat/${mila.id}/read`, { token: vera.token, json: { seq } });
  await expect(way(elsewhere, '1 новое')).toBeVisible();
  await expect(chatRow(page, 'Мила')).not.toContainText('новых');
  await expect(way(page, '1 новое')).toBeVisible();
});

test('a new message is pointed out for a moment, and leads to its chat', { tag: LONG }, async ({ page }) => {
  const vera = await createPerson({ firstname: 'Вера' });
  const mila = await friendOf(vera, 'Мила');
  await signIn(page.context(), vera);
  await open(page, '/circle');
  await expect(way(page, 'новых нет')).toBeVisible();
  await sendMessage(mila, vera, 'Привет');
  // From here on the socket of the page is open.
  await expect(way(page, '1 новое')).toBeVisible();
  const pointedOut = expect(page.getByRole('status').getByRole('link', { name: 'Завтра в шесть?' })).toBeVisible();
  await sendMessage(mila, vera, 'Завтра в шесть?');
  await pointedOut;
  await expect(way(page, '2 новых')).toBeVisible();
  await page.goto('/notifications');
  await expect(page.getByRole('main').getByText('Завтра в шесть?')).toHaveCount(0);
});

test('names and last messages are found as one types, and words of any form across all chats', async ({ page }) => {
  const vera = await createPerson({ firstname: 'Вера' });
  const [mila, igor] = [await friendOf(vera, 'Мила'), await friendOf(vera, 'Игорь')];
  const { seq } = await sendMessage(igor, vera, 'Привёз две лодки и вёсла, заходите смотреть');
  await sendMessage(igor, vera, 'Жду');
  await sendMessage(mila, vera, 'До субботы');
  await signIn(page.context(), vera);
  await open(page, LIST);
  const search = page.getByRole('searchbox', { name: 'Поиск по диалогам' });
  await search.fill('мил');
  await expect.poll(() => order(page)).toEqual(['Мила']);
  await search.fill('лодка');
  const hit = page.getByRole('region', { name: 'Сообщения' }).getByRole('link', { name: /Привёз две лодки/ });
  await expect(hit).toBeVisible();
  await expect(hit.locator('mark')).toHaveText('лодки');
  await expect(hit).toHaveAttribute('href', `/conversation/${igor.id}?at=${seq}`);
  await search.fill('такого слова нет');
  await expect(page.getByRole('heading', { name: 'Ничего не нашлось' })).toBeVisible();
  await page.getByRole('button', { name: 'Очистить поиск' }).click();
  await expect.poll(() => order(page)).toEqual(['Мила', 'Игорь']);
});

test('a stranger waits among the requests with what is known of them, and is accepted on the spot', async ({
  page,
}) => {
  const vera = await createPerson({ firstname: 'Вера' });
  const common = await friendOf(vera, 'Ольга');
  const [kirill, emil] = [await createPerson({ firstname: 'Кирилл' }), await createPerson({ firstname: 'Эмиль' })];
  await befriend(common, kirill);
  await sendMessage(kirill, vera, 'Здравствуйте! Вы делаете вывески?');
  await sendMessage(emil, vera, 'Купите гараж');
  await signIn(page.context(), vera);
  await open(page, LIST);
  await expect(page.getByRole('heading', { name: 'Пока нет сообщений' })).toBeVisible();
  await (await waitUntilHydrated(page.getByRole('link', { name: 'Запросы 2' }))).click();
  await expect(chatRow(page, 'Кирилл')).toContainText(/На Около с \d\d\.\d\d\.\d{4}.*1 общий друг/);

  await page.getByRole('button', { name: /^Отклонить запрос: Эмиль/ }).click();
  await expect(chatRow(page, 'Эмиль')).toHaveCount(0);
  await page.getByRole('button', { name: /^Принять запрос: Кирилл/ }).click();
  await expect(page.getByText('Теперь среди чатов')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Запросов нет' })).toBeVisible();
  await page.getByRole('link', { name: 'Чаты', exact: true }).first().click();
  await expect.poll(() => order(page)).toEqual(['Кирилл']);
});

test('chats are pinned, muted, marked and put into the archive, here and elsewhere', { tag: LONG }, async ({
  page,
  visitor,
}) => {
  const vera = await createPerson({ firstname: 'Вера' });
  const [mila, igor] = [await friendOf(vera, 'Мила'), await friendOf(vera, 'Игорь')];
  await sendMessage(mila, vera, 'Раз');
  await sendMessage(igor, vera, 'Два');
  const elsewhere = await visitor();
  await Promise.all([signIn(page.context(), vera), signIn(elsewhere.context(), vera)]);
  await open(page, LIST);
  await open(elsewhere, LIST);
  await choose(page, 'Мила', 'Закрепить');
  await expect.poll(() => order(page)).toEqual(['Мила', 'Игорь']);
  await expect.poll(() => order(elsewhere)).toEqual(['Мила', 'Игорь']);

  await choose(page, 'Игорь', 'Выключить звук на 8 часов');
  await expect(chatRow(elsewhere, 'Игорь').getByRole('img', { name: 'Без звука' })).toBeVisible();
  await expect(way(elsewhere, '1 новое')).toBeVisible();

  await choose(page, 'Мила', 'Отметить прочитанным');
  await expect(chatRow(page, 'Мила')).not.toContainText('1 новое');
  await choose(page, 'Мила', 'Отметить непрочитанным');
  await expect(chatRow(elsewhere, 'Мила').getByRole('img', { name: 'Помечено непрочитанным' })).toBeVisible();

  await choose(page, 'Игорь', 'В архив');
  await expect.poll(() => order(elsewhere)).toEqual(['Мила']);
  await (await waitUntilHydrated(elsewhere.getByRole('link', { name: 'Архив' }))).click();
  await expect.poll(() => order(elsewhere)).toEqual(['Игорь']);
  await page.getByRole('button', { name: 'Вернуть' }).click();
  await expect.poll(() => order(page)).toEqual(['Мила', 'Игорь']);
  await expect(elsewhere.getByRole('heading', { name: 'В архиве пусто' })).toBeVisible();
});

test('a chat is blocked and opened again in the list', { tag: LONG }, async ({ page }) => {
  const vera = await createPerson({ firstname: 'Вера' });
  const mila = await friendOf(vera, 'Мила');
  await sendMessage(mila, vera, 'Раз');
  await signIn(page.context(), vera);
  await open(page, LIST);
  await choose(page, 'Мила', 'Заблокировать');
  await page.getByRole('dialog').getByRole('button', { name: 'Заблокировать' }).click();
  await expect(chatRow(page, 'Мила').getByRole('img', { name: 'Заблокирован' })).toBeVisible();
  await choose(page, 'Мила', 'Разблокировать');
  await expect(chatRow(page, 'Мила').getByRole('img', { name: 'Заблокирован' })).toHaveCount(0);
});

test('a chat deleted for both is gone for both; deleted for one it stays with the other', { tag: LONG }, async ({
  page,
  visitor,
}) => {
  const vera = await createPerson({ firstname: 'Вера' });
  const [mila, igor] = [await friendOf(vera, 'Мила'), await friendOf(vera, 'Игорь')];
  await sendMessage(mila, vera, 'Тайна');
  await sendMessage(igor, vera, 'Не тайна');
  const [there, beside] = [await visitor(), await visitor()];
  await Promise.all([signIn(page.context(), vera), signIn(there.context(), mila), signIn(beside.context(), igor)]);
  await open(page, LIST);
  await open(there, LIST);
  await open(beside, LIST);
  await expect(chatRow(there, 'Вера')).toBeVisible();

  await choose(page, 'Мила', 'Удалить чат');
  await page.getByRole('radio', { name: /У обоих/ }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
  await expect(page.getByText('Чат успешно удалён!')).toBeVisible();
  await expect(chatRow(there, 'Вера')).toHaveCount(0);

  await choose(page, 'Игорь', 'Удалить чат');
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
  await expect(page.getByRole('heading', { name: 'Пока нет сообщений' })).toBeVisible();
  await expect(chatRow(beside, 'Вера')).toContainText('Не тайна');
});

test('thirty chats come page by page, once each', { tag: LONG }, async ({ page }) => {
  const vera = await createPerson({ firstname: 'Вера' });
  const writeFrom = async (number: number): Promise<void> => {
    const stranger = await createPerson({ firstname: `Гость${number}` });
    await sendMessage(stranger, vera, `Слово ${number}`);
  };
  for (let first = 10; first < 40; first += 5) {
    await Promise.all([0, 1, 2, 3, 4].map((step) => writeFrom(first + step)));
  }
  await signIn(page.context(), vera);
  await open(page, `${LIST}?folder=requests`);
  await expect.poll(async () => (await order(page)).length).toBe(25);
  await (await waitUntilHydrated(page.getByRole('button', { name: 'Показать ещё' }))).click();
  await expect.poll(async () => new Set(await order(page)).size).toBe(30);
  expect(await order(page)).toHaveLength(30);
  await expect(page.getByRole('button', { name: 'Показать ещё' })).toHaveCount(0);
});

async function tryFinger(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Сообщения' })).toBeInViewport();
  const { x, y } = (await (await waitUntilHydrated(chatRow(page, 'Мила').getByRole('link'))).boundingBox()) ?? {
    x: 0,
    y: 0,
  };
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [{ x: x + 150, y: y + 30 }]);
  await expect(page.getByRole('menu', { name: /Мила/ })).toBeVisible();
  await touch('touchEnd', []);
  await page.getByRole('menuitem', { name: 'Закрепить' }).tap();
  await expect(chatRow(page, 'Мила')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${LIST}$`));
}

async function tryKeyboard(page: Page): Promise<void> {
  await page.keyboard.press('/');
  await page.keyboard.press('ArrowDown');
  await expect(chatRow(page, 'Игорь').getByRole('link')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(chatRow(page, 'Мила').getByRole('link')).toBeFocused();
  await page.keyboard.press('ContextMenu');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(chatRow(page, 'Мила').getByRole('link')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/conversation\//);
}

test('a line and its menu are reached without a mouse', { tag: PHONE }, async ({ page, isMobile }) => {
  const vera = await createPerson({ firstname: 'Вера' });
  const [mila, igor] = [await friendOf(vera, 'Мила'), await friendOf(vera, 'Игорь')];
  await sendMessage(mila, vera, 'Раз');
  await sendMessage(igor, vera, 'Два');
  await signIn(page.context(), vera);
  await open(page, LIST);
  await (isMobile ? tryFinger(page) : tryKeyboard(page));
});
