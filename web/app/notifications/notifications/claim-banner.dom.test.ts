import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { claimBanner } from './claim-banner.ts';

const taken = new Set<string>();
const locks = {
  request: async (name: string, _options: object, run: (lock: object | null) => Promise<void>) => {
    if (taken.has(name)) return run(null);
    taken.add(name);
    return run({});
  },
};

/** Returns which of the windows that receive an event at the same time show the banner. */
async function claimAll(...names: string[]): Promise<number[]> {
  const shown: number[] = [];
  names.forEach((name, window) => void claimBanner(name, () => shown.push(window)));
  await vi.advanceTimersByTimeAsync(1000);
  return shown;
}

beforeEach(() => {
  taken.clear();
  vi.useFakeTimers();
  Object.assign(navigator, { locks });
});
afterEach(() => {
  vi.useRealTimers();
  Object.assign(navigator, { locks: undefined });
});

test('of several windows one points a thing out, and each thing for itself', async () => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  expect(await claimAll('7', '7', '8')).toEqual([0, 2]);
});

test('the window that has the focus comes before one beside it', async () => {
  vi.spyOn(document, 'hasFocus').mockReturnValueOnce(false).mockReturnValueOnce(true);
  expect(await claimAll('7', '7')).toEqual([1]);
});

test('a hidden window points nothing out', async () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  expect(await claimAll('7')).toEqual([]);
});

test('a browser that cannot tell its windows apart shows it in each', async () => {
  Object.assign(navigator, { locks: undefined });
  expect(await claimAll('7', '7')).toEqual([0, 1]);
});
