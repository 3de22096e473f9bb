import type { Message } from '@app/contract/messaging/chat';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { ClosedNotice } from './closed-notice.tsx';
import { PersonColumn } from './person-column.tsx';
import { SearchInChat } from './search-in-chat.tsx';
import { MessageRequestAnswer, MessageRequestCard } from './thread/message-request-card.tsx';
import { PinnedBar } from './thread/pinned-bar.tsx';
import { EmptyThread, FailedThread } from './thread/thread-states.tsx';

const network = vi.fn();
const asked = (): string[] => network.mock.calls.map(([url, init]) => `${init.method} ${url}`);

beforeEach(() => {
  network.mockReset();
  network.mockImplementation(async () => Response.json({ unread: 0, chats: 0, requests: 0 }));
  vi.stubGlobal('fetch', network);
});
afterEach(() => vi.unstubAllGlobals());

const message = (seq: number, content: string): Message => ({
  id: seq * 10,
  seq,
  kind: 'message',
  user: { id: 3, firstname: 'Игорь', lastname: 'Соколов', photo: null },
  mine: 0,
  content,
  files: [],
  attachments: [],
  timestamp: '2026-11-18T10:52:00Z',
  edited: null,
  deleted: 0,
  pinned: 1,
  silent: 0,
  reply: null,
  forwarded: null,
  card: null,
  reactions: [],
  warnings: [],
  client_key: null,
});

test('the newest pinned message is shown first, each press leads to it and brings up the one before', async () => {
  const onShow = vi.fn();
  await showComponent(
    <PinnedBar pinned={[message(1, 'Адрес'), message(5, 'Встреча в шесть')]} mayUnpin onShow={onShow} />,
  );
  const bar = screen.getByRole('region', { name: 'Закреплённые сообщения' });
  const shown = within(bar).getByRole('button', { name: /^Закреплённое сообщение/ });
  expect(shown).toHaveTextContent('Закреплённое сообщение 2 из 2Встреча в шесть');
  await userEvent.click(shown);
  expect(onShow).toHaveBeenLastCalledWith(5);
  expect(shown).toHaveTextContent('Закреплённое сообщение 1 из 2Адрес');
  await userEvent.click(shown);
  expect(onShow).toHaveBeenLastCalledWith(1);
});

test('a stranger is introduced by what is known of them', async () => {
  await showComponent(
    <MessageRequestCard
      name="Эмре Демир"
      sender={{
        registered: '2026-05-02T10:00:00Z',
        mutual: 3,
        ads_count: 15,
        rating: 4.9,
        rating_count: 8,
        phone_country: 'TR',
        verified: { email: 1, phone: 0 },
      }}
    />,
  );
  expect(screen.getByRole('heading', { name: 'Эмре Демир пишет вам впервые' })).toBeVisible();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'На сайте с 02.05.2026',
    '3 общих друга',
    '15 объявлений',
    'Рейтинг 4,90 · 8 оценок',
    'Страна номера: Турция',
    'Проверено: почта',
  ]);
});

test('a stranger is taken in, put away or reported by one press', async () => {
  const onLeave = vi.fn();
  await showComponent(<MessageRequestAnswer userId={9} onLeave={onLeave} />);
  await userEvent.click(screen.getByRole('button', { name: 'Принять' }));
  expect(asked()).toContain('POST /api/chat/9/request');
  expect(onLeave).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Пожаловаться' }));
  expect(JSON.parse(network.mock.calls.at(-1)?.[1].body)).toEqual({ answer: 'report' });
  expect(onLeave).toHaveBeenCalledOnce();
});

