import type { Notification } from '@app/contract/notifications/notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeSocket } from '../../../test/fake-socket.ts';
import { showComponent } from '../../../test/show-component.tsx';
import { loadTexts } from '../../platform/texts.ts';
import { Bell } from './bell.tsx';
import { BANNER_MS, BellListener } from './bell-listener.tsx';
import { BellPanel } from './bell-panel.tsx';
import { setUnreadCount } from './unread.ts';

await loadTexts('ru', 'notifications');

class KeptSocket extends FakeSocket {
  constructor(url: string) {
    super(url);
    socket = this;
  }
}

let socket: FakeSocket | undefined;
const network = vi.fn();

const notification = (id: number, more: Partial<Notification> = {}): Notification => ({
  id,
  kind: 'comment',
  title: 'Сергей Зимин',
  body: `Комментарий к объявлению «Кресло ${id}»`,
  text: '',
  message: '',
  events: 1,
  timestamp: new Date(Date.now() - 120_000).toISOString(),
  read: 0,
  link: `/ad/${id}`,
  meta: { user: { id: 3, firstname: 'Сергей', lastname: 'Зимин', photo: null } },
  ...more,
});

interface Page {
  list: Notification[];
  total: number;
  unread: number;
}

function answer(...pages: (Page | { count: number } | 'nothing')[]): void {
  network.mockImplementation(async () => {
    const [page] = pages.length > 1 ? pages.splice(0, 1) : pages;
    if (page === 'nothing') throw new TypeError('no network');
    return Response.json(page);
  });
}

const asked = (): string[] => network.mock.calls.map(([url, init]) => `${init.method} ${url}`);

beforeEach(() => {
  socket = undefined;
  network.mockReset();
  vi.stubGlobal('fetch', network);
  vi.stubGlobal('WebSocket', KeptSocket);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the bell says its number in words, and shows no more than 99', async () => {
  await showComponent(<Bell viewerId={7} unread={21} />);
  expect(screen.getByRole('button', { name: 'Уведомления, 21 новое' })).toHaveTextContent('21');
  act(() => setUnreadCount(120));
  const button = screen.getByRole('button', { name: 'Уведомления, 120 новых' });
  expect(button).toHaveTextContent('99+');
  expect(screen.getByRole('link', { name: 'Уведомления, 120 новых' })).toHaveAttribute('href', '/notifications');
  act(() => setUnreadCount(0));
  expect(screen.getByRole('button', { name: 'Уведомления, новых нет' })).toHaveTextContent('');
});

test('each row is one link with who, what, when, and whether it is new', async () => {
  answer({ list: [notification(2), notification(1, { read: 1 })], total: 2, unread: 0 });
  const follow = vi.fn();
  await showComponent(<BellPanel onFollow={follow} />);
  const [fresh, old] = await screen.findAllByRole('listitem');
  const link = within(fresh as HTMLElement).getByRole('link');
  expect(link).toHaveAttribute('href', '/ad/2');
  expect(link).toHaveTextContent(/Сергей Зимин.*2.мин.*Новое.*Комментарий к объявлению «Кресло 2»/);
  expect(old).not.toHaveTextContent('Новое');
  expect(screen.queryByRole('button', { name: 'Показать ещё' })).not.toBeInTheDocument();
  await userEvent.click(link);
  expect(follow).toHaveBeenCalled();
});

