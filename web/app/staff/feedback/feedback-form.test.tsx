import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { FeedbackForm } from './feedback-form.tsx';

const DONE = 'Ваше сообщение успешно отправлено. В ближайшее время мы с вами свяжемся!';
const send = vi.fn();
let email = '';

beforeEach(() => {
  send.mockReset();
  email = 'anna@example.com';
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) =>
    init.method === 'GET' ? Response.json({ id: 5, email }) : send(address, init),
  );
});
afterEach(() => vi.unstubAllGlobals());

const field = () => screen.getByLabelText('Сообщение');
const press = () => userEvent.click(screen.getByRole('button', { name: 'Отправить' }));

test('the message goes, the thanks stand for about two seconds, and the form is there again', async () => {
  send.mockResolvedValue(Response.json({ id: 1 }));
  await showComponent(<FeedbackForm userId={5} />);
  expect(await screen.findByText('Ответим на anna@example.com')).toBeInTheDocument();
  await userEvent.type(field(), ' Спасибо ');
  await press();
  expect(await screen.findByText(DONE)).toBeInTheDocument();
  expect(JSON.parse(send.mock.calls[0]?.[1].body)).toEqual({ message: 'Спасибо' });
  await waitFor(() => expect(field()).toHaveValue(''));
  expect(screen.queryByText(DONE)).toBeNull();
});

test('an empty message is not sent', async () => {
  await showComponent(<FeedbackForm userId={5} />);
  await userEvent.type(field(), '   ');
  await press();
  expect(screen.getByRole('alert')).toHaveTextContent('Напишите сообщение');
  expect(send).not.toHaveBeenCalled();
});

test('without an e-mail in the profile the form says what is missing', async () => {
  email = '';
  await showComponent(<FeedbackForm userId={5} />);
  expect(await screen.findByText('Добавьте свой e-mail в профиль')).toBeInTheDocument();
  expect(screen.queryByRole('button')).toBeNull();
});

test('a refusal is shown in the server’s words, and the message stays', async () => {
  send.mockResolvedValue(
    Response.json({ code: 'email_required', message: 'Добавьте свой e-mail в профиль' }, { status: 400 }),
  );
  await showComponent(<FeedbackForm userId={5} />);
  await userEvent.type(field(), 'Привет');
  await press();
  expect(await screen.findByRole('alert')).toHaveTextContent('Добавьте свой e-mail в профиль');
  expect(field()).toHaveValue('Привет');
});

test('guests are asked to sign in', async () => {
  await showComponent(<FeedbackForm userId={null} />);
  expect(screen.getByRole('link', { name: 'Войти' })).toHaveAttribute('href', '/auth?next=/contacts');
  expect(screen.queryByRole('textbox')).toBeNull();
});
