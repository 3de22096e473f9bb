import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { drainToasts } from '../toast/toast.ts';
import { useOfflineGuard } from './use-offline-guard.ts';

let isOnline = true;
let line: { mockRestore: () => void };
const navigation = new EventTarget();

beforeEach(() => {
  isOnline = true;
  vi.stubGlobal('navigation', navigation);
  line = vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
});
afterEach(() => {
  vi.unstubAllGlobals();
  line.mockRestore();
  drainToasts();
});

function reload({ userInitiated = false } = {}): boolean {
  const event = new Event('navigate', { cancelable: true });
  return navigation.dispatchEvent(Object.assign(event, { navigationType: 'reload', userInitiated }));
}

const routed = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());

function Page() {
  useOfflineGuard();
  return (
    <a href="/ads" onClick={routed}>
      Мои объявления
    </a>
  );
}

test('a page whose next one cannot be fetched stays, and says why once', async () => {
  await showComponent(<Page />);
  isOnline = false;
  expect(reload()).toBe(false);
  expect(reload()).toBe(false);
  expect(drainToasts()).toMatchObject([{ tone: 'error', message: 'Проверьте соединение и попробуйте ещё раз' }]);
  await userEvent.click(screen.getByRole('link'));
  expect(routed).not.toHaveBeenCalled();
  expect(drainToasts()).toHaveLength(1);
});

test('with a connection, or by the reader’s own wish, the page is loaded anew', async () => {
  await showComponent(<Page />);
  expect(reload()).toBe(true);
  isOnline = false;
  expect(reload({ userInitiated: true })).toBe(true);
  await userEvent.click(screen.getByRole('link'));
  expect(routed).toHaveBeenCalledOnce();
  expect(drainToasts()).toEqual([]);
});
