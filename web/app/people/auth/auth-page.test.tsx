import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { drainToasts, waitingToasts } from '../../ui/toast/toast.ts';
import AuthPage from './auth-page.tsx';

const network = vi.fn();

beforeEach(() => {
  network.mockReset();
  vi.stubGlobal('fetch', network);
  drainToasts();
});
afterEach(() => vi.unstubAllGlobals());

const props = { loaderData: { lacksRights: false } } as ComponentProps<typeof AuthPage>;

async function signIn(login: string, password: string, at = '/auth') {
  const shown = await showComponent(<AuthPage {...props} />, at);
  await screen.findByRole('heading', { name: 'Вход' });
  if (login) await userEvent.type(screen.getByLabelText(/^Логин/), login);
  if (password) await userEvent.type(screen.getByLabelText(/^Пароль/, { selector: 'input' }), password);
  await userEvent.keyboard('{Enter}');
  return shown;
}

test('both fields are needed before anything is sent', async () => {
  await signIn('', 'тайна12');
  expect(waitingToasts()[0]?.message).toBe('Заполните поля "Логин" и "Пароль"');
  expect(network).not.toHaveBeenCalled();
  expect(screen.getByLabelText(/^Логин/)).toBeInvalid();
  expect(screen.getByLabelText(/^Логин/)).toHaveFocus();
  expect(screen.getByLabelText(/^Пароль/, { selector: 'input' })).toBeValid();
});

test('the first field has the focus, and the typed login goes along to the recovery', async () => {
  const { router } = await signIn('', '', '/auth?next=%2Fadd');
  expect(screen.getByLabelText(/^Логин/)).toHaveFocus();
  await userEvent.type(screen.getByLabelText(/^Логин/), 'anna');
  await userEvent.click(screen.getByRole('link', { name: 'Забыли пароль?' }));
  const { pathname, search, state } = router.state.location;
  expect({ pathname, search, state }).toEqual({
    pathname: '/recovery',
    search: '?next=%2Fadd',
    state: { login: 'anna' },
  });
});

test('an account without rights is told so, and offered another sign-in', async () => {
  const denied = { loaderData: { lacksRights: true } } as ComponentProps<typeof AuthPage>;
  await showComponent(<AuthPage {...denied} />, '/auth?next=%2Fadmin');
  expect(await screen.findByRole('alert')).toHaveTextContent('У этого аккаунта нет прав на эту страницу');
  expect(screen.getByRole('button', { name: 'Войти' })).toBeInTheDocument();
});

test('a failed sign-in shows the server’s words and clears the password only', async () => {
  network.mockResolvedValue(
    Response.json({ message: 'Неверный логин или пароль', code: 'wrong_credentials' }, { status: 401 }),
  );
  await signIn('anna', 'не тот');
  await waitFor(() => expect(waitingToasts()[0]?.message).toBe('Неверный логин или пароль'));
  expect(screen.getByLabelText(/^Пароль/, { selector: 'input' })).toHaveValue('');
  expect(screen.getByLabelText(/^Логин/)).toHaveValue('anna');
});

test('who is not activated is taken to the code', async () => {
  network.mockResolvedValue(
    Response.json({ message: 'Пользователь не активирован', code: 'not_activated', user_id: 5 }, { status: 403 }),
  );
  const { router } = await signIn('anna', 'тайна12');
  await waitFor(() => expect(router.state.location.pathname).toBe('/activation/5'));
  expect(waitingToasts()[0]?.message).toBe('Пользователь не активирован');
});
