import { render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useDrawer } from './use-drawer.ts';

function Page() {
  const form = useRef<HTMLFormElement>(null);
  useDrawer(form);
  return (
    <>
      <main>
        <form ref={form}>
          <button type="button">Фильтры</button>
          <div popover="auto" data-testid="drawer">
            <h2>Чем сузить</h2>
            <button type="button">Закрыть</button>
          </div>
        </form>
        <a href="/ad/1">Кресло</a>
      </main>
      <nav>Разделы</nav>
    </>
  );
}

let turn: () => void = () => {};
const wide = { matches: false, addEventListener: (_: string, on: () => void) => (turn = on), removeEventListener() {} };
const hide = vi.fn();

function toggle(name: 'beforetoggle' | 'toggle', newState: 'open' | 'closed'): void {
  screen.getByTestId('drawer').dispatchEvent(Object.assign(new Event(name), { newState }));
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => wide);
  render(<Page />);
  const drawer = screen.getByTestId('drawer');
  drawer.hidePopover = hide;
});

afterEach(() => {
  wide.matches = false;
  vi.unstubAllGlobals();
});

test('an open drawer is a dialog with a name and the focus, and nothing behind it can be reached', () => {
  toggle('toggle', 'open');
  const dialog = screen.getByRole('dialog', { name: 'Чем сузить' });
  expect(dialog).toHaveAttribute('aria-modal', 'true');
  expect(screen.getByRole('button', { name: 'Закрыть' })).toHaveFocus();
  for (const behind of ['Фильтры', 'Кресло', 'Разделы']) expect(screen.getByText(behind).inert).toBe(true);
  expect(dialog.closest('[inert]')).toBeNull();
});

test('a closed drawer gives the page back before the focus returns', () => {
  toggle('toggle', 'open');
  toggle('beforetoggle', 'closed');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  for (const behind of ['Фильтры', 'Кресло', 'Разделы']) expect(screen.getByText(behind).inert).toBe(false);
});

test('a phone turned on its side, where there is no drawer, closes it', () => {
  const drawer = screen.getByTestId('drawer');
  const matches = vi.spyOn(drawer, 'matches').mockReturnValue(true);
  wide.matches = true;
  turn();
  expect(hide).toHaveBeenCalledOnce();
  matches.mockRestore();
});
