import type { AdComment } from '@app/contract/publishing/comments';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeSocket } from '../../../test/fake-socket.ts';
import { showComponent } from '../../../test/show-component.tsx';
import type { SessionViewer } from '../../platform/host.ts';
import { drainToasts, waitingToasts } from '../../ui/toast/toast.ts';
import type { Abilities } from './comments-state.ts';
import { CommentsThread } from './comments-thread.tsx';

const AD = 7;
const OWNER = 1;
const viewer: SessionViewer = {
  user_id: 2,
  user_photo: null,
  permissions: [],
  user_firstname: 'Анна',
  user_lastname: 'Лодочкина',
  user_middlename: '',
  user_payed: 0,
};

type CommentsPage = Abilities & { comments: AdComment[]; total: number; count: number };

interface Sent {
  method: string;
  url: URL;
  body: Record<string, unknown>;
  key: string | null;
}

let sockets: FakeSocket[] = [];
let sent: Sent[] = [];
let answer: (call: Sent) => Response | Promise<Response>;
const onCount = vi.fn();

class KnownSocket extends FakeSocket {
  constructor(url: string | URL) {
    super(url);
    sockets.push(this);
  }
}

beforeEach(() => {
  sockets = [];
  sent = [];
  drainToasts();
  onCount.mockReset();
  vi.stubGlobal('WebSocket', KnownSocket);
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const body = init.body ? JSON.parse(String(init.body)) : {};
    const key = new Headers(init.headers).get('idempotency-key');
    const call = { method: init.method ?? 'GET', url: new URL(address, 'http://localhost'), body, key };
    sent.push(call);
    return answer(call);
  });
});
afterEach(() => vi.unstubAllGlobals());

let nextId = 100;
const comment = (change: Partial<AdComment> = {}): AdComment => ({
  id: nextId++,
  board_id: AD,
  user: { id: 3, firstname: 'Дина', lastname: 'Рахимова', photo: null },
  message: 'Всё как в описании',
  rating: 0,
  timestamp: '2026-11-17T16:40:00.000Z',
  edited: 0,
  hidden: 0,
  own: 0,
  deleted: 0,
  reply_to: null,
  replies: [],
  replies_total: 0,
  ...change,
});
const page = (comments: AdComment[], change: Partial<CommentsPage> = {}): CommentsPage => ({
  comments,
  total: comments.length,
  count: comments.length,
  may_comment: 1,
  may_reply: 1,
  may_rate: 1,
  may_hide: 0,
  may_remove: 0,
  closed: '',
  ...change,
});
const refuse = (status: number, code: string, message: string) => Response.json({ code, message }, { status });

/** `writes` responds to every request that is not a list. */
async function show(first: CommentsPage, writes: typeof answer = () => refuse(500, 'internal', ''), at = '/ad/7') {
  answer = (call) => (call.method === 'GET' ? Response.json(first) : writes(call));
  const element = <CommentsThread adId={AD} ownerId={OWNER} viewer={viewer} onCount={onCount} />;
  const shown = await showComponent(element, at);
  await waitFor(() => expect(screen.queryByText('Загрузка')).toBeNull());
  return shown;
}

const field = () => screen.getByRole('textbox', { name: 'Ваш комментарий' });
const list = () => screen.getAllByRole('list')[0] ?? document.body;
const menuRow = (name: string) =>
  within(screen.getAllByRole('dialog', { name: /^Действия/, hidden: true })[0] ?? list()).getByRole('button', {
    name,
    hidden: true,
  });

test('a comment shows who, how many stars, when and that it was changed', async () => {
  await show(page([comment({ rating: 4, edited: 1 })]));
  const row = within(list()).getByRole('listitem');
  expect(row).toHaveTextContent('Дина Рахимова');
  expect(row).toHaveTextContent('17.11.2026, 19:40, изменено');
  expect(within(row).getByRole('img', { name: 'Оценка: 4 из 5' })).toBeInTheDocument();
  expect(onCount).toHaveBeenCalledWith(1);
});

test('a comment with a muted word is folded until it is asked for', async () => {
  await show(page([comment({ message: 'Продам и шины', muted_by: 'шины' })]));
  expect(screen.getByText('Скрыто по слову «шины»')).toBeInTheDocument();
  expect(screen.queryByText('Продам и шины')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Показать' }));
  expect(screen.getByText('Продам и шины')).toBeInTheDocument();
});

test('without comments it is said what one could ask', async () => {
  await show(page([]));
  expect(screen.getByText('Комментариев пока нет')).toBeInTheDocument();
});

test('a list that fails is asked for again', async () => {
  await show(page([]));
  answer = () => refuse(500, 'internal', '');
  const { unmount } = await showComponent(
    <CommentsThread adId={8} ownerId={OWNER} viewer={viewer} onCount={onCount} />,
  );
  expect(await screen.findByText('Произошла ошибка при загрузке комментариев')).toBeInTheDocument();
  answer = () => Response.json(page([comment({ message: 'Дошло' })]));
  await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByText('Дошло')).toBeInTheDocument();
  unmount();
});

