import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { useVoice, type Voice } from './use-voice.ts';
import { VoiceButton } from './voice-button.tsx';
import { VoiceStrip } from './voice-strip.tsx';

const stopTrack = vi.fn();
const onSend = vi.fn();
const onProblem = vi.fn();
const getUserMedia = vi.fn();
let recorders: Recorder[];

class Recorder extends EventTarget {
  static isTypeSupported = (type: string): boolean => type.startsWith('audio/mp4');
  state: 'inactive' | 'recording' | 'paused' = 'inactive';
  mimeType: string;

  constructor(_stream: unknown, { mimeType = '' }: { mimeType?: string }) {
    super();
    this.mimeType = mimeType;
    recorders.push(this);
  }

  start(): void {
    this.state = 'recording';
  }

  pause(): void {
    this.state = 'paused';
  }

  resume(): void {
    this.state = 'recording';
  }

  requestData(): void {
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob(['piece']) }));
  }

  stop(): void {
    this.requestData();
    this.state = 'inactive';
    this.dispatchEvent(new Event('stop'));
  }
}

class Context {
  createAnalyser = () => ({ fftSize: 8, getByteTimeDomainData: (into: Uint8Array) => into.fill(192) });
  createMediaStreamSource = () => ({ connect: () => undefined });
  close = async () => undefined;
}

class Decoder {
  decodeAudioData = async () => ({
    duration: 2,
    getChannelData: () => Float32Array.from({ length: 640 }, (_, at) => (at < 320 ? 0.1 : 0.5)),
  });
}

function Stage() {
  const voice: Voice = useVoice({ onTick: () => undefined, onProblem });
  return (
    <>
      {voice.phase !== 'idle' && <VoiceStrip voice={voice} />}
      <VoiceButton voice={voice} isDisabled={false} onSend={() => void voice.finish().then(onSend)} />
    </>
  );
}

beforeEach(() => {
  recorders = [];
  for (const spy of [stopTrack, onSend, onProblem, getUserMedia]) spy.mockReset();
  getUserMedia.mockImplementation(async () => {
    const track = Object.assign(new EventTarget(), { stop: stopTrack });
    return { getTracks: () => [track], getAudioTracks: () => [track] };
  });
  vi.stubGlobal('MediaRecorder', Recorder);
  vi.stubGlobal('AudioContext', Context);
  vi.stubGlobal('OfflineAudioContext', Decoder);
  vi.stubGlobal('isSecureContext', true);
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true });
  HTMLElement.prototype.setPointerCapture = () => undefined;
});
afterEach(() => vi.unstubAllGlobals());

const microphone = (): HTMLElement => screen.getByRole('button', { name: 'Записать голосовое сообщение' });
const isRecording = () => waitFor(() => expect(recorders.at(-1)?.state).toBe('recording'));

async function hold(): Promise<void> {
  fireEvent.pointerDown(microphone(), { button: 0, clientX: 300, clientY: 500, pointerId: 1 });
  await isRecording();
  await act(() => new Promise((resolve) => setTimeout(resolve, 400)));
}

test('held, it records with echo taken out, and sends when it is let go', async () => {
  await showComponent(<Stage />);
  await hold();
  expect(getUserMedia).toHaveBeenCalledWith({
    audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
  });
  expect(screen.getByRole('status')).toHaveTextContent('Идёт запись');
  fireEvent.pointerUp(microphone(), { clientX: 300, clientY: 500, pointerId: 1 });
  await waitFor(() => expect(onSend).toHaveBeenCalledTimes(1));
  const [recording] = onSend.mock.calls[0] ?? [];
  expect(recording).toMatchObject({ durationMs: 2000 });
  expect(recording.waveform).toEqual([...Array(32).fill(20), ...Array(32).fill(100)]);
  expect(recording.blob.type).toBe('audio/mp4');
  expect(stopTrack).toHaveBeenCalledTimes(1);
});

test('drawn to the left and let go there, it is thrown away', async () => {
  await showComponent(<Stage />);
  await hold();
  fireEvent.pointerMove(microphone(), { clientX: 150, clientY: 500, pointerId: 1 });
  expect(screen.getByText('Отпустите, чтобы отменить')).toBeInTheDocument();
  fireEvent.pointerUp(microphone(), { clientX: 150, clientY: 500, pointerId: 1 });
  expect(screen.queryByRole('timer')).not.toBeInTheDocument();
  expect(stopTrack).toHaveBeenCalledTimes(1);
  expect(onSend).not.toHaveBeenCalled();
});

