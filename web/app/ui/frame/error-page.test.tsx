import { fireEvent, screen } from '@testing-library/react';
import { afterAll, expect, test, vi } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { ErrorPage } from './error-page.tsx';

const online = vi.spyOn(navigator, 'onLine', 'get');
afterAll(() => online.mockRestore());

async function show(isOnline: boolean, error: unknown): Promise<void> {
  online.mockReturnValue(isOnline);
  await showComponent(<ErrorPage error={error} />);
}

test('a page that could not be loaded without a connection opens when the connection is back', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  await show(false, new TypeError('Failed to fetch'));
  expect(screen.getByRole('heading', { name: 'Нет соединения' })).toBeVisible();
  expect(screen.queryByText(/Попробуйте обновить страницу/)).toBeNull();
  expect(reload).not.toHaveBeenCalled();
  fireEvent(window, new Event('online'));
  expect(reload).toHaveBeenCalledOnce();
  reload.mockRestore();
});

test('a page that fails with a connection can be tried again', async () => {
  await show(true, new TypeError('Failed to fetch'));
  expect(screen.getByRole('heading', { name: 'Не удалось показать страницу' })).toBeVisible();
});
