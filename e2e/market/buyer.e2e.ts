import { expect, type Locator, type Page } from '@playwright/test';
import { api } from '../support/api.ts';
import { waitForEmail } from '../support/emails.ts';
import { createPerson, type Person, signIn } from '../support/people.ts';
import { LONG, open, test, waitForHydration, waitUntilHydrated } from '../support/test.ts';
import {
  applyFilters,
  cardOf,
  cards,
  filter,
  freshWord,
  heart,
  openFilters,
  publishAd,
  searchField,
  toast,
} from './ad-pages.ts';

async function type(page: Page, words: string): Promise<void> {
  await searchField(page).click();
  await searchField(page).pressSequentially(words, { delay: 15 });
}

async function choose(select: Locator, name: string): Promise<void> {
  const option = select.locator('option', { hasText: name });
  await select.selectOption((await option.getAttribute('value')) ?? '');
}

/** What the server says to a heart; ask before pressing. */
const heartAnswer = (page: Page) =>
  page.waitForResponse((response) => new URL(response.url()).pathname === '/api/favorites');

const pricesOf = async (page: Page): Promise<number[]> => {
  const texts = await cards(page).getByText(/₽$/).allTextContents();
  return texts.map((text) => Number(text.replace(/\D/g, '')));
};

test('a search forgives a slip and the wrong keyboard, suggests while one types and says what it looked for', async ({
  page,
}) => {
  await open(page, '/');
  await type(page, 'вилоси');
  const suggestions = page.getByRole('listbox', { name: 'Подсказки' }).getByRole('option');
  await expect(suggestions.first()).toContainText('велосипед');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/search=/);
  await expect(cards(page).first()).toContainText(/велосипед/i);

  for (const typed of ['dtkjcbgtl', 'велосепед']) {
    await searchField(page).fill(typed);
    await searchField(page).press('Enter');
    await expect(page.getByText('Показаны результаты по запросу «велосипед»')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`search=${encodeURIComponent(typed)}`));
    await expect(cards(page).first()).toContainText(/велосипед/i);
  }
});

test('filters narrow the list by price, photo and what the category asks for; coming back finds the same place', async ({
  page,
  isMobile,
}) => {
  await open(page, '/');
  await openFilters(page, isMobile);
  await choose(filter(page).getByLabel('Категория'), 'Электроника');
  await filter(page).getByLabel('Цена до').fill('60000');
  await filter(page).getByText('Только с фото').click();
  await filter(page).getByRole('group', { name: 'Вид' }).getByText('Ноутбук').click();
  await applyFilters(page, isMobile);
  await expect(page).toHaveURL(/category=\d+.*price_to=60000.*photo=1.*attributes=/);
  for (const name of ['Электроника', 'до 60 000 ₽', 'Только с фото', 'Вид: Ноутбук'])
    await expect(page.getByRole('link', { name: new RegExp(`^Убрать фильтр: ${name}`) })).toBeVisible();
  for (const card of await cards(page).all()) await expect(card).toContainText(/ноутбук|ультрабук|трансформер/i);

  await page.getByRole('combobox', { name: 'Порядок' }).selectOption('Сначала дешёвые');
  await expect(page).toHaveURL(/sort=price_asc/);
  await expect.poll(async () => (await pricesOf(page)).length).toBeGreaterThan(3);
  const prices = await pricesOf(page);
  expect(prices).toEqual(prices.toSorted((a, b) => a - b));
  expect(prices.at(-1)).toBeLessThanOrEqual(60_000);

  const list = page.url();
  const last = cards(page).last();
  await last.scrollIntoViewIfNeeded();
  const placeOf = async (): Promise<number> => (await last.boundingBox())?.y ?? 0;
  const place = await placeOf();
  await last.getByRole('heading').getByRole('link').click();
  await expect(page).toHaveURL(/\/ad\/\d+$/);
  await expect(page.getByText('Вид', { exact: true }).first()).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(list);
  await expect.poll(async () => Math.abs((await placeOf()) - place)).toBeLessThan(40);
  expect(await pricesOf(page)).toEqual(prices);
});

