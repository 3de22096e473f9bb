import { type Browser, firefox, type Locator, type Page } from '@playwright/test';
import { findFirefox } from './find-engines.ts';
import { fingerOf, keysOf } from './input-actions.ts';
import type { FingerStep } from './visitor.ts';

/** Firefox without questions, with cameras of its own, with fingers, and with the still pictures that the other journeys ask for. */
const SETTINGS = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'media.autoplay.default': 0,
  // The language of a context reaches its pages, and not their workers.
  'intl.accept_languages': 'ru-RU, ru',
  'dom.w3c_touch_events.enabled': 1,
  'ui.prefersReducedMotion': 1,
  'layout.css.prefers-color-scheme.content-override': 1,
};

interface Session {
  sessionId: string;
  send(command: string, input: object): Promise<unknown>;
}

/** What a Playwright object is on the side of the browser: the public interface reaches neither settings of BiDi nor moving fingers. */
function insideOf<Inside>(outside: object): Inside {
  const { _connection } = outside as { _connection: { toImpl(outside: object): Inside } };
  return _connection.toImpl(outside);
}

export async function launchFirefox(env: Record<string, string>): Promise<Browser> {
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath: findFirefox(),
    firefoxUserPrefs: SETTINGS,
    env: { ...process.env, ...env },
  });
  tolerateUnknownCommands(browser);
  return browser;
}

/** Playwright sets media features in every new context, which an ESR of Firefox does not know yet; settings say the same. */
function tolerateUnknownCommands(browser: Browser): void {
  const { _browserSession: session } = insideOf<{ _browserSession: Session }>(browser);
  const send = session.send.bind(session);
  session.send = (command, input) =>
    send(command, input).catch((error: Error) => {
      if (command === 'emulation.setMediaFeaturesOverride' && error.message.includes('unknown command')) return {};
      throw error;
    });
}

async function perform(page: Page, actions: readonly object[]): Promise<void> {
  const { delegate } = insideOf<{ delegate: { _session: Session } }>(page);
  await delegate._session.send('input.performActions', { context: delegate._session.sessionId, actions });
}

export const touchInFirefox = (page: Page, steps: readonly FingerStep[]): Promise<void> =>
  perform(page, [fingerOf(steps)]);

/** Playwright sets the value of a field here, which React does not notice: keys are what a person presses. */
export const typeInFirefox = (page: Page, text: string): Promise<void> => perform(page, [keysOf(text)]);

export async function fillInFirefox(field: Locator, text: string): Promise<void> {
  await field.selectText();
  await typeInFirefox(field.page(), text);
}
