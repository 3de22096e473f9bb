import type { Playback, Track } from '@app/contract/publishing/music';
import type { Step } from '../../../platform/state-machine.ts';
import { EMPTY_QUEUE, neighbourIndex, nextIndex, type Queue, type Repeat, removeTrack } from './queue.ts';

export interface MusicState {
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
  /** The offered session plays on another device. */
  isElsewhere: boolean;
}

export interface Progress {
  /** Milliseconds. */
  position: number;
  duration: number;
}

/** Why a track was skipped; `stopped` means that the player gave up after `FAILURES_MAX` failures. */
export type SkipReason = 'gone' | 'broken' | 'stopped';

export interface PlayerState {
  music: MusicState;
  queue: Queue;
  progress: Progress;
  /** Failures in a row. */
  failures: number;
  failedAt: number;
  isFailureReported: boolean;
  /** Position at which the current track failed while paused; the next press loads the track again from there. */
  brokenAt: number | null;
  /** A call paused the music; the music resumes after the call. */
  isSilencedByCall: boolean;
}

/** Whether a track that failed exists. */
export type TrackProblem = 'there' | 'gone' | 'unreachable';

export type PlayerEvent =
  | { type: 'playQueue'; queue: Queue; repeat: Repeat }
  | { type: 'play' }
  | { type: 'pause' }
  | { type: 'toggle' }
  | { type: 'stop' }
  | { type: 'seek'; to: number }
  | { type: 'jump'; index: number }
  | { type: 'next' }
  | { type: 'previous' }
  /** The queue in another order, or with more tracks. */
  | { type: 'order'; queue: Queue }
  | { type: 'repeat'; repeat: Repeat }
  | { type: 'remove'; id: number }
  | { type: 'renew'; track: Track }
  | { type: 'offer'; playback: Playback; isElsewhere: boolean }
  /** Another device plays on. */
  | { type: 'follow'; position: number }
  | { type: 'progress'; position: number; duration: number }
  /** The track ended; `hasGap`: the next one begins after a pause. */
  | { type: 'ended'; hasGap: boolean }
  | { type: 'gapOver'; next: number }
  /** The next track already plays, without a gap. */
  | { type: 'switched' }
  | { type: 'stalled'; isWaiting: boolean }
  | { type: 'failed' }
  | { type: 'online' }
  | { type: 'answered'; track: Track; at: number; problem: TrackProblem }
  | { type: 'silenced'; isSilenced: boolean };

export type PlayerEffect =
  | { type: 'load'; track: Track; position: number }
  /** Acquires the audio focus and plays what is loaded. */
  | { type: 'start' }
  /** Pauses and releases the audio focus. */
  | { type: 'pause' }
  | { type: 'stop' }
  | { type: 'seek'; to: number }
  /** The preloaded next track may not be the next one any more. */
  | { type: 'cancelNext' }
  | { type: 'gap'; next: number }
  | { type: 'retry' }
  | { type: 'stopRetry' }
  /** Ends the gap and the retry. */
  | { type: 'stopWaiting' }
  | { type: 'ask'; track: Track; at: number }
  | { type: 'skipped'; track: Track; why: SkipReason };

type PlayerStep = Step<PlayerState, PlayerEffect>;

export const STOPPED_MUSIC: MusicState = {
  track: null,
  queue: [],
  at: -1,
  isPlaying: false,
  isWaiting: false,
  shuffle: false,
  repeat: 'all',
  isOffer: false,
  isElsewhere: false,
};
export const NO_PROGRESS: Progress = { position: 0, duration: 0 };
export const NEW_PLAYER: PlayerState = {
  music: STOPPED_MUSIC,
  queue: EMPTY_QUEUE,
  progress: NO_PROGRESS,
  failures: 0,
  failedAt: 0,
  isFailureReported: false,
  brokenAt: null,
  isSilencedByCall: false,
};

/** "Previous" within this time (milliseconds) goes to the previous track, later to the start of the current one. */
const RESTART_FROM_MS = 3000;
/** After this many failures in a row playback stops, because the cause is probably not the tracks. */
const FAILURES_MAX = 5;
/** Milliseconds of playback after which the failure counter is reset. */
const RECOVERED_MS = 3000;

const step = (state: PlayerState, ...effects: PlayerEffect[]): PlayerStep => ({ state, effects });

/** Continues a step with another one. */
function then({ state, effects }: PlayerStep, next: (state: PlayerState) => PlayerStep): PlayerStep {
  const after = next(state);
  return { state: after.state, effects: [...effects, ...after.effects] };
}

const withMusic = (state: PlayerState, change: Partial<MusicState>): PlayerState => ({
  ...state,
  music: { ...state.music, ...change },
});

/** A new queue; the current track is derived from it. */
const withQueue = (state: PlayerState, queue: Queue, change: Partial<MusicState> = {}): PlayerState => ({
  ...withMusic(state, {
    track: queue.tracks[queue.at] ?? null,
    queue: queue.tracks,
    at: queue.at,
    shuffle: queue.unshuffledIds !== null,
    ...change,
  }),
  queue,
});

