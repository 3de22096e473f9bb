import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { findBrowser } from '../support/browser.ts';
import { productUrl } from '../support/product.ts';
import { test as base } from '../support/test.ts';
import { type EngineName, findWebKit } from './find-engines.ts';
import { launchFirefox } from './firefox.ts';
import { openPlaywrightVisitor } from './playwright-visitor.ts';
import { COMPLAINTS_PATH } from './relay.ts';
import { startSoundServer } from './sound-server.ts';
import type { Visitor } from './visitor.ts';
import { openWebKitVisitor, startScreen } from './webkit.ts';

interface VisitorOptions {
  isPhone?: boolean;
  /** Another address of the product. */
  origin?: string;
}

interface Fixtures {
  /** Somebody in the engine that is tried. */
  newVisitor: (options?: VisitorOptions) => Promise<Visitor>;
  /** The other side, in Chromium. */
  newNeighbour: () => Promise<Visitor>;
}

type OpenVisitor = (options: VisitorOptions, watch: (context: BrowserContext) => void) => Promise<Visitor>;

interface WorkerFixtures {
  openVisitor: OpenVisitor;
  neighbourBrowser: Browser;
}

/** Milliseconds in which a browser starts on a slow machine. */
const START_MS = 180_000;
const RUSSIAN = { locale: 'ru-RU', timezoneId: 'Europe/Moscow' };
const DESKTOP = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** Firefox warns of what is not done wrong here: layout before stylesheets, preloads that a second page does not need. */
const WARNINGS = /^warning /;
/** No exception: sizes are told a frame later. The lists of virtua bring it about, as its documentation says, and only the ear in the pages of WebKit hears it. */
const LATER_SIZES = /uncaught: ResizeObserver loop completed with undelivered notifications/;

export async function drainComplaints(): Promise<string[]> {
  return (await fetch((await productUrl()) + COMPLAINTS_PATH)).json() as Promise<string[]>;
}

const ENGINES: Record<EngineName, () => Promise<{ openVisitor: OpenVisitor; stop(): Promise<void> }>> = {
  async firefox() {
    const sound = await startSoundServer();
    const browser = await launchFirefox(sound.env).catch(async (error) => {
      await sound.stop();
      throw error;
    });
    return {
      async openVisitor({ isPhone, origin }, watch) {
        const options = { ...RUSSIAN, ...(isPhone ? PHONE : DESKTOP), baseURL: origin ?? (await productUrl()) };
        return openPlaywrightVisitor(browser, options, watch);
      },
      stop: () => browser.close().finally(sound.stop),
    };
  },
  async webkit() {
    const webkit = findWebKit();
    if (webkit === undefined) throw new Error('No WebKit');
    const screen = await startScreen(webkit);
    return {
      openVisitor: async ({ isPhone = false, origin }) =>
        openWebKitVisitor(webkit, screen.env, origin ?? (await productUrl()), isPhone),
      stop: screen.stop,
    };
  },
};

/** A journey that knows no engine. It fails on errors of any console, as the other journeys do. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  openVisitor: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from the pattern
    async ({}, use, { project }) => {
      const engine = await ENGINES[project.name as EngineName]();
      await use(engine.openVisitor);
      await engine.stop();
    },
    { scope: 'worker', timeout: START_MS },
  ],
  neighbourBrowser: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from the pattern
    async ({}, use) => {
      const { path: executablePath, env, switches } = await findBrowser();
      const browser = await chromium.launch({ executablePath, env, args: [...switches] });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker', timeout: START_MS },
  ],

  newVisitor: async ({ openVisitor, watch }, use, testInfo) => {
    watch.allow(WARNINGS);
    watch.allow(LATER_SIZES);
    const visitors: Visitor[] = [];
    await use(async (options = {}) => {
      const visitor = await openVisitor(options, watch.on);
      visitors.push(visitor);
      return visitor;
    });
    for (const complaint of await drainComplaints()) watch.note(complaint);
    for (const [number, visitor] of visitors.entries()) {
      const hasFailed = testInfo.status !== testInfo.expectedStatus;
      if (hasFailed) await visitor.picture(testInfo.outputPath(`visitor-${number}.png`));
      await visitor.close();
    }
  },
  newNeighbour: async ({ neighbourBrowser, watch, baseURL }, use) => {
    const visitors: Visitor[] = [];
    const permissions = ['camera', 'microphone'];
    await use(async () => {
      const options = { ...DESKTOP, baseURL, permissions, ...RUSSIAN };
      const visitor = await openPlaywrightVisitor(neighbourBrowser, options, watch.on);
      visitors.push(visitor);
      return visitor;
    });
    for (const visitor of visitors) await visitor.close();
  },
});
