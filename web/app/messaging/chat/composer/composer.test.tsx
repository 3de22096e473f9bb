import 'fake-indexeddb/auto';
import type { Chat, ChatCard, Message } from '@app/contract/messaging/chat';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../../test/show-component.tsx';
import { dateTimeFieldsOf } from '../../../platform/format/schedule-times.ts';
import { drainToasts, waitingToasts } from '../../../ui/toast/toast.ts';
import { followChats } from '../engine/chat-events.ts';
import { Composer } from './composer.tsx';
import type { ComposerProps } from './composer-props.ts';

const server = vi.fn();
const onSent = vi.fn();
const onHeaderChange = vi.fn();
const onAdDone = vi.fn();
const onReplyDone = vi.fn();
const onEditDone = vi.fn();
const onEditLast = vi.fn();

class SilentSocket extends EventTarget {
  static readonly OPEN = 1;
  readyState = 0;
  close(): void {}
  send(): void {}
}
class SilentRequest {
  upload = {};
  open(): void {}
  setRequestHeader(): void {}
  send(): void {}
  abort(): void {}
}
let leaveLine: () => void;

let answers: Record<string, object>;
const asked = (method: string, part: string): { url: string; body: unknown }[] =>
  server.mock.calls
    .map(([url, init]) => ({ url: String(url), method: String(init?.method), body: init?.body }))
    .filter((call) => call.method === method && call.url.includes(part))
    .map(({ url, body }) => ({ url, body: typeof body === 'string' ? JSON.parse(body) : body }));

beforeEach(() => {
  answers = {};
  for (const spy of [server, onSent, onHeaderChange, onAdDone, onReplyDone, onEditDone, onEditLast]) spy.mockReset();
  server.mockImplementation(async (url: string) => {
    const found = Object.entries(answers).find(([part]) => url.includes(part));
    return Response.json(found?.[1] ?? {});
  });
  vi.stubGlobal('fetch', server);
  vi.stubGlobal('WebSocket', SilentSocket);
  vi.stubGlobal('XMLHttpRequest', SilentRequest);
  leaveLine = followChats(1);
  drainToasts();
});
afterEach(() => {
  leaveLine();
  vi.unstubAllGlobals();
});

const CHAT: Chat = {
  user: { id: 2, firstname: 'Игорь', lastname: 'Соколов', photo: null },
  last_message: null,
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
  my_read_seq: 0,
};
const MESSAGE: Message = {
  id: 40,
  seq: 4,
  kind: 'message',
  user: CHAT.user,
  mine: 1,
  content: 'Завтра после шести',
  files: [],
  attachments: [],
  timestamp: '2026-11-20T10:00:00Z',
  edited: null,
  deleted: 0,
  pinned: 0,
  silent: 0,
  reply: null,
  forwarded: null,
  card: null,
  reactions: [],
  warnings: [],
  client_key: null,
};
const AD: ChatCard = {
  kind: 'ad',
  id: 7,
  link: '/ad/7',
  title: 'Городской велосипед',
  about: 'Казань',
  photo: null,
  price: 18_500,
  state: 'active',
  mine: 0,
};

let nextUser = 100;
/** Every test uses another person, because drafts belong to chats. */
async function show(props: Partial<ComposerProps> = {}) {
  nextUser += 1;
  return showComponent(
    <Composer
      viewerId={1}
      userId={nextUser}
      chat={CHAT}
      header={null}
      onHeaderChange={onHeaderChange}
      reply={null}
      onReplyDone={onReplyDone}
      edit={null}
      onEditDone={onEditDone}
      onEditLast={onEditLast}
      boardId={null}
      about={null}
      talk={{ hasWritten: false, isMyTurn: false, said: new Set() }}
      isNewContact={false}
      onSent={onSent}
      onAdDone={onAdDone}
      {...props}
    />,
  );
}

const field = (): HTMLTextAreaElement => screen.getByRole('textbox', { name: 'Сообщение' });
const file = (name: string, type = 'text/plain'): File => new File(['x'], name, { type });
function drop(...files: File[]): void {
  const dataTransfer = { types: ['Files'], files, items: [] };
  fireEvent(field(), Object.assign(new Event('dragover', { bubbles: true, cancelable: true }), { dataTransfer }));
  fireEvent(field(), Object.assign(new Event('drop', { bubbles: true, cancelable: true }), { dataTransfer }));
}

