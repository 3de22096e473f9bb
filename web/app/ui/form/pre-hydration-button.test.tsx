import { act, screen } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PRE_HYDRATION_SCRIPT } from '../../platform/loading/pre-hydration.ts';
import { PreHydrationButton } from './pre-hydration-button.tsx';

let page: HTMLDivElement;
let root: Root | undefined;
const pressed: string[] = [];

const Buttons = () => (
  <>
    <PreHydrationButton onPress={() => pressed.push('call')}>Звонок</PreHydrationButton>
    <PreHydrationButton onPress={() => pressed.push('video')}>Видео</PreHydrationButton>
  </>
);

new Function(PRE_HYDRATION_SCRIPT)();

beforeEach(() => {
  page = document.createElement('div');
  document.body.append(page);
  page.innerHTML = renderToString(<Buttons />);
  pressed.length = 0;
  root = undefined;
});
afterEach(() => {
  act(() => root?.unmount());
  page.remove();
  delete window.earlyPress;
});

const buttonOf = (name: string) => screen.getByRole('button', { name });
const awake = () =>
  act(async () => {
    root = hydrateRoot(page, <Buttons />);
  });

test('a press before the page is alive is done once it is, and only once', async () => {
  buttonOf('Звонок').click();
  expect(buttonOf('Звонок')).toHaveAttribute('aria-busy', 'true');
  await awake();
  expect(pressed).toEqual(['call']);
  expect(buttonOf('Звонок')).not.toHaveAttribute('aria-busy');
  act(() => buttonOf('Звонок').click());
  expect(pressed).toEqual(['call', 'call']);
});

test('of several early presses the last one counts', async () => {
  for (const name of ['Звонок', 'Звонок', 'Видео']) buttonOf(name).click();
  await awake();
  expect(pressed).toEqual(['video']);
});

test('a press of long ago is done no more', async () => {
  buttonOf('Звонок').click();
  const now = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(now + 60_000);
  await awake();
  expect(pressed).toEqual([]);
});