test('a heart answers at once, keeps the ad in the favourites, and takes it back when the server refuses', async ({
  page,
  watch,
}) => {
  watch.allow(/the server responded with a status of (404|410)/);
  const [seller, buyer] = [await createPerson({ paid: true }), await createPerson({ firstname: 'Мила' })];
  const word = freshWord();
  const [kept, fleeting] = [`Лампа ${word}`, `Абажур ${word}`];
  await publishAd(seller, kept);
  const fleetingId = await publishAd(seller, fleeting);
  await signIn(page.context(), buyer);
  await open(page, `/?search=${word}`);

  const added = heartAnswer(page);
  await heart(page, kept).click();
  await expect(heart(page, kept)).toHaveAttribute('aria-pressed', 'true');
  await added;
  await api('DELETE', `/api/board?board_id=${fleetingId}`, { token: seller.token });
  await heart(page, fleeting).click();
  await expect(toast(page, new RegExp(`^Не удалось добавить в избранное: «${fleeting}»`))).toBeVisible();
  await expect(heart(page, fleeting)).toHaveAttribute('aria-pressed', 'false');

  await open(page, '/ads?tab=favourite');
  await expect(cards(page)).toHaveCount(1);
  await expect(cardOf(page, kept)).toBeVisible();
  await heart(page, kept).click();
  await expect(heart(page, kept)).toHaveAttribute('aria-pressed', 'false');
  const removed = toast(page, `Убрано из избранного: «${kept}»`);
  await expect(removed).toBeVisible();
  const putBack = heartAnswer(page);
  await removed.getByRole('button', { name: 'Вернуть' }).click();
  await expect(heart(page, kept)).toHaveAttribute('aria-pressed', 'true');
  await putBack;
  await page.reload();
  await expect(cardOf(page, kept)).toBeVisible();
});

