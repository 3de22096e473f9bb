import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { drainToasts, waitingToasts } from '../../ui/toast/toast.ts';
import { ComplaintFields } from './complaint-fields.tsx';

const network = vi.fn();
const onClose = vi.fn();

beforeEach(() => {
  network.mockReset();
  onClose.mockReset();
  vi.stubGlobal('fetch', network);
  drainToasts();
});
afterEach(() => vi.unstubAllGlobals());

const show = (about: Parameters<typeof ComplaintFields>[0]['about'] = { board_id: 7 }) =>
  showComponent(<ComplaintFields about={about} onClose={onClose} />);
const send = () => userEvent.click(screen.getByRole('button', { name: 'Отправить жалобу' }));
const sentBody = () => JSON.parse(network.mock.calls.at(-1)?.[1].body);

test('a reason alone is enough; who complains learns by when, and the form closes by itself', async () => {
  const due = new Date(Date.now() + 86_400_000).toISOString();
  network.mockResolvedValue(Response.json({ id: 1, due }));
  await show();
  await userEvent.click(screen.getByRole('radio', { name: 'Чужие фото' }));
  await send();
  expect(await screen.findByRole('status')).toHaveTextContent(/^Рассмотрим до \d\d:\d\d завтра$/);
  expect(sentBody()).toEqual({ board_id: 7, reason: 'stolen_photos', message: '' });
  expect(waitingToasts()[0]?.message).toBe('Жалоба успешно отправлена');
  expect(onClose).not.toHaveBeenCalled();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

test('words alone are enough too', async () => {
  network.mockResolvedValue(Response.json({ id: 1, due: new Date().toISOString() }));
  await show({ comment_id: 9 });
  await userEvent.type(screen.getByLabelText('Подробности'), 'Оскорбляет всех');
  await send();
  await waitFor(() => expect(network).toHaveBeenCalled());
  expect(sentBody()).toEqual({ comment_id: 9, message: 'Оскорбляет всех' });
});

test('with neither nothing is sent, and «Другое» asks for words', async () => {
  await show();
  await send();
  expect(screen.getByRole('alert')).toHaveTextContent('Выберите причину или опишите, что не так');
  await userEvent.click(screen.getByRole('radio', { name: 'Другое' }));
  expect(screen.queryByRole('alert')).toBeNull();
  await send();
  expect(screen.getByRole('alert')).toHaveTextContent('Опишите, что не так');
  expect(network).not.toHaveBeenCalled();
});

test('a complaint that is open already is no error', async () => {
  network.mockResolvedValue(Response.json({ code: 'complaint_open', message: 'x' }, { status: 409 }));
  await show();
  await userEvent.click(screen.getByRole('radio', { name: 'Спам или реклама' }));
  await send();
  expect(await screen.findByRole('status')).toHaveTextContent('Ваша жалоба уже рассматривается');
  expect(screen.getByRole('link', { name: 'Мои жалобы' })).toHaveAttribute('href', '/profile/complaints');
  expect(waitingToasts()).toEqual([]);
});

test('a refusal stands by the form, and its words stay', async () => {
  network.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await show();
  const words = screen.getByLabelText('Подробности');
  await userEvent.type(words, 'Обман');
  await send();
  expect(await screen.findByRole('alert')).toHaveTextContent('Проверьте соединение и попробуйте ещё раз');
  expect(words).toHaveValue('Обман');
  network.mockResolvedValue(Response.json({ id: 1, due: new Date().toISOString() }));
  await send();
  await screen.findByRole('status');
  // The first request may have arrived, so the retry uses the same idempotency key.
  const keys = network.mock.calls.map(([, init]) => init.headers['idempotency-key']);
  expect(keys[1]).toBe(keys[0]);
});

test('«Отмена» closes at once', async () => {
  await show();
  await userEvent.click(screen.getByRole('button', { name: 'Отмена' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('people are not complained about for a wrong category', async () => {
  await show({ complain_id: 3 });
  expect(screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
    'Спам или реклама',
    'Обман, мошенничество',
    'Оскорбления',
    'Другое',
  ]);
});
