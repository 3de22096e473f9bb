import type { Message } from '@app/contract/messaging/chat';
import type { ChatFile } from '@app/contract/messaging/chat-files';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { SAMPLE_OFFER } from '../../../../test/sample-offer.ts';
import { showComponent } from '../../../../test/show-component.tsx';
import type { Outgoing, OutgoingFile } from '../engine/chat-types.ts';
import { Bubble, type BubbleProps } from './bubble.tsx';
import { actionsFor, MessageMenu } from './message-menu.tsx';
import type { ThreadItem } from './thread-items.ts';

const onQuote = vi.fn();
const onReact = vi.fn();
beforeEach(() => {
  onQuote.mockReset();
  onReact.mockReset();
});

const MESSAGE: Message = {
  id: 11,
  seq: 11,
  kind: 'message',
  user: { id: 3, firstname: 'Игорь', lastname: 'Соколов', photo: null },
  mine: 0,
  content: 'Добрый день',
  files: [],
  attachments: [],
  timestamp: '2026-11-18T10:52:00Z',
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

const FILE: ChatFile = {
  id: 1,
  kind: 'file',
  name: 'Чек.pdf',
  mime: 'application/pdf',
  bytes: 1_258_291,
  url: '/media/private/1',
  width: 0,
  height: 0,
  thumbhash: '',
  preview: null,
  duration_ms: 0,
  waveform: [],
  heard: 0,
};

const itemOf = (message: Partial<Message>): ThreadItem => ({
  key: 'm11',
  message: { ...MESSAGE, ...message },
  outgoing: null,
  mine: message.mine === 1,
  timestamp: MESSAGE.timestamp,
  startsDay: false,
  startsNew: false,
  isTail: true,
});

const outgoingOf = (outgoing: Partial<Outgoing>): ThreadItem => ({
  ...itemOf({ mine: 1 }),
  message: null,
  outgoing: {
    key: 'out',
    userId: 3,
    content: 'Да, в шесть смогу',
    files: [],
    replyTo: null,
    silent: false,
    createdAt: Date.parse(MESSAGE.timestamp),
    state: 'waiting',
    failure: '',
    ...outgoing,
  },
});

const PROPS: Omit<BubbleProps, 'item'> = {
  tick: 'sent',
  viewerId: 7,
  name: 'Игорь Соколов',
  isTrusted: false,
  about: null,
  onQuote,
  onReact,
};

const show = (item: ThreadItem, more: Partial<BubbleProps> = {}) =>
  showComponent(<Bubble {...PROPS} item={item} {...more} />);

test('a message shows its text and its time; what I sent, how far it has got', async () => {
  const { unmount } = await show(itemOf({}));
  expect(screen.getByText('Добрый день')).toBeVisible();
  expect(screen.getByText('13:52')).toBeVisible();
  expect(screen.queryByRole('img')).toBeNull();
  unmount();
  for (const [tick, name] of [
    ['sent', 'Отправлено'],
    ['delivered', 'Доставлено'],
    ['read', 'Прочитано'],
  ] as const) {
    const shown = await show(itemOf({ mine: 1 }), { tick });
    expect(screen.getByRole('img', { name })).toBeVisible();
    shown.unmount();
  }
  await show(outgoingOf({}), { tick: 'sending' });
  expect(screen.getByRole('img', { name: 'Отправляется' })).toHaveTextContent('…');
});

test('what could not be sent says why and can be sent again or dropped', async () => {
  await show(outgoingOf({ state: 'failed', failure: 'Сообщение слишком длинное' }), { tick: 'failed' });
  const alert = screen.getByRole('alert');
  expect(alert).toHaveTextContent('Сообщение слишком длинное');
  expect(within(alert).getByRole('button', { name: 'Отправить ещё раз' })).toBeVisible();
  expect(within(alert).getByRole('button', { name: 'Удалить' })).toBeVisible();
});

test('a file on its way shows how far it is and can be stopped; one that failed can be tried again or left out', async () => {
  const file: OutgoingFile = {
    key: 'f1',
    name: 'маршрут.gpx',
    kind: 'file',
    bytes: 1000,
    previewUrl: null,
    width: 0,
    height: 0,
    durationMs: 0,
    waveform: [],
    state: 'uploading',
    sentBytes: 400,
    failure: '',
  };
  const { unmount } = await show(outgoingOf({ files: [file] }), { tick: 'sending' });
  expect(screen.getByRole('button', { name: 'Отменить загрузку: маршрут.gpx' })).toBeVisible();
  expect(screen.getByRole('img', { name: 'маршрут.gpx: загружено 40 %', hidden: true })).toBeInTheDocument();
  unmount();
  await show(outgoingOf({ files: [{ ...file, state: 'failed', failure: 'Файл слишком большой' }] }));
  expect(screen.getByText('маршрут.gpx: Файл слишком большой')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Загрузить ещё раз: маршрут.gpx' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Убрать: маршрут.gpx' })).toBeVisible();
});