const RESUMED = { isPlaying: true, isOffer: false, isElsewhere: false } as const;

const afterFailures = (state: PlayerState): PlayerState => ({ ...state, failures: 0, isFailureReported: false });

const load = (state: PlayerState, track: Track, position: number): PlayerStep =>
  step({ ...state, brokenAt: null }, { type: 'load', track, position });

function startSound(state: PlayerState): PlayerStep {
  const { brokenAt, music } = state;
  const loaded = brokenAt !== null && music.track !== null ? load(state, music.track, brokenAt) : step(state);
  return then(loaded, (next) => step(next, { type: 'start' }));
}

function stop(state: PlayerState): PlayerStep {
  return step(
    {
      ...state,
      music: { ...STOPPED_MUSIC, repeat: state.music.repeat },
      queue: EMPTY_QUEUE,
      progress: NO_PROGRESS,
      brokenAt: null,
    },
    { type: 'stopWaiting' },
    { type: 'stop' },
  );
}

/** Loads the current track of the queue at a position and plays it if the player is playing. */
function loadCurrent(state: PlayerState, position = 0): PlayerStep {
  const { track, isPlaying } = state.music;
  if (track === null) return stop(state);
  const loaded = then(step(withMusic(state, { isWaiting: false }), { type: 'stopWaiting' }), (next) =>
    load(next, track, position),
  );
  return isPlaying ? then(loaded, startSound) : loaded;
}

function pause(state: PlayerState): PlayerStep {
  if (!state.music.isPlaying) return step(state);
  return step(withMusic(state, { isPlaying: false, isWaiting: false }), { type: 'stopWaiting' }, { type: 'pause' });
}

function jumpTo(state: PlayerState, index: number): PlayerStep {
  if (state.queue.tracks[index] === undefined) return step(state);
  const next = withQueue(afterFailures(state), { ...state.queue, at: index }, RESUMED);
  return loadCurrent(next);
}

function play(state: PlayerState): PlayerStep {
  if (state.music.track === null || state.music.isPlaying) return step(state);
  const { position, duration } = state.progress;
  const next = withMusic({ ...afterFailures(state), isSilencedByCall: false }, RESUMED);
  // The pause between two tracks was interrupted, or the last track ended.
  if (duration > 0 && position >= duration) return jumpTo(next, nextIndex(next.queue, next.music.repeat) ?? 0);
  // What is loaded stands where the other device was when the session was offered.
  const sought = state.music.isElsewhere ? step(next, { type: 'seek', to: position }) : step(next);
  return then(sought, startSound);
}

function playQueue(state: PlayerState, queue: Queue, repeat: Repeat): PlayerStep {
  if (queue.at === -1) return step(state);
  const fresh = { ...afterFailures(state), isSilencedByCall: false };
  return loadCurrent(withQueue(fresh, queue, { ...RESUMED, repeat }));
}

function seek(state: PlayerState, to: number): PlayerStep {
  if (state.music.track === null) return step(state);
  const place = Math.max(0, Math.min(to, state.progress.duration || to));
  const sought = step(
    state.brokenAt === null ? state : { ...state, brokenAt: place },
    { type: 'stopWaiting' },
    { type: 'seek', to: place },
  );
  return state.music.isPlaying ? then(sought, startSound) : sought;
}

function playPrevious(state: PlayerState): PlayerStep {
  if (state.queue.tracks.length === 0) return step(state);
  return state.progress.position > RESTART_FROM_MS ? seek(state, 0) : jumpTo(state, neighbourIndex(state.queue, -1));
}

const setOrder = (state: PlayerState, queue: Queue): PlayerStep =>
  step(withQueue(state, queue), { type: 'cancelNext' });

function remove(state: PlayerState, id: number): PlayerStep {
  const queue = removeTrack(state.queue, id);
  if (queue === state.queue) return step(state);
  const removed = setOrder(state, queue);
  return state.music.track?.id === id ? then(removed, loadCurrent) : removed;
}

function renew(state: PlayerState, track: Track): PlayerStep {
  const { queue } = state;
  if (!queue.tracks.some(({ id }) => id === track.id)) return step(state);
  // The address stays, because another one would start the track anew.
  const tracks = queue.tracks.map((one) => (one.id === track.id ? { ...track, src: one.src } : one));
  return step(withQueue(state, { ...queue, tracks }));
}

function offer(state: PlayerState, playback: Playback, isElsewhere: boolean): PlayerStep {
  const { track_id, position_ms, queue: tracks, repeat, shuffle } = playback;
  const at = tracks.findIndex(({ id }) => id === track_id);
  const track = tracks[at];
  if (track === undefined || state.music.isPlaying) return step(state);
  const queue = { tracks, at, unshuffledIds: shuffle === 1 ? tracks.map(({ id }) => id) : null };
  const offered = step(withQueue(state, queue, { isOffer: true, isElsewhere, isWaiting: false, repeat }), {
    type: 'stopWaiting',
  });
  return then(offered, (next) => load(next, track, Math.min(position_ms, track.duration_ms)));
}

