import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../../test/show-component.tsx';
import { drainToasts, showStoredToasts, waitingToasts } from '../../../ui/toast/toast.ts';
import RecoveryPage from './recovery-page.tsx';

const network = vi.fn();
let changed: object;

beforeEach(() => {
  network.mockReset();
  changed = { user_id: 7 };
  network.mockImplementation(async (address: string) =>
    Response.json(
      address.endsWith('recovery')
        ? { user_id: 7, resend_after: 0 }
        : address.endsWith('confirm')
          ? { user_id: 7, grant: 'g' }
          : changed,
    ),
  );
  vi.stubGlobal('fetch', network);
  sessionStorage.clear();
  drainToasts();
});
afterEach(() => vi.unstubAllGlobals());

const said = () => waitingToasts().map(({ message }) => message);
const password = (name: RegExp) => screen.getByLabelText(name, { selector: 'input' });

async function passCode() {
  await userEvent.type(screen.getByLabelText(/^Логин/), 'anna{Enter}');
  await waitFor(() => expect(screen.getByLabelText('Цифра 1')).toHaveFocus());
  await userEvent.paste('123456');
  await waitFor(() => expect(password(/^Новый пароль/)).toHaveFocus());
}

const show = () => showComponent(<RecoveryPage />, '/recovery?next=%2Fadd');

test('every step has the focus in its first field, and the new password signs in', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  changed = { user_id: 7, session: { user_id: 7 } };
  await show();
  expect(screen.getByLabelText(/^Логин/)).toHaveFocus();
  await passCode();
  await userEvent.keyboard('Novyj-parol-42{Tab}');
  await userEvent.type(password(/^Повторите пароль/), 'Novyj-parol-42{Enter}');
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/add'));
  expect(JSON.parse(network.mock.lastCall?.[1].body)).toMatchObject({ user_id: 7, sign_in: 1 });
  showStoredToasts();
  expect(said()).toContain('Ваш пароль успешно изменён');
  assign.mockRestore();
});

test('an account with a second factor is asked for its code', async () => {
  changed = { user_id: 7, challenge: 'two' };
  await show();
  await passCode();
  await userEvent.keyboard('Novyj-parol-42');
  await userEvent.type(password(/^Повторите пароль/), 'Novyj-parol-42{Enter}');
  expect(await screen.findByRole('heading', { name: 'Подтвердите вход' })).toBeInTheDocument();
});

test('an empty login, an empty password and another repetition are told beside their fields', async () => {
  await show();
  await userEvent.keyboard('{Enter}');
  expect(screen.getByLabelText(/^Логин/)).toBeInvalid();
  expect(network).not.toHaveBeenCalled();
  await passCode();
  await userEvent.keyboard('{Enter}');
  expect(password(/^Новый пароль/)).toBeInvalid();
  expect(said()).toContain('Необходимо задать пароль');
  await userEvent.keyboard('Novyj-parol-42');
  await userEvent.type(password(/^Повторите пароль/), 'other{Enter}');
  expect(password(/^Повторите пароль/)).toBeInvalid();
  expect(password(/^Повторите пароль/)).toHaveValue('');
  expect(said()).toContain('Ваши пароли не совпадают');
});
