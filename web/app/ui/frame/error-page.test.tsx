import { fireEvent, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { ErrorPage } from './error-page.tsx';

afterEach(() => vi.restoreAllMocks());

async function show(isOnline: boolean, error: unknown): Promise<void> {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  const router = createMemoryRouter([{ path: '*', element: <ErrorPage error={error} /> }]);
  await showComponent(<RouterProvider router={router} />);
}

test('a page that could not be loaded without a connection opens when the connection is back', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  await show(false, new TypeError('Failed to fetch'));
  expect(screen.getByRole('heading', { name: 'Нет соединения' })).toBeVisible();
  expect(screen.queryByText(/Попробуйте обновить страницу/)).toBeNull();
  expect(reload).not.toHaveBeenCalled();
  fireEvent(window, new Event('online'));
  expect(reload).toHaveBeenCalledOnce();
});

test('a page that fails with a connection can be tried again', async () => {
  await show(true, new TypeError('Failed to fetch'));
  expect(screen.getByRole('heading', { name: 'Не удалось показать страницу' })).toBeVisible();
});
