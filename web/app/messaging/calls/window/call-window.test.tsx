import type { Call } from '@app/contract/messaging/calls';
import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callOf, IGOR, ME, person, ROOM, running, scene } from '../../../../test/call-scene.ts';
import { sampleTrack } from '../../../../test/sample-track.ts';
import { showComponent } from '../../../../test/show-component.tsx';
import { loadTexts } from '../../../platform/texts.ts';
import { createCaptions } from '../captions/captions.ts';
import { createListeningController, type ListeningPorts } from '../listening/listening-controller.ts';
import type { FinishedRecording } from '../recording/recorder.ts';
import { createRecordingController } from '../recording/recording-controller.ts';
import { CallsContext, type CallsContextValue, useCallsState } from '../use-calls.ts';
import { createCallChat } from './call-chat.ts';
import { CallWindow } from './call-window.tsx';

await Promise.all([loadTexts('ru', 'calls'), loadTexts('ru', 'chat')]);

let at: ReturnType<typeof scene>;
let sent: { message: string; file_ids?: number[] }[];
let refusal: string | null;
let left: FinishedRecording[];

const said = (id: number, message: string, mine: 0 | 1) => ({
  id,
  room_id: ROOM,
  user_id: mine === 1 ? ME : IGOR,
  firstname: mine === 1 ? 'Анна' : 'Игорь',
  lastname: '',
  photo: null,
  message,
  files: [],
  attachments: [],
  timestamp: '2026-11-21T10:01:00Z',
  mine,
  client_key: null,
});

const found = sampleTrack({ id: 51, title: 'Первый мост', duration_ms: 180_000 });
const sound = {
  load: () => undefined,
  play: async () => undefined,
  pause: () => undefined,
  seek: () => undefined,
  position: () => null,
  isPaused: () => true,
  setRate: () => undefined,
  close: () => undefined,
};
/** The music of the call: 51 is there, every other track is not for this viewer. */
const listeningPorts: ListeningPorts = {
  askClock: () => undefined,
  findTrack: async (id) => (id === 51 ? found : null),
  createSound: () => sound,
  pauseOwnMusic: () => () => undefined,
  acquireFocus: () => () => undefined,
  now: Date.now,
};

function hereOf(): CallsContextValue {
  let keys = 0;
  const chat = createCallChat({
    pageSize: 25,
    list: async () => [said(1, 'Открыл объявление', 0)],
    upload: async (_file, _key, onProgress) => {
      onProgress(1);
      return { id: 41 };
    },
    async send({ message, file_ids, client_key }) {
      if (refusal !== null) throw new Error(refusal);
      sent.push({ message, ...(file_ids && { file_ids }) });
      return { ...said(2 + sent.length, message, 1), client_key };
    },
    createKey: () => `key ${++keys}`,
    errorText: (error) => (error as Error).message,
  });
  const recordings = createRecordingController({
    viewerId: ME,
    isReachable: () => true,
    stop: () => undefined,
    start: async () => null,
    loadLeftRecordings: async () => left,
    onNotice: () => undefined,
  });
  const tabs = { post: () => undefined, close: () => undefined };
  const captions = createCaptions({ viewerId: ME, send: () => undefined, onFailed: () => undefined });
  const listening = createListeningController(listeningPorts);
  at.calls.subscribe(() => listening.follow(at.calls.state().running));
  return { calls: { ...at.calls, tabs, recordings, captions, listening }, chat, viewerId: ME };
}

function Shown({ here }: { here: CallsContextValue }) {
  const { running } = useCallsState(here);
  return <CallsContext value={here}>{running && <CallWindow running={running} />}</CallsContext>;
}

async function show(): Promise<CallsContextValue> {
  const here = hereOf();
  here.chat.enter(ROOM);
  await showComponent(<Shown here={here} />);
  return here;
}

const hear = (event: Parameters<typeof at.tell>[0]) => act(async () => at.tell(event));
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

beforeEach(() => {
  Object.assign(window, { innerWidth: 1440 });
  at = scene();
  sent = [];
  refusal = null;
  left = [];
});
afterEach(() => at.calls.close());