test('an empty field offers the microphone, a written one sends with Enter and is empty again', async () => {
  await show();
  expect(screen.getByRole('button', { name: 'Записать голосовое сообщение' })).toBeInTheDocument();
  await userEvent.type(field(), 'Первая{Shift>}{Enter}{/Shift}вторая');
  expect(field()).toHaveValue('Первая\nвторая');
  expect(onSent).not.toHaveBeenCalled();
  expect(screen.getByRole('button', { name: 'Отправить' })).toBeInTheDocument();
  await userEvent.type(field(), '{Enter}');
  await waitFor(() => expect(onSent).toHaveBeenCalledTimes(1));
  expect(field()).toHaveValue('');
  expect(field()).toHaveFocus();
});

test('what is typed while a message is being stored begins the next one', async () => {
  await show();
  await userEvent.type(field(), 'Привет{Enter}Ещё одно');
  await waitFor(() => expect(onSent).toHaveBeenCalledTimes(1));
  expect(field()).toHaveValue('Ещё одно');
});

test('spaces alone are not sent', async () => {
  await show();
  await userEvent.type(field(), '   {Enter}');
  expect(onSent).not.toHaveBeenCalled();
});

test('Enter of an unfinished Korean or Japanese word does not send', async () => {
  await show();
  await userEvent.type(field(), '안녕');
  fireEvent.keyDown(field(), { key: 'Enter', isComposing: true });
  expect(onSent).not.toHaveBeenCalled();
});

test('files are counted, can be taken out, and no more than ten are taken', async () => {
  await show();
  drop(file('маршрут.gpx', ''));
  expect(await screen.findByText('1 из 10 файлов')).toBeInTheDocument();
  const tray = screen.getByRole('list', { name: 'Файлы к сообщению' });
  expect(within(tray).getByText('маршрут.gpx')).toBeInTheDocument();
  drop(...Array.from({ length: 11 }, (_, at) => file(`${at}.txt`)));
  expect(await screen.findByText('10 из 10 файлов')).toBeInTheDocument();
  expect(waitingToasts().at(-1)?.message).toBe('В одном сообщении не больше 10 файлов, лишние не добавлены');
  await userEvent.click(screen.getByRole('button', { name: 'Убрать «маршрут.gpx»' }));
  expect(screen.getByText('9 из 10 файлов')).toBeInTheDocument();
});

test('a pasted picture becomes a file of the message, a pasted table stays text', async () => {
  await show();
  const picture = file('вид.png', 'image/png');
  fireEvent.paste(field(), { clipboardData: { files: [picture], types: ['Files'] } });
  expect(await screen.findByText('1 из 10 файлов')).toBeInTheDocument();
  expect(screen.getByRole('checkbox', { name: 'Без сжатия' })).not.toBeChecked();
  fireEvent.paste(field(), { clipboardData: { files: [picture], types: ['text/html', 'text/plain', 'Files'] } });
  expect(screen.getByText('1 из 10 файлов')).toBeInTheDocument();
});

test('an answer shows what it answers, Escape gives it up', async () => {
  await show({ reply: { ...MESSAGE, mine: 0 } });
  expect(screen.getByText('Игорь Соколов')).toBeInTheDocument();
  expect(screen.getByText('Завтра после шести')).toBeInTheDocument();
  expect(field()).toHaveFocus();
  await userEvent.type(field(), '{Escape}');
  expect(onReplyDone).toHaveBeenCalledTimes(1);
});

test('a change starts from the text as it is and leaves the draft alone', async () => {
  await show({ edit: MESSAGE });
  expect(field()).toHaveValue('Завтра после шести');
  await userEvent.type(field(), ' вечера');
  expect(screen.getByRole('button', { name: 'Сохранить изменения' })).toBeEnabled();
  await userEvent.type(field(), '{Escape}');
  expect(onEditDone).toHaveBeenCalledTimes(1);
  expect(onSent).not.toHaveBeenCalled();
});

