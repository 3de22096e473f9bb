import { chatFilesApi } from '#contract/messaging/chat-files';
import { acquireAudioFocus } from '../../platform/audio-focus.ts';
import { call } from '../../platform/call.ts';
import { createStore } from '../../platform/state-machine.ts';
import { readStored, writeStored } from '../../platform/stored.ts';
import { listenToMedia } from '../../ui/media/listen-to-media.ts';
import type { MediaElementEvent } from '../../ui/media/media-state.ts';

export interface VoiceTrack {
  /** Id of the file; recordings that are not sent have negative ids. */
  id: number;
  url: string;
  durationMs: number;
  waveform: readonly number[];
  /** Name of the speaker for the bar and the lock screen; '' when unknown. */
  name: string;
  /** 1: from another person and not listened to yet. */
  isNew: boolean;
  place: string;
  open: () => void;
}

export interface PlayerState {
  track: VoiceTrack | null;
  isPlaying: boolean;
  position: number;
  duration: number;
  hasFailed: boolean;
}

const SPEEDS = [1, 1.5, 2, 2.5, 0.5] as const;
const SPEED_KEY = 'voice-speed';
/** Seconds past any end; seeking there makes the browser determine the duration of a recording without one. */
const BEYOND_SECONDS = 1e7;
const STEP_SECONDS = 5;
const STOPPED: PlayerState = { track: null, isPlaying: false, position: 0, duration: 0, hasFailed: false };

let speed: number | undefined;
let audio: HTMLAudioElement | undefined;
let releaseAudioFocus: (() => void) | undefined;
/** Position in seconds to continue at once the duration is known. */
let wantedAt: number | null = null;
const listenedIds = new Set<number>();

/**
 * Notes per page, by id, in the order of upload; the next one plays automatically. A page's notes stay known after
 * leaving it.
 */
const tracksByPlace = new Map<string, Map<number, VoiceTrack>>();
const shownCounts = new Map<number, number>();

const player = createStore(STOPPED);
export const { state: playerState, subscribe: subscribePlayer } = player;
const publish = (change: Partial<PlayerState>): void => player.set({ ...playerState(), ...change });
export const stoppedState = (): PlayerState => STOPPED;

export function currentSpeed(): number {
  if (speed === undefined) {
    const stored = Number(readStored(SPEED_KEY));
    speed = SPEEDS.find((one) => one === stored) ?? 1;
  }
  return speed;
}

export function changeSpeed(): void {
  const at = (SPEEDS as readonly number[]).indexOf(currentSpeed());
  speed = SPEEDS[(at + 1) % SPEEDS.length] ?? 1;
  writeStored(SPEED_KEY, String(speed));
  if (audio) audio.playbackRate = speed;
  publish({});
}

/** Registers a note as visible: it can play automatically, and the bar is hidden while it is visible. */
export function showTrack(track: VoiceTrack): () => void {
  const notes = tracksByPlace.get(track.place) ?? new Map<number, VoiceTrack>();
  // Drops the notes of other pages, except of the page that is playing.
  for (const place of tracksByPlace.keys())
    if (place !== track.place && place !== playerState().track?.place) tracksByPlace.delete(place);
  tracksByPlace.set(track.place, notes.set(track.id, track));
  shownCounts.set(track.id, (shownCounts.get(track.id) ?? 0) + 1);
  if (playerState().track?.id === track.id) publish({});
  return () => {
    const left = (shownCounts.get(track.id) ?? 1) - 1;
    if (left > 0) shownCounts.set(track.id, left);
    else shownCounts.delete(track.id);
    if (playerState().track?.id === track.id) publish({});
  };
}

export const isShown = (id: number): boolean => shownCounts.has(id);

function element(): HTMLAudioElement {
  if (audio) return audio;
  const created = new Audio();
  created.preload = 'auto';
  listenToMedia(created, handleEvent);
  audio = created;
  return created;
}

function handleEvent(event: MediaElementEvent): unknown {
  switch (event.type) {
    case 'moved':
      return wantedAt === null && publish({ position: event.position * 1000 });
    case 'measured':
      return updateDuration();
    case 'started':
      return publish({ isPlaying: true });
    case 'paused':
      releaseAudioFocus?.();
      return publish({ isPlaying: false });
    case 'ended':
      return playFollowing();
    case 'failed':
      return playerState().track && publish({ isPlaying: false, hasFailed: true });
  }
}

