import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../../test/show-component.tsx';
import { loadTexts } from '../../../platform/texts.ts';
import { PersonNote } from './person-note.tsx';

await loadTexts('ru', 'person');

const network = vi.fn();
beforeEach(() => {
  network.mockReset();
  vi.stubGlobal('fetch', network);
});
afterEach(() => vi.unstubAllGlobals());

const answer = (note: string) => Response.json({ id: 7, note, changed: '2026-11-20T10:00:00.000Z' });
const show = (saved: string) => showComponent(<PersonNote userId={7} saved={saved} />, '/user/7');
const sent = () => network.mock.calls.map(([, init]) => JSON.parse(init.body).note);

test('a first note is written, saved when the field is left, and said to be for oneself only', async () => {
  network.mockImplementation(async () => answer('Сосед'));
  await show('');
  await userEvent.click(screen.getByRole('button', { name: 'Добавить заметку' }));
  const field = screen.getByRole('textbox', { name: 'Заметка' });
  expect(field).toHaveFocus();
  expect(screen.getByText('Только вы её видите')).toBeVisible();
  await userEvent.type(field, 'Сосед');
  expect(screen.getByRole('status')).toHaveTextContent('Ещё не сохранено');
  await userEvent.tab();
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Сохранено'));
  expect(network).toHaveBeenCalledWith('/api/users/note/7', expect.objectContaining({ method: 'PUT' }));
  await userEvent.click(screen.getByRole('button', { name: 'Готово' }));
  expect(screen.getByText('Сосед')).toBeVisible();
  expect(sent()).toEqual(['Сосед']);
});

test('what could not be saved stays, and is sent again by hand', async () => {
  network.mockImplementationOnce(async () =>
    Response.json({ message: 'Нет связи', code: 'internal' }, { status: 500 }),
  );
  network.mockImplementation(async () => answer('Сосед, мастер'));
  await show('Сосед');
  await userEvent.click(screen.getByRole('button', { name: 'Изменить заметку' }));
  await userEvent.type(screen.getByRole('textbox'), ', мастер');
  await userEvent.tab();
  await waitFor(() => expect(screen.getByRole('alert')).toBeVisible());
  expect(screen.getByRole('textbox')).toHaveValue('Сосед, мастер');
  await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Сохранено'));
  expect(sent()).toEqual(['Сосед, мастер', 'Сосед, мастер']);
});

test('what is typed while the text before is being saved follows it', async () => {
  let finish = (): void => undefined;
  network.mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        finish = () => resolve(answer('Сосед'));
      }),
  );
  network.mockImplementation(async () => answer('Сосед!'));
  await show('');
  await userEvent.click(screen.getByRole('button', { name: 'Добавить заметку' }));
  const field = screen.getByRole('textbox');
  await userEvent.type(field, 'Сосед');
  await userEvent.tab();
  expect(screen.getByRole('status')).toHaveTextContent('Сохраняем…');
  await userEvent.type(field, '!');
  await userEvent.tab();
  expect(sent()).toEqual(['Сосед']);
  finish();
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Сохранено'));
  expect(sent()).toEqual(['Сосед', 'Сосед!']);
});
