import { expect, type Page } from '@playwright/test';
import { findViolations, type Inspection, rememberVisible } from '../support/axe.ts';
import {
  becomePhone,
  clippedTexts,
  coveredControls,
  misplacedBlocks,
  overhang,
  waitUntilStable,
} from '../support/inspect.ts';
import { LONG } from '../support/test.ts';
import { prepareOnPhone, SCREENS, type Screen, test } from './screens.ts';

/** The first is the one that everything else is looked at in. */
const TABLET = 820;
const DESKTOP = [1440, 1920, 1000, TABLET] as const;
const PHONE = [390, 320] as const;
const STANDARDS = {
  type: 'tag' as const,
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
const COLOURS = { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] };

async function expectReadable(page: Page, screen: Screen, scheme: 'dark' | 'light', look: Inspection): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  if (!screen.isPlain) await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
  await waitUntilStable(page);
  expect(await findViolations(page, look), `${scheme} at ${page.viewportSize()?.width}`).toEqual([]);
}

async function expectFits(page: Page): Promise<void> {
  await waitUntilStable(page);
  const width = page.viewportSize()?.width;
  expect(await overhang(page), `sideways scroll at ${width}`).toBe(0);
  expect(await clippedTexts(page), `clipped texts at ${width}`).toEqual([]);
}

/** What breaks most often: the whole of axe on the desktop, and colours, widths and fingers on a dark phone. */
async function expectForMost(page: Page, screen: Screen): Promise<void> {
  await expectReadable(page, screen, 'light', { runOnly: STANDARDS });
  await expect(page.locator('h1')).toHaveCount(1);
  expect(await misplacedBlocks(page)).toEqual([]);
  await expectFits(page);
  await page.setViewportSize({ width: TABLET, height: 900 });
  await expectFits(page);

  await becomePhone(page, PHONE[0]);
  if (screen.differsOnPhone) await prepareOnPhone(page, screen);
  await expectReadable(page, screen, 'dark', { runOnly: COLOURS });
  await expectFits(page);
  expect(await coveredControls(page)).toEqual([]);
}

for (const screen of SCREENS) {
  const title = `${screen.name} is for everyone: light and dark, any width, any way to look and press`;
  test(title, { tag: screen.isVariant ? LONG : [] }, async ({ page, show, picture }) => {
    await show(screen);
    if (process.env.LONG_TESTS === 'off') return expectForMost(page, screen);
    await expectReadable(page, screen, 'light', { runOnly: STANDARDS });
    await picture(`${screen.name}-light`);
    await expect(page.locator('h1')).toHaveCount(1);
    expect(await misplacedBlocks(page)).toEqual([]);
    await expectFits(page);
    expect(await coveredControls(page)).toEqual([]);
    await expectReadable(page, screen, 'dark', { runOnly: COLOURS });
    await picture(`${screen.name}-dark`);
    // The colours of what a large screen shows are known now; a phone shows further elements.
    await rememberVisible(page);
    for (const width of DESKTOP.slice(1)) {
      await page.setViewportSize({ width, height: 900 });
      await expectFits(page);
    }

    await becomePhone(page, PHONE[0]);
    if (screen.differsOnPhone) await prepareOnPhone(page, screen);
    await expectReadable(page, screen, 'dark', { runOnly: COLOURS, appeared: true });
    await picture(`${screen.name}-phone-dark`);
    await expectReadable(page, screen, 'light', { runOnly: COLOURS, appeared: true });
    expect(await findViolations(page, { runOnly: STANDARDS, without: COLOURS.values }), 'on a phone').toEqual([]);
    await picture(`${screen.name}-phone-light`);
    await expect(page.locator('h1')).toHaveCount(1);
    await expectFits(page);
    expect(await coveredControls(page)).toEqual([]);
    await becomePhone(page, PHONE[1]);
    await expectFits(page);
  });
}
