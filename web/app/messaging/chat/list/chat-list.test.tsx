import type { Chat } from '@app/contract/messaging/chat';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeSocket } from '../../../../test/fake-socket.ts';
import { showComponent } from '../../../../test/show-component.tsx';
import { drainToasts, waitingToasts } from '../../../ui/toast/toast.ts';
import { followChats } from '../engine/chat-events.ts';
import { ChatList, ChatListOf } from './chat-list.tsx';

const network = vi.fn();
const sockets = new Map<string, FakeSocket>();
let leaveLine: () => void;

class KeptSocket extends FakeSocket {
  constructor(url: string) {
    super(url);
    sockets.set(new URL(url).pathname, this);
  }
}

const VIEWER = 7;

async function tell(event: object): Promise<void> {
  const path = `/ws/notifications/${VIEWER}/`;
  await waitFor(() => expect(sockets.get(path)?.onmessage).toBeDefined());
  sockets.get(path)?.receive(event);
}

const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

function chat(id: number, firstname: string, change: Partial<Chat> = {}, last: object = {}): Chat {
  return {
    user: { id, firstname, lastname: 'Соколова', photo: null },
    last_message: {
      id: id * 10,
      seq: 5,
      mine: 0,
      content: `Слово от ${firstname}`,
      preview: `Слово от ${firstname}`,
      files: [],
      kind: 'text',
      timestamp: minutesAgo(id),
      ...last,
    },
    blocked: 0,
    may_write: 1,
    folder: 'main',
    unread: 0,
    marked: 0,
    pinned: 0,
    muted: 0,
    muted_until: null,
    draft: '',
    delivered_seq: 0,
    read_seq: 0,
    my_read_seq: 5,
    ...change,
  };
}

const counts = { unread: 0, chats: 0, requests: 0 };
const page = (list: Chat[], total = list.length) => ({ list, total, counts });

function answer(routes: Record<string, object | ((url: URL) => object)>): void {
  network.mockImplementation(async (address: string, init?: { method?: string }) => {
    const url = new URL(address, 'http://localhost');
    const route = routes[`${init?.method ?? 'GET'} ${url.pathname}`] ?? {};
    return Response.json(typeof route === 'function' ? route(url) : route);
  });
}

const asked = (): string[] => network.mock.calls.map(([url, init]) => `${init?.method ?? 'GET'} ${url}`);

const rows = (): string[] =>
  screen.queryAllByRole('listitem').map((row) => within(row).getAllByRole('link')[0]?.textContent ?? '');

const show = (folder: Chat['folder'], list: Chat[], search = '') =>
  showComponent(
    <ChatListOf
      viewerId={VIEWER}
      folder={folder}
      search={search}
      onFolder={() => {}}
      onSearch={() => {}}
      rendered={page(list)}
    />,
  );

beforeEach(() => {
  network.mockReset();
  sockets.clear();
  vi.stubGlobal('fetch', network);
  vi.stubGlobal('WebSocket', KeptSocket);
  drainToasts();
  answer({});
  leaveLine = followChats(VIEWER);
});
afterEach(() => {
  leaveLine();
  vi.unstubAllGlobals();
});

test('a row says who, when and what, and what of it is new', async () => {
  await show('main', [
    chat(1, 'Мария', { read_seq: 5, delivered_seq: 5 }, { mine: 1, preview: 'Отлично, договорились' }),
    chat(2, 'Игорь', { unread: 2, blocked: 1, muted: 1, pinned: 1 }),
    chat(3, 'Ольга', { draft: 'Завтра после шести' }),
    chat(4, 'Тимур', { marked: 1 }),
  ]);
  const [maria, igor, olga, timur] = rows();
  expect(maria).toContain('Вы: Отлично, договорились');
  expect(screen.getByRole('img', { name: 'Прочитано' })).toBeVisible();
  expect(igor).toContain('2 новых');
  expect(screen.getByRole('img', { name: 'Заблокирован' })).toBeVisible();
  expect(screen.getByRole('img', { name: 'Без звука' })).toBeVisible();
  expect(olga).toContain('Черновик: Завтра после шести');
  expect(timur).toContain('Слово от Тимур');
  expect(screen.getByRole('img', { name: 'Помечено непрочитанным' })).toBeVisible();
  expect(screen.getAllByRole('link', { name: /Ольга/ })[0]).toHaveAttribute('href', '/conversation/3');
});

