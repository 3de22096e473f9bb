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
  /** What is on; null when nothing was chosen. */
  track: Track | null;
  /** In the order they play. */
  queue: readonly Track[];
  at: number;
  /** It plays, or will as soon as it can: also in the pause between two tracks. */
  isPlaying: boolean;
  /** It would play, and waits for the network. */
  isWaiting: boolean;
  shuffle: boolean;
  repeat: Repeat;
  /** Left by an earlier visit or by another device, and not gone on with here. */
  isOffer: boolean;
}

interface Progress {
  /** Milliseconds. */
  position: number;
  duration: number;
}

/** Why the music passed over a track; `stopped` when it gave up with it. */
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

/** Going back within the first seconds means the track before, later the beginning of this one. */
const RESTART_FROM_MS = 3000;
const RETRY_MS = 5000;
/** So many in a row that do not play: the fault is not theirs. */
const FAILURES_MAX = 5;
/** So much of it has to play before a failure is forgotten. */
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
/** The first one of several that fail was spoken of. */
let isFailureReported = false;
/** What is on failed while nobody listened: the next press puts it on again, at this place of it. */
let brokenAt: number | null = null;
/** A call took the word; the music goes on after it. */
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
/** A track was passed over. */
export const onSkipped = (listener: (track: Track, why: SkipReason) => void): (() => void) =>
  listen(skipListeners, listener);

/** What is playing, for anything that shows it. */
export function usePlayer(): MusicState {
  return useSyncExternalStore(subscribeMusic, musicState, () => STOPPED_STATE);
}

/** Where it is by now. Apart from the rest, because it changes several times a second. */
export function useProgress(): Progress {
  return useSyncExternalStore(subscribeProgress, musicProgress, () => NO_PROGRESS);
}

function player(): Sound {
  if (sound) return sound;
  const created = new Sound({
    onPosition(position, duration) {
      // It plays on behind where it failed: that is over.
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

/** The queue as it is from now on; what is on is what it says. */
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

/** Put on what the queue says, from the beginning or from a place, and play it if something plays. */
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

/** Play these, beginning with one of them; the rest follows it. The bar of the site appears with it. */
export function playTracks(tracks: readonly Track[], startAt = 0): void {
  const settings = musicSettings();
  const next = startQueue(tracks, startAt, settings.shuffle);
  if (next.at === -1) return;
  resetFailures();
  isSilencedByCall = false;
  show(next, { isPlaying: true, isOffer: false, repeat: settings.repeat });
  loadCurrent();
}

/** Go on with what is on. */
export function play(): void {
  if (state.track === null || state.isPlaying) return;
  resetFailures();
  isSilencedByCall = false;
  publish({ isPlaying: true, isOffer: false });
  // The pause between two tracks was interrupted, or the last one is over.
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

/** Play this one, or stop and go on with it when it is on already: the button of a row. */
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

/** Another track of the queue. */
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

/** A track came to its end. */
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

/** Nothing is on any more, and the bar goes. */
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

/** Take a track out of the queue: its keeper deleted it, or nobody wants to hear it now. */
export function removeFromQueue(id: number): void {
  const isOn = state.track?.id === id;
  const next = removeTrack(queue, id);
  if (next === queue) return;
  setQueueOrder(next);
  if (isOn) loadCurrent();
}

/** Play it after what is on, or after everything. With nothing on it begins at once. */
export function addToQueue(track: Track, where: 'next' | 'last'): void {
  if (state.track === null) playTracks([track]);
  else setQueueOrder(enqueueTrack(queue, track, where));
}

/** What a person wrote about a track is shown wherever it stands. */
export function renewTrack(track: Track): void {
  if (!queue.tracks.some(({ id }) => id === track.id)) return;
  show({ ...queue, tracks: queue.tracks.map((one) => (one.id === track.id ? { ...track, src: one.src } : one)) });
}

/** Offer to go on where an earlier visit or another device stopped. Nothing sounds until somebody asks for it. */
export function offer({ track_id, position_ms, queue: tracks, repeat, shuffle: isShuffled }: Playback): void {
  const at = tracks.findIndex(({ id }) => id === track_id);
  if (at === -1 || state.isPlaying) return;
  stopWaiting();
  const straight = isShuffled === 1 ? tracks.map(({ id }) => id) : null;
  show({ tracks, at, unshuffledIds: straight }, { isOffer: true, isWaiting: false, repeat });
  const track = tracks[at] as Track;
  load(track, Math.min(position_ms, track.duration_ms));
}

/** Whether the server still has it, and lets this person hear it. */
async function findTrackProblem({ id }: Track): Promise<'there' | 'gone' | 'unreachable'> {
  try {
    await call(musicApi.one, { params: { id } });
    return 'there';
  } catch (error) {
    if (!isApiError(error)) throw error;
    return error.status === 404 || error.status === 403 || error.status === 410 ? 'gone' : 'unreachable';
  }
}

/** The element could not go on: wait for the network, or pass over what is gone or cannot be played. */
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
  // The network was away for a moment: what is there plays on from where it stopped, once.
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
