import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { ErrorPage } from './error-page.tsx';

let reload: MockInstance;
let online: MockInstance;

beforeEach(() => {
  reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  online = vi.spyOn(navigator, 'onLine', 'get');
});
afterEach(() => {
  vi.useRealTimers();
  reload.mockRestore();
  online.mockRestore();
});

/** As the router reports a response that no page answered. */
const refused = (status: number, data: unknown) => ({ status, statusText: '', internal: false, data });

async function showUnloaded(isOnline: boolean): Promise<void> {
  online.mockReturnValue(isOnline);
  await showComponent(<ErrorPage error={new TypeError('Failed to fetch')} />);
}

test.each([
  [429, 'Слишком много запросов'],
  [503, 'Сервис временно недоступен'],
])('a navigation refused with %i says so, counts down and opens the page again', async (status, title) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await showComponent(<ErrorPage error={refused(status, JSON.stringify({ retry_after: 65 }))} />, '/');
  expect(screen.getByRole('heading', { name: title })).toBeInTheDocument();
  expect(screen.getByText('Страница откроется сама через 1:05')).toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(screen.getByText(/через 0:0\d/)).toBeInTheDocument();
  expect(reload).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(6000));
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a page that could not be loaded without a connection opens when the connection is back', async () => {
  await showUnloaded(false);
  expect(screen.getByRole('heading', { name: 'Нет соединения' })).toBeVisible();
  expect(screen.queryByText(/Попробуйте обновить страницу/)).toBeNull();
  expect(reload).not.toHaveBeenCalled();
  fireEvent(window, new Event('online'));
  expect(reload).toHaveBeenCalledOnce();
});

test('a page that fails with a connection can be tried again', async () => {
  await showUnloaded(true);
  expect(screen.getByRole('heading', { name: 'Не удалось показать страницу' })).toBeVisible();
});
