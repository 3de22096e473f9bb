import type { Stream, StreamMessage } from '@app/contract/live/streams';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { sampleMessage, sampleStream } from '../../../../test/sample-stream.ts';
import { LanguageProvider } from '../../../platform/i18n.tsx';
import { StreamChat } from './stream-chat.tsx';

afterEach(() => vi.unstubAllGlobals());

interface Shown {
  stream?: Partial<Stream>;
  messages?: readonly StreamMessage[];
  viewerId?: number | undefined;
}

async function show({ stream = {}, messages = [], viewerId }: Shown) {
  const onSent = vi.fn();
  const onReact = vi.fn();
  const chat = (
    <StreamChat
      stream={sampleStream(stream)}
      messages={messages}
      hasOlder={false}
      isLoading={false}
      failure={null}
      muted={new Set()}
      viewerId={viewerId}
      onOlder={() => undefined}
      onSent={onSent}
      onDeleted={() => undefined}
      onReact={onReact}
    />
  );
  const router = createMemoryRouter([{ path: '*', element: <LanguageProvider initial="ru">{chat}</LanguageProvider> }]);
  await act(async () => render(<RouterProvider router={router} />));
  await screen.findByRole('heading', { name: 'Чат эфира' });
  return { onSent, onReact };
}

test('guests read, and are led to sign in', async () => {
  await show({ messages: [sampleMessage(1)] });
  expect(screen.getByText('Сообщение 1')).toBeVisible();
  const link = screen.getByRole('link', { name: 'Войдите, чтобы писать в чат' });
  expect(link).toHaveAttribute('href', `/auth?next=${encodeURIComponent('/user/2/streams/7')}`);
  expect(screen.queryByRole('group', { name: 'Реакции' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Действия/ })).toBeNull();
});

test('a message goes once, and in a slow chat the next one has to wait', async () => {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) =>
    Response.json(sampleMessage(9, { mine: 1, message: 'Привет' })),
  );
  vi.stubGlobal('fetch', fetched);
  const { onSent } = await show({ viewerId: 5, stream: { slow_seconds: 30 } });
  expect(screen.getByText('Медленный чат: раз в 30 с')).toBeVisible();
  const field = screen.getByRole('textbox', { name: 'Сообщение в чат эфира' });
  await userEvent.type(field, 'Привет{Enter}');
  await waitFor(() => expect(onSent).toHaveBeenCalledOnce());
  await waitFor(() => expect(field).toHaveValue(''));
  expect(screen.getByRole('button', { name: 'Отправить' })).toBeDisabled();
  await userEvent.type(field, 'Ещё{Enter}');
  expect(fetched).toHaveBeenCalledOnce();
  expect(field).toHaveValue('Ещё');
});

test('what is typed while a message is on its way stays for the next one', async () => {
  const answer = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => answer.promise);
  const { onSent } = await show({ viewerId: 5 });
  const field = screen.getByRole('textbox', { name: 'Сообщение в чат эфира' });
  await userEvent.type(field, 'Привет{Enter}, всем');
  answer.resolve(Response.json(sampleMessage(9, { mine: 1, message: 'Привет' })));
  await waitFor(() => expect(onSent).toHaveBeenCalledOnce());
  await waitFor(() => expect(field).toHaveValue(', всем'));
});

test('what is refused stays in its field', async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json({ message: 'Слишком часто', code: 'stream_slow' }, { status: 409 })),
  );
  const { onSent } = await show({ viewerId: 5 });
  const field = screen.getByRole('textbox', { name: 'Сообщение в чат эфира' });
  await userEvent.type(field, 'Привет{Enter}');
  await waitFor(() => expect(fetch).toHaveBeenCalled());
  expect(field).toHaveValue('Привет');
  expect(onSent).not.toHaveBeenCalled();
});

test('whoever may not write is told so instead of a field', async () => {
  await show({ viewerId: 5, stream: { muted: 1 } });
  expect(screen.getByText('Ведущий закрыл для вас чат этого эфира')).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('viewers act on their own messages only, whoever streams on all', async () => {
  const messages = [sampleMessage(1), sampleMessage(2, { mine: 1, user_id: 9, firstname: 'Сергей' })];
  await show({ viewerId: 9, messages });
  expect(screen.getAllByRole('button', { name: /^Действия/ }).map((one) => one.getAttribute('aria-label'))).toEqual([
    'Действия: Сергей',
  ]);
});

test('a press is a reaction', async () => {
  const { onReact } = await show({ viewerId: 5 });
  await userEvent.click(screen.getByRole('button', { name: 'Аплодисменты' }));
  expect(onReact).toHaveBeenCalledWith('clap');
});
