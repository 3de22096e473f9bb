import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { LanguageProvider } from '../../platform/i18n.tsx';
import { drainToasts } from '../../ui/toast/toast.ts';
import { FollowButton } from './follow-button.tsx';

function show(isOn: boolean | undefined, answer: () => Promise<Response>) {
  vi.stubGlobal('fetch', vi.fn(answer));
  const element = (
    <LanguageProvider initial="ru">
      <FollowButton userId={7} isOn={isOn} count={4} />
    </LanguageProvider>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);
}

afterEach(() => {
  vi.unstubAllGlobals();
  drainToasts();
});

test('the button and the count answer before the server does, and then say what is true', async () => {
  let answer: (response: Response) => void = () => {};
  show(false, () => new Promise((resolve) => (answer = resolve)));
  await userEvent.click(screen.getByRole('button', { name: 'Подписаться' }));
  expect(screen.getByRole('button', { name: 'Вы подписаны' })).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getByText('5 подписчиков')).toBeInTheDocument();
  await waitFor(() => expect(fetch).toHaveBeenCalled());
  answer(Response.json({ subscribe: 1, count: 21 }));
  expect(await screen.findByText('21 подписчик')).toBeInTheDocument();
});

test('a refusal takes it back and says why', async () => {
  show(true, async () => Response.json({ message: 'Не найдено', code: 'not_found' }, { status: 404 }));
  await userEvent.click(screen.getByRole('button', { name: 'Вы подписаны' }));
  await waitFor(() => expect(drainToasts()).toMatchObject([{ message: 'Не удалось отписаться. Не найдено' }]));
  expect(screen.getByRole('button', { name: 'Вы подписаны' })).toBeInTheDocument();
});

test('guests are led to sign in', () => {
  show(undefined, async () => Response.json({}));
  expect(screen.getByRole('link', { name: 'Подписаться' })).toHaveAttribute('href', '/auth?next=%2F');
});
