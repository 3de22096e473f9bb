import type { Step } from '../../platform/state-machine.ts';

export interface SoundPreference {
  /** 0 to 1. */
  volume: number;
  isMuted: boolean;
}

/** One media element. Times are in seconds. */
export interface MediaState extends SoundPreference {
  isPlaying: boolean;
  /** Playback was requested at least once. */
  hasBegun: boolean;
  /** Playback was started by autoplay, without sound, and not by the user. */
  isAutomatic: boolean;
  isWaiting: boolean;
  hasFailed: boolean;
  /** The element has its source; without one, playing attaches it. */
  isAttached: boolean;
  position: number;
  duration: number;
  /** Heights of the renditions to choose from. */
  heights: readonly number[];
}

/** What happened to the element. */
export type MediaElementEvent =
  | { type: 'started' }
  | { type: 'paused'; isEnded: boolean }
  | { type: 'ended' }
  | { type: 'stalled' }
  | { type: 'continued' }
  | { type: 'moved'; position: number }
  | { type: 'measured'; duration: number }
  | { type: 'sounded'; volume: number; isMuted: boolean }
  | { type: 'failed' };

/** What the user or the page asks for. `preferred` is the stored preference of the user. */
export type MediaCommand =
  | { type: 'play'; preferred?: SoundPreference }
  | { type: 'pause' }
  | { type: 'toggle'; preferred?: SoundPreference }
  | { type: 'mute'; preferred?: SoundPreference }
  | { type: 'volume'; to: number }
  | { type: 'seek'; to: number }
  | { type: 'quality'; height: number | null }
  /** Enough of the player is in view for autoplay. */
  | { type: 'shown'; mayAutoplay: boolean; preferred?: SoundPreference }
  /** No longer enough of it is in view, or the page is hidden. */
  | { type: 'covered' };

/** Results of effects. */
export type MediaResult =
  | { type: 'attached'; heights: readonly number[] }
  | { type: 'detached' }
  /** The browser refused to play. */
  | { type: 'refused' };

export type MediaEvent = MediaElementEvent | MediaCommand | MediaResult;

export type MediaEffect =
  /** Attaches the source where that is missing, moves to `from` and plays. */
  | { type: 'play'; from: number | null }
  | { type: 'pause' }
  | { type: 'seek'; to: number }
  | { type: 'sound'; volume: number; isMuted: boolean }
  | { type: 'quality'; height: number | null }
  | { type: 'store'; change: Partial<SoundPreference> & { quality?: number | null } }
  | { type: 'focus'; isWanted: boolean };

type MediaStep = Step<MediaState, MediaEffect>;

export const NO_MEDIA: MediaState = {
  isPlaying: false,
  hasBegun: false,
  isAutomatic: false,
  isWaiting: false,
  hasFailed: false,
  isAttached: false,
  isMuted: false,
  volume: 1,
  position: 0,
  duration: 0,
  heights: [],
};

/** Volumes are multiples of this, so that steps by keys end at exactly 0 and 1. */
const VOLUME_UNIT = 0.05;
/** Closer to the end than this, playback begins anew. */
const END_WITHIN_S = 1;

const soundOf = ({ volume, isMuted }: SoundPreference): MediaEffect => ({ type: 'sound', volume, isMuted });

/** Only one player sounds at a time: one that plays with sound takes the audio focus. */
const withFocus = (state: MediaState): MediaStep => ({
  state,
  effects: [{ type: 'focus', isWanted: state.isPlaying && !state.isMuted }],
});

function play(state: MediaState, isAutomatic: boolean, preferred: SoundPreference, at?: number): MediaStep {
  const left = state.position < state.duration - END_WITHIN_S ? state.position : 0;
  const from = at ?? (state.isAttached || left === 0 ? null : left);
  const sound = { volume: preferred.volume, isMuted: isAutomatic || preferred.isMuted };
  return {
    state: { ...state, ...sound, isAutomatic, hasBegun: true, isAttached: true },
    effects: [soundOf(sound), { type: 'play', from }],
  };
}

