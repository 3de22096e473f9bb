import { act, fireEvent, screen } from '@testing-library/react';
import { type FormEvent, Suspense, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { endPreHydration, PRE_HYDRATION_SCRIPT, watchStoppedPresses } from '../../platform/loading/pre-hydration.ts';
import { PreHydrationButton } from '../form/pre-hydration-button.tsx';
import { lazyPart } from '../lazy-part.ts';
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

test.each([
  ['Нравится', 'like'],
  ['Сохранить', 'save'],
])('a press on «%s» that React hydrates the part for is delivered once, by React', async (name, what) => {
  const page = document.createElement('div');
  document.body.append(page);
  const loading = Promise.withResolvers<typeof Part>();
  const Late = lazyPart(() => loading.promise);
  page.innerHTML = `<!--$-->${renderToString(<Part />)}<!--/$-->`;
  const root = await act(async () =>
    hydrateRoot(
      page,
      <Suspense>
        <Late />
      </Suspense>,
    ),
  );
  watchStoppedPresses(page);
  endPreHydration();
  await act(async () => {
    loading.resolve(Part);
    await new Promise((resolve) => setTimeout(resolve));
    // The part has loaded and is not hydrated before this function ends.
    screen.getByRole('button', { name }).click();
  });
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(done).toEqual([what]);
  expect(document.documentElement).not.toHaveAttribute('aria-busy');
  act(() => root.unmount());
  page.remove();
});

function Letter() {
  const part = useEarlyPart<HTMLFormElement>();
  const [text, setText] = useState('');
  const [to, setTo] = useState('one');
  function send(event: FormEvent): void {
    event.preventDefault();
    done.push(`${to} ${text}`);
  }
  return (
    <form ref={part} data-early-part="page" aria-label="Письмо" onSubmit={send}>
      <textarea aria-label="Текст" value={text} onChange={(event) => setText(event.currentTarget.value)} />
      <select aria-label="Кому" value={to} onChange={(event) => setTo(event.currentTarget.value)}>
        <option value="one">Одному</option>
        <option value="all">Всем</option>
      </select>
    </form>
  );
}

test('what was written and sent in a part that is hydrated after the page is sent by the part', async () => {
  const page = document.createElement('div');
  document.body.append(page);
  page.innerHTML = renderToString(<Letter />);
  endPreHydration();
  fireEvent.change(screen.getByLabelText('Текст'), { target: { value: 'Привет' } });
  fireEvent.change(screen.getByLabelText('Кому'), { target: { value: 'all' } });
  const isSentByBrowser = fireEvent.submit(screen.getByRole('form'));
  expect(isSentByBrowser).toBe(false);
  const root = await act(async () => hydrateRoot(page, <Letter />));
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(done).toEqual(['all Привет']);
  expect(screen.getByLabelText('Текст')).toHaveValue('Привет');
  act(() => root.unmount());
  page.remove();
});
