import type { OwnBirthday } from '@app/contract/people/birthdays';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { loadTexts } from '../../platform/texts.ts';
import { drainToasts, waitingToasts } from '../../ui/toast/toast.ts';
import { BirthdayForm } from './birthday-form.tsx';

await loadTexts('ru', 'settings');

const network = vi.fn();
beforeEach(() => {
  network.mockReset();
  vi.stubGlobal('fetch', network);
  drainToasts();
});
afterEach(() => vi.unstubAllGlobals());

const BIRTHDAY: OwnBirthday = { day: 5, month: 12, year: null, audience: 'fams' };
const show = (birthday: OwnBirthday | null) => showComponent(<BirthdayForm birthday={birthday} />, '/profile/settings');
const said = () => waitingToasts().map(({ message }) => message);

test('a birthday is sent as it stands, without the year that was not given', async () => {
  network.mockImplementation(async () => Response.json({ birthday: BIRTHDAY }));
  await show(BIRTHDAY);
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить день рождения' }));
  await waitFor(() => expect(said()).toEqual(['День рождения сохранён']));
  expect(network).toHaveBeenCalledWith('/api/users/birthday', expect.objectContaining({ method: 'PUT' }));
  expect(JSON.parse(network.mock.calls[0]?.[1].body)).toEqual(BIRTHDAY);
});

test('nothing is sent without a day and a month, or of a day that does not exist', async () => {
  const { unmount } = await show(null);
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить день рождения' }));
  expect(await screen.findByText('Выберите день и месяц')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Удалить' })).toBeNull();
  unmount();
  await show({ ...BIRTHDAY, day: 29, month: 2, year: 2023 });
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить день рождения' }));
  expect(await screen.findByText('Такого дня нет')).toBeVisible();
  expect(network).not.toHaveBeenCalled();
});

test('a birthday is deleted', async () => {
  network.mockImplementation(async () => Response.json({ birthday: null }));
  await show(BIRTHDAY);
  await userEvent.click(screen.getByRole('button', { name: 'Удалить' }));
  await waitFor(() => expect(said()).toEqual(['День рождения удалён']));
  expect(network).toHaveBeenCalledWith('/api/users/birthday', expect.objectContaining({ method: 'DELETE' }));
  expect(screen.queryByRole('button', { name: 'Удалить' })).toBeNull();
});
