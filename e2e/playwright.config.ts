import path from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { type Browser, findBrowser } from './support/browser.ts';
import { productUrl } from './support/product.ts';
import { LONG, PHONE, PHONE_ONLY, PHONE_TOO } from './support/test.ts';

/** Exits with a clear message when there is no browser. */
async function browserOrExit(): Promise<Browser> {
  try {
    return await findBrowser();
  } catch (error) {
    console.error(`The journeys through the site need a browser. ${(error as Error).message}`);
    process.exit(1);
  }
}

const browser = await browserOrExit();
const json = process.env.PLAYWRIGHT_JSON_OUTPUT_NAME;
/** Set by `npm test`; without it everything runs. */
const isShort = process.env.LONG_TESTS === 'off';
const skipped = (...tags: string[]): RegExp[] =>
  [...tags, ...(isShort ? [LONG] : [])].map((tag) => new RegExp(`${tag}\\b`));

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: path.join(import.meta.dirname, 'test-results'),
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  workers: 2,
  // On CI a failed test is tried once more, and named flaky when it passes then: each is a defect to find.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: process.env.CI !== undefined,
  // Generous for busy machines; tests that wait for a condition end as soon as it holds.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [[process.stdout.isTTY ? 'line' : 'dot'], ...(json ? [['json', { outputFile: json }] as const] : [])],
  use: {
    baseURL: await productUrl(),
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: browser.path, env: browser.env, args: [...browser.switches] },
  },
  projects: [
    {
      name: 'desktop',
      grepInvert: skipped(PHONE_ONLY),
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      // What looks and works alike on a phone is tested once, on the desktop; every screen is swept at all widths there.
      grep: new RegExp([PHONE, PHONE_ONLY, ...(isShort ? [] : [PHONE_TOO])].join('|')),
      grepInvert: skipped(),
      use: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
    },
  ],
});