test('a vote is chosen with the arrow keys, sent by Ctrl+Enter, and given once', async () => {
  await show(page([]), ({ body }) => Response.json(comment({ own: 1, message: String(body.message), rating: 4 })));
  await userEvent.type(field(), '  Хороший продавец ');
  screen.getByRole('radio', { name: '3 звезды' }).focus();
  await userEvent.click(screen.getByRole('radio', { name: '3 звезды' }));
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.getByRole('radio', { name: '4 звезды' })).toBeChecked();
  field().focus();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(waitingToasts()[0]?.message).toBe('Комментарий успешно оставлен'));
  expect(sent.at(-1)).toMatchObject({
    method: 'PUT',
    body: { board_id: AD, message: 'Хороший продавец', rating: 4, reply_to: null },
  });
  expect(field()).toHaveValue('');
  expect(within(list()).getByText('Хороший продавец')).toBeInTheDocument();
  expect(screen.queryByRole('radio')).toBeNull();
});

test('a chosen vote can be taken back before it is sent', async () => {
  await show(page([]));
  await userEvent.click(screen.getByRole('radio', { name: '5 звёзд' }));
  await userEvent.click(screen.getByRole('button', { name: 'Без оценки' }));
  for (const star of screen.getAllByRole('radio')) expect(star).not.toBeChecked();
});

