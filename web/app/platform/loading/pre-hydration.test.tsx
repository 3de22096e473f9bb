import { act, fireEvent, screen } from '@testing-library/react';
import { type FormEvent, useLayoutEffect, useState } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { endPreHydration, PRE_HYDRATION_SCRIPT, watchStoppedPresses } from './pre-hydration.ts';

let page: HTMLDivElement;
let root: Root | undefined;
const done: string[] = [];

function SignIn() {
  const [login, setLogin] = useState('');
  const [isKept, setKept] = useState(false);
  const [lang, setLang] = useState('ru');
  const [way, setWay] = useState('password');
  useLayoutEffect(endPreHydration, []);
  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    done.push(`${login} ${isKept} ${lang} ${way}`);
  }
  return (
    <form aria-label="Вход" onSubmit={handleSubmit}>
      <input aria-label="Логин" value={login} onChange={(event) => setLogin(event.currentTarget.value)} />
      <input type="checkbox" aria-label="Запомнить" checked={isKept} onChange={() => setKept(!isKept)} />
      <select aria-label="Язык" value={lang} onChange={(event) => setLang(event.currentTarget.value)}>
        <option value="ru">Русский</option>
        <option value="en">English</option>
      </select>
      {['password', 'code'].map((one) => (
        <label key={one}>
          <input type="radio" name="way" value={one} checked={way === one} onChange={() => setWay(one)} />
          {one}
        </label>
      ))}
      <textarea
        aria-label="Сообщение"
        data-enter-sends
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && done.push(currentTarget.value)}
      />
      <button type="submit">Войти</button>
      <button type="button" onClick={() => done.push('code')}>
        По коду
      </button>
    </form>
  );
}

new Function(PRE_HYDRATION_SCRIPT)();

beforeEach(() => {
  page = document.createElement('div');
  document.body.append(page);
  page.innerHTML = renderToString(<SignIn />);
  done.length = 0;
});
afterEach(() => {
  act(() => root?.unmount());
  root = undefined;
  page.remove();
  delete window.earlyPress;
  delete window.isHydrated;
});

async function hydrate(): Promise<void> {
  await act(async () => {
    root = hydrateRoot(page, <SignIn />);
  });
  await act(() => new Promise((resolve) => setTimeout(resolve)));
}

test('a form that was filled and sent before hydration is sent once by its component, not by the browser', async () => {
  fireEvent.change(screen.getByLabelText('Логин'), { target: { value: 'igor' } });
  screen.getByLabelText('Запомнить').click();
  fireEvent.change(screen.getByLabelText('Язык'), { target: { value: 'en' } });
  screen.getByLabelText('code').click();
  const isSentByBrowser = fireEvent.submit(screen.getByRole('form'));
  expect(isSentByBrowser).toBe(false);
  expect(document.documentElement).toHaveAttribute('aria-busy', 'true');
  await hydrate();
  expect(done).toEqual(['igor true en code']);
  expect(screen.getByLabelText('Логин')).toHaveValue('igor');
  expect(screen.getByLabelText('code')).toBeChecked();
  expect(document.documentElement).not.toHaveAttribute('aria-busy');
});

test('the last button pressed before hydration is pressed after it', async () => {
  screen.getByRole('button', { name: 'Войти' }).click();
  screen.getByRole('button', { name: 'По коду' }).click();
  await hydrate();
  expect(done).toEqual(['code']);
});

test('a press that React hydrates the page for is delivered once, by React', async () => {
  await act(async () => {
    root = hydrateRoot(page, <SignIn />);
    watchStoppedPresses(page);
    screen.getByRole('button', { name: 'По коду' }).click();
  });
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(done).toEqual(['code']);
  expect(document.documentElement).not.toHaveAttribute('aria-busy');
});

test('Enter in a field that it sends is repeated with what was typed, and a new line is none', async () => {
  const field = screen.getByLabelText('Сообщение');
  fireEvent.keyDown(field, { key: 'Enter', shiftKey: true });
  await hydrate();
  expect(done).toEqual([]);

  act(() => root?.unmount());
  delete window.isHydrated;
  page.innerHTML = renderToString(<SignIn />);
  const again = screen.getByLabelText('Сообщение');
  fireEvent.change(again, { target: { value: 'Здравствуйте' } });
  fireEvent.keyDown(again, { key: 'Enter' });
  await hydrate();
  expect(done).toEqual(['Здравствуйте']);
});

test('what nobody touched stays as it was rendered, and later presses are done once', async () => {
  await hydrate();
  screen.getByRole('button', { name: 'По коду' }).click();
  expect(done).toEqual(['code']);
  expect(screen.getByLabelText('Логин')).toHaveValue('');
});

test('a form with an address of its own is sent by the browser', () => {
  page.innerHTML = '<form action="/" aria-label="Поиск"><button type="button">Лупа</button></form>';
  let isPrevented: boolean | undefined;
  const stop = (event: Event) => {
    isPrevented = event.defaultPrevented;
    event.preventDefault();
  };
  page.addEventListener('submit', stop);
  fireEvent.submit(screen.getByRole('form'));
  expect(isPrevented).toBe(false);
});
