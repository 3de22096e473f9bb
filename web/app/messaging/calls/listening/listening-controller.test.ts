import type { CallListening } from '@app/contract/messaging/listening';
import type { Track } from '@app/contract/publishing/music';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callOf } from '../../../../test/call-scene.ts';
import { sampleTrack } from '../../../../test/sample-track.ts';
import { NO_LOCAL_MEDIA } from '../../../live/media-rooms/local-media.ts';
import type { ActiveCall } from '../call-state.ts';
import { NO_MEDIA } from '../media/call-media.ts';
import { createListeningController, type ListeningController, TICK_MS } from './listening-controller.ts';

/** The server's clock is ahead of this browser's. */
const OFFSET_MS = 40_000;
const START = Date.parse('2026-11-21T10:00:00Z');
const SETTLED_MS = 4000;

const listening = (change: Partial<CallListening> = {}): CallListening => ({
  revision: 1,
  by: 2,
  tracks: [
    { id: 51, duration_ms: 60_000 },
    { id: 52, duration_ms: 30_000 },
  ],
  index: 0,
  position_ms: 0,
  playing: 1,
  changed_at: new Date(START + OFFSET_MS).toISOString(),
  ...change,
});
const calling = (now: CallListening | null, phase: ActiveCall['phase'] = 'running'): ActiveCall => ({
  room: 'a',
  phase,
  call: callOf({ state: 'running', listening: now }),
  began: null,
  endReason: null,
  media: NO_MEDIA,
  own: NO_LOCAL_MEDIA,
  isRaised: false,
  muteRequestedBy: null,
  isSilent: false,
});

/** A sound that runs with the fake clock, and starts late after each jump. */
function createTape(refusal: () => Error | null) {
  const loaded: number[] = [];
  const SEEK_DELAY_MS = 90;
  let from = 0;
  let since = 0;
  let rate = 1;
  let isPaused = true;
  let isClosed = false;
  const position = (): number => (isPaused ? from : from + Math.max(0, Date.now() - since) * rate);
  const sound = {
    load({ id }: Track) {
      loaded.push(id);
      from = 0;
      isPaused = true;
    },
    async play() {
      const error = refusal();
      if (error) throw error;
      since = Date.now() + SEEK_DELAY_MS;
      isPaused = false;
    },
    pause() {
      from = position();
      isPaused = true;
    },
    seek(to: number) {
      from = to;
      since = Date.now() + SEEK_DELAY_MS;
    },
    position,
    isPaused: () => isPaused,
    setRate(next: number) {
      from = position();
      since = Math.max(since, Date.now());
      rate = next;
    },
    close() {
      isClosed = true;
    },
  };
  return { sound, loaded, position, isSounding: () => !isPaused && !isClosed, isClosed: () => isClosed };
}

