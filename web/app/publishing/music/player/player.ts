import type { Playback, Track } from '@app/contract/publishing/music';
import { useSyncExternalStore } from 'react';
import { musicApi, NEXT_TRACK_MS } from '#contract/publishing/music';
import { isApiError } from '../../../platform/api-error.ts';
import { acquireAudioFocus, duckFactor, subscribeDuck } from '../../../platform/audio-focus.ts';
import { call } from '../../../platform/call.ts';
import {
  EMPTY_QUEUE,
  enqueueTrack,
  moveTrack,
  neighbourIndex,
  nextIndex,
  type Queue,
  type Repeat,
  removeTrack,
  shuffle,
  startQueue,
  unshuffle,
} from './queue.ts';
import { changeSettings, musicSettings, subscribeSettings } from './settings.ts';
import { Sound } from './sound.ts';

interface MusicState {
  track: Track | null;
  queue: readonly Track[];
  at: number;
  /** Whether music plays or is about to, including the pause between two tracks. */
  isPlaying: boolean;
  isWaiting: boolean;
  shuffle: boolean;
  repeat: Repeat;
  /** A session of an earlier visit or of another device that was not resumed here. */
  isOffer: boolean;
}

interface Progress {
  /** Milliseconds. */
  position: number;
  duration: number;
}

/** Why a track was skipped; `stopped` means that the player gave up after `FAILURES_MAX` failures. */
type SkipReason = 'gone' | 'broken' | 'stopped';

const STOPPED_STATE: MusicState = {
  track: null,
  queue: [],
  at: -1,
  isPlaying: false,
  isWaiting: false,
  shuffle: false,
  repeat: 'all',
  isOffer: false,
};
const NO_PROGRESS: Progress = { position: 0, duration: 0 };

/** "Previous" within this time (milliseconds) goes to the previous track, later to the start of the current one. */
const RESTART_FROM_MS = 3000;
const RETRY_MS = 5000;
/** After this many failures in a row playback stops, because the cause is probably not the tracks. */
const FAILURES_MAX = 5;
/** Milliseconds of playback after which the failure counter is reset. */
const RECOVERED_MS = 3000;

let state = STOPPED_STATE;
let queue: Queue = EMPTY_QUEUE;
let progress = NO_PROGRESS;
let sound: Sound | undefined;
let releaseAudioFocus: (() => void) | undefined;
let gap: ReturnType<typeof setTimeout> | undefined;
let retry: ReturnType<typeof setTimeout> | undefined;
let failures = 0;
let failedAt = 0;
let isFailureReported = false;
/** Position at which the current track failed while paused; the next press loads the track again from there. */
let brokenAt: number | null = null;
/** A call paused the music; the music resumes after the call. */
let isSilencedByCall = false;
const listeners = new Set<() => void>();
const progressListeners = new Set<() => void>();
const skipListeners = new Set<(track: Track, why: SkipReason) => void>();

