import type { ChatFile } from '@app/contract/messaging/chat-files';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { stop } from './player.ts';
import { VoiceNote } from './voice-note.tsx';

const server = vi.fn();
const players: Player[] = [];

class Player extends EventTarget {
  preload = '';
  #src = '';
  playbackRate = 1;
  preservesPitch = false;
  paused = true;
  duration = Number.POSITIVE_INFINITY;
  #time = 0;

  constructor() {
    super();
    players.push(this);
  }

  get src(): string {
    return this.#src;
  }

  set src(address: string) {
    this.#src = address;
    this.#time = 0;
    this.duration = Number.POSITIVE_INFINITY;
  }

  get currentTime(): number {
    return this.#time;
  }

  set currentTime(seconds: number) {
    this.#time = Math.min(seconds, 4);
    if (seconds > 1000) {
      this.duration = 4;
      this.dispatchEvent(new Event('durationchange'));
    }
  }

  async play(): Promise<void> {
    this.paused = false;
    this.dispatchEvent(new Event('play'));
  }

  pause(): void {
    this.paused = true;
    this.dispatchEvent(new Event('pause'));
  }

  removeAttribute(): void {
    this.src = '';
  }
}

beforeEach(() => {
  server.mockReset().mockImplementation(async () => Response.json({ success: true }));
  vi.stubGlobal('fetch', server);
  vi.stubGlobal('Audio', Player);
});
afterEach(() => {
  act(() => stop());
  vi.unstubAllGlobals();
});

const note = (id: number, change: Partial<ChatFile> = {}): ChatFile => ({
  id,
  kind: 'voice',
  name: 'voice.webm',
  mime: 'audio/webm',
  bytes: 1000,
  url: `/media/chat/${id}/audio.webm`,
  width: 0,
  height: 0,
  thumbhash: '',
  preview: null,
  duration_ms: 4000,
  waveform: Array(64).fill(50),
  heard: 0,
  ...change,
});

async function show(...files: ChatFile[]) {
  return showComponent(
    files.map((file) => <VoiceNote key={file.id} file={file} mine={false} name={`Запись ${file.id}`} />),
    '/conversation/2',
  );
}

const player = (): Player => {
  const [only] = players;
  if (!only) throw new Error('Nothing plays');
  return only;
};
const button = (name: string): HTMLElement => screen.getByRole('button', { name });

test('a note plays, and its sender is told once that it was listened to', async () => {
  await show(note(15));
  expect(screen.getByText('0:04')).toBeInTheDocument();
  expect(screen.getByRole('img', { name: 'Не прослушано' })).toBeInTheDocument();
  await userEvent.click(button('Слушать: Запись 15'));
  expect(player().src).toBe('/media/chat/15/audio.webm');
  await userEvent.click(button('Пауза: Запись 15'));
  expect(player().paused).toBe(true);
  await userEvent.click(button('Слушать: Запись 15'));
  expect(server.mock.calls.filter(([url]) => url === '/api/chat/files/15/heard')).toHaveLength(1);
  expect(screen.queryByRole('img', { name: 'Не прослушано' })).not.toBeInTheDocument();
});

test('the speed goes round and is remembered', async () => {
  await show(note(25, { heard: 1 }));
  await userEvent.click(button('Слушать: Запись 25'));
  for (const speed of ['1', '1,5', '2', '2,5', '0,5']) {
    expect(player().playbackRate).toBe(Number(speed.replace(',', '.')));
    await userEvent.click(button(`Скорость ${speed}×, изменить`));
  }
  expect(player().playbackRate).toBe(1);
  await userEvent.click(button('Скорость 1×, изменить'));
  expect(localStorage.getItem('voice-speed')).toBe('1.5');
});

test('keys move in a recording whose length the browser does not know', async () => {
  await show(note(35, { heard: 1 }));
  await userEvent.click(button('Слушать: Запись 35'));
  const slider = screen.getByRole('slider');
  slider.focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
  expect(player().currentTime).toBe(3);
  expect(slider).toHaveAttribute('aria-valuetext', '0:03 из 0:04');
  await userEvent.keyboard('{Home}');
  expect(player().currentTime).toBe(0);
  await userEvent.keyboard('{End}');
  expect(player().currentTime).toBe(4);
});

test('the next note of the chat follows by itself, and one plays at a time', async () => {
  await show(note(47, { heard: 1 }), note(46), note(45));
  await userEvent.click(button('Слушать: Запись 45'));
  act(() => void player().dispatchEvent(new Event('ended')));
  expect(await screen.findByRole('button', { name: 'Пауза: Запись 46' })).toBeInTheDocument();
  expect(server.mock.calls.map(([url]) => url)).toContain('/api/chat/files/46/heard');
  await userEvent.click(button('Слушать: Запись 47'));
  expect(button('Слушать: Запись 46')).toBeInTheDocument();
  expect(players).toHaveLength(1);
  act(() => void player().dispatchEvent(new Event('ended')));
  expect(await screen.findByRole('button', { name: 'Слушать: Запись 47' })).toBeInTheDocument();
});

test('it falls silent when something else begins to sound', async () => {
  await show(note(55, { heard: 1 }));
  await userEvent.click(button('Слушать: Запись 55'));
  const film = document.body.appendChild(document.createElement('video'));
  fireEvent(film, new Event('play'));
  expect(player().paused).toBe(true);
  film.remove();
});

test('a note that cannot be played says so, and is tried anew', async () => {
  await show(note(65, { heard: 1 }));
  await userEvent.click(button('Слушать: Запись 65'));
  act(() => void player().dispatchEvent(new Event('error')));
  expect(await screen.findByRole('alert')).toHaveTextContent('Запись не воспроизводится');
  await userEvent.click(button('Слушать: Запись 65'));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('left behind, it plays on in a bar that leads back to the chat', async () => {
  const { router } = await show(note(75, { heard: 1 }));
  await userEvent.click(button('Слушать: Запись 75'));
  expect(screen.queryByRole('region', { name: 'Сейчас играет' })).not.toBeInTheDocument();
  await act(() => router.navigate('/circle'));
  const bar = await screen.findByRole('region', { name: 'Сейчас играет' });
  expect(bar).toHaveTextContent('Запись 75');
  expect(player().paused).toBe(false);
  await userEvent.click(screen.getByTitle('Открыть чат'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/conversation/2'));
  await act(() => router.navigate('/circle'));
  await userEvent.click(await screen.findByRole('button', { name: 'Остановить и закрыть' }));
  expect(player().paused).toBe(true);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Сейчас играет' })).not.toBeInTheDocument());
});
