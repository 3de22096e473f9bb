import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
});

afterEach(() => void vi.useRealTimers());

async function watch(): Promise<() => boolean> {
  const { whenQuiet } = await import('./page-quiet.ts');
  let isQuiet = false;
  void whenQuiet().then(() => {
    isQuiet = true;
  });
  return () => isQuiet;
}

test('a loaded page is quiet two seconds later', async () => {
  const isQuiet = await watch();
  await vi.advanceTimersByTimeAsync(1900);
  expect(isQuiet()).toBe(false);
  await vi.advanceTimersByTimeAsync(100);
  expect(isQuiet()).toBe(true);
});

test.each(['pointermove', 'pointerdown', 'keydown', 'focusin'])('%s ends the wait', async (sign) => {
  const isQuiet = await watch();
  document.body.dispatchEvent(new Event(sign, { bubbles: true }));
  await vi.advanceTimersByTimeAsync(0);
  expect(isQuiet()).toBe(true);
});

test('a page whose field is in use, which was pressed, or whose part was seen before its scripts does not wait', async () => {
  const field = document.createElement('textarea');
  document.body.append(field);
  field.focus();
  await expect((await import('./page-quiet.ts')).whenQuiet()).resolves.toBeUndefined();
  field.remove();
  vi.resetModules();
  window.isPartSeen = true;
  await expect((await import('./page-quiet.ts')).whenQuiet()).resolves.toBeUndefined();
  delete window.isPartSeen;
  vi.resetModules();
  window.earlyPress = { on: document.body, busy: document.body, at: 0, event: new Event('click') };
  await expect((await import('./page-quiet.ts')).whenQuiet()).resolves.toBeUndefined();
  delete window.earlyPress;
});
