import { act, screen } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as QuietBody from './quiet-body.tsx';

let quietBody: typeof QuietBody.quietBody;
let root: Root | undefined;
const page = document.createElement('div');

beforeEach(async () => {
  vi.resetModules();
  vi.useFakeTimers();
  ({ quietBody } = await import('./quiet-body.tsx'));
  document.body.append(page);
});
afterEach(() => {
  act(() => root?.unmount());
  page.remove();
  vi.useRealTimers();
});

interface ListProps {
  count: number;
}

async function openPage(isRendered = true) {
  const List = ({ count }: ListProps) => <button type="button">Объявлений: {count}</button>;
  const load = vi.fn(async () => List);
  const { Body, withBody } = quietBody<ListProps>({ load, isRendered: () => isRendered });
  page.innerHTML = renderToString(<List count={3} />)
    .replace(/^/, '<!--$-->')
    .replace(/$/, '<!--/$-->');
  const [rendered] = page.children;
  await act(async () => {
    root = hydrateRoot(page, <Body count={3} />);
  });
  const isKept = (): boolean => page.children[0] === rendered;
  return { load, Body, withBody, isKept };
}

test('what the server rendered of a page stays, and its code is loaded at the first sign of the reader', async () => {
  const { load, Body, isKept } = await openPage();
  await act(async () => root?.render(<Body count={3} />));
  expect(isKept()).toBe(true);
  expect(load).not.toHaveBeenCalled();
  await act(async () => void document.body.dispatchEvent(new Event('pointerdown', { bubbles: true })));
  expect(load).toHaveBeenCalledOnce();
  expect(isKept()).toBe(true);
  await act(async () => root?.render(<Body count={4} />));
  expect(screen.getByRole('button')).toHaveTextContent('Объявлений: 4');
});

test('a page that shows what only the browser knows loads its body at once', async () => {
  const { load } = await openPage(false);
  expect(load).toHaveBeenCalledOnce();
});

test('a navigation waits for the body, and goes on without it when it cannot be loaded', async () => {
  const { load, withBody } = await openPage();
  await expect(withBody({ count: 1 })).resolves.toEqual({ count: 1 });
  expect(load).toHaveBeenCalledOnce();
  const broken = quietBody<ListProps>({ load: () => Promise.reject(new TypeError('Failed to fetch')) });
  await expect(broken.withBody(Promise.resolve('page'))).resolves.toBe('page');
});