test('a message cannot be changed into nothing', async () => {
  await show({ edit: MESSAGE });
  await userEvent.clear(field());
  expect(screen.getByRole('button', { name: 'Сохранить изменения' })).toBeDisabled();
  await userEvent.type(field(), '{Enter}');
  expect(onEditDone).not.toHaveBeenCalled();
});

test('the arrow up in an empty field changes my last message, in a written one it moves', async () => {
  await show();
  await userEvent.type(field(), '{ArrowUp}');
  expect(onEditLast).toHaveBeenCalledTimes(1);
  await userEvent.type(field(), 'да{ArrowUp}');
  expect(onEditLast).toHaveBeenCalledTimes(1);
});

test('a text that is too long says so and offers to go in parts', async () => {
  await show();
  const words = 'слово '.repeat(800).trim();
  fireEvent.change(field(), { target: { value: words } });
  expect(await screen.findByRole('alert')).toHaveTextContent('Текст длиннее 4096 знаков · 4799 из 4096');
  await userEvent.type(field(), '{Enter}');
  expect(onSent).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Отправить 2 частями' }));
  await waitFor(() => expect(onSent).toHaveBeenCalledTimes(1));
  expect(field()).toHaveValue('');
});

test('who cannot be written to leaves nothing to press', async () => {
  await show({ chat: { ...CHAT, may_write: 0 } });
  expect(field()).toBeDisabled();
  expect(field()).toHaveAttribute('placeholder', 'Написать этому человеку нельзя');
  expect(screen.getByRole('button', { name: 'Прикрепить файлы' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Записать голосовое сообщение' })).toBeDisabled();
});

/** The page loads them once, whichever test is the first. */
const SETTINGS = {
  shows_reads: 1,
  shows_typing: 1,
  quick_replies: ['Возможен ли торг?'],
  seller_replies: ['Уступлю'],
  topic_replies: [{ topic: 'rent', quick_replies: ['Когда можно посмотреть?'], seller_replies: [] }],
};

test('the ad that the writer came from stands over the field until it is dropped', async () => {
  answers['/api/chat/settings'] = SETTINGS;
  await show({ about: AD, boardId: 7 });
  expect(screen.getByText('Городской велосипед')).toBeInTheDocument();
  expect(screen.getByText(/18\s500\s₽/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Писать не об объявлении' }));
  expect(screen.queryByText('Городской велосипед')).not.toBeInTheDocument();
  expect(onAdDone).toHaveBeenCalledExactlyOnceWith(false);
});

const WRITTEN = { hasWritten: true, isMyTurn: true, said: new Set(['Да, ещё в продаже']) };

test('quick replies are for the beginning of a talk about an ad', async () => {
  answers['/api/chat/settings'] = SETTINGS;
  await show({ about: AD, boardId: 7, talk: WRITTEN });
  expect(screen.queryByRole('button', { name: 'Возможен ли торг?' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Настроить быстрые ответы' })).not.toBeInTheDocument();
});

test('replies fit the kind of the ad, and the list itself is what is changed', async () => {
  answers['/api/chat/settings'] = SETTINGS;
  const flat: ChatCard = { ...AD, ad_kind: 'rent', topic: 'rent' };
  const { unmount } = await show({ about: flat, boardId: 7 });
  expect(await screen.findByRole('button', { name: 'Когда можно посмотреть?' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Возможен ли торг?' })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Настроить быстрые ответы' }));
  const dialog = await screen.findByRole('dialog', { name: 'Быстрые ответы' });
  expect(within(dialog).getByRole('textbox', { name: 'Ответ 1' })).toHaveValue('Возможен ли торг?');
  unmount();

  await show({ about: { ...flat, mine: 1, ad_state: 'active' }, boardId: 7 });
  expect(await screen.findByRole('button', { name: 'Уже неактуально' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Продано' })).not.toBeInTheDocument();
});

test('a seller is offered replies of a seller, which change the state of the ad in one press', async () => {
  answers['/api/chat/settings'] = SETTINGS;
  const own: ChatCard = { ...AD, mine: 1, ad_state: 'active' };
  const { unmount } = await show({ about: own, boardId: 7 });
  expect(await screen.findByRole('button', { name: 'Уступлю' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Возможен ли торг?' })).not.toBeInTheDocument();

  answers['/api/boards/deal'] = { code: 'not_found', message: 'Объявление удалено' };
  server.mockImplementationOnce(async () => Response.json(answers['/api/boards/deal'], { status: 404 }));
  await userEvent.click(screen.getByRole('button', { name: 'Забронировано' }));
  await waitFor(() => expect(waitingToasts()[0]?.message).toBe('Объявление удалено'));
  expect(onSent).not.toHaveBeenCalled();

  await userEvent.click(screen.getByRole('button', { name: 'Забронировано' }));
  await waitFor(() => expect(onSent).toHaveBeenCalledTimes(1));
  expect(asked('POST', '/api/boards/deal').at(-1)?.body).toEqual({ board_id: 7, deal: 'reserved' });
  const undo = waitingToasts().at(-1);
  expect(undo?.message).toBe('Бронь отмечена');
  undo?.action?.onPress();
  await waitFor(() => expect(asked('POST', '/api/boards/deal').at(-1)?.body).toEqual({ board_id: 7, deal: 'open' }));

  unmount();
  await show({ about: own, boardId: 7, talk: WRITTEN });
  expect(screen.getByRole('button', { name: 'Продано' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Да, ещё в продаже' })).not.toBeInTheDocument();
});

test('quick replies fill the field, and are changed in a window of their own', async () => {
  answers['/api/chat/settings'] = SETTINGS;
  await show({ about: AD, boardId: 7 });
  await userEvent.click(await screen.findByRole('button', { name: 'Возможен ли торг?' }));
  expect(field()).toHaveValue('Возможен ли торг?');
  expect(screen.queryByRole('button', { name: 'Настроить быстрые ответы' })).not.toBeInTheDocument();

  await userEvent.clear(field());
  await userEvent.click(screen.getByRole('button', { name: 'Настроить быстрые ответы' }));
  const dialog = await screen.findByRole('dialog', { name: 'Быстрые ответы' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Добавить ответ' }));
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Ответ 2' }), 'Заберу сегодня');
  answers['/api/chat/settings'] = {
    ...SETTINGS,
    quick_replies: ['Возможен ли торг?', 'Заберу сегодня'],
  };
  await userEvent.click(within(dialog).getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(asked('PUT', '/api/chat/settings')).toHaveLength(1));
  expect(asked('PUT', '/api/chat/settings')[0]?.body).toEqual({
    quick_replies: ['Возможен ли торг?', 'Заберу сегодня'],
  });
  expect(await screen.findByRole('button', { name: 'Заберу сегодня' })).toBeInTheDocument();
});

test('the other mouse button asks how to send, and later asks when', async () => {
  await show();
  await userEvent.type(field(), 'Напомню');
  const menu = screen.getByRole('dialog', { name: 'Как отправить', hidden: true });
  menu.showPopover = vi.fn();
  menu.hidePopover = vi.fn();
  fireEvent.contextMenu(screen.getByRole('button', { name: 'Отправить' }));
  expect(menu.showPopover).toHaveBeenCalledTimes(1);
  await userEvent.click(within(menu).getByRole('button', { name: 'Отправить позже…', hidden: true }));
  const dialog = await screen.findByRole('dialog', { name: 'Отправить позже' });
  answers['/scheduled'] = { id: 1 };
  await userEvent.click(within(dialog).getByRole('button', { name: /^Завтра в 0?9:00$/ }));
  await waitFor(() => expect(asked('PUT', '/scheduled')).toHaveLength(1));
  const [{ body } = { body: {} }] = asked('PUT', '/scheduled');
  expect(body).toMatchObject({ content: 'Напомню' });
  expect(dateTimeFieldsOf(new Date((body as { send_at: string }).send_at)).time).toBe('09:00');
  await waitFor(() => expect(field()).toHaveValue(''));
  expect(onHeaderChange).toHaveBeenCalledTimes(1);
});

test('a press and hold on a touch screen asks how to send and does not send', async () => {
  await show();
  await userEvent.type(field(), 'Тише');
  const menu = screen.getByRole('dialog', { name: 'Как отправить', hidden: true });
  menu.showPopover = vi.fn();
  vi.useFakeTimers();
  const button = screen.getByRole('button', { name: 'Отправить' });
  fireEvent.pointerDown(button, { pointerType: 'touch' });
  act(() => void vi.advanceTimersByTime(500));
  vi.useRealTimers();
  fireEvent.pointerUp(button, { pointerType: 'touch' });
  fireEvent.click(button);
  expect(menu.showPopover).toHaveBeenCalledTimes(1);
  expect(onSent).not.toHaveBeenCalled();
});

test('a typed link says that it will have a card, which can be left out; to a stranger it has none', async () => {
  const head = {
    chat: CHAT,
    about: null,
    pinned: [],
    stranger: null,
    scheduled: 0,
    strangers_left: null,
    may_meet: 0 as const,
  };
  const { unmount } = await show({ header: head });
  await userEvent.type(field(), 'Вот https://boats.example/oka, смотри');
  expect(await screen.findByText('Ссылка с карточкой')).toBeInTheDocument();
  expect(screen.getByText('boats.example/oka')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Отправить без карточки' }));
  expect(screen.queryByText('Ссылка с карточкой')).not.toBeInTheDocument();
  await userEvent.type(field(), '!');
  expect(screen.queryByText('Ссылка с карточкой')).not.toBeInTheDocument();
  const menu = screen.getByRole('dialog', { name: 'Как отправить', hidden: true });
  menu.showPopover = vi.fn();
  menu.hidePopover = vi.fn();
  fireEvent.contextMenu(screen.getByRole('button', { name: 'Отправить' }));
  await userEvent.click(within(menu).getByRole('button', { name: 'Отправить позже…', hidden: true }));
  answers['/scheduled'] = { id: 1 };
  await userEvent.click(await screen.findByRole('button', { name: /^Завтра в 0?9:00$/ }));
  await waitFor(() => expect(asked('PUT', '/scheduled')[0]?.body).toMatchObject({ link_card: 0 }));
  await waitFor(() => expect(field()).toHaveValue(''));
  await userEvent.type(field(), 'https://boats.example/oka');
  expect(await screen.findByText('Ссылка с карточкой')).toBeInTheDocument();
  unmount();
  await show({ header: { ...head, strangers_left: 20 } });
  await userEvent.type(field(), 'https://boats.example/oka');
  expect(screen.queryByText('Ссылка с карточкой')).not.toBeInTheDocument();
});

test('a seller inserts a template where the cursor stands', async () => {
  answers['/api/seller/settings'] = {
    hours: null,
    time_zone: 'Europe/Moscow',
    away: { on: 0, text: '' },
    templates: [{ title: 'Адрес', content: 'Тверская, 1' }],
    vacation: null,
  };
  await show({ about: { ...AD, mine: 1 } });
  await userEvent.type(field(), 'Приезжайте: . Жду');
  field().setSelectionRange(12, 12);
  expect(asked('GET', '/api/seller/settings')).toHaveLength(0);
  await userEvent.click(screen.getByRole('button', { name: 'Шаблоны ответов' }));
  await userEvent.click(await screen.findByRole('button', { name: /Адрес/ }));
  expect(field()).toHaveValue('Приезжайте: Тверская, 1. Жду');
  await waitFor(() => expect(field()).toHaveFocus());
  expect(screen.queryByRole('dialog', { name: 'Шаблоны ответов' })).toBeNull();
});

test('templates are a matter of sellers, who are told where to make some', async () => {
  answers['/api/seller/settings'] = { hours: null, templates: [] };
  const { unmount } = await show({ about: AD });
  expect(screen.queryByRole('button', { name: 'Шаблоны ответов' })).toBeNull();
  unmount();
  await show({ about: { ...AD, mine: 1 } });
  await userEvent.click(screen.getByRole('button', { name: 'Шаблоны ответов' }));
  const link = await screen.findByRole('link', { name: 'Настроить шаблоны' });
  expect(link).toHaveAttribute('href', '/profile/seller#templates');
  expect(await screen.findByText(/Сохраните частые ответы/)).toBeVisible();
});