let refusal: Error | null;
let tape: ReturnType<typeof createTape>;
let controller: ListeningController;
let ownMusic: 'playing' | 'paused';
let loseFocus: () => void;
let findTrack: (id: number) => Promise<Track | null>;

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  refusal = null;
  tape = createTape(() => refusal);
  ownMusic = 'playing';
  loseFocus = () => undefined;
  findTrack = async (id) => sampleTrack({ id });
  controller = createListeningController({
    askClock(sent) {
      setTimeout(() => controller.addSample({ sent, received: sent + 60, server: sent + 30 + OFFSET_MS }), 60);
    },
    findTrack: (id) => findTrack(id),
    createSound: () => tape.sound,
    pauseOwnMusic() {
      ownMusic = 'paused';
      return () => {
        ownMusic = 'playing';
      };
    },
    acquireFocus(onLost) {
      loseFocus = onLost;
      return () => undefined;
    },
    now: Date.now,
  });
});
afterEach(() => {
  controller.close();
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('the sound is where the server’s clock says, whatever this clock says and however late it starts', async () => {
  controller.follow(calling(listening()));
  expect(ownMusic).toBe('paused');
  await pass(SETTLED_MS);
  for (let second = 0; second < 10; second++) {
    await pass(1000);
    expect(Math.abs(tape.position() - (Date.now() - START))).toBeLessThanOrEqual(30);
  }
  expect(controller.view()).toMatchObject({ index: 0, isPlaying: true, state: 'ready', track: { id: 51 } });

  // Another place, by whoever; an answer that is older than it changes nothing.
  const at = new Date(Date.now() + OFFSET_MS).toISOString();
  controller.follow(calling(listening({ revision: 3, position_ms: 40_000, changed_at: at })));
  controller.follow(calling(listening({ revision: 2, position_ms: 1000, changed_at: at })));
  const changed = Date.now();
  await pass(SETTLED_MS);
  expect(Math.abs(tape.position() - (40_000 + Date.now() - changed))).toBeLessThanOrEqual(30);
});

test('tracks follow each other without being told, and the music stands after the last', async () => {
  controller.follow(calling(listening({ position_ms: 55_000 })));
  await pass(9000);
  expect(tape.loaded).toEqual([51, 52]);
  expect(controller.view()).toMatchObject({ index: 1, track: { id: 52 }, isPlaying: true });
  expect(tape.isSounding()).toBe(true);
  await pass(30_000);
  expect(controller.view()).toMatchObject({ index: 1, isPlaying: false, positionMs: 30_000 });
  expect(tape.isSounding()).toBe(false);
});

test('a pause silences, and leaving, the end of the listening and of the call bring the own music back', async () => {
  const ends = [null, calling(null), calling(listening(), 'over')];
  for (const end of ends) {
    tape = createTape(() => null);
    controller.follow(calling(listening()));
    await pass(1000);
    expect([tape.isSounding(), ownMusic]).toEqual([true, 'paused']);
    controller.follow(calling(listening({ revision: 2, playing: 0, position_ms: 1000 })));
    await pass(TICK_MS);
    expect([tape.isSounding(), ownMusic]).toEqual([false, 'paused']);
    controller.follow(end);
    expect([tape.isClosed(), ownMusic, controller.view()]).toEqual([true, 'playing', null]);
    await pass(1000);
    expect(controller.view()).toBeNull();
  }
});

test('a track that is not the viewer’s to see is silent, and the next one sounds', async () => {
  findTrack = async (id) => (id === 51 ? null : sampleTrack({ id }));
  controller.follow(calling(listening({ position_ms: 58_000 })));
  await pass(1000);
  expect(controller.view()).toMatchObject({ state: 'unavailable', track: null, isPlaying: true });
  expect(tape.isSounding()).toBe(false);
  await pass(3000);
  expect(controller.view()).toMatchObject({ state: 'ready', track: { id: 52 } });
  expect(tape.isSounding()).toBe(true);
});

test('a track that did not load is asked for again', async () => {
  let asked = 0;
  findTrack = async (id) => {
    asked++;
    if (asked === 1) throw new Error('offline');
    return sampleTrack({ id });
  };
  controller.follow(calling(listening()));
  await pass(TICK_MS);
  expect(controller.view()).toMatchObject({ state: 'failed' });
  await pass(4000);
  expect(controller.view()).toMatchObject({ state: 'ready' });
  expect(asked).toBe(2);
  expect(tape.isSounding()).toBe(true);
});

test('sound that the browser holds back waits for a press', async () => {
  refusal = Object.assign(new Error('a press is needed'), { name: 'NotAllowedError' });
  controller.follow(calling(listening()));
  await pass(1000);
  expect(controller.view()).toMatchObject({ isBlocked: true });
  refusal = null;
  controller.resume();
  await pass(TICK_MS);
  expect(controller.view()).toMatchObject({ isBlocked: false });
  expect(tape.isSounding()).toBe(true);
});

test('whoever starts something else listens to that, comes back by a press, and keeps what was started', async () => {
  controller.follow(calling(listening()));
  await pass(1000);
  loseFocus();
  expect(controller.view()).toMatchObject({ isAway: true, isPlaying: true });
  expect(tape.isSounding()).toBe(false);
  controller.resume();
  await pass(TICK_MS);
  expect(controller.view()).toMatchObject({ isAway: false });
  expect(tape.isSounding()).toBe(true);
  loseFocus();
  controller.follow(null);
  // What plays now is what the viewer chose: nothing is resumed over it.
  expect(ownMusic).toBe('paused');
});
