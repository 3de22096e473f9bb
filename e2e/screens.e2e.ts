import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { clippedTexts, coveredControls, overhang, waitUntilStable } from './inspect.ts';
import { SCREENS, test } from './screens.ts';

const WIDTHS = { desktop: [768, 1000, 1200, 1440, 1920], phone: [320, 390] };
const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** One scheme is checked fully, the other only for rules about colors. */
async function violations(page: Page, scheme: 'dark' | 'light'): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  const { violations: found } = await (scheme === 'light' ? axe.withTags(STANDARDS) : axe.withRules(COLOURS)).analyze();
  return found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary}`),
  );
}

for (const screen of SCREENS) {
  test(`${screen.name} is for everyone: light and dark, any width, any way to look and press`, async ({
    page,
    show,
    picture,
    isMobile,
  }) => {
    await show(screen);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      if (!screen.isPlain) {
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
      }
      await waitUntilStable(page);
      expect(await violations(page, colorScheme), colorScheme).toEqual([]);
      await picture(`${screen.name}-${colorScheme}`);
    }
    await expect(page.locator('h1')).toHaveCount(1);

    const height = page.viewportSize()?.height ?? 900;
    for (const width of isMobile ? WIDTHS.phone : WIDTHS.desktop) {
      await page.setViewportSize({ width, height });
      await waitUntilStable(page);
      expect(await overhang(page), `sideways scroll at ${width}`).toBe(0);
      expect(await clippedTexts(page), `clipped texts at ${width}`).toEqual([]);
    }
    expect(await coveredControls(page)).toEqual([]);
  });
}