function updateDuration(): void {
  if (!audio || !Number.isFinite(audio.duration) || audio.duration === 0) return;
  publish({ duration: audio.duration * 1000 });
  if (wantedAt === null) return;
  audio.currentTime = Math.min(wantedAt, audio.duration);
  wantedAt = null;
}

/** Browser recordings contain no duration and are not seekable before it is determined. */
function seekSeconds(seconds: number): void {
  const player = element();
  if (Number.isFinite(player.duration)) {
    player.currentTime = seconds;
    return;
  }
  const isAsked = wantedAt !== null;
  wantedAt = seconds;
  if (!isAsked) player.currentTime = BEYOND_SECONDS;
}

function markListened(track: VoiceTrack): void {
  if (!track.isNew || track.id <= 0 || listenedIds.has(track.id)) return;
  listenedIds.add(track.id);
  // A failure is ignored; the next playback reports it again.
  call(chatFilesApi.markListened, { params: { id: track.id } }).catch(() => listenedIds.delete(track.id));
}

export const wasListened = (id: number): boolean => listenedIds.has(id);

function load(track: VoiceTrack): void {
  const player = element();
  wantedAt = null;
  player.src = track.url;
  publish({ track, position: 0, duration: track.durationMs, hasFailed: false });
}

function play(track: VoiceTrack): void {
  const player = element();
  if (playerState().track?.id !== track.id || playerState().hasFailed) load(track);
  player.playbackRate = currentSpeed();
  player.preservesPitch = true;
  // Only one player sounds at a time, across tabs.
  releaseAudioFocus = acquireAudioFocus('voice', () => player.pause());
  markListened(track);
  describe(track);
  player.play().catch((error: unknown) => {
    // `AbortError` means that another note was chosen meanwhile.
    if ((error as Error).name !== 'AbortError') publish({ isPlaying: false, hasFailed: true });
  });
}

export function pause(): void {
  audio?.pause();
}

export function toggle(track: VoiceTrack): void {
  if (playerState().track?.id === track.id && playerState().isPlaying) pause();
  else play(track);
}

/** Seeks, in milliseconds. A note that is not playing stays paused. */
export function seek(track: VoiceTrack, position: number): void {
  if (playerState().track?.id !== track.id) load(track);
  const at = Math.max(0, Math.min(position, playerState().duration));
  publish({ position: at });
  seekSeconds(at / 1000);
}

export function stop(): void {
  audio?.pause();
  audio?.removeAttribute('src');
  wantedAt = null;
  publish(STOPPED);
  if ('mediaSession' in navigator) navigator.mediaSession.metadata = null;
}

function playFollowing(): void {
  const { track } = playerState();
  if (!track) return;
  const following = [...(tracksByPlace.get(track.place)?.values() ?? [])]
    .filter(({ id }) => id > track.id)
    .sort((one, other) => one.id - other.id)[0];
  if (following && track.id > 0) {
    play(following);
    return;
  }
  publish({ isPlaying: false, position: 0 });
  // A note that is not visible closes the bar when it ends.
  if (!isShown(track.id)) stop();
}

/** Sets the metadata and handlers of the Media Session (lock screen, headset keys). */
function describe(track: VoiceTrack): void {
  if (!('mediaSession' in navigator) || track.id <= 0) return;
  const { mediaSession } = navigator;
  mediaSession.metadata = new MediaMetadata({ title: track.name, artist: document.title });
  const move = (seconds: number) => () => seek(track, playerState().position + seconds * 1000);
  mediaSession.setActionHandler('play', () => play(track));
  mediaSession.setActionHandler('pause', pause);
  mediaSession.setActionHandler('seekbackward', move(-STEP_SECONDS));
  mediaSession.setActionHandler('seekforward', move(STEP_SECONDS));
  mediaSession.setActionHandler('seekto', ({ seekTime }) => {
    if (seekTime !== undefined) seek(track, seekTime * 1000);
  });
}
