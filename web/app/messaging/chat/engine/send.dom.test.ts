import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

test('a page that knows its viewer only from its data finds what is unsent, and clears it', async () => {
  // Nothing is ever answered.
  class SilentRequest extends EventTarget {
    upload = new EventTarget();
    open(): void {}
    setRequestHeader(): void {}
    send(): void {}
    abort(): void {}
  }
  vi.stubGlobal('XMLHttpRequest', SilentRequest);
  const before = await import('./local-session.ts');
  await (await before.getOutboxOf(7)).send(8, { content: 'Не дойдёт', files: [], replyTo: null });
  // Another page, where no chat is followed yet.
  vi.resetModules();
  const { hasUnsent, clearUnsent } = await import('./send.ts');
  expect(await hasUnsent(9)).toBe(false);
  expect(await hasUnsent(7)).toBe(true);
  await clearUnsent(7);
  expect((await indexedDB.databases()).filter(({ name }) => name?.startsWith('okolo-chat-'))).toEqual([]);
});
