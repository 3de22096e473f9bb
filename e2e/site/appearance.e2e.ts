import { expect, type Page } from '@playwright/test';
import { SCREENS, type Screen, test } from '../screens/screens.ts';
import { LONG, PHONE } from '../support/test.ts';

const screen = (name: string): Screen => {
  const found = SCREENS.find((one) => one.name === name);
  if (!found) throw new Error(`No screen ${name}`);
  return found;
};

/** Buttons and links painted with the colour that acts. */
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

for (const [name, label, tag] of [
  ['list-filtered', /^Найти$/, [LONG]],
  ['ad', /^Написать$/, []],
  ['subscription-modal', /^Оплатить 399/, [LONG]],
  ['ad-new', /^Разместить$/, []],
] as const) {
  test(`${name} has one filled button in sight`, { tag: [...tag] }, async ({ page, show }) => {
    await show(screen(name));
    if (name === 'ad-new') await page.getByRole('button', { name: 'Разместить', exact: true }).scrollIntoViewIfNeeded();
    expect(await filledButtons(page)).toEqual([expect.stringMatching(label)]);
  });
}

test('the header stays in sight when the list is scrolled', async ({ page, show }) => {
  await show(screen('list-filtered'));
  await page.getByRole('main').getByRole('article').last().scrollIntoViewIfNeeded();
  await expect(page.getByRole('banner')).toBeInViewport();
});

test('the way to the seller stays in sight when an ad is scrolled', { tag: PHONE }, async ({
  page,
  show,
  isMobile,
}) => {
  await show(screen('ad'));
  const act = page.getByRole('link', { name: 'Написать' });
  await expect(act).toBeInViewport();
  const end = isMobile ? page.getByRole('contentinfo') : page.getByRole('heading', { name: /^Комментарии/ });
  await end.scrollIntoViewIfNeeded();
  await expect(act).toBeInViewport();
});
