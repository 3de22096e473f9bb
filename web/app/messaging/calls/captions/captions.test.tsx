import type { EnterCallEvent } from '@app/contract/messaging/calls';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callOf, IGOR, ME, person, running, scene } from '../../../../test/call-scene.ts';
import { installFakeSpeech } from '../../../../test/fake-speech.ts';
import { showComponent } from '../../../../test/show-component.tsx';
import { loadTexts } from '../../../platform/texts.ts';
import { createListeningController } from '../listening/listening-controller.ts';
import { createRecordingController } from '../recording/recording-controller.ts';
import { CallsContext, type CallsContextValue, useCallsState } from '../use-calls.ts';
import { createCallChat } from '../window/call-chat.ts';
import { CallWindow } from '../window/call-window.tsx';
import { type Captions, createCaptions } from './captions.ts';
import { findDeviceSpeech } from './device-speech.ts';

await Promise.all([loadTexts('ru', 'calls'), loadTexts('ru', 'chat')]);

const OLGA = 3;
const TRACK = { kind: 'audio' } as MediaStreamTrack;
let at: ReturnType<typeof scene>;
let captions: Captions;
let sent: Record<string, unknown>[];
let failures: number;
let speech: ReturnType<typeof installFakeSpeech> | undefined;

function Shown({ context }: { context: CallsContextValue }) {
  const { running: call } = useCallsState(context);
  return <CallsContext value={context}>{call && <CallWindow running={call} />}</CallsContext>;
}

/** The window of a call with Igor, and with Olga where `isGroup`. */
async function call(isGroup = false): Promise<void> {
  const chat = createCallChat({
    pageSize: 25,
    list: async () => [],
    upload: () => Promise.reject(new Error('none')),
    send: () => Promise.reject(new Error('none')),
    createKey: () => 'key',
    errorText: String,
  });
  const recordings = createRecordingController({
    viewerId: ME,
    isReachable: () => true,
    stop: () => undefined,
    start: async () => null,
    loadLeftRecordings: async () => [],
    onNotice: () => undefined,
  });
  captions = createCaptions({
    viewerId: ME,
    send: (message) => void sent.push(message),
    onFailed: () => {
      failures += 1;
    },
  });
  at.calls.subscribe(() => captions.follow(at.calls.state().running));
  const tabs = { post: () => undefined, close: () => undefined };
  const listening = createListeningController({
    askClock: () => undefined,
    findTrack: async () => null,
    createSound: () => {
      throw new Error('no music in these tests');
    },
    pauseOwnMusic: () => () => undefined,
    acquireFocus: () => () => undefined,
    now: Date.now,
  });
  await at.calls.start([IGOR], { video: false });
  const calls = { ...at.calls, tabs, recordings, captions, listening };
  await showComponent(<Shown context={{ calls, chat, viewerId: ME }} />);
  const people = isGroup ? [{ ...person(OLGA, 'joined'), firstname: 'Ольга' }] : [];
  await hear({ type: 'state', call: callOf({ ...running(), people: [...running().people, ...people] }) });
}

const hear = (event: EnterCallEvent) =>
  act(async () => {
    at.tell(event);
    captions.handleRoomEvent(event);
  });
const status = (user_id: number, wants: 0 | 1, of: 'off' | 'on' | 'unavailable' = 'off') =>
  hear({ type: 'captions', user_id, wants, speech: of });
const hearWords = (user_id: number, text: string, final: 0 | 1 = 0) => hear({ type: 'caption', user_id, text, final });
const findSwitch = (name: string) => screen.queryByLabelText(name, { selector: '[role=switch]' });
const turn = (name: string) => userEvent.click(screen.getByLabelText(name, { selector: '[role=switch]' }));
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const OWN = 'Распознавать мою речь для субтитров';

beforeEach(() => {
  Object.assign(window, { innerWidth: 1440 });
  document.documentElement.lang = 'ru';
  at = scene();
  at.ports.createStream = () => ({ getAudioTracks: () => [TRACK], getVideoTracks: () => [] }) as unknown as MediaStream;
  sent = [];
  failures = 0;
});
afterEach(() => {
  captions.close();
  at.calls.close();
  speech?.uninstall();
  speech = undefined;
  vi.useRealTimers();
});

test('without recognition on the device there is nothing to turn on, and whoever asks is told', async () => {
  await call();
  expect([findSwitch('Субтитры'), findSwitch(OWN), ...sent]).toEqual([null, null]);
  await status(IGOR, 1);
  expect(screen.queryByRole('alert')).toBeNull();
  expect([findSwitch('Субтитры'), findSwitch(OWN)]).toEqual([null, null]);
  expect(sent).toEqual([{ type: 'captions', wants: 0, speech: 'unavailable' }]);
});