test('nothing is sent while nothing is written', async () => {
  await show(page([]));
  await userEvent.type(field(), '   ');
  await userEvent.click(screen.getByRole('button', { name: 'Отправить' }));
  expect(sent.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('a comment that did not arrive keeps its words, and is sent again under the same key', async () => {
  let isOnline = false;
  await show(page([]), ({ body }) => {
    if (!isOnline) throw new TypeError('Failed to fetch');
    return Response.json(comment({ own: 1, message: String(body.message) }));
  });
  await userEvent.type(field(), 'Ещё продаёте?');
  await userEvent.click(screen.getByRole('button', { name: 'Отправить' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Не отправлено. Проверьте соединение');
  expect(screen.getByText('Ещё продаёте?')).toBeInTheDocument();
  isOnline = true;
  await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(within(list()).getAllByText('Ещё продаёте?')).toHaveLength(1);
  const [first, second] = sent.filter(({ method }) => method === 'PUT');
  expect(first?.key).toBeTruthy();
  expect(second?.key).toBe(first?.key);
});

test('a refused second vote loses no words: they go without it', async () => {
  await show(page([]), ({ body }) =>
    body.rating
      ? refuse(409, 'already_rated', 'Ваша оценка у этого объявления уже есть')
      : Response.json(comment({ own: 1, message: String(body.message) })),
  );
  await userEvent.type(field(), 'Второй отзыв');
  await userEvent.click(screen.getByRole('radio', { name: '1 звезда' }));
  await userEvent.click(screen.getByRole('button', { name: 'Отправить' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Ваша оценка у этого объявления уже есть');
  await userEvent.click(screen.getByRole('button', { name: 'Отправить без оценки' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(within(list()).getByText('Второй отзыв')).toBeInTheDocument();
  const [first, second] = sent.filter(({ method }) => method === 'PUT');
  expect(second?.body).not.toHaveProperty('rating');
  expect(second?.key).not.toBe(first?.key);
});

test('what did not arrive can be dropped', async () => {
  await show(page([]), () => refuse(403, 'comments_closed', 'Комментарии к этому объявлению закрыты'));
  await userEvent.type(field(), 'Поздно');
  await userEvent.click(screen.getByRole('button', { name: 'Отправить' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Убрать' }));
  expect(screen.queryByText('Поздно')).toBeNull();
});

test('where comments are closed that is said instead of a field', async () => {
  await show(page([comment()], { may_comment: 0, may_reply: 0, may_rate: 0, closed: 'nobody' }));
  expect(screen.getByText('Комментарии к этому объявлению закрыты')).toBeInTheDocument();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Ответить/ })).toBeNull();
});

test('a reply goes under its comment', async () => {
  const question = comment();
  await show(page([question]), ({ body }) =>
    Response.json(comment({ own: 1, message: String(body.message), reply_to: question.id })),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Ответить, Дина Рахимова' }));
  await userEvent.type(screen.getByRole('textbox', { name: /^Ответ/ }), 'Согласна{Control>}{Enter}{/Control}');
  await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ message: 'Согласна', reply_to: question.id }));
  const thread = within(list()).getAllByRole('listitem')[0] ?? list();
  expect(await within(thread).findByText('Согласна')).toBeInTheDocument();
  expect(screen.queryByRole('textbox', { name: /^Ответ/ })).toBeNull();
});

test('the own comment is changed in its place, and stays open with its words after a refusal', async () => {
  const mine = comment({ own: 1, message: 'Слово' });
  let isRefused = true;
  await show(page([mine]), ({ body }) =>
    isRefused ? refuse(429, 'too_many_requests', 'Слишком часто') : Response.json({ ...mine, ...body, edited: 1 }),
  );
  await userEvent.click(menuRow('Изменить'));
  const words = screen.getByRole('textbox', { name: 'Изменить' });
  await userEvent.clear(words);
  await userEvent.type(words, 'Другое слово');
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(waitingToasts()[0]?.message).toBe('Слишком часто'));
  expect(words).toHaveValue('Другое слово');
  isRefused = false;
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
  expect(await screen.findByText('Другое слово')).toBeInTheDocument();
  expect(list()).toHaveTextContent('изменено');
});

test('deleting asks first', async () => {
  const mine = comment({ own: 1, message: 'Лишнее', rating: 5 });
  await show(page([mine], { may_rate: 0 }), () => Response.json({ id: mine.id }));
  await userEvent.click(menuRow('Удалить'));
  const dialog = await screen.findByRole('dialog', { name: 'Удалить комментарий?' });
  expect(dialog).toHaveTextContent('оценка в нём перестанет учитываться');
  expect(sent.some(({ method }) => method === 'DELETE')).toBe(false);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Удалить' }));
  await waitFor(() => expect(screen.queryByText('Лишнее')).toBeNull());
  expect(sent.at(-1)).toMatchObject({ method: 'DELETE', url: { pathname: `/api/comments/${mine.id}` } });
  expect(screen.getAllByRole('radio')).toHaveLength(5);
});

test('the owner hides a comment and can take that back', async () => {
  const rude = comment({ message: 'Грубость' });
  await show(page([rude], { may_hide: 1 }), ({ body }) =>
    Response.json({ ...rude, hidden: body.hidden as AdComment['hidden'] }),
  );
  await userEvent.click(menuRow('Скрыть'));
  expect(await screen.findByText('Скрыт от остальных')).toBeInTheDocument();
  const [done] = drainToasts();
  expect(done).toMatchObject({ message: 'Комментарий скрыт', action: { label: 'Вернуть' } });
  act(() => done?.action?.onPress());
  await waitFor(() => expect(screen.queryByText('Скрыт от остальных')).toBeNull());
});

test('strangers’ comments offer a complaint, one’s own do not', async () => {
  await show(page([comment(), comment({ own: 1 })]));
  expect(screen.getAllByRole('button', { name: 'Пожаловаться', hidden: true })).toHaveLength(1);
  expect(screen.getAllByRole('button', { name: 'Изменить', hidden: true })).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Скрыть', hidden: true })).toBeNull();
});

test('what others write, change and take away is there without asking', async () => {
  const first = comment({ message: 'Первый' });
  await show(page([first]));
  const tell = (event: object) =>
    act(async () => {
      const data = JSON.stringify({ type: 'comment', reply_to: null, count: 2, ...event });
      sockets.at(-1)?.onmessage?.({ data });
    });
  const second = comment({ message: 'Второй' });
  answer = ({ url }) =>
    Response.json(
      page(url.searchParams.get('comment_id') === String(second.id) ? [second] : [], { total: 2, count: 2 }),
    );
  await tell({ action: 'added', id: second.id });
  expect(await screen.findByText('Второй')).toBeInTheDocument();
  expect(onCount).toHaveBeenLastCalledWith(2);
  await tell({ action: 'removed', id: second.id, count: 1 });
  expect(screen.queryByText('Второй')).toBeNull();
  expect(onCount).toHaveBeenLastCalledWith(1);
  // The server no longer lists a comment that is hidden from this viewer.
  await tell({ action: 'hidden', id: first.id, count: 0 });
  await waitFor(() => expect(screen.queryByText('Первый')).toBeNull());
});

test('further pages begin behind the last comment', async () => {
  const first = comment({ message: 'Новый' });
  await show(page([first], { total: 2 }));
  answer = () => Response.json(page([comment({ id: 5, message: 'Старый' })], { total: 2 }));
  await userEvent.click(screen.getByRole('button', { name: 'Показать ещё' }));
  expect(await screen.findByText('Старый')).toBeInTheDocument();
  expect(sent.at(-1)?.url.searchParams.get('after_id')).toBe(String(first.id));
  expect(screen.queryByRole('button', { name: 'Показать ещё' })).toBeNull();
});

test('the place of a deleted comment holds its replies', async () => {
  const gone = comment({ deleted: 1, message: '', user: { id: 0, firstname: '', lastname: '', photo: null } });
  const { replies: _, replies_total: __, ...reply } = comment({ message: 'Ответ остался', reply_to: gone.id });
  await show(page([{ ...gone, replies: [reply], replies_total: 1 }]));
  expect(screen.getByText('Комментарий удалён')).toBeInTheDocument();
  expect(screen.getByText('Ответ остался')).toBeInTheDocument();
});

test('a comment that the address names is loaded though it is on no first page', async () => {
  const sought = comment({ id: 3, message: 'Тот самый' });
  answer = ({ url }) =>
    Response.json(page(url.searchParams.get('comment_id') === '3' ? [sought] : [comment()], { total: 50 }));
  const element = <CommentsThread adId={AD} ownerId={OWNER} viewer={viewer} onCount={onCount} />;
  await showComponent(element, '/ad/7?comment=3');
  expect(await screen.findByText('Тот самый')).toBeInTheDocument();
});
