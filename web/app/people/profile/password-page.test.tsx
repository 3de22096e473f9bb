import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { drainToasts, waitingToasts } from '../../ui/toast/toast.ts';
import PasswordPage from './password-page.tsx';

const network = vi.fn();

beforeEach(() => {
  network.mockReset();
  vi.stubGlobal('fetch', network);
  drainToasts();
});
afterEach(() => vi.unstubAllGlobals());

const field = (label: RegExp): HTMLElement => screen.getByLabelText(label, { selector: 'input' });

async function change(current: string, fresh: string, repeat: string) {
  const props = { loaderData: { userId: 5 } } as ComponentProps<typeof PasswordPage>;
  const shown = await showComponent(<PasswordPage {...props} />, '/profile/password');
  await screen.findByRole('heading', { name: 'Редактирование пароля' });
  if (current) await userEvent.type(field(/^Действующий пароль/), current);
  if (fresh) await userEvent.type(field(/^Новый пароль/), fresh);
  if (repeat) await userEvent.type(field(/^Повторите пароль/), repeat);
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить пароль' }));
  return shown;
}

function expectAllEmpty(): void {
  for (const label of [/^Действующий пароль/, /^Новый пароль/, /^Повторите пароль/])
    expect(field(label)).toHaveValue('');
}

test.each([
  ['', 'новый-7', 'новый-7'],
  ['старый', '12345', '12345'],
  ['старый', 'новый-7', 'новый-8'],
])('"%s", "%s" and "%s" are refused, all three fields are emptied, and nothing is sent', async (...passwords) => {
  await change(...passwords);
  expect(waitingToasts()[0]?.message).toBe('Введите корректные данные');
  expectAllEmpty();
  expect(network).not.toHaveBeenCalled();
});

test('the present password goes along with the new one', async () => {
  network.mockResolvedValue(Response.json({}));
  const { router } = await change('старый', 'новый-7', 'новый-7');
  await waitFor(() => expect(router.state.location.pathname).toBe('/profile/settings'));
  expect(waitingToasts()[0]?.message).toBe('Пароль успешно изменён');
  const sent: FormData = network.mock.calls[0]?.[1].body;
  expect(Object.fromEntries(sent)).toEqual({ password: 'новый-7', current_password: 'старый' });
});

test('a wrong present password empties the form', async () => {
  network.mockResolvedValue(
    Response.json({ message: 'Действующий пароль указан неверно', code: 'current_password_wrong' }, { status: 403 }),
  );
  await change('не тот', 'новый-7', 'новый-7');
  await waitFor(() => expect(waitingToasts()[0]?.message).toBe('Действующий пароль указан неверно'));
  expectAllEmpty();
});
