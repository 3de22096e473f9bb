import path from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { BROWSER_SWITCHES, type Browser, findBrowser } from './browser.ts';
import { productUrl } from './product.ts';
import { PHONE } from './test.ts';

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

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: path.join(import.meta.dirname, 'test-results'),
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  workers: 2,
  // Closing a browser on a busy machine may hang; such a test is retried and reported as flaky.
  retries: process.env.CI ? 2 : 0,
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
    launchOptions: { executablePath: browser.path, env: browser.env, args: BROWSER_SWITCHES },
  },
  projects: [
    {
      name: 'desktop',
      grepInvert: new RegExp(PHONE),
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      // Media rooms have no device-dependent UI.
      testIgnore: 'media-rooms.e2e.ts',
      use: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
    },
  ],
});