test('the window says whom it waits for, then who is in, and closes with the press that ends the call', async () => {
  await at.calls.start([IGOR], { video: false });
  await show();
  const window = screen.getByRole('dialog', { name: 'Звонок, 1 участник' });
  expect(within(window).getByText('Ждём ответа')).toBeInTheDocument();
  expect(within(window).getByText('Звоним')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Чат' })).toBeDisabled();

  await hear({ type: 'state', call: running() });
  expect(screen.getByRole('dialog', { name: 'Звонок, 2 участника' })).toBeInTheDocument();
  expect(screen.queryByText('Звоним')).toBeNull();
  await press('Завершить звонок');
  expect(screen.queryByRole('dialog', { name: /^Звонок/ })).toBeNull();
  expect(at.asked).toEqual(['hangup']);
});

test('the microphone is off by its button and on by its key, but not while one writes', async () => {
  await at.calls.start([IGOR], { video: false });
  await show();
  await hear({ type: 'state', call: running() });
  await press('Выключить микрофон');
  expect(screen.getByRole('button', { name: 'Включить микрофон' })).toBeInTheDocument();
  await press('Чат');
  await userEvent.type(screen.getByRole('textbox', { name: 'Сообщение в чат' }), 'm');
  expect(screen.getByRole('button', { name: 'Включить микрофон' })).toBeInTheDocument();
  act(() => screen.getByRole('dialog', { name: /^Звонок/ }).focus());
  await userEvent.keyboard('m');
  expect(screen.getByRole('button', { name: 'Выключить микрофон' })).toBeInTheDocument();
});

test('a microphone that is not allowed is explained, asked for again, and the words can be put away', async () => {
  at.ports.devices.openMicrophone = async () => ({ problem: 'denied' });
  await at.calls.start([IGOR], { video: false });
  await show();
  expect(screen.getByRole('alert')).toHaveTextContent('Браузер не даёт доступ к микрофону');
  expect(screen.getByRole('button', { name: 'Попробовать снова' })).toBeInTheDocument();
  await press('Скрыть подсказку');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a guest who asks in is let in by the one who presses', async () => {
  const GUEST = 33;
  await at.calls.start([IGOR], { video: false });
  await show();
  const call = running();
  await hear({
    type: 'state',
    call: { ...call, people: [...call.people, { ...person(GUEST, 'visiting'), firstname: 'Ольга' }] },
  });
  expect(screen.getByRole('alert')).toHaveTextContent('Ольга просит впустить в звонок');
  await press('Впустить');
  expect(at.said.at(-1)).toBe('visitor');
});

test('nobody took it: the window says so, and calls again', async () => {
  at.ports.api.start = async () => ({ room_id: ROOM, call: callOf({ video: 0 }) });
  await at.calls.start([IGOR], { video: false });
  await show();
  await hear({
    type: 'state',
    call: callOf({ state: 'ended', people: [person(ME, 'left'), person(IGOR, 'missed')] }),
  });
  expect(screen.getByText('Нет ответа')).toBeInTheDocument();
  await press('Перезвонить');
  expect(await screen.findByText('Ждём ответа')).toBeInTheDocument();
});

test('what is written in the call stands in its order, with files that go first', async () => {
  await at.calls.start([IGOR], { video: false });
  await show();
  await hear({ type: 'state', call: running() });
  await press('Чат');
  const log = screen.getByRole('log');
  expect(await within(log).findByText('Открыл объявление')).toBeInTheDocument();
  const file = new File(['рама'], 'рама.txt', { type: 'text/plain' });
  await userEvent.upload(document.querySelector('input[type=file]') as HTMLInputElement, file);
  expect(screen.getByRole('button', { name: 'Не отправлять: рама.txt' })).toBeInTheDocument();
  await userEvent.type(screen.getByRole('textbox', { name: 'Сообщение в чат' }), 'Вот рама{Enter}');
  expect(await within(log).findByText('Вот рама')).toBeInTheDocument();
  expect(sent).toEqual([{ message: 'Вот рама', file_ids: [41] }]);
  expect(within(log).getAllByRole('listitem')).toHaveLength(2);
});

test('a message that was refused says why, and goes with a second press', async () => {
  await at.calls.start([IGOR], { video: false });
  await show();
  await hear({ type: 'state', call: running() });
  await press('Чат');
  refusal = 'Слишком много сообщений';
  await userEvent.type(screen.getByRole('textbox', { name: 'Сообщение в чат' }), 'Слышно?{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Слишком много сообщений');
  refusal = null;
  await press('Повторить');
  expect(await within(screen.getByRole('log')).findByText('Слышно?')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(sent).toEqual([{ message: 'Слышно?' }]);
});

const recordingOf = (change: Partial<NonNullable<Call['recording']>> = {}): Call => ({
  ...running(),
  recording: { id: 1, by: IGOR, state: 'asked', agreed: [IGOR], ...change },
});

test('whoever is asked whether the call may be recorded says so with one press, and sees that it runs', async () => {
  await at.calls.start([IGOR], { video: false });
  await show();
  await hear({ type: 'state', call: recordingOf() });
  const question = screen.getByRole('alert');
  expect(question).toHaveTextContent('Игорь просит разрешения записать звук и видео. Файл не получит больше никто');
  await userEvent.click(within(question).getByRole('button', { name: 'Согласиться' }));
  expect(at.said.at(-1)).toBe('record');
  await hear({ type: 'state', call: recordingOf({ state: 'running', agreed: [IGOR, ME] }) });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText('Идёт запись').closest('[role=status]')).toHaveTextContent('Файл получит Игорь');
  expect(screen.getByRole('button', { name: 'Остановить запись' })).toBeVisible();
  await press('Свернуть');
  expect(screen.getByText('Идёт запись')).toBeInTheDocument();
});

test('while somebody has not agreed it says whom it waits for', async () => {
  await at.calls.start([IGOR], { video: false });
  await show();
  await hear({ type: 'state', call: recordingOf({ by: ME, agreed: [ME] }) });
  expect(screen.getByText('Просим согласия на запись').closest('[role=status]')).toHaveTextContent(
    'Ждём согласия: Игорь',
  );
  await press('Отменить');
  expect(at.said.at(-1)).toBe('record');
  await hear({ type: 'state', call: recordingOf({ by: ME, agreed: [ME], state: 'paused' }) });
  expect(screen.getByText('Запись на паузе')).toBeInTheDocument();
});

test('a recording waits in the window until it is saved, and is thrown away only with a second press', async () => {
  const discard = vi.fn(async () => undefined);
  const one = { begunAt: 1, ms: 65_000, file: new Blob(['звук']), extension: 'webm' as const, discard };
  left = [{ ...one, release: async () => undefined }];
  await at.calls.start([IGOR], { video: false });
  const here = await show();
  await hear({ type: 'state', call: running() });
  await act(() => here.calls.recordings.loadLeft());
  const card = screen.getByRole('region', { name: 'Запись разговора готова' });
  expect(card).toHaveTextContent('01:05');
  expect(within(card).getByRole('button', { name: 'Сохранить запись' })).toBeVisible();
  await userEvent.click(within(card).getByRole('button', { name: 'Удалить' }));
  expect(discard).not.toHaveBeenCalled();
  await userEvent.click(within(card).getByRole('button', { name: 'Удалить' }));
  expect(discard).toHaveBeenCalledOnce();
  expect(screen.queryByRole('region', { name: 'Запись разговора готова' })).toBeNull();
});

test('a request to be silent is answered with one press, put away with another, and never done for anybody', async () => {
  await at.calls.start([IGOR], { video: false });
  await show();
  await hear({ type: 'state', call: running() });
  const asked = { type: 'mute' as const, to: ME, user_id: IGOR, firstname: 'Игорь', lastname: '', timestamp: '' };
  await hear(asked);
  const alert = screen.getByRole('alert');
  expect(alert).toHaveTextContent('Игорь просит выключить микрофон');
  await userEvent.click(within(alert).getByRole('button', { name: 'Скрыть подсказку' }));
  expect(screen.queryByRole('alert')).toBeNull();
  await hear(asked);
  await userEvent.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Выключить микрофон' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('button', { name: 'Включить микрофон' })).toBeInTheDocument();
  await hear(asked);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the menu of somebody who is heard asks them to be silent', async () => {
  await at.calls.start([IGOR], { video: false });
  await show();
  await hear({ type: 'state', call: running() });
  await userEvent.click(screen.getByText('Попросить выключить микрофон'));
  expect(at.said.at(-1)).toBe('mute');
});

test('a browser’s window that was small for a while leaves the call as large as it was', async () => {
  const resize = (width: number) =>
    act(() => {
      Object.assign(window, { innerWidth: width });
      window.dispatchEvent(new Event('resize'));
    });
  await at.calls.start([IGOR], { video: false });
  await show();
  await hear({ type: 'state', call: running() });
  const dialog = screen.getByRole('dialog', { name: /^Звонок/ });
  await resize(1440);
  const before = dialog.style.width;
  await resize(390);
  expect(dialog.style.width).toBe('');
  await resize(1440);
  expect(dialog.style.width).toBe(before);
});

test('in a small window the chat takes the place of the people, and gives it back', async () => {
  Object.assign(window, { innerWidth: 880 });
  await at.calls.start([IGOR], { video: false });
  await show();
  await hear({ type: 'state', call: running() });
  expect(screen.queryByRole('log')).toBeNull();
  await press('Чат');
  expect(screen.getByRole('log')).toBeInTheDocument();
  expect(screen.getByText('Вы')).not.toBeVisible();
  await press('Закрыть чат');
  expect(screen.queryByRole('log')).toBeNull();
  expect(screen.getByText('Вы')).toBeVisible();
});

test('in a call of two the other person is large, and the own picture moves from corner to corner', async () => {
  await at.calls.start([IGOR], { video: false });
  await show();
  await hear({ type: 'state', call: running() });
  const own = screen.getByText('Вы').closest('ul') as HTMLElement;
  expect(own).toHaveAttribute('data-corner', 'bottomRight');
  expect(within(own).getAllByRole('listitem')).toHaveLength(1);
  expect(screen.getByText('Игорь', { selector: 'span' }).closest('ul')).toHaveAttribute('data-large');
  await userEvent.click(within(own).getByText('В другой угол'));
  expect(own).toHaveAttribute('data-corner', 'bottomLeft');

  const pointerAt = (type: string, clientX: number, clientY: number) =>
    fireEvent(own, new MouseEvent(type, { bubbles: true, clientX, clientY }));
  vi.spyOn(own, 'getBoundingClientRect').mockReturnValue(new DOMRect(500, 20, 200, 150));
  vi.spyOn(own.parentElement as HTMLElement, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 800, 600));
  pointerAt('pointerdown', 20, 500);
  pointerAt('pointermove', 520, 60);
  pointerAt('pointerup', 520, 60);
  expect(own).toHaveAttribute('data-corner', 'topRight');

  const call = running();
  await hear({ type: 'state', call: { ...call, people: [...call.people, person(3, 'joined')] } });
  expect(screen.getByText('Вы').closest('ul')).not.toHaveAttribute('data-corner');
});

