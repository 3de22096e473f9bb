import { ADS_PAGE_SIZE } from '@app/contract/market/ads';
import { expect, type Locator, type Page } from '@playwright/test';
import { LONG, open, PHONE, PHONE_TOO, test, waitForHydration } from '../support/test.ts';

const cards = (page: Page): Locator => page.getByRole('main').getByRole('article');
/** Promoted ads are among them, so the grid is full. */
const expectWholePage = (page: Page): Promise<void> => expect(cards(page)).toHaveCount(ADS_PAGE_SIZE);

const filter = (page: Page): Locator => page.getByRole('search', { name: 'Поиск объявлений' });

async function openFilters(page: Page, isMobile: boolean): Promise<void> {
  if (isMobile)
    await filter(page)
      .getByRole('button', { name: /^Фильтры/ })
      .click();
}

async function applyFilters(page: Page, isMobile: boolean): Promise<void> {
  await filter(page)
    .getByRole('button', { name: isMobile ? /^Показать/ : 'Найти', exact: true })
    .click();
}

/** Chooses by a name prefix, because a count of results may follow the name. */
async function choose(list: Locator, name: string): Promise<void> {
  const option = list.locator('option').filter({ hasText: new RegExp(`^${name}( · \\d+)?$`) });
  await expect(option).toBeAttached();
  await list.selectOption((await option.getAttribute('value')) ?? name);
}

