import { expect, type Locator, type Page } from '@playwright/test';
import { SCREENS, type Screen, test } from './screens.ts';

const screen = (name: string): Screen => {
  const found = SCREENS.find((one) => one.name === name);
  if (!found) throw new Error(`No screen ${name}`);
  return found;
};

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${locator} is not on the page`);
  return box;
}

const near = (value: number, expected: number, by = 1.5): void => {
  expect(Math.abs(value - expected), `${value} is about ${expected}`).toBeLessThanOrEqual(by);
};

/** Buttons and links in the primary color; each view may have at most one. */
function filledButtons(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const layer = document.querySelector('dialog[open]') ?? document.body;
    const probe = document.createElement('i');
    probe.style.color = 'var(--ok-brand, var(--mantine-color-brand-filled, #146c50))';
    document.body.append(probe);
    const brand = new Set([getComputedStyle(probe).color, 'rgb(20, 108, 80)']);
    probe.remove();
    const pressed = [...layer.querySelectorAll('a, button')].filter((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return element.checkVisibility({ visibilityProperty: true }) && bottom > 0 && top < innerHeight;
    });
    return pressed
      .filter((element) => brand.has(getComputedStyle(element).backgroundColor))
      .map((element) => element.textContent?.trim() ?? '');
  });
}

async function columns(cards: Locator): Promise<number> {
  const tops = await cards.evaluateAll((all) => all.map((card) => Math.round(card.getBoundingClientRect().top)));
  return tops.filter((top) => top === tops[0]).length;
}

test('the list stands on its grid: header, filters, categories, cards', async ({ page, show, isMobile }) => {
  // A category to which no other test adds ads.
  await show(screen('list-filtered'));
  const header = await boxOf(page.getByRole('banner'));
  near(header.height, isMobile ? 57 : 65);
  const cards = page.getByRole('main').getByRole('article');
  expect(await columns(cards)).toBe(isMobile ? 2 : 4);
  const [first, second] = [await boxOf(cards.nth(0)), await boxOf(cards.nth(1))];
  near(second.x - first.x - first.width, isMobile ? 12 : 20);
  const photo = await boxOf(cards.locator('img[srcset]').first());
  near(photo.width / photo.height, 1.6, 0.02);
  if (isMobile) {
    near(first.x, 16);
    const bar = await boxOf(page.getByRole('navigation', { name: 'Основные разделы' }));
    near(bar.height, 61);
    near(bar.y + bar.height, page.viewportSize()?.height ?? 0);
    return;
  }
  near(first.x, 64);
  expect(await filledButtons(page)).toEqual(['Найти']);
  const size = async (width: number): Promise<number> => {
    await page.setViewportSize({ width, height: 900 });
    return columns(cards);
  };
  expect(await size(1100)).toBe(4);
  expect(await size(1000)).toBe(3);
  expect(await size(768)).toBe(2);
  expect(await size(1920)).toBe(4);
  near((await boxOf(page.getByRole('search'))).width, 1312);

  await page.setViewportSize({ width: 1440, height: 900 });
  const parts = ['banner', 'search'].map((role) => page.getByRole(role as 'search'));
  const order = [...parts, page.getByRole('navigation', { name: 'Выбор категории' }), cards.first()];
  let bottom = 0;
  for (const part of order) {
    const { y, height } = await boxOf(part);
    expect(y).toBeGreaterThanOrEqual(bottom - 1);
    bottom = y + height;
  }
  await cards.last().scrollIntoViewIfNeeded();
  near((await boxOf(page.getByRole('banner'))).y, 0);
  const categories = page.getByRole('contentinfo').getByRole('navigation', { name: 'Категории' }).getByRole('listitem');
  await expect(categories).toHaveCount(12);
  expect(await columns(categories)).toBe(3);
});

test('an ad: photos and text beside a panel that stays, or above a bar on phones', async ({ page, show, isMobile }) => {
  await show(screen('ad'));
  const panel = page.getByRole('complementary', { name: 'Покупка' });
  const act = page.getByRole('link', { name: 'Написать' });
  expect(await filledButtons(page)).toEqual(['Написать']);
  const photo = await boxOf(page.getByRole('button', { name: 'Открыть фото 1 из 3' }));
  if (isMobile) {
    near(photo.x, 0);
    near(photo.width, 390, 2);
    near(photo.width / photo.height, 4 / 3, 0.03);
    const bar = await boxOf(act);
    expect(bar.y + bar.height).toBeGreaterThan(844 - 40);
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    near((await boxOf(act)).y, bar.y, 2);
    await expect(page.getByRole('navigation', { name: 'Основные разделы' })).toHaveCount(0);
    return;
  }
  near((await boxOf(panel)).width, 376);
  const main = await boxOf(page.getByRole('heading', { level: 1 }));
  expect(main.x + main.width).toBeLessThan((await boxOf(panel)).x);
  near((await boxOf(panel)).x + 376, 1440 - 64);
  await page.getByRole('heading', { name: /^Комментарии/ }).scrollIntoViewIfNeeded();
  const { y } = await boxOf(panel);
  expect(y).toBeGreaterThanOrEqual(64);
  expect(y).toBeLessThan(200);
});

test('registration: a column of 720 beside the picture of the brand', async ({ page, show, isMobile }) => {
  await show(screen('register-form'));
  const column = await boxOf(page.getByRole('main').locator('form'));
  const picture = page.getByRole('main').locator('img[src*="bike"]').first();
  const fields = ['Имя', 'Фамилия'].map((name) => page.getByRole('textbox', { name, exact: true }));
  const [first, last] = await Promise.all(fields.map(boxOf));
  near(first?.height ?? 0, 44, 2);
  if (isMobile) {
    await expect(picture).toBeHidden();
    expect(last?.y).toBeGreaterThan(first?.y ?? 0);
    return;
  }
  near(column.width, 720, 2);
  near(first?.y ?? 0, last?.y ?? 1);
  await expect(picture).toBeVisible();
  expect((await boxOf(picture)).x).toBeGreaterThan(column.x + column.width);
});

test('the offer of the subscription: a sheet in the middle with one filled button', async ({ page, show }) => {
  await show(screen('subscription-modal'));
  const { x, y, width, height } = await boxOf(page.getByRole('dialog', { name: 'Подписка на год' }));
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  near(x + width / 2, size.width / 2, 2);
  near(y + height / 2, size.height / 2, 2);
  expect(y).toBeGreaterThanOrEqual(0);
  expect(await filledButtons(page)).toEqual([expect.stringMatching(/^Оплатить 399/)]);
});

test('the form of an ad: everything in one column with one filled button', async ({ page, show, isMobile }) => {
  await show(screen('ad-new'));
  const title = await boxOf(page.getByRole('textbox', { name: 'Название', exact: true }));
  const description = await boxOf(page.getByRole('textbox', { name: 'Описание', exact: true }));
  near(title.x, description.x);
  near(title.width, description.width);
  // Repeated, because content that loads above shifts the positions.
  await expect(async () => {
    const [price, category] = [
      await boxOf(page.getByRole('textbox', { name: 'Цена', exact: true })),
      await boxOf(page.getByRole('combobox', { name: 'Категория', exact: true })),
    ];
    if (isMobile) expect(category.y).toBeGreaterThan(price.y + price.height);
    else near(price.y, category.y);
  }).toPass();
  const submit = page.getByRole('button', { name: 'Разместить', exact: true });
  await submit.scrollIntoViewIfNeeded();
  expect(await filledButtons(page)).toEqual(['Разместить']);
});

test('a document: lines of a readable length', async ({ page, show, isMobile }) => {
  await show(screen('document-policy'));
  const paragraph = await boxOf(
    page
      .getByRole('article')
      .getByRole('paragraph')
      .filter({ hasText: /.{120}/ })
      .first(),
  );
  expect(paragraph.width).toBeLessThanOrEqual(760);
  if (isMobile) near(paragraph.x, 16, 2);
});
