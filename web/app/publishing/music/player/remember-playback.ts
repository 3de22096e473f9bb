import type { Playback, PlaybackEvent, Track } from '@app/contract/publishing/music';
import { musicApi, QUEUE_MAX } from '#contract/publishing/music';
import { call, readCookie } from '../../../platform/call.ts';
import { subscribe } from '../../../platform/live/live.ts';
import { randomKey } from '../../../platform/random-key.ts';
import { readStored, writeStored } from '../../../platform/stored.ts';
import { follow, musicProgress, musicState, offer, pause, subscribeMusic, subscribeProgress } from './player.ts';
import { rememberedIds } from './queue.ts';

const SAVE_EVERY_MS = 10_000;
/** A position that moved further than time did was sought. */
const SEEK_MS = 2000;
const SAVE_SEEKS_EVERY_MS = 1000;
const FOLLOW_EVERY_MS = 1000;
const OFFERED_FOR_MS = 3 * 24 * 3_600_000;
const DEVICE_KEY = 'music-device';
const DISMISSED_KEY = 'music-dismissed';

let device: string | undefined;

function thisDevice(): string {
  device ??= readStored(DEVICE_KEY) ?? randomKey();
  writeStored(DEVICE_KEY, device);
  return device;
}

/** Prevents that the dismissed session is offered again on the next page. */
export function dismissOffer(): void {
  writeStored(DISMISSED_KEY, new Date().toISOString());
}

const isPlaybackEvent = (event: unknown): event is PlaybackEvent =>
  typeof event === 'object' && event !== null && 'type' in event && event.type === 'playback';

function bodyOf(changes: { takesOver: boolean; hasQueue: boolean }) {
  const { track, queue, at, isPlaying, shuffle, repeat } = musicState();
  if (track === null) return null;
  return {
    track_id: track.id,
    position_ms: Math.round(musicProgress().position),
    ...(changes.hasQueue && { queue: rememberedIds({ tracks: queue, at, unshuffledIds: null }, QUEUE_MAX) }),
    shuffle: shuffle ? (1 as const) : (0 as const),
    repeat,
    paused: isPlaying ? (0 as const) : (1 as const),
    device: thisDevice(),
    takes_over: changes.takesOver ? (1 as const) : (0 as const),
  };
}

/** `keepalive` lets the browser finish the request after the page is closed. */
function saveOnLeaving(viewerId: number): void {
  const { isPlaying } = musicState();
  const body = isPlaying ? bodyOf({ takesOver: false, hasQueue: false }) : null;
  if (body === null) return;
  fetch(musicApi.savePlayback.path, {
    method: musicApi.savePlayback.method,
    keepalive: true,
    headers: {
      'content-type': 'application/json',
      'x-csrftoken': readCookie('csrftoken') ?? '',
      'x-viewer': String(viewerId),
    },
    body: JSON.stringify({ ...body, paused: 1 }),
  }).catch(() => undefined);
}

/** Pages of one browser are one device: only another browser plays elsewhere. */
const isElsewhere = ({ paused, device: playing }: Playback): boolean => paused === 0 && playing !== thisDevice();

async function offerPlayback(viewerId: number): Promise<Playback | undefined> {
  const response = await call(musicApi.playback, { viewerId, isQuiet: true }).catch(() => null);
  const playback = response?.playback;
  if (!playback || musicState().isPlaying) return undefined;
  const isOld = Date.now() - Date.parse(playback.timestamp) > OFFERED_FOR_MS;
  const isDismissed = (readStored(DISMISSED_KEY) ?? '') >= playback.timestamp;
  if (isOld || isDismissed) return undefined;
  offer(playback, isElsewhere(playback));
  return playback;
}

/**
 * Saves the queue and position on the server, so that another device can resume; pauses when another device starts
 * playing; offers the saved session. Returns a function that ends this.
 */
export function rememberPlayback(viewerId: number, onTakenOver: () => void): () => void {
  let saved: { track: Track | null; queue: readonly Track[]; isPlaying: boolean } = {
    track: null,
    queue: [],
    isPlaying: false,
  };
  let savedAt = 0;
  /** Events from another device that arrive during the first request are newer than its response. */
  let isFollowing = false;
  let followed: ReturnType<typeof setInterval> | undefined;
  let last = { position: 0, at: 0 };
  let isSought = false;

  async function offerSession(): Promise<void> {
    const playback = await offerPlayback(viewerId);
    clearInterval(followed);
    if (playback === undefined || !isElsewhere(playback)) return;
    const begun = performance.now() - playback.position_ms;
    followed = setInterval(() => {
      if (!musicState().isElsewhere) clearInterval(followed);
      else follow(performance.now() - begun);
    }, FOLLOW_EVERY_MS);
  }

  function save(changes: { takesOver: boolean; hasQueue: boolean }): void {
    const body = bodyOf(changes);
    if (body === null) return;
    savedAt = Date.now();
    // A failure is ignored because the position is sent again in a few seconds.
    call(musicApi.savePlayback, { body, viewerId }).catch(() => undefined);
  }

  function handleState(): void {
    const { track, queue, isPlaying, isOffer } = musicState();
    const before = saved;
    saved = { track, queue, isPlaying };
    if (isOffer || track === null) return;
    const begins = isPlaying && !before.isPlaying;
    const hasQueue = before.queue !== queue || before.track === null;
    if (begins || hasQueue || before.track?.id !== track.id) save({ takesOver: begins, hasQueue });
    else if (before.isPlaying && !isPlaying && !isFollowing) save({ takesOver: false, hasQueue: false });
    isFollowing = false;
  }

  function handleProgress(): void {
    const { isPlaying, isOffer } = musicState();
    const [{ position }, now] = [musicProgress(), Date.now()];
    isSought ||= Math.abs(position - last.position - (now - last.at)) > SEEK_MS;
    last = { position, at: now };
    if (!isPlaying || isOffer) return;
    if (now - savedAt < (isSought ? SAVE_SEEKS_EVERY_MS : SAVE_EVERY_MS)) return;
    isSought = false;
    save({ takesOver: false, hasQueue: false });
  }

  function handleEvent(event: unknown): void {
    if (!isPlaybackEvent(event) || event.device === thisDevice()) return;
    const { isPlaying, track, isOffer } = musicState();
    if (isPlaying) {
      if (event.takes_over !== 1) return;
      isFollowing = true;
      pause();
      onTakenOver();
    }
    // Offers the session of the other device if the player is visible here; otherwise the next visit offers it.
    if (track !== null && (isOffer || event.paused === 1 || event.takes_over === 1)) void offerSession();
  }

  const handleLeaving = (): void => saveOnLeaving(viewerId);
  const start = (): void => {
    if (musicState().track === null) void offerSession();
    else handleState();
  };
  const idle = typeof requestIdleCallback === 'function' ? requestIdleCallback(start, { timeout: 3000 }) : undefined;
  const timer = idle === undefined ? setTimeout(start, 1000) : undefined;
  const endings = [
    subscribeMusic(handleState),
    subscribeProgress(handleProgress),
    subscribe(`/ws/notifications/${viewerId}/`, handleEvent),
  ];
  window.addEventListener('pagehide', handleLeaving);
  return () => {
    if (idle !== undefined) cancelIdleCallback(idle);
    clearTimeout(timer);
    clearInterval(followed);
    for (const end of endings) end();
    window.removeEventListener('pagehide', handleLeaving);
  };
}
