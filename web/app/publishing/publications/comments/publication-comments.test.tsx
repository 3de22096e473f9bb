import type { PublicationComment } from '@app/contract/publishing/publications';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '../../../../test/show-component.tsx';
import { FakeSocket } from '../../../../test/fake-socket.ts';
import { publicationOf, reader as viewer } from '../../../../test/sample-publication.ts';
import { LanguageProvider } from '../../../platform/i18n.tsx';
import { PublicationComments } from './publication-comments.tsx';

const user = { id: 3, firstname: 'Игорь', lastname: 'Вёслов', photo: null };

let sockets: KnownSocket[] = [];
let list: PublicationComment[] = [];
let abilities = { may_comment: 1, closed: '', may_hide: 0 };
let answer: (method: string) => Response | undefined;
const onCount = vi.fn();
const onLikes = vi.fn();

class KnownSocket extends FakeSocket {
  isClosed = false;
  constructor(url: string | URL) {
    super(url);
    sockets.push(this);
  }
  override close(): void {
    this.isClosed = true;
  }
}

beforeEach(() => {
  [sockets, list] = [[], []];
  abilities = { may_comment: 1, closed: '', may_hide: 0 };
  answer = () => undefined;
  onCount.mockReset();
  onLikes.mockReset();
  vi.stubGlobal('WebSocket', KnownSocket);
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit) => {
    const wanted = new URL(address, 'http://localhost').searchParams.get('comment_id');
    const shown = wanted ? list.filter(({ id }) => String(id) === wanted) : list;
    return answer(method) ?? Response.json({ list: shown, total: list.length, count: list.length, ...abilities });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const comment = (id: number, change: Partial<PublicationComment> = {}): PublicationComment => ({
  id,
  publish_id: 5,
  message: `Слово ${id}`,
  user_id: user.id,
  user,
  firstname: user.firstname,
  lastname: user.lastname,
  user_photo: null,
  timestamp: '2026-11-17T16:40:00.000Z',
  edited: 0,
  hidden: 0,
  own: 0,
  deleted: 0,
  like_count: 0,
  liked: 0,
  reply_to: null,
  muted_by: '',
  replies: [],
  replies_total: 0,
  ...change,
});

async function show(isGuest = false): Promise<void> {
  const element = (
    <LanguageProvider initial="ru">
      <Suspense>
        <PublicationComments
          publication={publicationOf(5, { comments: 1 })}
          isPage
          hasFocus={false}
          onCount={onCount}
          onLikes={onLikes}
        />
      </Suspense>
    </LanguageProvider>
  );
  const root = { id: 'root', path: '/', element, loader: () => ({ viewer: isGuest ? null : viewer }) };
  const router = createMemoryRouter([root], { hydrationData: { loaderData: { root: root.loader() } } });
  await act(async () => render(<RouterProvider router={router} />));
  // The socket client is imported lazily.
  if (!isGuest) await waitFor(() => expect(sockets).toHaveLength(1));
}

const tell = (event: object) =>
  act(async () => {
    sockets.at(-1)?.onmessage?.({ data: JSON.stringify(event) });
  });
const event = (action: string, id: number, count: number) => ({ type: 'comment', action, id, reply_to: null, count });

test('what others write, change, hide and take away is there without asking, and so are the likes', async () => {
  list = [comment(1)];
  await show();
  expect(await screen.findByText('Слово 1')).toBeInTheDocument();
  expect(sockets.map(({ url }) => new URL(url).pathname)).toEqual(['/ws/publications/5/']);
  list = [comment(2), comment(1)];
  await tell(event('added', 2, 2));
  expect(await screen.findByText('Слово 2')).toBeInTheDocument();
  expect(onCount).toHaveBeenLastCalledWith(2);
  list = [comment(2, { message: 'Иначе', edited: 1 }), comment(1)];
  await tell(event('changed', 2, 2));
  expect(await screen.findByText('Иначе')).toBeInTheDocument();
  await tell({ type: 'comment_likes', id: 2, reply_to: null, count: 3 });
  expect(screen.getByRole('button', { name: /нравится.*3/i })).toHaveAttribute('aria-pressed', 'false');
  list = [comment(1)];
  await tell(event('hidden', 2, 1));
  await waitFor(() => expect(screen.queryByText('Иначе')).toBeNull());
  await tell(event('removed', 1, 0));
  expect(screen.queryByText('Слово 1')).toBeNull();
  expect(onCount).toHaveBeenLastCalledWith(0);
  await tell({ type: 'likes', count: 8 });
  expect(onLikes).toHaveBeenLastCalledWith(8);
  await tell({ type: 'comments', count: 4 });
  expect(onCount).toHaveBeenLastCalledWith(4);
  await tell({ type: 'of a newer server' });
});

test('a guest reads without a socket', async () => {
  list = [comment(1)];
  await show(true);
  expect(await screen.findByText('Слово 1')).toBeInTheDocument();
  expect(sockets).toEqual([]);
});

test('a tab that nobody looks at gives its socket back, and reads anew when somebody does', async () => {
  list = [comment(1)];
  await show();
  await screen.findByText('Слово 1');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const look = () => act(async () => void document.dispatchEvent(new Event('visibilitychange')));
  await look();
  expect(sockets[0]?.isClosed).toBe(false);
  await act(() => vi.advanceTimersByTimeAsync(11_000));
  expect(sockets[0]?.isClosed).toBe(true);
  list = [comment(2), comment(1)];
  state.mockReturnValue('visible');
  await look();
  expect(await screen.findByText('Слово 2')).toBeInTheDocument();
  expect(sockets).toHaveLength(2);
  state.mockRestore();
});

test('one’s own comment can be changed as long as one may comment, and taken back always', async () => {
  list = [comment(1, { own: 1 })];
  abilities = { may_comment: 0, closed: 'nobody', may_hide: 0 };
  await show();
  await screen.findByText('Слово 1');
  expect(screen.queryByRole('button', { name: 'Изменить', hidden: true })).toBeNull();
  await act(async () => screen.getByRole('button', { name: 'Удалить', hidden: true }).click());
  const question = await screen.findByRole('dialog', { name: 'Удалить комментарий?' });
  await act(async () => within(question).getByRole('button', { name: 'Удалить' }).click());
  await waitFor(() => expect(screen.queryByText('Слово 1')).toBeNull());
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a comment of one’s own counts once, whether the socket tells the number or not', async () => {
  await show();
  answer = (method) => (method === 'PUT' ? Response.json(comment(7, { own: 1, message: 'Моё' })) : undefined);
  await userEvent.type(await screen.findByRole('textbox'), 'Моё');
  await userEvent.click(screen.getByRole('button', { name: 'Отправить' }));
  expect(await screen.findByText('Моё')).toBeInTheDocument();
  expect(onCount).toHaveBeenLastCalledWith(2);
  list = [comment(7, { own: 1, message: 'Моё' })];
  await tell(event('added', 7, 2));
  expect(onCount).toHaveBeenLastCalledWith(1);
  expect(screen.getAllByText('Моё')).toHaveLength(1);
});

test('under an own publication that staff hid nobody writes, and the author reads why', async () => {
  abilities = { may_comment: 0, closed: 'withheld', may_hide: 0 };
  list = [comment(1, { own: 1, hidden: 1, withheld: { reason: 'Грубость' } })];
  await show();
  expect(await screen.findByText('Новые комментарии появятся, когда публикацию снова увидят все')).toBeVisible();
  expect(screen.getByText('Причина: Грубость')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Обжаловать' })).toHaveAttribute('href', '/profile/measures');
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('a mention offers friends by name, and Enter takes one', async () => {
  await show();
  const field = await screen.findByRole('textbox');
  const person = { ...user, login: 'igor' };
  answer = (method) => (method === 'GET' ? Response.json({ list: [person] }) : undefined);
  await userEvent.type(field, 'Смотри, @иг');
  expect(await screen.findByRole('option', { name: /Игорь Вёслов/ })).toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  expect(field).toHaveValue('Смотри, @igor ');
  expect(screen.queryByRole('option')).toBeNull();
});