async function openBicycle(page: Page): Promise<void> {
  await open(page, `/?search=${encodeURIComponent('велосипед с корзиной')}`);
  await page
    .getByRole('link', { name: /^Городской велосипед с корзиной/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Городской велосипед с корзиной, рама M');
}

test('the start page arrives in Russian with lively ads before any script', async ({ page, request }) => {
  const html = await (await request.get('/')).text();
  expect(html).toContain('<html lang="ru"');
  expect(html.match(/<article/g)?.length).toBeGreaterThanOrEqual(ADS_PAGE_SIZE);
  expect(html).toContain('Люди и вещи рядом');

  await open(page, '/');
  await expect(page.getByRole('heading', { name: 'Люди и вещи рядом', level: 1 })).toBeAttached();
  await expectWholePage(page);
  const count = await page.getByText(/^\d[\d\s]* объявлени/).textContent();
  expect(Number(count?.replace(/\D/g, ''))).toBeGreaterThan(300);
  await expect(page.getByRole('navigation', { name: 'Выбор категории' }).getByRole('link')).toHaveCount(12);
  for (const photo of await cards(page).locator('img').filter({ visible: true }).all()) {
    await photo.scrollIntoViewIfNeeded();
    await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  }
});

const where = (page: Page): Locator => filter(page).getByRole('combobox', { name: 'Где' });

test('category and place narrow the list, stay in the address and come off one by one', {
  tag: PHONE_TOO,
}, async ({ page, isMobile }) => {
  await open(page, '/');
  await openFilters(page, isMobile);
  await choose(filter(page).getByLabel('Категория'), 'Недвижимость');
  await where(page).fill('каз');
  await page.getByRole('option', { name: 'Казань' }).click();
  await applyFilters(page, isMobile);

  await expect(page).toHaveURL(/\/\?category=\d+&country=\d+&city=\d+$/);
  await expect(page).toHaveTitle(/^Недвижимость, Казань: объявления/);
  await expect(page.getByRole('heading', { name: 'Подходящие объявления' })).toBeVisible();
  const found = page.getByRole('region', { name: 'Подходящие объявления' }).getByRole('article');
  await expect(found.first()).toContainText('Казань');

  await page.reload();
  await waitForHydration(page);
  await openFilters(page, isMobile);
  await expect(where(page)).toHaveValue('Казань');
  if (isMobile) await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Убрать фильтр: Казань' }).click();
  await expect(page).toHaveURL(/\/\?category=\d+$/);
  await page.getByRole('link', { name: 'Сбросить' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('heading', { name: 'Новые объявления' })).toBeVisible();

  await open(page, '/?country=1');
  await expect(page.getByRole('link', { name: 'Убрать фильтр: Россия' })).toBeVisible();
});

test('a guest looks around a misspelt city, the nearest first, and finds the place remembered', {
  tag: PHONE_TOO,
}, async ({ page, isMobile, picture }) => {
  await open(page, '/');
  await openFilters(page, isMobile);
  await where(page).fill('Казнь');
  await expect(page.getByRole('option', { name: /^Казань/ })).toHaveAttribute('aria-selected', 'true');
  await picture('place-suggested');
  await where(page).press('Enter');
  await expect(where(page)).toHaveValue('Казань');
  await filter(page).getByLabel('Радиус').selectOption('500 км');
  await applyFilters(page, isMobile);
  await expect(page).toHaveURL(/\/\?country=\d+&city=\d+&radius=500$/);
  await expect(page).toHaveTitle(/^Казань и 500 км вокруг: объявления/);

  await page.getByLabel('Порядок').selectOption('Сначала ближе');
  await expect(page).toHaveURL(/&radius=500&sort=near$/);
  const pages = page.getByRole('navigation', { name: 'Страницы' });
  await expect(cards(page).first()).toContainText('Казань');
  await pages
    .getByRole('link', { name: /^Страница \d+$/ })
    .last()
    .click();
  await expect(cards(page).last()).toContainText(/\d\sкм/);

  await page.getByRole('link', { name: 'Убрать фильтр: Казань + 500 км' }).click();
  await expect(page).toHaveURL(/\/$/);
  await open(page, '/');
  const hint = page.getByRole('link', { name: 'Показать рядом: Казань + 500 км' });
  await picture('place-remembered');
  await hint.click();
  await expect(page).toHaveURL(/city=\d+&radius=500$/);

  // A rare thing is in a city that has few of them: the neighbours help out.
  await open(page, `${page.url()}&search=${encodeURIComponent('велосипед')}`.replace('radius=500', 'radius=25'));
  const neighbours = page.getByRole('region', { name: 'Ещё в соседних городах' });
  await expect(neighbours.getByRole('article').first()).toContainText(/\d\sкм/);
  await picture('place-neighbours');

  await open(page, '/');
  await page.getByRole('button', { name: 'Не предлагать это место' }).click();
  await expect(hint).toBeHidden();
  await page.reload();
  await waitForHydration(page);
  await expect(hint).toBeHidden();
});

test('a category is one press away', { tag: LONG }, async ({ page }) => {
  await open(page, '/');
  const categories = page.getByRole('navigation', { name: 'Выбор категории' });
  await categories.getByRole('link', { name: 'Электроника' }).click();
  await expect(page).toHaveURL(/\/\?category=\d+$/);
  await expect(page).toHaveTitle(/Электроника/);
  await categories.getByRole('link', { name: 'Электроника' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('search finds other forms of a word and says what to do when nothing is found', async ({ page }) => {
  await open(page, '/');
  const words = filter(page).getByLabel('Что ищем');
  await words.fill('велосипеды');
  await words.press('Enter');
  await expect(page).toHaveURL(/\/\?search=/);
  await expect(cards(page).first()).toContainText(/велосипед|Велосипед|Гибрид/);

  await filter(page).getByLabel('Что ищем').fill('щщщъъъ');
  await filter(page).getByLabel('Что ищем').press('Enter');
  await expect(page.getByRole('heading', { name: 'Ничего не нашли' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Сбросить' }).last().click();
  await expectWholePage(page);
});

test('going back from an ad restores the page of the list, its filters and the place on it', async ({ page }) => {
  await open(page, '/');
  await page.getByRole('navigation', { name: 'Выбор категории' }).getByRole('link', { name: 'Недвижимость' }).click();
  await expect(page).toHaveURL(/category=/);
  const pages = page.getByRole('navigation', { name: 'Страницы' });
  const second = pages.getByRole('link', { name: 'Страница 2' });
  await expect(second).toHaveAttribute('href', /category=/);
  await second.click();
  await expect(page).toHaveURL(/category=\d+&page=2$/);
  await expect(pages.getByRole('link', { name: 'Страница 2' })).toHaveAttribute('aria-current', 'page');
  const list = page.url();

  const last = cards(page).last();
  await last.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => window.scrollY);
  expect(place).toBeGreaterThan(100);
  await last.getByRole('heading').getByRole('link').click();
  await expect(page).toHaveURL(/\/ad\/\d+$/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);

  await page.goBack();
  await expect(page).toHaveURL(list);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(place - 40);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeLessThan(place + 40);
});

test('photos open over the whole screen, turn by keys and by buttons, and close', { tag: PHONE }, async ({
  page,
  isMobile,
}) => {
  await openBicycle(page);
  const opener = page.getByRole('button', { name: 'Открыть фото 1 из 3' });
  const viewer = page.getByRole('dialog', { name: 'Фото объявления' });
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(viewer).toBeVisible();
  await expect(viewer).toContainText('1 / 3');
  const box = await viewer.boundingBox();
  expect(box).toMatchObject({ x: 0, y: 0, width: page.viewportSize()?.width });
  await page.keyboard.press('ArrowRight');
  await expect(viewer).toContainText('2 / 3');
  await page.keyboard.press('ArrowLeft');
  await expect(viewer).toContainText('1 / 3');
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(opener).toBeFocused();

  await (isMobile ? opener : page.getByRole('button', { name: 'Открыть фото 2 из 3' })).click();
  await expect(viewer).toContainText(isMobile ? '1 / 3' : '2 / 3');
  await viewer.getByRole('button', { name: 'Следующее фото' }).click();
  await expect(viewer).toContainText(isMobile ? '2 / 3' : '3 / 3');
  await viewer.getByRole('button', { name: 'Предыдущее фото' }).click();
  await viewer.getByRole('button', { name: '3 / 3' }).click();
  await expect(viewer).toContainText('3 / 3');
  await viewer.getByRole('button', { name: 'Закрыть' }).click();
  await expect(viewer).toBeHidden();
});

test('the price and the way to write are on the first screen at every width, and two photos are as high as one', {
  tag: LONG,
}, async ({ page }) => {
  await openBicycle(page);
  const write = page.getByRole('link', { name: 'Написать', exact: true });
  const panel = page.getByRole('complementary', { name: 'Покупка' });
  for (const width of [1440, 1100, 992, 820, 769, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(write).toBeInViewport({ ratio: 1 });
    await expect(panel.getByText('18 500 ₽')).toBeInViewport({ ratio: 1 });
  }
  const phone = page.getByRole('link', { name: 'Войдите, чтобы увидеть телефон' });
  const [icon, wide] = [await phone.boundingBox(), await write.boundingBox()];
  expect(icon).toMatchObject({ width: 52, height: 52, y: wide?.y });
  expect(await write.locator('xpath=../..').boundingBox()).toMatchObject({ y: 844 - 84, height: 84 });

  await page.setViewportSize({ width: 1440, height: 844 });
  const strip = page.getByRole('button', { name: 'Открыть фото 1 из 3' }).locator('xpath=..');
  const heightOf = (count: number) =>
    strip.evaluate((element: HTMLElement, left) => {
      while (element.childElementCount > left) element.lastElementChild?.remove();
      element.dataset.count = String(left);
      return Math.round(element.firstElementChild?.getBoundingClientRect().height ?? 0);
    }, count);
  const pair = await heightOf(2);
  expect(pair).toBe(await heightOf(1));
});

test('a guest gets no phone number and is told that comments are for people who signed in', async ({ page }) => {
  await openBicycle(page);
  await expect(page.getByText('+7 000 •••-••-••')).toBeVisible();
  expect(await page.content()).not.toMatch(/\+7\s?\(?000\)?[\s-]?\d/);
  await expect(page.getByRole('heading', { name: /^Комментарии/ })).toBeVisible();
  await expect(page.getByText('Комментарии видят только вошедшие.')).toBeVisible();
  await page.getByRole('link', { name: 'Войдите, чтобы увидеть телефон' }).click();
  await expect(page).toHaveURL(/\/auth\?next=\/ad\/\d+$/);
});

test('the list, its filters, its pages and an ad work without scripts', { tag: PHONE }, async ({
  visitor,
  isMobile,
}) => {
  const page = await visitor({ javaScriptEnabled: false });
  await page.goto('/');
  await expectWholePage(page);
  await page.getByRole('navigation', { name: 'Страницы' }).getByRole('link', { name: 'Страница 2' }).click();
  await expect(page).toHaveURL(/page=2$/);
  await expectWholePage(page);

  await openFilters(page, isMobile);
  await where(page).fill('самара');
  await applyFilters(page, isMobile);
  await expect(page).toHaveURL(/country=\d+&city=\d+$/);
  await expect(cards(page).first()).toContainText('Самара');
  await openFilters(page, isMobile);
  await filter(page).getByLabel('Радиус').selectOption('100 км');
  await applyFilters(page, isMobile);
  await expect(page).toHaveURL(/city=\d+&radius=100$/);

  await cards(page).first().getByRole('heading').getByRole('link').click();
  await expect(page).toHaveURL(/\/ad\/\d+$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // On phones the number is an icon beside the button.
  const phone = page.getByRole('link', { name: 'Войдите, чтобы увидеть телефон' });
  await expect(isMobile ? phone : page.getByText(/\+\d+ .*•/)).toBeVisible();
});

/** Delays the second half of each response and reports when the first half has arrived. */
async function holdAnswers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const real = window.fetch;
    window.fetch = async (input, init) => {
      const answer = await real(input, init);
      if (!new URL(answer.url).pathname.endsWith('.data')) return answer;
      const bytes = new Uint8Array(await answer.arrayBuffer());
      const body = new ReadableStream({
        start(control) {
          control.enqueue(bytes);
          document.documentElement.dataset.half = 'here';
          const end = setTimeout(() => control.close(), 5000);
          init?.signal?.addEventListener('abort', () => {
            clearTimeout(end);
            control.error(init.signal?.reason);
          });
        },
      });
      return new Response(body, answer);
    };
  });
}

test('who goes on while a page still comes is taken there, and nothing is complained about', async ({ page }) => {
  await holdAnswers(page);
  await open(page, '/');
  await page.waitForLoadState('networkidle');
  let isSlow = true;
  await page.route('**/assets/*.js', async (route) => {
    while (isSlow) await page.waitForTimeout(50);
    await route.continue();
  });
  await cards(page).first().getByRole('link').first().click();
  await expect(page.locator('html[data-half]')).toBeAttached();
  await page.getByRole('link', { name: 'Войти', exact: true }).filter({ visible: true }).first().click();
  isSlow = false;
  await expect(page).toHaveURL(/\/auth/);
  await expect(page.getByRole('textbox', { name: 'Логин' })).toBeVisible();
});

test('a page beyond the last says so, and leads to the last', { tag: LONG }, async ({ page }) => {
  await open(page, '/?page=999');
  await expect(page.getByRole('heading', { name: 'Такой страницы нет' })).toBeVisible();
  await page.getByRole('link', { name: 'На последнюю страницу' }).click();
  await expect(cards(page).first()).toBeVisible();
  await expect(page).toHaveURL(/page=\d+/);
});