test('a file is named with its size and can be downloaded', async () => {
  await show(itemOf({ content: '', attachments: [FILE] }));
  expect(screen.getByText('Чек.pdf')).toBeVisible();
  expect(screen.getByText(/^1,2.МБ$/)).toBeVisible();
  const link = screen.getByRole('link', { name: 'Скачать Чек.pdf' });
  expect(link).toHaveAttribute('href', '/media/private/1');
  expect(link).toHaveAttribute('download', 'Чек.pdf');
});

test('photos stand together and each of them opens; a video waits until it is played', async () => {
  const photo = { ...FILE, kind: 'image' as const, width: 800, height: 600, preview: '/media/private/s' };
  const attachments = [photo, { ...photo, id: 2 }, { ...FILE, id: 3, kind: 'video' as const, preview: '/poster' }];
  const { container } = await show(itemOf({ content: '', attachments }));
  expect(screen.getByRole('button', { name: 'Открыть фото 1 из 2' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Открыть фото 2 из 2' })).toBeVisible();
  fireEvent.pointerMove(document.body);
  expect(await screen.findByRole('button', { name: /^Смотреть: / })).toBeVisible();
  const video = container.querySelector('video');
  expect(video).toHaveAttribute('preload', 'none');
  expect(video).toHaveAttribute('poster', '/poster');
  expect(video).not.toHaveAttribute('controls');
});

test('an answer quotes what it answers and leads there, unless that is gone', async () => {
  const reply = { id: 4, user_id: 7, name: 'Анна', content: 'Ещё продаётся?', kind: 'text' as const };
  const { unmount } = await show(itemOf({ reply }));
  const quote = screen.getByRole('button', { name: 'Ответ на сообщение: Вы. Ещё продаётся?' });
  await userEvent.click(quote);
  expect(onQuote).toHaveBeenCalledWith(reply);
  unmount();
  await show(itemOf({ reply: { ...reply, content: '', kind: 'gone' } }));
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByText('Сообщение удалено')).toBeVisible();
});

test('a reaction is counted, and a press gives or takes mine', async () => {
  const reactions = [
    { reaction: '👍' as const, count: 2, mine: 1 as const },
    { reaction: '🔥' as const, count: 1, mine: 0 as const },
  ];
  await show(itemOf({ reactions }));
  const own = screen.getByRole('button', { name: '👍, 2' });
  expect(own).toHaveAttribute('aria-pressed', 'true');
  await userEvent.click(own);
  expect(onReact).toHaveBeenLastCalledWith(expect.objectContaining({ id: 11 }), null);
  await userEvent.click(screen.getByRole('button', { name: '🔥, 1' }));
  expect(onReact).toHaveBeenLastCalledWith(expect.objectContaining({ id: 11 }), '🔥');
});

test('the card of an ad shows it as it is now', async () => {
  const card = {
    kind: 'ad' as const,
    id: 5,
    link: '/ad/5',
    title: 'Городской велосипед',
    about: 'Казань',
    photo: null,
    price: 18500,
    state: 'active' as const,
    mine: 0 as const,
  };
  const { unmount } = await show(itemOf({ content: '', card }));
  const link = screen.getByRole('link', { name: /^Объявление: .*Городской велосипед/ });
  expect(link).toHaveAttribute('href', '/ad/5');
  expect(link).toHaveTextContent('18 500 ₽');
  unmount();
  const shown = await show(itemOf({ content: '', card }), { about: { ...card, price: 17000, state: 'archived' } });
  expect(screen.getByRole('link')).toHaveTextContent('17 000 ₽');
  expect(screen.getByText('В архиве')).toBeVisible();
  shown.unmount();
  await show(itemOf({ content: '', card: { ...card, state: 'gone' } }));
  expect(screen.getByText('Снято')).toBeVisible();
  expect(screen.queryByRole('link')).toBeNull();
});

test('what a stranger sends is warned of, never what I send', async () => {
  const warnings = ['link', 'card_number', 'code'] as const;
  const { unmount } = await show(itemOf({ warnings: [...warnings] }));
  expect(screen.getByText('Ссылка ведёт на другой сайт. Не вводите там пароль и данные карты')).toBeVisible();
  expect(screen.getByText('Похоже на номер карты. Не переводите деньги незнакомым людям')).toBeVisible();
  expect(screen.getByText('Никому не сообщайте код из СМС')).toBeVisible();
  unmount();
  await show(itemOf({ mine: 1, warnings: [...warnings] }));
  expect(screen.queryByText('Никому не сообщайте код из СМС')).toBeNull();
});

test('marks say that a message was changed, pinned, sent without a sound or passed on', async () => {
  const marks = { edited: MESSAGE.timestamp, pinned: 1, silent: 1, forwarded: { user_id: 9, name: 'Ольга' } } as const;
  await show(itemOf({ mine: 1, ...marks }));
  expect(screen.getByText('изменено')).toBeVisible();
  expect(screen.getByRole('img', { name: 'Закреплено' })).toBeVisible();
  expect(screen.getByRole('img', { name: 'Отправлено без звука' })).toBeVisible();
  expect(screen.getByText('Переслано: Ольга')).toBeVisible();
});

test('what may be done with a message follows from whose it is, its age and what it is', () => {
  const soon = Date.parse(MESSAGE.timestamp) + 3_600_000;
  const later = soon + 48 * 3_600_000;
  const own = itemOf({ mine: 1 });
  expect(actionsFor(own, true, soon)).toEqual(['reply', 'copy', 'edit', 'forward', 'pin', 'select', 'info', 'delete']);
  expect(actionsFor(own, true, later)).not.toContain('edit');
  expect(actionsFor(itemOf({ pinned: 1 }), true, soon)).toEqual([
    'reply',
    'copy',
    'forward',
    'unpin',
    'select',
    'delete',
  ]);
  expect(actionsFor(own, false, soon)).toEqual(['copy', 'forward', 'select', 'info', 'delete']);
  for (const kind of ['missed_call', 'call'] as const)
    expect(actionsFor(itemOf({ kind, content: '' }), true, soon)).toEqual(['select', 'delete']);
  expect(actionsFor(outgoingOf({}), true, soon)).toEqual([]);
});

test('a call of two tells its way, its length, and calls back', async () => {
  const call = { user_id: 3, declined: 0, duration_s: 68 } as const;
  const { unmount } = await show(itemOf({ kind: 'call', content: '', call }));
  expect(document.body.textContent).toContain('Входящий звонок01:08');
  expect(await screen.findByRole('button', { name: 'Перезвонить' })).toBeTruthy();
  unmount();
  await show(itemOf({ kind: 'call', content: '', mine: 1, call: { ...call, declined: 1, duration_s: 0 } }));
  expect(document.body.textContent).toContain('Отклонённый звонок');
  expect(document.body.textContent).not.toContain('00:00');
});

test('bold, italic, code and quotes are shown as such, and the text stays text', async () => {
  await show(
    itemOf({ content: '> Торг есть?\n**Да**, _немного_: `<b>5%</b>` **<img src=x> https://okolo.example/a_b_c**' }),
  );
  expect(screen.getByRole('blockquote')).toHaveTextContent('Торг есть?');
  expect(screen.getByText('Да').tagName).toBe('STRONG');
  expect(screen.getByText('немного').tagName).toBe('EM');
  expect(screen.getByText('<b>5%</b>').tagName).toBe('CODE');
  fireEvent.pointerMove(document.body);
  const link = await screen.findByRole('link', { name: 'https://okolo.example/a_b_c' });
  expect(link.closest('strong')).toHaveTextContent('<img src=x>');
  expect(screen.queryByRole('img')).toBeNull();
});

test('a quoted message is shown without the marks of its text', async () => {
  const reply = { id: 4, user_id: 7, name: 'Анна', content: '**Завтра** в шесть', kind: 'text' } as const;
  await show(itemOf({ reply }));
  expect(screen.getByRole('button', { name: /Завтра в шесть/ })).toBeVisible();
});

test('the first offer of a chat loads its texts and hides nothing of the page meanwhile', async () => {
  const card: Message['card'] = {
    kind: 'offer',
    id: 1,
    title: SAMPLE_OFFER.title,
    about: '',
    price: SAMPLE_OFFER.price,
    photo: null,
    state: 'active',
    link: '/ad/5',
    offer: SAMPLE_OFFER,
    mine: 0,
  };
  function Arriving() {
    const [isThere, setThere] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setThere(true)}>
          Пришло
        </button>
        <Bubble {...PROPS} item={itemOf({ card: isThere ? card : null })} />
      </>
    );
  }
  await showComponent(<Arriving />);
  fireEvent.click(screen.getByRole('button', { name: 'Пришло' }));
  expect(screen.getByText('Добрый день')).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Лодка' })).toBeVisible();
});