test('a browser that recognizes only elsewhere, or cannot promise the device, offers nothing', async () => {
  speech = installFakeSpeech({});
  await call();
  await status(IGOR, 1);
  expect(findSwitch('Субтитры')).toBeNull();
  expect(sent).toEqual([{ type: 'captions', wants: 0, speech: 'unavailable' }]);

  const found = findDeviceSpeech();
  expect(found).not.toBeNull();
  Reflect.deleteProperty(found?.prototype ?? {}, 'processLocally');
  expect(findDeviceSpeech()).toBeNull();
  expect(speech.sessions).toEqual([]);
});

test('a device that makes no captions shows those of others as soon as there are some', async () => {
  await call();
  await status(IGOR, 0, 'on');
  expect(findSwitch(OWN)).toBeNull();
  await turn('Субтитры');
  await hearWords(IGOR, 'Слышно?', 1);
  expect(await screen.findByRole('log', { name: 'Субтитры' })).toHaveTextContent('Игорь Слышно?');
});

test('captions are off until turned on; then the words of the other one stand under the picture with the name', async () => {
  speech = installFakeSpeech({ 'ru-RU': 'available' });
  await call();
  expect(findSwitch('Субтитры')).not.toBeChecked();
  expect([sent, speech.sessions]).toEqual([[], []]);
  await hearWords(IGOR, 'Рано');
  expect(screen.queryByRole('log')).toBeNull();

  await turn('Субтитры');
  expect(sent).toEqual([{ type: 'captions', wants: 1, speech: 'off' }]);
  const log = await screen.findByRole('log', { name: 'Субтитры' });
  expect(log).toHaveAttribute('aria-live', 'polite');
  expect(screen.getByText('Речь собеседника пока не распознаётся')).toBeInTheDocument();
  await status(IGOR, 0, 'unavailable');
  expect(screen.getByText('У собеседника субтитры недоступны')).toBeInTheDocument();
  await status(IGOR, 0, 'on');
  expect(screen.queryByText('У собеседника субтитры недоступны')).toBeNull();
  expect(screen.getByRole('img', { name: 'Речь становится субтитрами' })).toBeInTheDocument();

  await hearWords(IGOR, 'Добрый');
  expect(log).toHaveTextContent('Игорь Добрый');
  // A guess is for the eye; only final words are read out.
  expect(within(log).getByText('Добрый').closest('[aria-hidden=true]')).not.toBeNull();
  await hearWords(IGOR, 'Добрый вечер', 1);
  expect(log.children).toHaveLength(1);
  expect(within(log).getByText('Добрый вечер').closest('[aria-hidden=true]')).toBeNull();

  await turn('Субтитры');
  expect(screen.queryByRole('log')).toBeNull();
  expect(sent.at(-1)).toEqual({ type: 'captions', wants: 0, speech: 'off' });
  expect(speech.sessions).toEqual([]);
});

test('final words go after some seconds', async () => {
  speech = installFakeSpeech({ 'ru-RU': 'available' });
  await call();
  await turn('Субтитры');
  const log = await screen.findByRole('log', { name: 'Субтитры' });
  vi.useFakeTimers();
  await hearWords(IGOR, 'Да', 1);
  await act(async () => vi.advanceTimersByTime(2900));
  expect(log).toHaveTextContent('Игорь Да');
  await act(async () => vi.advanceTimersByTime(1000));
  expect(log).toBeEmptyDOMElement();
});

test('in a larger call it says whose speech is missing', async () => {
  speech = installFakeSpeech({ 'ru-RU': 'available' });
  await call(true);
  await turn('Субтитры');
  expect(await screen.findByText('Без субтитров: Игорь, Ольга')).toBeInTheDocument();
  await status(IGOR, 0, 'on');
  expect(screen.getByText('Без субтитров: Ольга')).toBeInTheDocument();
});

