import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../../test/show-component.tsx';
import { ApiError } from '../../../platform/api-error.ts';
import { loadTexts } from '../../../platform/texts.ts';
import { drainToasts, waitingToasts } from '../../../ui/toast/toast.ts';
import { ReasonDialog } from './staff-form.tsx';

await loadTexts('ru', 'admin');

const send = vi.fn();
const close = vi.fn();
beforeEach(() => {
  send.mockReset();
  close.mockReset();
  drainToasts();
});

const show = (required?: string) =>
  showComponent(
    <ReasonDialog
      title="Удалить?"
      verb="Удалить"
      label="Причина"
      {...(required !== undefined && { required })}
      send={send}
      onClose={close}
    />,
  );
const field = () => screen.getByRole('textbox', { name: 'Причина' });
const press = () => userEvent.click(screen.getByRole('button', { name: 'Удалить' }));
const told = () => drainToasts().map(({ message }) => message);

test('without its reason nothing is sent, and the message goes as soon as there is one', async () => {
  await show('Напишите причину');
  expect(screen.queryByText('Напишите причину')).toBeNull();
  await press();
  expect(await screen.findByText('Напишите причину')).toBeInTheDocument();
  expect(send).not.toHaveBeenCalled();
  await userEvent.type(field(), 'Спам');
  expect(screen.queryByText('Напишите причину')).toBeNull();
});

test('what was sent closes the chat and is told of', async () => {
  send.mockResolvedValue('Удалено');
  await show();
  await userEvent.type(field(), 'Спам');
  await press();
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(send).toHaveBeenCalledWith('Спам');
  expect(told()).toEqual(['Удалено']);
});

test('it stays open where nothing was done', async () => {
  send.mockResolvedValue(false);
  await show();
  await press();
  await waitFor(() => expect(send).toHaveBeenCalledOnce());
  expect(close).not.toHaveBeenCalled();
  expect(told()).toEqual([]);
});

test('a refusal stands at its field, and a fault of the server is told in general words', async () => {
  const fields = { reason: 'Слишком коротко' };
  send.mockRejectedValueOnce(new ApiError(400, { code: 'invalid_input', message: 'Проверьте поля', fields }));
  await show();
  await press();
  expect(await screen.findByText('Слишком коротко')).toBeInTheDocument();
  expect(told()).toEqual(['Проверьте поля']);
  send.mockRejectedValueOnce(new ApiError(500, { code: 'internal', message: 'SELECT' }));
  await userEvent.type(screen.getByLabelText('Причина'), ' и подробно');
  await press();
  await waitFor(() => expect(waitingToasts()).toHaveLength(1));
  expect(told()).not.toContain('SELECT');
  expect(close).not.toHaveBeenCalled();
});