function publish(change: Partial<MusicState>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

function publishProgress(position: number, duration: number): void {
  progress = { position, duration };
  for (const listener of progressListeners) listener();
}

export const musicState = (): MusicState => state;
export const musicProgress = (): Progress => progress;

function listen<T>(among: Set<T>, listener: T): () => void {
  among.add(listener);
  return () => among.delete(listener);
}

export const subscribeMusic = (listener: () => void): (() => void) => listen(listeners, listener);
export const subscribeProgress = (listener: () => void): (() => void) => listen(progressListeners, listener);
export const onSkipped = (listener: (track: Track, why: SkipReason) => void): (() => void) =>
  listen(skipListeners, listener);

export function usePlayer(): MusicState {
  return useSyncExternalStore(subscribeMusic, musicState, () => STOPPED_STATE);
}

/** Playback position. Separate from the music state because it changes several times a second. */
export function useProgress(): Progress {
  return useSyncExternalStore(subscribeProgress, musicProgress, () => NO_PROGRESS);
}

function player(): Sound {
  if (sound) return sound;
  const created = new Sound({
    onPosition(position, duration) {
      // Playback continued past the failed position, so the failure is over.
      if (failures > 0 && state.isPlaying && position > failedAt + RECOVERED_MS) resetFailures();
      publishProgress(position, duration);
    },
    onEnded: advance,
    onMoved() {
      const next = nextIndex(queue, state.repeat);
      if (next !== null) show({ ...queue, at: next });
    },
    onStalled: (isWaiting) => publish({ isWaiting }),
    onFailed: () => void handleFailure(),
    onRefused: pause,
    onStopped: pause,
    next() {
      const next = nextIndex(queue, state.repeat);
      return next === null ? null : (queue.tracks[next] ?? null);
    },
  });
  subscribeSettings(() => {
    created.mix();
    if (musicSettings().pause === 'two') created.cancelNext();
  });
  subscribeDuck(() => {
    created.mix();
    setSilencedByCall(duckFactor() === 0);
  });
  window.addEventListener('online', () => {
    if (state.isWaiting && state.isPlaying) void handleFailure();
  });
  sound = created;
  return created;
}

function setSilencedByCall(isSilenced: boolean): void {
  if (isSilenced && state.isPlaying) {
    pause();
    isSilencedByCall = true;
  } else if (!isSilenced && isSilencedByCall) {
    isSilencedByCall = false;
    play();
  }
}

/** Publishes a new queue; the current track is derived from the queue. */
function show(next: Queue, change: Partial<MusicState> = {}): void {
  queue = next;
  const track = next.tracks[next.at] ?? null;
  publish({ track, queue: next.tracks, at: next.at, shuffle: next.unshuffledIds !== null, ...change });
}

function stopWaiting(): void {
  clearTimeout(gap);
  clearTimeout(retry);
  gap = undefined;
  retry = undefined;
}

function resetFailures(): void {
  failures = 0;
  isFailureReported = false;
}

/** Loads the current track of the queue at a position and plays it if the player is playing. */
function loadCurrent(position = 0): void {
  stopWaiting();
  const { track } = state;
  if (track === null) {
    stop();
    return;
  }
  publish({ isWaiting: false });
  load(track, position);
  if (state.isPlaying) startSound();
}

function load(track: Track, position: number): void {
  brokenAt = null;
  player().load(track, position);
}

function startSound(): void {
  if (brokenAt !== null && state.track !== null) load(state.track, brokenAt);
  releaseAudioFocus ??= acquireAudioFocus('music', () => {
    releaseAudioFocus = undefined;
    pause();
  });
  player().play();
}

export function playTracks(tracks: readonly Track[], startAt = 0): void {
  const settings = musicSettings();
  const next = startQueue(tracks, startAt, settings.shuffle);
  if (next.at === -1) return;
  resetFailures();
  isSilencedByCall = false;
  show(next, { isPlaying: true, isOffer: false, repeat: settings.repeat });
  loadCurrent();
}

export function play(): void {
  if (state.track === null || state.isPlaying) return;
  resetFailures();
  isSilencedByCall = false;
  publish({ isPlaying: true, isOffer: false });
  // The pause between two tracks was interrupted, or the last track ended.
  if (progress.duration > 0 && progress.position >= progress.duration) jumpTo(nextIndex(queue, state.repeat) ?? 0);
  else startSound();
}

export function pause(): void {
  if (!state.isPlaying) return;
  stopWaiting();
  publish({ isPlaying: false, isWaiting: false });
  player().pause();
  releaseAudioFocus?.();
  releaseAudioFocus = undefined;
}

export function toggle(): void {
  if (state.isPlaying) pause();
  else play();
}

export function toggleTrack(tracks: readonly Track[], index: number): void {
  const track = tracks[index];
  if (track === undefined) return;
  if (state.track?.id === track.id && !state.isOffer) toggle();
  else playTracks(tracks, index);
}

export function seek(position: number): void {
  if (state.track === null) return;
  stopWaiting();
  const place = Math.max(0, Math.min(position, progress.duration || position));
  if (brokenAt !== null) brokenAt = place;
  player().seek(place);
  if (state.isPlaying) startSound();
}

export function jumpTo(index: number): void {
  if (queue.tracks[index] === undefined) return;
  resetFailures();
  show({ ...queue, at: index }, { isPlaying: true, isOffer: false });
  loadCurrent();
}

export function playNext(): void {
  if (queue.tracks.length > 0) jumpTo(neighbourIndex(queue, 1));
}

export function playPrevious(): void {
  if (queue.tracks.length === 0) return;
  if (progress.position > RESTART_FROM_MS) seek(0);
  else jumpTo(neighbourIndex(queue, -1));
}

function advance(): void {
  const next = nextIndex(queue, state.repeat);
  if (next === null) {
    pause();
    return;
  }
  const move = (): void => {
    show({ ...queue, at: next });
    loadCurrent();
  };
  if (musicSettings().pause === 'two') gap = setTimeout(move, NEXT_TRACK_MS);
  else move();
}

export function stop(): void {
  stopWaiting();
  brokenAt = null;
  sound?.stop();
  releaseAudioFocus?.();
  releaseAudioFocus = undefined;
  queue = EMPTY_QUEUE;
  publishProgress(0, 0);
  publish({ ...STOPPED_STATE, repeat: state.repeat });
}

export function setShuffle(isOn: boolean): void {
  changeSettings({ shuffle: isOn });
  sound?.cancelNext();
  show(isOn ? shuffle(queue) : unshuffle(queue));
}

export function setRepeat(repeat: Repeat): void {
  changeSettings({ repeat });
  sound?.cancelNext();
  publish({ repeat });
}

function setQueueOrder(next: Queue): void {
  sound?.cancelNext();
  show(next);
}

export const moveInQueue = (from: number, to: number): void => setQueueOrder(moveTrack(queue, from, to));

export function removeFromQueue(id: number): void {
  const isOn = state.track?.id === id;
  const next = removeTrack(queue, id);
  if (next === queue) return;
  setQueueOrder(next);
  if (isOn) loadCurrent();
}

/** Adds a track after the current one or at the end of the queue. With an empty queue, playback starts at once. */
export function addToQueue(track: Track, where: 'next' | 'last'): void {
  if (state.track === null) playTracks([track]);
  else setQueueOrder(enqueueTrack(queue, track, where));
}

export function renewTrack(track: Track): void {
  if (!queue.tracks.some(({ id }) => id === track.id)) return;
  show({ ...queue, tracks: queue.tracks.map((one) => (one.id === track.id ? { ...track, src: one.src } : one)) });
}

/** Offers to resume the session of an earlier visit or another device. Playback starts only on a press. */
export function offer({ track_id, position_ms, queue: tracks, repeat, shuffle: isShuffled }: Playback): void {
  const at = tracks.findIndex(({ id }) => id === track_id);
  if (at === -1 || state.isPlaying) return;
  stopWaiting();
  const straight = isShuffled === 1 ? tracks.map(({ id }) => id) : null;
  show({ tracks, at, unshuffledIds: straight }, { isOffer: true, isWaiting: false, repeat });
  const track = tracks[at] as Track;
  load(track, Math.min(position_ms, track.duration_ms));
}

async function findTrackProblem({ id }: Track): Promise<'there' | 'gone' | 'unreachable'> {
  try {
    await call(musicApi.one, { params: { id } });
    return 'there';
  } catch (error) {
    if (!isApiError(error)) throw error;
    return error.status === 404 || error.status === 403 || error.status === 410 ? 'gone' : 'unreachable';
  }
}

/** After a media error: waits for the network, or skips a track that is deleted or cannot be played. */
async function handleFailure(): Promise<void> {
  const { track } = state;
  if (track === null) return;
  const at = progress.position;
  clearTimeout(retry);
  if (!state.isPlaying) {
    brokenAt = at;
    return;
  }
  publish({ isWaiting: true });
  const answer = await findTrackProblem(track);
  if (state.track?.id !== track.id || !state.isPlaying) return;
  if (answer === 'unreachable') {
    retry = setTimeout(() => void handleFailure(), RETRY_MS);
    return;
  }
  failures += 1;
  failedAt = at;
  // After a short network failure the track resumes once from where it stopped.
  if (answer === 'there' && failures === 1) {
    loadCurrent(at);
    return;
  }
  failedAt = 0;
  const isHopeless = failures > FAILURES_MAX || queue.tracks.length < 2;
  if (isHopeless || !isFailureReported) {
    const why = isHopeless ? 'stopped' : answer === 'gone' ? 'gone' : 'broken';
    for (const listener of skipListeners) listener(track, why);
  }
  isFailureReported = true;
  if (answer === 'gone') setQueueOrder(removeTrack(queue, track.id));
  else if (!isHopeless) show({ ...queue, at: neighbourIndex(queue, 1) });
  if (isHopeless) pause();
  if (state.track === null) stop();
  else if (isHopeless && answer === 'there') brokenAt = at;
  else loadCurrent();
}