test('the chat is closed until somebody writes, and shows what was written', async () => {
  await at.calls.start([IGOR], { video: false });
  const here = await show();
  await hear({ type: 'state', call: running() });
  expect(screen.queryByRole('log')).toBeNull();
  act(() => here.chat.receive(said(7, 'Цвет огонь!', 0)));
  expect(screen.getByRole('button', { name: 'Чат, 1 новое сообщение' })).toBeInTheDocument();
  await userEvent.click(screen.getByText('Цвет огонь!'));
  expect(within(screen.getByRole('log')).getByText('Цвет огонь!')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Чат' })).toBeInTheDocument();
});

test('whoever adds people types their name at once', async () => {
  await loadTexts('ru', 'circle');
  await at.calls.start([IGOR], { video: false });
  await show();
  await hear({ type: 'state', call: running() });
  await press(/^Добавить участника/);
  expect(await screen.findByRole('combobox', { name: 'Кого позвать' })).toHaveFocus();
});

const listened = (index: number, playing: 0 | 1 = 1, revision = 1) => ({
  revision,
  by: IGOR,
  tracks: [
    { id: 51, duration_ms: 180_000 },
    { id: 52, duration_ms: 60_000 },
  ],
  index,
  position_ms: 31_000,
  playing,
  changed_at: '2026-11-21T10:01:00Z',
});

test('what all listen to is named, and its controls tell everybody the place they lead to', async () => {
  await at.calls.start([IGOR], { video: false });
  await show();
  await hear({ type: 'state', call: running() });
  expect(screen.queryByRole('region', { name: 'Слушаем вместе' })).toBeNull();
  await hear({ type: 'state', call: { ...running(), listening: listened(0) } });
  await press('Свернуть');
  expect(await within(screen.getByRole('region', { name: /^Идёт звонок/ })).findByText('Первый мост')).toBeVisible();
  await press('Развернуть звонок');
  const strip = screen.getByRole('region', { name: 'Слушаем вместе' });
  expect(await within(strip).findByText('Первый мост')).toBeInTheDocument();
  expect(within(strip).getByRole('slider', { name: 'Перемотка' })).toHaveAttribute('aria-valuetext', '0:31 из 3:00');
  await press('Пауза для всех');
  await press('Следующая запись');
  fireEvent.change(within(strip).getByRole('slider', { name: 'Перемотка' }), { target: { value: '90000' } });
  fireEvent.blur(within(strip).getByRole('slider', { name: 'Перемотка' }));
  await press('Закончить');
  expect(at.messages.filter((message) => 'is' in message)).toEqual([
    { type: 'listen', is: 'set', index: 0, position_ms: 31_000, playing: 0 },
    { type: 'listen', is: 'set', index: 1, position_ms: 0, playing: 1 },
    { type: 'listen', is: 'set', index: 0, position_ms: 90_000, playing: 1 },
    { type: 'listen', is: 'stop' },
  ]);
  await hear({ type: 'state', call: running() });
  expect(screen.queryByRole('region', { name: 'Слушаем вместе' })).toBeNull();
});

test('a track that the viewer may not see is not named, and the others go on', async () => {
  await at.calls.start([IGOR], { video: false });
  await show();
  await hear({ type: 'state', call: { ...running(), listening: listened(1, 0) } });
  const strip = screen.getByRole('region', { name: 'Слушаем вместе' });
  expect(await within(strip).findByText('Эта запись вам недоступна')).toBeInTheDocument();
  expect(within(strip).getByRole('button', { name: 'Слушать всем' })).toBeEnabled();
  expect(within(strip).getByRole('button', { name: 'Следующая запись' })).toBeDisabled();
});

test('a playlist is chosen in the menu and begins for all with the ids of its tracks', async () => {
  const playlist = {
    id: 4,
    name: 'Дорога',
    image: null,
    src: null,
    user_id: ME,
    firstname: 'Анна',
    lastname: '',
    tracks: 2,
    duration_ms: 240_000,
    audience: 'all',
    own: 1,
    may_share: 1,
    co_authors: 0,
    co_author: 0,
  };
  const network = vi
    .fn()
    .mockResolvedValueOnce(Response.json({}, { status: 500 }))
    .mockResolvedValueOnce(Response.json({ playlists: [playlist, { ...playlist, id: 5, name: 'Пустой', tracks: 0 }] }))
    .mockResolvedValueOnce(Response.json({ music: [found, sampleTrack({ id: 52 })], total: 2, playlist }));
  vi.stubGlobal('fetch', network);
  await at.calls.start([IGOR], { video: false });
  await show();
  await hear({ type: 'state', call: running() });
  await hear({ type: 'media', mode: 'peer', peer: { user_id: IGOR, polite: 0 }, ice: [] });
  await act(async () => at.rooms[0]?.events.onState?.('connected'));
  await userEvent.click(screen.getByRole('button', { name: 'Слушать вместе', hidden: true }));
  expect(await screen.findByText('Плейлисты не загрузились')).toBeVisible();
  await press('Повторить');
  await userEvent.click(await screen.findByRole('button', { name: /Дорога/ }));
  expect(screen.queryByText('Пустой')).toBeNull();
  expect(at.messages.at(-1)).toEqual({ type: 'listen', is: 'start', track_ids: [51, 52] });
  expect(screen.queryByRole('dialog', { name: 'Слушать вместе' })).toBeNull();
  vi.unstubAllGlobals();
});
