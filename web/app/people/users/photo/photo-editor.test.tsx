import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../../test/show-component.tsx';
import { PhotoDialog } from './photo-dialog.tsx';

const camera = vi.fn();
beforeEach(() => {
  camera.mockReset();
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia: camera }, configurable: true });
  vi.stubGlobal('fetch', vi.fn());
});
afterEach(() => vi.unstubAllGlobals());

const onClose = vi.fn();
const show = (hasPhoto = false) =>
  showComponent(<PhotoDialog isOpen hasPhoto={hasPhoto} onClose={onClose} onSaved={() => {}} />);

test('nothing of it is there while it is closed', async () => {
  await showComponent(<PhotoDialog isOpen={false} onClose={onClose} onSaved={() => {}} />);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('a file that is no picture is refused in words, dropped or chosen', async () => {
  await show();
  const dialog = await screen.findByRole('dialog', { name: 'Фото профиля' });
  const note = new File(['text'], 'note.txt', { type: 'text/plain' });
  fireEvent.drop(dialog, { dataTransfer: { files: [note] } });
  expect(await screen.findByRole('alert')).toHaveTextContent('Этот файл не похож на изображение');
});

test('a camera that is not allowed says what to do, and the way back is there', async () => {
  camera.mockRejectedValue(Object.assign(new Error('no'), { name: 'NotAllowedError' }));
  await show();
  await userEvent.click(await screen.findByRole('button', { name: 'Снять на камеру' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Доступ к камере закрыт');
  await userEvent.click(screen.getByRole('button', { name: 'Назад' }));
  expect(screen.getByRole('button', { name: 'Выбрать файл' })).toBeInTheDocument();
});

test('a camera that opens after it was left is switched off at once', async () => {
  const stop = vi.fn();
  const opening = Promise.withResolvers<unknown>();
  camera.mockReturnValue(opening.promise);
  await show();
  await userEvent.click(await screen.findByRole('button', { name: 'Снять на камеру' }));
  await waitFor(() => expect(camera).toHaveBeenCalled());
  await userEvent.click(screen.getByRole('button', { name: 'Назад' }));
  opening.resolve({ getTracks: () => [{ stop }] });
  await waitFor(() => expect(stop).toHaveBeenCalled());
});

test('removing is offered to those who have a photo, and asked once more', async () => {
  await show(true);
  await userEvent.click(await screen.findByRole('button', { name: 'Удалить фото' }));
  expect(screen.getByRole('heading', { name: 'Удалить фото профиля?' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Отмена' }));
  expect(screen.getByRole('button', { name: 'Выбрать файл' })).toBeInTheDocument();
});