test('«Прочитать все» reads up to what is on top and takes the marks away', async () => {
  answer({ list: [notification(9), notification(8)], total: 2, unread: 0 }, { count: 0 });
  await showComponent(<BellPanel onFollow={() => {}} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Прочитать все' }));
  await waitFor(() => expect(screen.queryByText('Новое')).not.toBeInTheDocument());
  expect(JSON.parse(network.mock.calls.at(-1)?.[1].body)).toEqual({ up_to: 9 });
  expect(screen.queryByRole('button', { name: 'Прочитать все' })).not.toBeInTheDocument();
});

test('older ones come by the button, under the shown ones', async () => {
  const ten = Array.from({ length: 10 }, (_, i) => notification(20 - i));
  answer({ list: ten, total: 11, unread: 1 }, { list: [notification(3)], total: 11, unread: 0 });
  await showComponent(<BellPanel onFollow={() => {}} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Показать ещё' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(11));
  expect(asked().at(-1)).toBe('GET /api/notifications?before_id=11');
  expect(screen.queryByRole('button', { name: 'Показать ещё' })).not.toBeInTheDocument();
});

test('a list that cannot be loaded says so and can be tried again', async () => {
  answer('nothing', { list: [], total: 0, unread: 0 });
  await showComponent(<BellPanel onFollow={() => {}} />);
  expect(await screen.findByRole('alert')).toHaveTextContent('Произошла ошибка при загрузке оповещений');
  await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByText('Пока тихо')).toBeInTheDocument();
});

test('news make the counter grow and stand in the corner for two seconds', async () => {
  await showComponent(
    <>
      <Bell viewerId={7} unread={0} />
      <BellListener viewerId={7} unread={0} />
    </>,
  );
  await waitFor(() => expect(socket).toBeDefined());
  vi.useFakeTimers();
  socket?.receive({ type: 'notification', ...notification(5) });
  socket?.receive({ type: 'unread', count: 1 });
  expect(screen.getByRole('button', { name: 'Уведомления, 1 новое' })).toBeInTheDocument();
  expect(screen.getAllByRole('link', { name: /Кресло 5/ })[0]).toHaveAttribute('href', '/ad/5');
  act(() => vi.advanceTimersByTime(BANNER_MS - 1));
  expect(screen.queryAllByRole('link', { name: /Кресло 5/ })).not.toHaveLength(0);
  act(() => vi.advanceTimersByTime(2));
  expect(screen.queryAllByRole('link', { name: /Кресло 5/ })).toHaveLength(0);
  vi.useRealTimers();
});

test('what asks its reader to do something stays until it is closed', async () => {
  await showComponent(<BellListener viewerId={7} unread={0} />);
  await waitFor(() => expect(socket).toBeDefined());
  vi.useFakeTimers();
  socket?.receive({ type: 'notification', ...notification(6, { kind: 'ad_blocked' }) });
  act(() => vi.advanceTimersByTime(BANNER_MS * 10));
  vi.useRealTimers();
  await userEvent.click(screen.getByRole('button', { name: 'Закрыть' }));
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});

const message = { content: 'Завтра после шести удобно?', mine: 0, silent: 0 };
const last_message = { preview: 'Завтра после шести удобно?' };
const newMessage = (user: object, id: number, told: object = {}, line: object = {}): object => ({
  type: 'chat_message',
  user_id: 4,
  message: { ...message, id, seq: id, user, ...told },
  chat: { muted: 0, folder: 'main', my_read_seq: 0, last_message: { ...last_message, id }, ...line },
  counts: { unread: id, chats: 1, requests: 0 },
});

test('nobody is disturbed by what is silent, muted, a request, read elsewhere or their own', async () => {
  await showComponent(<BellListener viewerId={7} unread={0} />);
  await waitFor(() => expect(socket).toBeDefined());
  const user = { id: 4, firstname: 'Игорь', lastname: 'Соколов', photo: null };
  socket?.receive(newMessage(user, 11, { silent: 1 }));
  socket?.receive(newMessage(user, 12, {}, { muted: 1 }));
  socket?.receive(newMessage(user, 13, {}, { folder: 'requests' }));
  socket?.receive(newMessage(user, 14, {}, { my_read_seq: 14 }));
  socket?.receive(newMessage(user, 15, { mine: 1 }));
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
  socket?.receive(newMessage(user, 16));
  expect(await screen.findByRole('link', { name: /Игорь/ })).toBeVisible();
});

test('a message stands in the corner for a moment, and in no list and no counter', async () => {
  await showComponent(
    <>
      <Bell viewerId={7} unread={0} />
      <BellListener viewerId={7} unread={0} />
    </>,
  );
  await waitFor(() => expect(socket).toBeDefined());
  vi.useFakeTimers();
  act(() => setUnreadCount(0));
  const user = { id: 4, firstname: 'Игорь', lastname: 'Соколов', photo: null };
  socket?.receive(newMessage(user, 1));
  expect(screen.getAllByRole('link', { name: /Игорь Соколов.*Завтра/ })[0]).toHaveAttribute('href', '/conversation/4');
  act(() => vi.advanceTimersByTime(BANNER_MS));
  expect(screen.queryByRole('link', { name: /Игорь/ })).not.toBeInTheDocument();
  vi.useRealTimers();
  expect(screen.getByRole('button', { name: 'Уведомления, новых нет' })).toBeInTheDocument();
  const calls = network.mock.calls.map(([address]) => String(address));
  expect(calls.filter((address) => address.startsWith('/api/notifications'))).toEqual([]);
});

test('a friend request is answered in the list and leaves it', async () => {
  const user = { id: 4, firstname: 'Ольга', lastname: 'Громова', photo: null };
  const request = notification(2, { kind: 'friend_request', title: 'Ольга Громова', meta: { user, can_answer: 1 } });
  answer({ list: [request, notification(1)], total: 2, unread: 0 }, { count: 0 });
  await showComponent(<BellPanel onFollow={() => {}} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Принять заявку: Ольга Громова' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  expect(asked().at(-1)).toBe('POST /api/users/friends/4');
});

test('a request that was answered elsewhere cannot be answered here any more', async () => {
  const user = { id: 4, firstname: 'Ольга', lastname: 'Громова', photo: null };
  const request = notification(2, { kind: 'friend_request', title: 'Ольга Громова', meta: { user, can_answer: 1 } });
  answer({ list: [request], total: 1, unread: 0 }, { list: [], total: 0, unread: 0 });
  await showComponent(
    <>
      <BellPanel onFollow={() => {}} />
      <BellListener viewerId={7} unread={0} />
    </>,
  );
  await screen.findByRole('button', { name: 'Скрыть заявку: Ольга Громова' });
  await waitFor(() => expect(socket).toBeDefined());
  socket?.receive({ type: 'withdrawn' });
  expect(await screen.findByText('Пока тихо')).toBeInTheDocument();
});

test('while the list is open, news join it and nothing pops up beside it', async () => {
  answer(
    { list: [notification(1, { read: 1 })], total: 1, unread: 0 },
    { list: [notification(2), notification(1, { read: 1 })], total: 2, unread: 0 },
  );
  await showComponent(
    <>
      <BellPanel onFollow={() => {}} />
      <BellListener viewerId={7} unread={0} />
    </>,
  );
  await screen.findByText(/Кресло 1/);
  await waitFor(() => expect(socket).toBeDefined());
  socket?.receive({ type: 'notification', ...notification(2) });
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
  expect(screen.getAllByRole('link', { name: /Кресло 2/ })).toHaveLength(1);
});

test('after a break of the line an open list is read anew', async () => {
  answer({ list: [], total: 0, unread: 0 }, { list: [notification(4)], total: 1, unread: 0 });
  await showComponent(
    <>
      <BellPanel onFollow={() => {}} />
      <BellListener viewerId={7} unread={0} />
    </>,
  );
  await screen.findByText('Пока тихо');
  await waitFor(() => expect(socket?.onopen).toBeDefined());
  act(() => socket?.onopen?.());
  expect(asked()).toHaveLength(1);
  act(() => socket?.onopen?.());
  expect(await screen.findByRole('listitem')).toHaveTextContent('Кресло 4');
});

test('what came between the list and the socket joins the list', async () => {
  answer({ list: [], total: 0, unread: 0 }, { list: [notification(4)], total: 1, unread: 0 });
  await showComponent(
    <>
      <BellPanel onFollow={() => {}} />
      <BellListener viewerId={7} unread={0} />
    </>,
  );
  await screen.findByText('Пока тихо');
  await waitFor(() => expect(socket).toBeDefined());
  socket?.receive({ type: 'unread', count: 1 });
  expect(await screen.findByRole('listitem')).toHaveTextContent('Кресло 4');
  socket?.receive({ type: 'unread', count: 0 });
  expect(asked()).toHaveLength(2);
});

test('what came before anybody listened is pointed out, unless it was read elsewhere', async () => {
  answer({ list: [notification(4)], total: 4, unread: 3 });
  const { unmount } = await showComponent(<BellListener viewerId={7} unread={2} />);
  await waitFor(() => expect(socket).toBeDefined());
  socket?.receive({ type: 'unread', count: 3 });
  expect(await screen.findByRole('link', { name: /Кресло 4/ })).toBeVisible();
  expect(asked()).toEqual(['GET /api/notifications?size=1&mark=0']);
  unmount();

  answer({ list: [notification(4, { read: 1 })], total: 4, unread: 2 });
  socket = undefined;
  await showComponent(<BellListener viewerId={7} unread={2} />);
  await waitFor(() => expect(socket).toBeDefined());
  (socket as unknown as FakeSocket).receive({ type: 'unread', count: 3 });
  await waitFor(() => expect(asked()).toHaveLength(2));
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});

test('what was unread already when the page was rendered is not pointed out', async () => {
  await showComponent(<BellListener viewerId={7} unread={3} />);
  await waitFor(() => expect(socket).toBeDefined());
  socket?.receive({ type: 'unread', count: 3 });
  socket?.receive({ type: 'unread', count: 4 });
  expect(asked()).toEqual([]);
});

test('a count that was asked for before the socket told a newer one is not believed', async () => {
  const release: ((response: Response) => void)[] = [];
  network.mockImplementation(() => new Promise((resolve) => release.push(resolve)));
  await showComponent(
    <>
      <Bell viewerId={7} unread={2} />
      <BellPanel onFollow={() => {}} />
    </>,
  );
  await waitFor(() => expect(socket).toBeDefined());
  socket?.receive({ type: 'unread', count: 2 });
  socket?.receive({ type: 'unread', count: 3 });
  await act(async () => release.at(-1)?.(Response.json({ list: [notification(1)], total: 1, unread: 0 })));
  await screen.findByText(/Кресло 1/);
  expect(screen.getByRole('button', { name: 'Уведомления, 3 новых' })).toBeInTheDocument();
});
