import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../../test/show-component.tsx';
import { drainToasts, waitingToasts } from '../../../ui/toast/toast.ts';
import { SecondFactor } from './second-factor.tsx';

const network = vi.fn();
const handleSignedIn = vi.fn(async () => {});
const handleBack = vi.fn();

beforeEach(() => {
  network.mockReset();
  handleSignedIn.mockClear();
  handleBack.mockClear();
  vi.stubGlobal('fetch', network);
  drainToasts();
});
afterEach(() => vi.unstubAllGlobals());

async function show(): Promise<void> {
  await showComponent(<SecondFactor challenge="one" onSignedIn={handleSignedIn} onBack={handleBack} />, '/auth');
  await screen.findByRole('heading', { name: 'Подтвердите вход' });
}

const sent = (index = 0): unknown => JSON.parse(String(network.mock.calls[index]?.[1].body));
const refusal = (code: string, message: string, status = 403) => Response.json({ code, message }, { status });

test('six digits are sent as soon as they are there', async () => {
  network.mockResolvedValue(Response.json({ user_id: 5 }));
  await show();
  await userEvent.type(screen.getByLabelText('Код из приложения'), '123456');
  await waitFor(() => expect(handleSignedIn).toHaveBeenCalledOnce());
  expect(sent()).toEqual({ challenge: 'one', code: '123456' });
});

test('a wrong code is said so and the field is empty again', async () => {
  network.mockResolvedValue(refusal('second_factor_wrong', 'Код не подошёл'));
  await show();
  await userEvent.type(screen.getByLabelText('Код из приложения'), '123456');
  await waitFor(() => expect(waitingToasts()[0]?.message).toBe('Код не подошёл'));
  expect(screen.getByLabelText('Код из приложения')).toHaveValue('');
  expect(handleSignedIn).not.toHaveBeenCalled();
});

test('a recovery code goes by its own field', async () => {
  network.mockResolvedValue(Response.json({ user_id: 5 }));
  await show();
  await userEvent.click(screen.getByRole('button', { name: 'Использовать резервный код' }));
  await userEvent.type(screen.getByLabelText('Резервный код'), 'ABCDEF-GHJKLM-NPQRST-UVWXYZ{Enter}');
  await waitFor(() => expect(handleSignedIn).toHaveBeenCalledOnce());
  expect(sent()).toEqual({ challenge: 'one', code: 'ABCDEF-GHJKLM-NPQRST-UVWXYZ' });
});

test('when the time is over it goes back to the password', async () => {
  network.mockResolvedValue(refusal('gone', 'Время на ввод кода вышло', 410));
  await show();
  await userEvent.type(screen.getByLabelText('Код из приложения'), '123456');
  await waitFor(() => expect(handleBack).toHaveBeenCalledOnce());
});

test('who lost every code is told how long it takes before anything begins', async () => {
  network.mockResolvedValue(Response.json({ due: '2026-11-28T12:00:00.000Z' }));
  await show();
  await userEvent.click(screen.getByRole('button', { name: 'Нет доступа к кодам' }));
  const question = screen.getByRole('dialog', { name: 'Отключить двухэтапный вход?' });
  expect(question).toHaveTextContent('Это займёт 7 дней');
  expect(network).not.toHaveBeenCalled();
  await userEvent.click(within(question).getByRole('button', { name: 'Отключить' }));
  expect(await screen.findByText(/После 28\.11\.2026, 15:00/)).toBeInTheDocument();
});
