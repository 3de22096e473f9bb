import type { Playback, Track } from '@app/contract/publishing/music';
import { useSyncExternalStore } from 'react';
import { musicApi, NEXT_TRACK_MS } from '#contract/publishing/music';
import { isApiError } from '../../../platform/api-error.ts';
import { acquireAudioFocus, duckFactor, subscribeDuck } from '../../../platform/audio-focus.ts';
import { call } from '../../../platform/call.ts';
import { createMachine } from '../../../platform/state-machine.ts';
import {
  type MusicState,
  NEW_PLAYER,
  NO_PROGRESS,
  type PlayerEffect,
  type Progress,
  reducePlayer,
  type SkipReason,
  STOPPED_MUSIC,
  type TrackProblem,
} from './player-state.ts';
import { enqueueTrack, moveTrack, nextIndex, type Repeat, shuffle, startQueue, unshuffle } from './queue.ts';
import { changeSettings, musicSettings, subscribeSettings } from './settings.ts';
import { Sound } from './sound.ts';

const RETRY_MS = 5000;

let sound: Sound | undefined;
let releaseAudioFocus: (() => void) | undefined;
let gap: ReturnType<typeof setTimeout> | undefined;
let retry: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
const progressListeners = new Set<() => void>();
const skipListeners = new Set<(track: Track, why: SkipReason) => void>();

const machine = createMachine(reducePlayer, NEW_PLAYER, perform);
const { state, send } = machine;
let published = state();
machine.subscribe(() => {
  const before = published;
  published = state();
  if (published.music !== before.music) for (const listener of listeners) listener();
  if (published.progress !== before.progress) for (const listener of progressListeners) listener();
});

export const musicState = (): MusicState => state().music;
export const musicProgress = (): Progress => state().progress;

function listen<T>(among: Set<T>, listener: T): () => void {
  among.add(listener);
  return () => among.delete(listener);
}

export const subscribeMusic = (listener: () => void): (() => void) => listen(listeners, listener);
export const subscribeProgress = (listener: () => void): (() => void) => listen(progressListeners, listener);
export const onSkipped = (listener: (track: Track, why: SkipReason) => void): (() => void) =>
  listen(skipListeners, listener);

export function usePlayer(): MusicState {
  return useSyncExternalStore(subscribeMusic, musicState, () => STOPPED_MUSIC);
}

/** Playback position. Separate from the music state because it changes several times a second. */
export function useProgress(): Progress {
  return useSyncExternalStore(subscribeProgress, musicProgress, () => NO_PROGRESS);
}

function player(): Sound {
  if (sound) return sound;
  const created = new Sound({
    onPosition: (position, duration) => send({ type: 'progress', position, duration }),
    onEnded: () => send({ type: 'ended', hasGap: musicSettings().pause === 'two' }),
    onMoved: () => send({ type: 'switched' }),
    onStalled: (isWaiting) => send({ type: 'stalled', isWaiting }),
    onFailed: () => send({ type: 'failed' }),
    onRefused: pause,
    onStopped: pause,
    next() {
      const { queue, music } = state();
      const next = nextIndex(queue, music.repeat);
      return next === null ? null : (queue.tracks[next] ?? null);
    },
  });
  subscribeSettings(() => {
    created.mix();
    if (musicSettings().pause === 'two') created.cancelNext();
  });
  subscribeDuck(() => {
    created.mix();
    send({ type: 'silenced', isSilenced: duckFactor() === 0 });
  });
  window.addEventListener('online', () => send({ type: 'online' }));
  sound = created;
  return created;
}

function stopWaiting(): void {
  clearTimeout(gap);
  clearTimeout(retry);
}

function releaseFocus(): void {
  releaseAudioFocus?.();
  releaseAudioFocus = undefined;
}

function start(): void {
  releaseAudioFocus ??= acquireAudioFocus('music', () => {
    releaseAudioFocus = undefined;
    pause();
  });
  player().play();
}

async function findTrackProblem({ id }: Track): Promise<TrackProblem> {
  try {
    await call(musicApi.one, { params: { id } });
    return 'there';
  } catch (error) {
    if (!isApiError(error)) throw error;
    return error.status === 404 || error.status === 403 || error.status === 410 ? 'gone' : 'unreachable';
  }
}

async function ask(track: Track, at: number): Promise<void> {
  send({ type: 'answered', track, at, problem: await findTrackProblem(track) });
}

function perform(effect: PlayerEffect): void {
  switch (effect.type) {
    case 'load':
      player().load(effect.track, effect.position);
      break;
    case 'start':
      start();
      break;
    case 'pause':
      player().pause();
      releaseFocus();
      break;
    case 'stop':
      sound?.stop();
      releaseFocus();
      break;
    case 'seek':
      player().seek(effect.to);
      break;
    case 'cancelNext':
      sound?.cancelNext();
      break;
    case 'gap':
      gap = setTimeout(() => send({ type: 'gapOver', next: effect.next }), NEXT_TRACK_MS);
      break;
    case 'retry':
      retry = setTimeout(() => send({ type: 'failed' }), RETRY_MS);
      break;
    case 'stopRetry':
      clearTimeout(retry);
      break;
    case 'stopWaiting':
      stopWaiting();
      break;
    case 'ask':
      void ask(effect.track, effect.at);
      break;
    case 'skipped':
      for (const listener of skipListeners) listener(effect.track, effect.why);
  }
}

export function playTracks(tracks: readonly Track[], startAt = 0): void {
  const settings = musicSettings();
  send({ type: 'playQueue', queue: startQueue(tracks, startAt, settings.shuffle), repeat: settings.repeat });
}

export const play = (): void => send({ type: 'play' });
export const pause = (): void => send({ type: 'pause' });
export const toggle = (): void => send({ type: 'toggle' });
export const stop = (): void => send({ type: 'stop' });
export const playNext = (): void => send({ type: 'next' });
export const playPrevious = (): void => send({ type: 'previous' });
export const seek = (to: number): void => send({ type: 'seek', to });
export const jumpTo = (index: number): void => send({ type: 'jump', index });

export function toggleTrack(tracks: readonly Track[], index: number): void {
  const track = tracks[index];
  const { music } = state();
  if (track === undefined) return;
  if (music.track?.id === track.id && !music.isOffer) toggle();
  else playTracks(tracks, index);
}

export function setShuffle(isOn: boolean): void {
  changeSettings({ shuffle: isOn });
  const { queue } = state();
  send({ type: 'order', queue: isOn ? shuffle(queue) : unshuffle(queue) });
}

export function setRepeat(repeat: Repeat): void {
  changeSettings({ repeat });
  send({ type: 'repeat', repeat });
}

export const moveInQueue = (from: number, to: number): void =>
  send({ type: 'order', queue: moveTrack(state().queue, from, to) });

export const removeFromQueue = (id: number): void => send({ type: 'remove', id });

/** Adds a track after the current one or at the end of the queue. With an empty queue, playback starts at once. */
export function addToQueue(track: Track, where: 'next' | 'last'): void {
  const { queue, music } = state();
  if (music.track === null) playTracks([track]);
  else send({ type: 'order', queue: enqueueTrack(queue, track, where) });
}

export const renewTrack = (track: Track): void => send({ type: 'renew', track });

/** Offers to resume the session of an earlier visit or another device. Playback starts only on a press. */
export const offer = (playback: Playback, isElsewhere = false): void => send({ type: 'offer', playback, isElsewhere });

/** Moves the shown position, milliseconds, of a session that plays on another device. */
export const follow = (position: number): void => send({ type: 'follow', position });
