import path from 'node:path';
import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test';
import { findShell } from './browser.ts';
import { findUnstyled } from './stylesheets.ts';

/** Tag of a journey that a phone shows in its own way: it runs on the phone too. */
export const PHONE = '@phone';
/** Tag of a journey that `npm run test:all` repeats on a phone, where it looks alike. */
export const PHONE_TOO = '@also-on-phone';
/** Tag of what only a phone shows, or shows at its worst. */
export const PHONE_ONLY = '@phone-only';
/** Tag of what only `npm run test:all` runs. */
export const LONG = '@long';

interface Watch {
  /** Allows console messages that the test causes on purpose, such as `/status of 410/`. */
  allow(complaint: RegExp): void;
}

interface Fixtures {
  watch: Watch & { on(context: BrowserContext): void; note(complaint: string): void; complaints: string[] };
  visitor: (options?: Parameters<import('@playwright/test').Browser['newContext']>[0]) => Promise<Page>;
  /** With PICTURES=on, keep a picture of the page among the results. */
  picture: (name: string, page?: Page) => Promise<void>;
}

interface WorkerFixtures {
  /** Uses the full browser instead of the headless shell: `test.use({ wholeBrowser: true })`. */
  wholeBrowser: boolean;
}

/**
 * Chromium loads again what the service worker answered to another world of scripts, of which Playwright adds one. On a busy
 * machine, a tenth of the pages that the worker controls said it of a script or two.
 */
const PRELOAD_OF_OTHER_WORLD = /A preload for '([^']+)' is found, but .* cross-world service worker resource mismatch/;
/** What was loaded again is not taken from its preload. */
const UNUSED_PRELOAD = /The resource (\S+) was preloaded using link preload but not used within a few seconds/;
/**
 * React Router preloads the stylesheets of the page that a navigation leads to, and uses them when its data is there: on
 * a busy machine that takes longer than the three seconds after which Chromium complains.
 */
const STYLES_BEFORE_DATA = /^warning .*\.css#? was preloaded using link preload but not used within a few seconds/;

/** Hosts of the product under test, and of products that a test starts for itself. */
const isOwnHost = (address: string, baseURL = ''): boolean => {
  const { protocol, hostname } = new URL(address);
  return !/^(https?|wss?):$/.test(protocol) || [new URL(baseURL).hostname, 'localhost'].includes(hostname);
};

/**
 * A test of the product. Fails on console errors and warnings, uncaught errors, CSP violations (logged to the console),
 * 5xx responses, and requests and sockets to any other host.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  wholeBrowser: [false, { option: true, scope: 'worker' }],
  launchOptions: [
    async ({ launchOptions, wholeBrowser }, use) => {
      const shell = wholeBrowser ? undefined : await findShell();
      await use(
        shell
          ? { ...launchOptions, executablePath: shell.path, env: shell.env, args: [...shell.switches] }
          : launchOptions,
      );
    },
    { scope: 'worker' },
  ],

  watch: [
    async ({ baseURL }, use) => {
      const complaints: string[] = [];
      const allowed: RegExp[] = [PRELOAD_OF_OTHER_WORLD, STYLES_BEFORE_DATA];
      const loadedAgain = new Set<string>();
      const note = (complaint: string): void => {
        const again = PRELOAD_OF_OTHER_WORLD.exec(complaint)?.[1];
        if (again) loadedAgain.add(again);
        if (loadedAgain.has(UNUSED_PRELOAD.exec(complaint)?.[1] ?? '')) return;
        if (!allowed.some((pattern) => pattern.test(complaint))) complaints.push(complaint);
      };
      await use({
        allow: (pattern) => allowed.push(pattern),
        note,
        complaints,
        on(context) {
          context.on('console', (message) => {
            if (message.type() !== 'error' && message.type() !== 'warning') return;
            note(`${message.type()} on ${message.page()?.url()}: ${message.text()} ${message.location().url}`);
          });
          const noteHost = (what: string, address: string): void => {
            if (!isOwnHost(address, baseURL)) note(`${what} to another host: ${address}`);
          };
          context.on('request', (request) => noteHost(request.resourceType(), request.url()));
          context.on('page', (page) => page.on('websocket', (socket) => noteHost('socket', socket.url())));
          context.on('weberror', (error) => note(`uncaught: ${error.error().stack}`));
          context.on('response', (response) => {
            if (response.status() >= 500 && response.url().startsWith(baseURL ?? '')) {
              note(`${response.status()} of ${response.request().method()} ${response.url()}`);
            }
          });
        },
      });
      if (complaints.length > 0) throw new Error(`The browser complained:\n${complaints.join('\n')}`);
    },
    { auto: true },
  ],

  context: async ({ context, watch }, use) => {
    watch.on(context);
    await use(context);
  },

  visitor: async ({ browser, watch }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options) => {
      const context = await browser.newContext(options);
      contexts.push(context);
      watch.on(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },

  picture: async ({ page }, use, testInfo) => {
    await use(async (name, of = page) => {
      if (process.env.PICTURES !== 'on') return;
      const file = path.join(testInfo.project.outputDir, 'screens', `${testInfo.project.name}-${name}.png`);
      await of.screenshot({ path: file });
    });
  },
});

/** Opens a page and waits for its hydration, because tests press faster than users. */
export async function open(page: Page, address: string): Promise<void> {
  const answer = await page.goto(address);
  expect(findUnstyled((await answer?.text()) ?? ''), `classes of ${address} without a stylesheet`).toEqual([]);
  await waitForHydration(page);
}

/** Milliseconds. Elements created by libraries never hydrate, so the wait is limited. */
const PARTS_MS = 10_000;

/** Runs in the page. A key that does nothing starts the scripts of a guest's page, which wait for the reader. */
function useKeyboard(): void {
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' }));
}

/** Waits until all parts of a page, including lazy ones, are hydrated. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.evaluate(useKeyboard);
  await page.waitForFunction(() => {
    const keys = Object.keys(document.querySelector('main button, main a, a') ?? {});
    return keys.some((key) => key.startsWith('__reactProps$'));
  });
  // The first sign of a reader, which parts that wait for a quiet page take as well.
  await page.evaluate(() => window.dispatchEvent(new PointerEvent('pointermove')));
  const parts = page.waitForFunction(
    () =>
      [...document.querySelectorAll('a[href], button, input, select, textarea:not([aria-hidden])')].every((control) =>
        Object.keys(control).some((key) => key.startsWith('__reactProps$')),
      ),
    undefined,
    { timeout: PARTS_MS },
  );
  await parts.catch(() => undefined);
}

/** Wait until a part of a page that comes later is alive too: a press before that is lost. */
export async function waitUntilHydrated(control: Locator): Promise<Locator> {
  await control.evaluate(useKeyboard);
  await expect
    .poll(() => control.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__reactProps$'))))
    .toBe(true);
  return control;
}

/** Delays every script that the page asks for from now on. Returns what lets them load. */
export async function delayScripts(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
