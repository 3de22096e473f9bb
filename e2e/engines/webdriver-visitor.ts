import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import { fingerOf, keysOf, mouseClickAt } from './input-actions.ts';
import { describePart, FINDER } from './page-finder.ts';
import type { Part } from './part.ts';
import type { Point, Visitor } from './visitor.ts';
import { type ElementReference, idOf, type Session, WebDriverError } from './webdriver.ts';

/** As long as the other engine waits. */
const WAIT_MS = 60_000;
/** A key that does nothing starts the scripts of a guest's page, which wait for the reader. */
const USE_KEYBOARD = `window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' }));`;
const KEYS = { Enter: '\uE007', Escape: '\uE00C', Space: ' ', Tab: '\uE004' };

/** A visitor in an engine that speaks the older WebDriver: WebKitGTK, and Safari where there is one. */
export async function openWebDriverVisitor(session: Session, engine: string, origin: string): Promise<Visitor> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'okolo-chosen-'));

  /** Runs a script in the page that has the finder. */
  async function run<Answer>(script: string, ...given: unknown[]): Promise<Answer> {
    const input = { script, args: given };
    const answer = await session.send<Answer | 'no finder'>('POST', '/execute/sync', {
      ...input,
      script: `if (!window.findPart) return 'no finder'; ${script}`,
    });
    if (answer !== 'no finder') return answer as Answer;
    await session.send('POST', '/execute/sync', { script: FINDER, args: [] });
    return session.send<Answer>('POST', '/execute/sync', input);
  }

  const isVisible = (part: Part): Promise<boolean> =>
    run('return window.findPart(arguments[0]) !== undefined', describePart(part));

  /** A part once it is there and alive, as `waitUntilHydrated` says for the others. */
  const findAlive = (part: Part, mayBeHidden = false): Promise<ElementReference | null> =>
    run(
      `const found = window.findPart(arguments[0], arguments[1]);
       ${USE_KEYBOARD}
       return found && Object.keys(found).some((key) => key.startsWith('__reactProps$')) ? found : null;`,
      describePart(part),
      mayBeHidden,
    );

  const perform = (actions: object): Promise<null> => session.send('POST', '/actions', { actions: [actions] });

  /** Does something with a part as soon as it is there, as often as it is not possible yet. */
  async function act(
    what: string,
    part: Part,
    action: (element: ElementReference) => Promise<unknown>,
    mayBeHidden = false,
  ): Promise<void> {
    const attempt = async (): Promise<unknown> => {
      const element = await findAlive(part, mayBeHidden);
      if (element === null) return 'it is not there';
      return action(element).catch((error: Error) => {
        if (error instanceof WebDriverError && error.isPassing) return error.message;
        throw error;
      });
    };
    const message = `${what} ${JSON.stringify(describePart(part))}`;
    await expect.poll(attempt, { message, timeout: WAIT_MS }).toBeNull();
  }

  /** The driver takes some controls that are drawn by stylesheets for invisible, so that the mouse is moved by hand. */
  const click = (part: Part): Promise<void> =>
    act('press', part, async (element) => {
      const point = await run<Point | null>(
        `const [element] = arguments;
         element.scrollIntoView({ block: 'center', behavior: 'instant' });
         const { x, y, width, height } = element.getBoundingClientRect();
         const point = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
         const hit = document.elementFromPoint(point.x, point.y);
         const isFree = element.contains(hit) || hit?.contains(element) || hit?.closest('label')?.control === element;
         return isFree ? point : null;`,
        element,
      );
      return point === null ? 'something else lies above' : perform(mouseClickAt(point));
    });

  async function ask<Answer, Given>(script: (given: Given) => Answer | Promise<Answer>, given?: Given) {
    const { value, error } = await session.send<{ value: Answer; error?: string }>('POST', '/execute/async', {
      script: `const [given, done] = arguments;
        Promise.resolve().then(() => (${script})(given)).then((value) => done({ value }), (error) => done({ error: String(error) }));`,
      args: [given ?? null],
    });
    if (error !== undefined) throw new Error(error);
    return value;
  }

  const go = async (address: string): Promise<void> => {
    await session.send('POST', '/url', { url: new URL(address, origin).href });
  };

  return {
    engine,
    go,
    async open(address) {
      await go(address);
      await run(USE_KEYBOARD);
      await expect
        .poll(
          () =>
            ask(() =>
              Object.keys(document.querySelector('main button, main a, a') ?? {}).some((key) =>
                key.startsWith('__reactProps$'),
              ),
            ),
          { message: `${address} is alive`, timeout: WAIT_MS },
        )
        .toBe(true);
      // The first sign of a reader, which parts that wait for a quiet page take as well.
      await ask(() => void window.dispatchEvent(new PointerEvent('pointermove')));
    },
    press: click,
    async fill(part, text) {
      await act('clear', part, (element) => session.send('POST', `/element/${idOf(element)}/clear`));
      await act('fill', part, (element) => session.send('POST', `/element/${idOf(element)}/value`, { text }));
    },
    async type(text) {
      await perform(keysOf(text));
    },
    async key(name) {
      await perform(keysOf(KEYS[name]));
    },
    async choose(part, files) {
      const paths = await Promise.all(
        files.map(async ({ name, buffer }) => {
          const file = path.join(folder, name);
          await writeFile(file, buffer);
          return file;
        }),
      );
      const text = paths.join('\n');
      await act('choose', part, (element) => session.send('POST', `/element/${idOf(element)}/value`, { text }), true);
    },
    shows: isVisible,
    sees: (part, timeout = WAIT_MS) =>
      expect.poll(() => isVisible(part), { message: `sees ${JSON.stringify(describePart(part))}`, timeout }).toBe(true),
    misses: (part, timeout = WAIT_MS) =>
      expect
        .poll(() => isVisible(part), { message: `misses ${JSON.stringify(describePart(part))}`, timeout })
        .toBe(false),
    text: (part) => run<string>('return window.findPart(arguments[0])?.textContent ?? ""', describePart(part)),
    middleOf: (part) =>
      run<Point>(
        `const { x, y, width, height } = window.findPart(arguments[0]).getBoundingClientRect();
         return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };`,
        describePart(part),
      ),
    async touch(steps) {
      await perform(fingerOf(steps));
    },
    ask,
    async back() {
      await session.send('POST', '/back');
    },
    async picture(file) {
      await writeFile(file, await session.send<string>('GET', '/screenshot'), 'base64');
    },
    async close() {
      await session.close();
      await rm(folder, { recursive: true });
    },
  };
}