test('the chat that is open beside the list is marked, and shows its message rather than the draft', async () => {
  answer({ 'GET /api/chat': page([chat(3, 'Ольга', { draft: 'Завтра' })]) });
  await showComponent(<ChatList viewerId={VIEWER} current={3} />);
  const row = await screen.findByRole('link', { name: /Ольга/ });
  expect(row).toHaveAttribute('aria-current', 'page');
  expect(row).toHaveTextContent('Слово от Ольга');
});

test('a new message brings its chat to the top, and typing shows in its row', async () => {
  await show('main', [chat(1, 'Мария'), chat(2, 'Игорь')]);
  const now = chat(2, 'Игорь', { unread: 1 }, { id: 99, seq: 6, preview: 'Уже еду', timestamp: minutesAgo(0) });
  await tell({ type: 'typing', user_id: 2, what: 'text' });
  expect(rows()[1]).toContain('печатает…');
  const message = { id: 99, seq: 6, mine: 0, client_key: null, content: 'Уже еду' };
  await tell({ type: 'chat_message', user_id: 2, message, chat: now, counts: { ...counts, unread: 1, chats: 1 } });
  expect(rows()[0]).toContain('Уже еду');
  expect(rows()[0]).toContain('1 новое');
});

test('the arrows lead from the search through the rows', async () => {
  await show('main', [chat(1, 'Мария'), chat(2, 'Игорь')]);
  await userEvent.click(screen.getByRole('searchbox'));
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement).toHaveTextContent('Мария');
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement).toHaveTextContent('Игорь');
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  expect(screen.getByRole('searchbox')).toHaveFocus();
});

test('the menu pins, mutes and archives, and gives the focus back', async () => {
  const one = chat(1, 'Мария');
  answer({ 'PUT /api/chat/1/settings': { ...one, pinned: 1 } });
  await show('main', [one]);
  const more = screen.getByRole('button', { name: 'Действия: Мария Соколова' });
  await userEvent.click(more);
  const menu = await screen.findByRole('menu');
  expect(within(menu).getAllByRole('menuitem')[0]).toHaveFocus();
  await userEvent.click(within(menu).getByRole('menuitem', { name: 'Выключить звук на 8 часов' }));
  await waitFor(() => expect(asked()).toContain('PUT /api/chat/1/settings'));
  expect(JSON.parse(network.mock.calls.at(-1)?.[1].body)).toEqual({ mute: 8 * 3600 });
});