function unmute(state: MediaState, { volume }: SoundPreference): MediaStep {
  // Unmuting at volume 0 would stay silent.
  const sound = { volume: volume > 0 ? volume : 1, isMuted: false };
  return {
    state: { ...state, ...sound, isAutomatic: false },
    effects: [soundOf(sound), { type: 'store', change: sound }],
  };
}

function toggleMute(state: MediaState, preferred: SoundPreference): MediaStep {
  if (state.isMuted) return unmute(state, preferred);
  return {
    state: { ...state, isMuted: true },
    effects: [
      { type: 'sound', volume: state.volume, isMuted: true },
      { type: 'store', change: { isMuted: true } },
    ],
  };
}

function changeVolume(state: MediaState, to: number): MediaStep {
  const volume = Math.min(1, Math.max(0, Math.round(to / VOLUME_UNIT) * VOLUME_UNIT));
  const sound = { volume: Number(volume.toFixed(2)), isMuted: volume === 0 };
  return {
    state: { ...state, ...sound, isAutomatic: false },
    effects: [soundOf(sound), { type: 'store', change: sound }],
  };
}

function seek(state: MediaState, to: number): MediaStep {
  if (!Number.isFinite(to)) return { state, effects: [] };
  const position = Math.min(Math.max(0, to), state.duration);
  const moved = { ...state, position };
  return state.isAttached
    ? { state: moved, effects: [{ type: 'seek', to: position }] }
    : play(moved, false, state, position);
}

function reduceCommand(state: MediaState, event: MediaCommand): MediaStep {
  const preferred = ('preferred' in event && event.preferred) || state;
  switch (event.type) {
    case 'play':
      return play(state, false, preferred);
    case 'pause':
      return { state, effects: [{ type: 'pause' }] };
    case 'toggle':
      if (!state.isPlaying) return play(state, false, preferred);
      // The first press on a video that plays by autoplay unmutes it.
      return state.isAutomatic ? unmute(state, preferred) : { state, effects: [{ type: 'pause' }] };
    case 'mute':
      return toggleMute(state, preferred);
    case 'volume':
      return changeVolume(state, event.to);
    case 'seek':
      return seek(state, event.to);
    case 'quality':
      return {
        state,
        effects: [
          { type: 'store', change: { quality: event.height } },
          { type: 'quality', height: event.height },
        ],
      };
    case 'shown': {
      const isUntouched = state.isAutomatic || state.position === 0 || !state.isAttached;
      return !state.isPlaying && isUntouched && event.mayAutoplay
        ? play(state, true, preferred)
        : { state, effects: [] };
    }
    case 'covered':
      return { state, effects: state.isPlaying && state.isAutomatic ? [{ type: 'pause' }] : [] };
  }
}

/** The state of a media player after an event, and what its runner has to do. */
export function reduceMedia(state: MediaState, event: MediaEvent): MediaStep {
  switch (event.type) {
    case 'started':
      return withFocus({ ...state, isPlaying: true });
    case 'paused':
      return withFocus({ ...state, isPlaying: false });
    case 'ended':
      return { state: { ...state, isPlaying: false, isAutomatic: false }, effects: [] };
    case 'stalled':
      return { state: { ...state, isWaiting: true }, effects: [] };
    case 'continued':
      return { state: { ...state, isWaiting: false }, effects: [] };
    case 'moved':
      return { state: { ...state, position: event.position }, effects: [] };
    case 'measured':
      return { state: Number.isFinite(event.duration) ? { ...state, duration: event.duration } : state, effects: [] };
    case 'sounded':
      return withFocus({ ...state, volume: event.volume, isMuted: event.isMuted });
    case 'failed':
      return { state: { ...state, hasFailed: true }, effects: [] };
    case 'refused':
      return { state: { ...state, isPlaying: false }, effects: [] };
    case 'attached':
      return { state: { ...state, heights: event.heights }, effects: [] };
    case 'detached':
      return {
        state: { ...state, isPlaying: false, hasFailed: false, isAttached: false, heights: [] },
        effects: [{ type: 'focus', isWanted: false }],
      };
    default:
      return reduceCommand(state, event);
  }
}
