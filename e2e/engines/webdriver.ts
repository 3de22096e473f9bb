import { setTimeout as pause } from 'node:timers/promises';

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const START_MS = 30_000;
const EVERY_MS = 100;

export type ElementReference = Record<typeof ELEMENT, string>;

/** What may be over in a moment: the page draws itself anew, or something else lies above. */
const PASSING = /stale element|click intercepted|not interactable|out of bounds/;

export class WebDriverError extends Error {
  readonly isPassing: boolean;
  constructor(command: string, code: string, message: string) {
    super(`${command}: ${code} ${message}`);
    this.isPassing = PASSING.test(`${code} ${message}`);
  }
}

/** A session of a browser that speaks the older WebDriver: https://www.w3.org/TR/webdriver2/ */
export interface Session {
  version: string;
  send<Answer = null>(method: 'GET' | 'POST', command: string, input?: object): Promise<Answer>;
  close(): Promise<void>;
}

export const idOf = (element: ElementReference): string => element[ELEMENT];

export async function openSession(driver: string, capabilities: object): Promise<Session> {
  await waitUntilReady(driver);
  const { sessionId, capabilities: given } = await call<{
    sessionId: string;
    capabilities: { browserVersion: string };
  }>(driver, 'POST', '/session', { capabilities: { alwaysMatch: capabilities } });
  const session = `/session/${sessionId}`;
  return {
    version: given.browserVersion,
    send: (method, command, input) => call(driver, method, session + command, input),
    close: () => call(driver, 'DELETE', session),
  };
}

async function call<Answer>(driver: string, method: string, path: string, input?: object): Promise<Answer> {
  const answer = await fetch(driver + path, {
    method,
    ...(method === 'POST' && { body: JSON.stringify(input ?? {}), headers: { 'content-type': 'application/json' } }),
  });
  const { value } = (await answer.json()) as { value: Answer & { error: string; message: string } };
  if (!answer.ok) throw new WebDriverError(`${method} ${path}`, value.error, value.message);
  return value;
}

async function waitUntilReady(driver: string): Promise<void> {
  const late = Date.now() + START_MS;
  while (Date.now() < late) {
    const answer = await fetch(`${driver}/status`).catch(() => undefined);
    if (answer?.ok) return;
    await pause(EVERY_MS);
  }
  throw new Error('The driver of the browser did not start');
}