test('a chat is deleted for both only when that is chosen', async () => {
  answer({ 'DELETE /api/chat/1': { success: true } });
  await show('main', [chat(1, 'Мария'), chat(2, 'Игорь')]);
  await userEvent.click(screen.getByRole('button', { name: 'Действия: Мария Соколова' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Удалить чат' }));
  const question = await screen.findByRole('dialog', { name: 'Удалить чат?' });
  expect(within(question).getByRole('radio', { name: /У меня/ })).toBeChecked();
  await userEvent.click(within(question).getByRole('radio', { name: /У обоих/ }));
  await userEvent.click(within(question).getByRole('button', { name: 'Удалить' }));
  await waitFor(() => expect(waitingToasts()[0]?.message).toBe('Чат успешно удалён!'));
  expect(asked()).toContain('DELETE /api/chat/1?both=1');
});

test('a request is answered in its row', async () => {
  const stranger = { registered: '2024-03-12T10:00:00.000Z', mutual: 2, ads_count: 3 };
  answer({
    'GET /api/chat/4/head': { chat: chat(4, 'Кирилл'), about: null, pinned: [], stranger, scheduled: 0 },
    'POST /api/chat/4/request': counts,
  });
  await show('requests', [chat(4, 'Кирилл', { folder: 'requests' })]);
  await userEvent.click(screen.getByRole('button', { name: 'Принять запрос: Кирилл Соколова' }));
  await waitFor(() => expect(asked()).toContain('POST /api/chat/4/request'));
  expect(network.mock.calls.find(([url]) => String(url).endsWith('/request'))?.[1].body).toBe('{"answer":"accept"}');
  await waitFor(() => expect(waitingToasts()[0]?.message).toBe('Теперь среди чатов'));
});

test('words are looked for in the messages of all chats', async () => {
  const found = { id: 80, seq: 12, mine: 1, content: 'Велосипеды в гараже', attachments: [], card: null };
  answer({
    'GET /api/chat': page([]),
    'GET /api/chat/search': {
      list: [{ message: { ...found, timestamp: minutesAgo(3) }, user: chat(9, 'Дина').user }],
      total: 1,
    },
  });
  await showComponent(<ChatList viewerId={VIEWER} />);
  await userEvent.type(screen.getByRole('searchbox'), 'велосипед');
  const hit = await screen.findByRole('link', { name: /Велосипеды в гараже/ });
  expect(hit).toHaveAttribute('href', '/conversation/9?at=12');
  expect(within(hit).getByText('Велосипеды').tagName).toBe('MARK');
  expect(screen.getByText('0 чатов, 1 сообщение')).toBeInTheDocument();
});

test('an empty list says where to find people', async () => {
  await show('main', []);
  expect(screen.getByRole('heading', { name: 'Пока нет сообщений' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'К людям из круга' })).toHaveAttribute('href', '/circle');
});

test('a list that could not be read says so and can be asked for again', async () => {
  network.mockRejectedValue(new TypeError('offline'));
  await showComponent(<ChatList viewerId={VIEWER} />);
  expect(await screen.findByRole('alert')).toHaveTextContent('Произошла ошибка при загрузке списка диалогов');
  answer({ 'GET /api/chat': page([chat(1, 'Мария')]) });
  await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByRole('link', { name: /Мария/ })).toBeVisible();
});

const person = (id: number, firstname: string, change: object = {}) => ({
  id,
  firstname,
  lastname: 'Соколова',
  photo: null,
  position: '',
  location: { country: null, city: { name: 'Казань' } },
  may_write: 1,
  mutual: 2,
  ...change,
});

test('people without a chat are found beside the chats', async () => {
  answer({
    'GET /api/users': {
      list: [person(1, 'Ирина'), person(9, 'Ирма', { may_write: 0 }), person(5, 'Иринка')],
      total: 3,
    },
    'GET /api/chat/search': { list: [], total: 0 },
  });
  await show('main', [chat(1, 'Ирина')], 'Ирин');
  const people = await screen.findByRole('region', { name: 'Люди' });
  const [found, ...others] = within(people).getAllByRole('link');
  expect(others).toEqual([]);
  expect(found).toHaveAttribute('href', '/conversation/5');
  expect(found).toHaveTextContent('Иринка СоколоваКазань · 2 общих друга');
});

test('a new message begins with a friend, or with anybody who is found, also by the key N', async () => {
  answer({
    'GET /api/users/friends': { list: [person(2, 'Мария')], total: 1, next: null },
    'GET /api/users': { list: [person(3, 'Марина')], total: 1 },
  });
  await show('main', []);
  await act(async () => void fireEvent.keyDown(document.body, { key: 'т', code: 'KeyN' }));
  const dialog = await screen.findByRole('dialog', { name: 'Новое сообщение' });
  expect(await within(dialog).findByRole('link', { name: /Мария/ })).toHaveAttribute('href', '/conversation/2');
  await userEvent.type(within(dialog).getByRole('searchbox', { name: 'Кому: имя или логин' }), 'vfhbyf');
  const found = await within(dialog).findByRole('link', { name: /Марина/ });
  expect(within(dialog).queryByRole('link', { name: /Мария/ })).not.toBeInTheDocument();
  await userEvent.click(found);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('the folder of the open chat is lit, until another one is chosen', async () => {
  await showComponent(<ChatList viewerId={VIEWER} current={3} opened="requests" />);
  expect(asked()).toContain('GET /api/chat?folder=requests&page=1&size=25');
  const tab = (name: RegExp) => screen.getByRole('link', { name });
  expect(tab(/Запросы/)).toHaveAttribute('aria-current', 'true');
  await userEvent.click(tab(/Чаты/));
  expect(tab(/Чаты/)).toHaveAttribute('aria-current', 'true');
});