test('a buyer uncovers the phone, comments with a rating that others see live, and complains', async ({
  page,
  visitor,
}) => {
  const [seller, buyer, other] = [
    await createPerson({ paid: true }),
    await createPerson({ firstname: 'Мила' }),
    await createPerson({ firstname: 'Зоя' }),
  ];
  const title = `Самовар ${freshWord()}`;
  const id = await publishAd(seller, title);
  const elsewhere = await visitor();
  await Promise.all([signIn(page.context(), buyer), signIn(elsewhere.context(), other)]);
  await open(elsewhere, `/ad/${id}`);
  await expect(elsewhere.getByText('Комментариев пока нет')).toBeVisible();
  await open(page, `/ad/${id}`);

  const panel = page.getByRole('complementary', { name: 'Покупка' });
  await expect(panel.getByText(/•/)).toBeVisible();
  await page.getByRole('button', { name: 'Показать телефон' }).click();
  await expect(page.getByRole('link', { name: 'Позвонить' })).toHaveAttribute('href', /^tel:\+7000\d{7}$/);
  await expect(panel.getByText(/•/)).toHaveCount(0);

  await page.getByRole('textbox', { name: 'Ваш комментарий' }).fill('Самовар кипит, хозяйка отвечает быстро.');
  await page.getByRole('group', { name: 'Оценка' }).locator('label').nth(4).click();
  await page.getByRole('main').getByRole('button', { name: 'Отправить', exact: true }).click();
  await expect(toast(page, 'Комментарий успешно оставлен')).toBeVisible();
  const live = elsewhere.getByRole('listitem').filter({ hasText: 'Самовар кипит' });
  await expect(live).toBeVisible();
  await expect(live.getByRole('img', { name: 'Оценка: 5 из 5' })).toBeVisible();
  await expect(elsewhere.getByRole('heading', { name: 'Комментарии 1' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Оценка' })).toHaveCount(0);

  const complain = page.getByRole('button', { name: 'Пожаловаться на объявление' });
  await complain.click();
  await page.getByText('Не та категория', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Подробности' }).fill('Это посуда, а не техника.');
  await page.getByRole('button', { name: 'Отправить жалобу' }).click();
  await expect(toast(page, 'Жалоба успешно отправлена')).toBeVisible();
  await expect(page.getByText(/^Рассмотрим до \d\d:\d\d (сегодня|завтра)$/).first()).toBeVisible();
  await expect(complain).toHaveAttribute('aria-expanded', 'false');

  await open(page, '/profile/complaints');
  const complaint = page.getByRole('article').filter({ hasText: title });
  await expect(complaint).toContainText('На рассмотрении');
  await expect(complaint).toContainText('Не та категория');
  await expect(complaint).toContainText('Это посуда, а не техника.');
});

async function saveSearch(page: Page): Promise<{ seller: Person; buyer: Person; word: string }> {
  const [seller, buyer] = [await createPerson({ paid: true }), await createPerson({ firstname: 'Мила' })];
  const word = freshWord();
  await signIn(page.context(), buyer);
  await open(page, `/?search=${word}`);
  await expect(page.getByRole('heading', { name: 'Ничего не нашли' })).toBeVisible();
  await (await waitUntilHydrated(page.getByRole('button', { name: 'Сохранить поиск' }))).click();
  await expect(toast(page, /^Поиск сохранён: «/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Поиск сохранён' })).toBeVisible();
  return { seller, buyer, word };
}

test('a saved search rings the bell when a seller publishes what was looked for', async ({ page, isMobile }) => {
  const { seller, word } = await saveSearch(page);
  const title = `Телескоп ${word}`;
  const id = await publishAd(seller, title);
  const bell = page.locator('header').getByLabel('Уведомления, 1 новое').filter({ visible: true });
  await expect(bell).toBeVisible();
  await bell.click();
  const news = page
    .getByRole(isMobile ? 'main' : 'dialog')
    .getByRole('link', { name: new RegExp(`Новое объявление «${title}»`) });
  await news.click();
  await expect(page).toHaveURL(new RegExp(`search=|/ad/${id}`));
});

test('the email of a saved search stops in one click', { tag: LONG }, async ({ page, visitor }) => {
  const { seller, buyer, word } = await saveSearch(page);
  const title = `Телескоп ${word}`;
  await publishAd(seller, title);
  // Ads found within half a minute are sent in one email.
  const letter = await waitForEmail(buyer.email, `Новое объявление: ${title}`, 60_000);
  const link = /https?:\/\/\S+\/unsubscribe\?token=\S+/.exec(letter.text)?.[0] ?? '';
  const mail = await visitor();
  await open(mail, link);
  await mail.getByRole('button', { name: 'Не присылать' }).click();
  await expect(mail.getByRole('heading', { name: 'Письма отключены' })).toBeVisible();
  await open(page, '/searches');
  await expect(page.getByRole('switch', { name: /^Письма о поиске/ })).not.toBeChecked();
});

test('a search without results names the filter that stands in the way', async ({ page }) => {
  const seller = await createPerson({ paid: true });
  const word = freshWord();
  await publishAd(seller, `Патефон ${word}`, { board_price: '9000' });
  await open(page, `/?search=${word}&price_to=500`);
  await expect(page.getByRole('heading', { name: 'Ничего не нашли' })).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Без одного фильтра' })
    .getByRole('link', { name: /^Любая цена\s*1$/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`\\?search=${encodeURIComponent(word)}$`));
  await expect(cardOf(page, word)).toBeVisible();
});

test('what a guest keeps in the browser is kept by the person who signs in', async ({ page }) => {
  const [seller, buyer] = [await createPerson({ paid: true }), await createPerson({ firstname: 'Мила' })];
  const title = `Граммофон ${freshWord()}`;
  const id = await publishAd(seller, title);
  await open(page, `/ad/${id}`);
  await (await waitUntilHydrated(heart(page, title).first())).click();
  await expect(heart(page, title).first()).toHaveAttribute('aria-pressed', 'true');
  await open(page, '/ads?tab=favourite');
  await expect(page.getByRole('heading', { level: 1, name: 'Избранное' })).toBeVisible();
  await expect(cardOf(page, title)).toBeVisible();
  await open(page, `/ad/${id}`);
  await (await waitUntilHydrated(heart(page, title).first())).click();
  await heart(page, title).first().click();
  await toast(page, /^Сохранено в этом браузере/)
    .getByRole('button', { name: 'Войти' })
    .click();
  await expect(page).toHaveURL(/\/auth\?next=/);
  await waitForHydration(page);
  await page.getByLabel(/^Логин/).fill(buyer.login);
  await page.getByLabel(/^Пароль/).fill(buyer.password);
  await page.getByRole('main').getByRole('button', { name: 'Войти', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/ad/${id}$`));
  await expect(toast(page, '1 объявление добавлено в ваше избранное')).toBeVisible();
  await expect(heart(page, title).first()).toHaveAttribute('aria-pressed', 'true');
});