test('where nothing can be written it says why, and a block of mine can be lifted', async () => {
  const { unmount } = await showComponent(<ClosedNotice by="deleted" userId={3} />);
  expect(screen.getByText('Пользователь удалён. Переписку можно только читать')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
  unmount();
  const shown = await showComponent(<ClosedNotice by="private" userId={3} />);
  expect(screen.getByText('Этому человеку сейчас нельзя написать')).toBeVisible();
  shown.unmount();
  network.mockImplementation(async () => Response.json({ blocked: 0 }));
  await showComponent(<ClosedNotice by="blocked" userId={3} />);
  await userEvent.click(screen.getByRole('button', { name: 'Разблокировать' }));
  expect(asked()).toContain('POST /api/chat/unblock/3');
});

test('an empty chat offers words to begin with, one that could not be loaded another try', async () => {
  const onChosen = vi.fn();
  const { unmount } = await showComponent(
    <EmptyThread userId={3} name="Игорь Соколов" about={null} mayWrite onChosen={onChosen} />,
  );
  expect(screen.getByRole('heading', { name: 'Напишите первое сообщение' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Здравствуйте!' }));
  expect(onChosen).toHaveBeenCalledOnce();
  unmount();
  const onRetry = vi.fn();
  await showComponent(<FailedThread onRetry={onRetry} />);
  await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(onRetry).toHaveBeenCalledOnce();
});

test('the person stands with rating, ads and the ad that is discussed; whoever left has no page', async () => {
  const onAction = vi.fn();
  const user = { id: 3, firstname: 'Игорь', lastname: 'Соколов', photo: null };
  const about = {
    kind: 'ad' as const,
    id: 1,
    link: '/ad/1',
    title: 'Городской велосипед с корзиной, рама M',
    about: 'Казань',
    photo: null,
    price: 18500,
    state: 'archived' as const,
    mine: 0 as const,
  };
  const column = (isGone: boolean) => (
    <PersonColumn
      person={null}
      user={user}
      name={isGone ? 'Пользователь удалён' : 'Игорь Соколов'}
      about={isGone ? null : about}
      isGone={isGone}
      isBlocked={false}
      hasChat
      onAction={onAction}
    />
  );
  const { unmount } = await showComponent(column(false));
  expect(screen.getByRole('link', { name: /Объявления/ })).toHaveAttribute('href', '/user/3/ads');
  const ad = within(screen.getByRole('region', { name: 'Обсуждаете' })).getByRole('link');
  expect(ad).toHaveAttribute('href', '/ad/1');
  expect(ad).toHaveTextContent('18 500 ₽Городской велосипед с корзиной, ра…В архиве');
  await userEvent.click(screen.getByRole('button', { name: 'Удалить чат' }));
  expect(onAction).toHaveBeenLastCalledWith('deleteChat');
  unmount();
  await showComponent(column(true));
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Заблокировать' })).toBeNull();
});

test('a search leads to the newest match, then from one to the next, and says when there is none', async () => {
  const onFound = vi.fn();
  const user = { id: 3, firstname: 'Игорь', lastname: 'Соколов', photo: null };
  const list = [message(9, 'велосипед'), message(4, 'велосипеды')].map((found) => ({ message: found, user }));
  network.mockImplementation(async (url: string) =>
    Response.json(url.includes('nothing') ? { list: [], total: 0 } : { list, total: 2 }),
  );
  await showComponent(<SearchInChat userId={3} onFound={onFound} onClose={() => undefined} />);
  const field = screen.getByRole('searchbox', { name: 'Поиск в чате' });
  expect(field).toHaveFocus();
  await userEvent.type(field, 'велосипед');
  expect(await screen.findByText('1 из 2')).toBeVisible();
  expect(onFound).toHaveBeenLastCalledWith(9);
  await userEvent.click(screen.getByRole('button', { name: 'Найденное раньше' }));
  expect(screen.getByText('2 из 2')).toBeVisible();
  expect(onFound).toHaveBeenLastCalledWith(4);
  expect(screen.getByRole('button', { name: 'Найденное раньше' })).toBeDisabled();
  await userEvent.clear(field);
  await userEvent.type(field, 'nothing');
  expect(await screen.findByText('Ничего не нашли')).toBeVisible();
});