test('whoever is asked decides; agreed words of the own microphone go out, and none while it is off', async () => {
  speech = installFakeSpeech({ 'ru-RU': 'available', 'en-US': 'downloadable' });
  await call();
  await status(IGOR, 1);
  const question = screen.getByRole('alert');
  expect(question).toHaveTextContent('Игорь включает субтитры. Распознавать вашу речь?');
  expect([sent, speech.sessions]).toEqual([[], []]);
  await press('Распознавать');
  expect(screen.queryByRole('alert')).toBeNull();
  await vi.waitFor(() => expect(speech?.current()).toBeDefined());
  expect(sent).toEqual([{ type: 'captions', wants: 0, speech: 'on' }]);
  expect(speech.current()).toMatchObject({
    lang: 'ru-RU',
    processLocally: true,
    continuous: true,
    interimResults: true,
    track: TRACK,
  });
  expect(screen.getByRole('img', { name: 'Речь становится субтитрами' })).toBeInTheDocument();

  sent = [];
  act(() => speech?.current()?.say(['Здравствуйте', false]));
  expect(sent).toEqual([{ type: 'caption', text: 'Здравствуйте', final: 0 }]);
  act(() => speech?.current()?.say(['Здравствуйте, Игорь', true]));
  await vi.waitFor(() => expect(sent.at(-1)).toEqual({ type: 'caption', text: 'Здравствуйте, Игорь', final: 1 }));

  const session = speech.current();
  await press('Выключить микрофон');
  expect(session?.isAborted).toBe(true);
  sent = [];
  act(() => session?.say(['Это не для вас', true]));
  expect([sent, speech.current()]).toEqual([[], undefined]);
  await press('Включить микрофон');
  await vi.waitFor(() => expect(speech?.current()).toBeDefined());
  await status(IGOR, 0);
  expect(speech.current()).toBeUndefined();
});

test('a no sends nothing, is not asked again, and the switch in the menu changes it', async () => {
  speech = installFakeSpeech({ 'ru-RU': 'downloadable', 'en-US': 'available' });
  await call();
  await status(IGOR, 1);
  await press('Не распознавать');
  await status(IGOR, 0);
  await status(IGOR, 1);
  expect(screen.queryByRole('alert')).toBeNull();
  expect([sent, speech.sessions, speech.installed]).toEqual([[], [], []]);
  await turn(OWN);
  await vi.waitFor(() => expect(speech?.current()?.lang).toBe('ru-RU'));
  expect(speech.installed).toEqual(['ru-RU']);
  await userEvent.selectOptions(screen.getByLabelText('Язык моей речи'), 'English');
  await vi.waitFor(() => expect(speech?.current()?.lang).toBe('en-US'));
  await turn(OWN);
  expect(speech.current()).toBeUndefined();
  expect(sent.at(-1)).toEqual({ type: 'captions', wants: 0, speech: 'off' });
});

test('what cannot be downloaded, and what the browser refuses, is said and turned off', async () => {
  speech = installFakeSpeech({ 'ru-RU': 'downloadable' });
  speech.installs = false;
  await call();
  await status(IGOR, 1);
  await press('Распознавать');
  await vi.waitFor(() => expect(failures).toBe(1));
  expect(findSwitch(OWN)).not.toBeChecked();
  speech.installs = true;
  await turn(OWN);
  await vi.waitFor(() => expect(speech?.current()).toBeDefined());
  act(() => speech?.current()?.onerror?.({ error: 'language-not-supported' }));
  expect(failures).toBe(2);
  expect(findSwitch(OWN)).not.toBeChecked();
  expect(sent.at(-1)).toEqual({ type: 'captions', wants: 0, speech: 'off' });
});

test('a session that ends is followed by the next', async () => {
  speech = installFakeSpeech({ 'ru-RU': 'available' });
  await call();
  await status(IGOR, 1);
  await press('Распознавать');
  await vi.waitFor(() => expect(speech?.sessions).toHaveLength(1));
  act(() => speech?.sessions[0]?.onend?.());
  await vi.waitFor(() => expect(speech?.sessions).toHaveLength(2));
  act(() => speech?.sessions[1]?.say(['Дальше', true]));
  expect(sent.at(-1)).toEqual({ type: 'caption', text: 'Дальше', final: 1 });
});

test('whoever offers their speech before anybody asks is heard by nobody yet', async () => {
  speech = installFakeSpeech({ 'ru-RU': 'available' });
  await call();
  await turn(OWN);
  await vi.waitFor(() => expect(sent).toEqual([{ type: 'captions', wants: 0, speech: 'on' }]));
  expect(speech.sessions).toEqual([]);
  expect(screen.getByText(/Звук не покидает это устройство/)).toBeInTheDocument();
  await status(IGOR, 1);
  expect(screen.queryByRole('alert')).toBeNull();
  await vi.waitFor(() => expect(speech?.current()).toBeDefined());
  await hear({ type: 'state', call: callOf({ state: 'ended', people: [person(ME, 'left'), person(IGOR, 'left')] }) });
  expect(speech.current()).toBeUndefined();
});
