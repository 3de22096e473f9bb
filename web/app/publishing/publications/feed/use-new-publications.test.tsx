import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useNewPublications } from './use-new-publications.ts';
import type { Pages } from './use-pages.ts';

afterEach(() => vi.unstubAllGlobals());

const pagesFrom = (cursor: string, newer: number) =>
  ({ entries: [{ cursor }], newer, fresh: newer }) as unknown as Pages;

test('an answer about the feed of before its reload does not count as new what was loaded', async () => {
  let answer: (response: Response) => void = () => undefined;
  const network = vi.fn(() => new Promise<Response>((resolve) => (answer = resolve)));
  vi.stubGlobal('fetch', network);
  const { result, rerender } = renderHook((pages: Pages) => useNewPublications(1, pages), {
    initialProps: pagesFrom('7', 1),
  });
  expect(result.current).toEqual({ above: 1, fresh: 1 });
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(network).toHaveBeenCalledOnce());
  rerender(pagesFrom('8', 0));
  expect(result.current).toEqual({ above: 0, fresh: 0 });
  await act(async () => answer(Response.json({ list: [{}], newer: 2, fresh: 1 })));
  expect(result.current).toEqual({ above: 0, fresh: 0 });
});

test('what was published meanwhile is counted', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ list: [{}], newer: 3, fresh: 1 }));
  const { result } = renderHook(() => useNewPublications(1, pagesFrom('7', 0)));
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(result.current).toEqual({ above: 2, fresh: 1 }));
});