test('drawn upwards it goes on without a finger, pauses, is listened to, goes on and is sent', async () => {
  await showComponent(<Stage />);
  await hold();
  fireEvent.pointerMove(microphone(), { clientX: 300, clientY: 400, pointerId: 1 });
  fireEvent.pointerUp(screen.getByRole('button', { name: 'Отправить запись' }), { clientX: 300, pointerId: 1 });
  await userEvent.click(screen.getByRole('button', { name: 'Приостановить запись' }));
  expect(recorders[0]?.state).toBe('paused');
  expect(await screen.findByRole('button', { name: 'Слушать' })).toBeInTheDocument();
  expect(screen.getByRole('slider', { name: 'Место в записи' })).toHaveAttribute('aria-valuetext', '0:00 из 0:02');
  await userEvent.click(screen.getByRole('button', { name: 'Продолжить запись' }));
  expect(recorders[0]?.state).toBe('recording');
  await userEvent.click(screen.getByRole('button', { name: 'Отправить запись' }));
  await waitFor(() => expect(onSend).toHaveBeenCalledTimes(1));
});

test('a short press records hands free, and the recording can be deleted', async () => {
  await showComponent(<Stage />);
  await userEvent.click(microphone());
  await isRecording();
  expect(onSend).not.toHaveBeenCalled();
  await userEvent.click(await screen.findByRole('button', { name: 'Удалить запись' }));
  expect(microphone()).toBeInTheDocument();
  expect(stopTrack).toHaveBeenCalledTimes(1);
});

test.each(['{Enter}', ' '])('the key «%s» begins a recording, and the same key sends it', async (key) => {
  await showComponent(<Stage />);
  microphone().focus();
  await userEvent.keyboard(key);
  await isRecording();
  expect(await screen.findByRole('button', { name: 'Отправить запись' })).toHaveFocus();
  await userEvent.keyboard(key);
  await waitFor(() => expect(onSend).toHaveBeenCalledTimes(1));
});

test('Escape halts a recording and deletes nothing', async () => {
  await showComponent(<Stage />);
  microphone().focus();
  await userEvent.keyboard('{Enter}');
  await isRecording();
  await screen.findByRole('button', { name: 'Отправить запись' });
  await userEvent.keyboard('{Escape}');
  expect(recorders[0]?.state).toBe('paused');
});

test('whoever leaves the page takes the microphone back', async () => {
  const { unmount } = await showComponent(<Stage />);
  await hold();
  unmount();
  expect(stopTrack).toHaveBeenCalledTimes(1);
});

test('a permission that comes after the page was left opens no microphone', async () => {
  let allow = (): void => undefined;
  const opened = getUserMedia.getMockImplementation();
  getUserMedia.mockImplementation(() => new Promise((resolve) => (allow = () => resolve(opened?.()))));
  const { unmount } = await showComponent(<Stage />);
  fireEvent.pointerDown(microphone(), { button: 0, pointerId: 1 });
  await waitFor(() => expect(getUserMedia).toHaveBeenCalled());
  unmount();
  allow();
  await waitFor(() => expect(stopTrack).toHaveBeenCalledTimes(1));
  expect(recorders).toHaveLength(0);
});

test('a microphone that is pulled out ends the recording in words', async () => {
  getUserMedia.mockImplementation(async () => {
    const track = Object.assign(new EventTarget(), { stop: stopTrack });
    setTimeout(() => track.dispatchEvent(new Event('ended')), 50);
    return { getTracks: () => [track], getAudioTracks: () => [track] };
  });
  await showComponent(<Stage />);
  await userEvent.click(microphone());
  await waitFor(() => expect(onProblem).toHaveBeenCalledWith('Запись прервалась, попробуйте ещё раз'));
  expect(microphone()).toBeInTheDocument();
});

test.each([
  ['NotAllowedError', 'Нет доступа к микрофону. Разрешите его в настройках браузера для этого сайта'],
  ['NotFoundError', 'Микрофон не найден. Подключите его и попробуйте ещё раз'],
  ['NotReadableError', 'Микрофон занят другой программой'],
])('%s is said in words', async (name, words) => {
  getUserMedia.mockRejectedValue(Object.assign(new Error(name), { name }));
  await showComponent(<Stage />);
  await userEvent.click(microphone());
  await waitFor(() => expect(onProblem).toHaveBeenCalledWith(words));
  expect(screen.queryByRole('timer')).not.toBeInTheDocument();
});

test('without a secure connection, or a recorder, it says so', async () => {
  vi.stubGlobal('isSecureContext', false);
  await showComponent(<Stage />);
  await userEvent.click(microphone());
  await waitFor(() => expect(onProblem).toHaveBeenCalledWith(expect.stringContaining('https')));
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('MediaRecorder', undefined);
  await userEvent.click(microphone());
  await waitFor(() => expect(onProblem).toHaveBeenLastCalledWith('Этот браузер не записывает звук'));
});
