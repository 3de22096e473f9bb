import { expect, type Page } from '@playwright/test';
import { SCREENS, test } from '../screens/screens.ts';
import { createPerson, signIn } from '../support/people.ts';
import { delayScripts, LONG, waitForHydration } from '../support/test.ts';

const WALKED = ['list', 'auth', 'ad-new'];
const WALKED_BY_LONG_TESTS = ['ad', 'register-form', 'subscription', 'document-policy'];
const STEPS = 30;
/** Links, buttons and fields of the header and of the list. */
const SEEN_CONTROLS = 50;
/** Milliseconds in which a move within the page has been rendered. */
const RENDERED_MS = 500;

interface Focus {
  what: string;
  isSeen: boolean;
  isOnScreen: boolean;
}

function readFocus(page: Page): Promise<Focus> {
  return page.evaluate(() => {
    const control = document.activeElement as HTMLElement;
    const ring = (element: Element, pseudo?: string): boolean => {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element, pseudo);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1 && !/, 0\)$/.test(outlineColor);
    };
    const around = [control, control.parentElement, control.closest('label'), control.closest('article')];
    // The focus ring may be on a smaller element inside or next to the control.
    const near = [...around, control.nextElementSibling, control.firstElementChild].filter(
      (element) => element !== null,
    );
    const bordered = control.matches('input, textarea') && control.matches(':focus-visible');
    const box = control.getBoundingClientRect();
    return {
      what: control.outerHTML.slice(0, 140),
      isSeen:
        bordered || near.some((element) => ring(element) || ring(element, '::after') || ring(element, '::before')),
      isOnScreen: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
    };
  });
}

for (const screen of SCREENS.filter(({ name }) => [...WALKED, ...WALKED_BY_LONG_TESTS].includes(name))) {
  const tag = WALKED.includes(screen.name) ? [] : LONG;
  test(`${screen.name} can be walked by keyboard: the way to the content first, the focus always in sight`, {
    tag,
  }, async ({ page, show }) => {
    await show(screen);
    // A form may have taken the focus, so the test starts from the top.
    await page.evaluate(() => {
      document.body.tabIndex = -1;
      document.body.focus();
      document.body.removeAttribute('tabindex');
    });
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'К содержанию' });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    for (let step = 0; step < STEPS; step++) {
      await page.keyboard.press('Tab');
      const { what, isSeen, isOnScreen } = await readFocus(page);
      if (what.startsWith('<body')) break;
      expect(isSeen, `the focus shows on ${what}`).toBe(true);
      expect(isOnScreen, `${what} is on screen`).toBe(true);
    }
  });
}

test('the link to the content leads past the header', async ({ page }) => {
  await page.goto('/');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('#content')).toBeFocused();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
});

test('the link to the content keeps what the server rendered while its scripts load', async ({ page }) => {
  await signIn(page.context(), await createPerson());
  await page.goto('/');
  await page.waitForFunction('window.isHydrated');
  const release = await delayScripts(page);
  // The fields of the price are replaced on purpose, by fields that group digits.
  await page
    .locator('header, main')
    .locator('a, button, input:not([inputmode])')
    .evaluateAll((controls) => {
      for (const control of controls) control.setAttribute('data-was-rendered', '');
    });
  const rendered = page.locator('[data-was-rendered]');
  const count = await rendered.count();
  expect(count).toBeGreaterThan(SEEN_CONTROLS);

  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('#content')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.waitForTimeout(RENDERED_MS);
  await expect(rendered).toHaveCount(count);
  await expect(page.locator('main [data-was-rendered]:focus')).toHaveCount(1);

  release();
  await waitForHydration(page);
  await expect(rendered).toHaveCount(count);
  await expect(page.locator('main [data-was-rendered]:focus')).toHaveCount(1);
});

test('a menu opens by keyboard, closes by Esc and gives the focus back', async ({ page }) => {
  await page.goto('/');
  const flag = page.getByRole('button', { name: 'Язык: Русский' });
  await flag.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Deutsch' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Deutsch' })).toBeHidden();
  await expect(flag).toBeFocused();
});
