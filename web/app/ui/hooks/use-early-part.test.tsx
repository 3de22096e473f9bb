import { act, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { endPreHydration, PRE_HYDRATION_SCRIPT } from '../../platform/loading/pre-hydration.ts';
import { PreHydrationButton } from '../form/pre-hydration-button.tsx';
import { useEarlyPart } from './use-early-part.ts';

const done: string[] = [];

function Part() {
  const part = useEarlyPart<HTMLDivElement>();
  return (
    <div ref={part} data-early-part="">
      <button type="button" onClick={() => done.push('like')}>
        Нравится
      </button>
      <PreHydrationButton onPress={() => done.push('save')}>Сохранить</PreHydrationButton>
    </div>
  );
}

new Function(PRE_HYDRATION_SCRIPT)();

afterEach(() => {
  delete window.earlyPress;
  delete window.isHydrated;
  done.length = 0;
});

async function press(name: string, isPageHydrated: boolean): Promise<void> {
  const page = document.createElement('div');
  document.body.append(page);
  page.innerHTML = renderToString(<Part />);
  if (isPageHydrated) endPreHydration();
  screen.getByRole('button', { name }).click();
  endPreHydration();
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(done).toEqual([]);
  const root = await act(async () => hydrateRoot(page, <Part />));
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  screen.getByRole('button', { name: 'Нравится' }).click();
  act(() => root.unmount());
  page.remove();
}

test.each([true, false])('a press in a part that is hydrated late is done then, once (page: %s)', async (is) => {
  await press('Нравится', is);
  expect(done).toEqual(['like', 'like']);
});

test('a button that waits for itself is pressed by itself', async () => {
  await press('Сохранить', true);
  expect(done).toEqual(['save', 'like']);
});