test('an away answer is marked as such', async () => {
  await show(itemOf({ automatic: 1 }));
  expect(screen.getByText('Автоответ')).toBeVisible();
});

test('the menu stays when the finger that opened it is lifted, and closes on a press outside and on Escape', async () => {
  const showPopover = vi.spyOn(HTMLElement.prototype, 'showPopover').mockReturnValue();
  const hidePopover = vi.spyOn(HTMLElement.prototype, 'hidePopover').mockReturnValue();
  const place = { item: itemOf({}), x: 40, y: 60 };
  await showComponent(<MessageMenu place={place} mayWrite onAction={vi.fn()} onReact={onReact} onClose={vi.fn()} />);
  const dialog = screen.getByRole('dialog', { hidden: true });
  expect(showPopover).toHaveBeenCalledTimes(1);
  expect(dialog).toHaveAttribute('popover', 'manual');
  fireEvent.pointerUp(document.body, { pointerType: 'touch' });
  fireEvent.pointerDown(within(dialog).getByRole('button', { name: 'Ответить', hidden: true }));
  expect(hidePopover).not.toHaveBeenCalled();
  fireEvent.pointerDown(document.body);
  expect(hidePopover).toHaveBeenCalledTimes(1);
  fireEvent.keyDown(dialog, { key: 'Escape' });
  expect(hidePopover).toHaveBeenCalledTimes(2);
});
