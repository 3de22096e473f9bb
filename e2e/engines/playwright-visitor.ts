import { type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { open, waitUntilHydrated } from '../support/test.ts';
import { fillInFirefox, touchInFirefox, typeInFirefox } from './firefox.ts';
import type { Part } from './part.ts';
import type { FingerStep, Visitor } from './visitor.ts';

const isWhole = (words: string | RegExp): { exact?: true } => (typeof words === 'string' ? { exact: true } : {});

function findAll(page: Page, { role, name, css, text, has, within }: Part): Locator {
  const scope = within ? locate(page, within) : page;
  let found = scope.locator(css ?? '*');
  if (css === undefined && role !== undefined) {
    found = scope.getByRole(role, name === undefined ? {} : { name, ...isWhole(name) });
  } else if (css === undefined && text !== undefined) found = scope.getByText(text, isWhole(text));
  return has === undefined ? found : found.filter({ hasText: has });
}

function locate(page: Page, part: Part): Locator {
  return findAll(page, part).filter({ visible: true }).first();
}

async function touchChromium(page: Page, steps: readonly FingerStep[]): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  for (const [at, { x, y, holdMs = 0 }] of steps.entries()) {
    await devtools.send('Input.dispatchTouchEvent', {
      type: at === 0 ? 'touchStart' : 'touchMove',
      touchPoints: [{ x, y }],
    });
    if (holdMs > 0) await page.waitForTimeout(holdMs);
  }
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** A visitor in an engine that Playwright speaks to: Chromium, and Firefox over WebDriver BiDi. */
export async function openPlaywrightVisitor(
  browser: Browser,
  options: Parameters<Browser['newContext']>[0],
  watch: (context: BrowserContext) => void,
): Promise<Visitor> {
  const context = await browser.newContext(options);
  watch(context);
  const page = await context.newPage();
  const name = browser.browserType().name();
  const isFirefox = name === 'firefox';
  return {
    engine: `${name} ${browser.version()}`,
    open: (address) => open(page, address),
    async go(address) {
      await page.goto(address);
    },
    async press(part) {
      await (await waitUntilHydrated(locate(page, part))).click();
    },
    async fill(part, text) {
      const field = await waitUntilHydrated(locate(page, part));
      await (isFirefox ? fillInFirefox(field, text) : field.fill(text));
    },
    type: (text) => (isFirefox ? typeInFirefox(page, text) : page.keyboard.type(text)),
    key: (key) => page.keyboard.press(key),
    async choose(part, files) {
      await (await waitUntilHydrated(findAll(page, part).first())).setInputFiles([...files]);
    },
    shows: (part) => locate(page, part).isVisible(),
    sees: (part, timeout) => expect(locate(page, part)).toBeVisible(timeout === undefined ? {} : { timeout }),
    misses: (part, timeout) => expect(locate(page, part)).toHaveCount(0, timeout === undefined ? {} : { timeout }),
    async text(part) {
      return (await locate(page, part).textContent()) ?? '';
    },
    async middleOf(part) {
      const box = await locate(page, part).boundingBox();
      if (box === null) throw new Error(`${JSON.stringify(part)} is not visible`);
      return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
    },
    touch: (steps) => (isFirefox ? touchInFirefox(page, steps) : touchChromium(page, steps)),
    ask: (script, given) => page.evaluate(script as (given: unknown) => never, given),
    async back() {
      await page.goBack();
    },
    async picture(file) {
      await page.screenshot({ path: file });
    },
    close: () => context.close(),
  };
}