/** Shows the place of the other device without loading it. */
function follow(state: PlayerState, position: number): PlayerStep {
  const { music, progress } = state;
  if (!music.isElsewhere || music.track === null) return step(state);
  const duration = progress.duration || music.track.duration_ms;
  return step({ ...state, progress: { position: Math.min(position, duration), duration } });
}

function advance(state: PlayerState, hasGap: boolean): PlayerStep {
  const next = nextIndex(state.queue, state.music.repeat);
  if (next === null) return pause(state);
  return hasGap ? step(state, { type: 'gap', next }) : loadCurrent(withQueue(state, { ...state.queue, at: next }));
}

function moveOn(state: PlayerState): PlayerStep {
  const next = nextIndex(state.queue, state.music.repeat);
  return step(next === null ? state : withQueue(state, { ...state.queue, at: next }));
}

function showProgress(state: PlayerState, progress: Progress): PlayerStep {
  const { failures, failedAt, music } = state;
  // Playback continued past the failed position, so the failure is over.
  const isOver = failures > 0 && music.isPlaying && progress.position > failedAt + RECOVERED_MS;
  return step({ ...(isOver ? afterFailures(state) : state), progress });
}

/** After a media error: asks what is wrong with the track, unless nobody listens. */
function fail(state: PlayerState): PlayerStep {
  const { track, isPlaying } = state.music;
  const at = state.progress.position;
  if (track === null) return step(state);
  if (!isPlaying) return step({ ...state, brokenAt: at }, { type: 'stopRetry' });
  return step(withMusic(state, { isWaiting: true }), { type: 'stopRetry' }, { type: 'ask', track, at });
}

/** Waits for the network, or skips a track that is deleted or cannot be played. */
function answer(state: PlayerState, { track, at, problem }: Extract<PlayerEvent, { type: 'answered' }>): PlayerStep {
  if (state.music.track?.id !== track.id || !state.music.isPlaying) return step(state);
  if (problem === 'unreachable') return step(state, { type: 'retry' });
  const failures = state.failures + 1;
  // After a short network failure the track resumes once from where it stopped.
  if (problem === 'there' && failures === 1) return loadCurrent({ ...state, failures, failedAt: at }, at);
  const isHopeless = failures > FAILURES_MAX || state.queue.tracks.length < 2;
  const why = isHopeless ? 'stopped' : problem === 'gone' ? 'gone' : 'broken';
  const isToldNow = isHopeless || !state.isFailureReported;
  const counted = step(
    { ...state, failures, failedAt: 0, isFailureReported: true },
    ...(isToldNow ? [{ type: 'skipped', track, why } as const] : []),
  );
  const passed = then(counted, (next) => {
    if (problem === 'gone') return setOrder(next, removeTrack(next.queue, track.id));
    return isHopeless ? step(next) : step(withQueue(next, { ...next.queue, at: neighbourIndex(next.queue, 1) }));
  });
  return then(isHopeless ? then(passed, pause) : passed, (next) =>
    next.music.track !== null && isHopeless && problem === 'there'
      ? step({ ...next, brokenAt: at })
      : loadCurrent(next),
  );
}

function silence(state: PlayerState, isSilenced: boolean): PlayerStep {
  if (isSilenced && state.music.isPlaying)
    return then(pause(state), (next) => step({ ...next, isSilencedByCall: true }));
  return !isSilenced && state.isSilencedByCall ? play({ ...state, isSilencedByCall: false }) : step(state);
}

/** The state of the music player after an event, and what its runner has to do. */
export function reducePlayer(state: PlayerState, event: PlayerEvent): PlayerStep {
  switch (event.type) {
    case 'playQueue':
      return playQueue(state, event.queue, event.repeat);
    case 'play':
      return play(state);
    case 'pause':
      return pause(state);
    case 'toggle':
      return state.music.isPlaying ? pause(state) : play(state);
    case 'stop':
      return stop(state);
    case 'seek':
      return seek(state, event.to);
    case 'jump':
      return jumpTo(state, event.index);
    case 'next':
      return jumpTo(state, neighbourIndex(state.queue, 1));
    case 'previous':
      return playPrevious(state);
    case 'order':
      return setOrder(state, event.queue);
    case 'repeat':
      return step(withMusic(state, { repeat: event.repeat }), { type: 'cancelNext' });
    case 'remove':
      return remove(state, event.id);
    case 'renew':
      return renew(state, event.track);
    case 'offer':
      return offer(state, event.playback, event.isElsewhere);
    case 'follow':
      return follow(state, event.position);
    case 'progress':
      return showProgress(state, { position: event.position, duration: event.duration });
    case 'ended':
      return advance(state, event.hasGap);
    case 'gapOver':
      return loadCurrent(withQueue(state, { ...state.queue, at: event.next }));
    case 'switched':
      return moveOn(state);
    case 'stalled':
      return step(withMusic(state, { isWaiting: event.isWaiting }));
    case 'failed':
      return fail(state);
    case 'online':
      return state.music.isWaiting && state.music.isPlaying ? fail(state) : step(state);
    case 'answered':
      return answer(state, event);
    case 'silenced':
      return silence(state, event.isSilenced);
  }
}
