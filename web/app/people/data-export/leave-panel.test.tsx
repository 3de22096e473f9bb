import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { LeavePanel } from './leave-panel.tsx';

const network = vi.fn();

beforeEach(() => {
  network.mockReset();
  vi.stubGlobal('fetch', network);
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
});
afterEach(() => vi.unstubAllGlobals());

async function askToLeave(login: string, password: string): Promise<void> {
  await showComponent(<LeavePanel userId={7} login="anna" />, '/profile/data');
  await userEvent.click(await screen.findByRole('button', { name: 'Удалить аккаунт' }));
  if (login) await userEvent.type(await screen.findByLabelText(/^Введите свой логин/), login);
  if (password) await userEvent.type(screen.getByLabelText(/^Действующий пароль/, { selector: 'input' }), password);
  await userEvent.keyboard('{Enter}');
}

test('neither a mistyped login nor an empty password deletes anything', async () => {
  await askToLeave('ana', '');
  expect(await screen.findByText('Логин не совпадает')).toBeVisible();
  expect(screen.getByText('Введите действующий пароль')).toBeVisible();
  expect(network).not.toHaveBeenCalled();
});

test('who typed both is told what comes next', async () => {
  network.mockResolvedValue(Response.json({ id: 7 }));
  await askToLeave('Anna', 'тайна12');
  await waitFor(() => expect(screen.getByText('Аккаунт удалён')).toBeVisible());
  const [, init] = network.mock.calls[0] ?? [];
  expect(JSON.parse(String(init?.body))).toEqual({ current_password: 'тайна12' });
});
