import type { Step } from '../../../platform/state-machine.ts';
import {
  type MediaEffect,
  type MediaElementEvent,
  type MediaState,
  NO_MEDIA,
  reduceMedia,
  type SoundPreference,
} from '../../../ui/media/media-state.ts';

/** The part of the recording that can be played, and the position in it. Seconds. */
interface Recording {
  start: number;
  end: number;
  now: number;
}

/** A stream plays live from the media server, or from its recording, which lags behind by some segments. */
export interface LiveState extends MediaState {
  /** The viewer went back in the recording. */
  isRewound: boolean;
  /** The browser plays the recording only without sound until the viewer presses something. */
  isRefused: boolean;
  recording: Recording;
  /** Seconds behind the live position, applied once the recording is loaded. */
  wantedBehind: number;
}

export type LiveEvent =
  | MediaElementEvent
  | { type: 'preferred'; sound: SoundPreference }
  | { type: 'toggle' }
  /** `isBlocked`: the browser keeps the live sound silent. */
  | { type: 'mute'; isBlocked: boolean }
  | { type: 'volume'; to: number }
  /** Another player took the audio focus. */
  | { type: 'soundLost' }
  /** To a position in a stream of this length; `isPast` while the recording plays. */
  | { type: 'seek'; to: number; length: number; isPast: boolean; isDelayed: boolean }
  /** `isDelayed`: the stream comes from the recording only. */
  | { type: 'goLive'; isDelayed: boolean }
  | { type: 'recorded'; recording: Recording }
  | { type: 'recordingLoaded'; end: number }
  | { type: 'recordingFailed' }
  | { type: 'refused' };

export type LiveEffect =
  | MediaEffect
  /** Plays the recording without sound, where the browser refused to play it with sound. */
  | { type: 'playMuted' }
  /** Lets the live sound play after a press. */
  | { type: 'resume' };

type LiveStep = Step<LiveState, LiveEffect>;

/** Until the viewer pauses, whatever arrives plays. */
export const NEW_LIVE: LiveState = {
  ...NO_MEDIA,
  isPlaying: true,
  isRewound: false,
  isRefused: false,
  recording: { start: 0, end: 0, now: 0 },
  wantedBehind: 0,
};

/** A position of the recording closer to its end than this counts as live. */
const LIVE_WITHIN_S = 20;
/** Seeking closer to the end than this returns to live. */
const NOW_WITHIN_S = 5;
/** The last seconds of a recording may not be loaded yet. */
const END_MARGIN_S = 2;
const PLAY: LiveEffect = { type: 'play', from: null };

const unchanged = (state: LiveState): LiveStep => ({ state, effects: [] });

export interface LivePlace {
  /** Seconds behind the end of the recording. */
  behind: number;
  isNow: boolean;
  length: number;
  at: number;
}

/** Where the viewer is in the stream. `elapsed`: seconds since its start. */
export function placeOf({ recording, isRewound }: LiveState, isPast: boolean, elapsed: number): LivePlace {
  const { start, end, now } = recording;
  const isKnown = isPast && end > 0;
  const behind = isKnown ? end - now : 0;
  const length = isKnown ? end - start : elapsed;
  return {
    behind,
    isNow: !isPast || (!isRewound && behind < LIVE_WITHIN_S),
    length,
    at: isKnown ? now - start : length,
  };
}

function goLive(state: LiveState, isDelayed: boolean): LiveStep {
  const { start, end } = state.recording;
  const next = { ...state, isRewound: false, isPlaying: true };
  if (!isDelayed || end === 0) return unchanged(next);
  return { state: next, effects: [{ type: 'seek', to: Math.max(start, end - END_MARGIN_S) }, PLAY] };
}

function seek(state: LiveState, event: Extract<LiveEvent, { type: 'seek' }>): LiveStep {
  const { to, length, isPast, isDelayed } = event;
  const back = Math.max(0, length - to);
  if (back < NOW_WITHIN_S) return goLive(state, isDelayed);
  const { start, end } = state.recording;
  if (isPast && end > 0)
    return { state: { ...state, isRewound: true }, effects: [{ type: 'seek', to: start + Math.max(0, to) }] };
  return unchanged({ ...state, wantedBehind: back, isPlaying: true, isRewound: true });
}

function changeSound(state: LiveState, event: { type: 'mute' } | { type: 'volume'; to: number }): LiveStep {
  const { state: media, effects } = reduceMedia(state, event);
  return {
    state: { ...state, ...media, isRefused: false },
    effects: media.isMuted ? effects : [...effects, { type: 'resume' }],
  };
}

function startRecording(state: LiveState, end: number): LiveStep {
  const { isRewound, wantedBehind, isPlaying } = state;
  const effects: LiveEffect[] = [];
  if (isRewound && wantedBehind > 0) effects.push({ type: 'seek', to: Math.max(0, end - wantedBehind) });
  if (isPlaying) effects.push(PLAY);
  return { state: { ...state, wantedBehind: 0 }, effects };
}

export function reduceLive(state: LiveState, event: LiveEvent): LiveStep {
  switch (event.type) {
    case 'preferred':
      return unchanged({ ...state, ...event.sound });
    case 'toggle':
      return {
        state: { ...state, isPlaying: !state.isPlaying },
        effects: [state.isPlaying ? { type: 'pause' } : PLAY],
      };
    case 'mute':
      return changeSound({ ...state, isMuted: state.isMuted || state.isRefused || event.isBlocked }, { type: 'mute' });
    case 'volume':
      return changeSound(state, event);
    case 'soundLost':
      return unchanged({ ...state, isMuted: true });
    case 'seek':
      return seek(state, event);
    case 'goLive':
      return goLive(state, event.isDelayed);
    case 'recorded':
      return unchanged({ ...state, recording: event.recording });
    case 'recordingLoaded':
      return startRecording(state, event.end);
    case 'recordingFailed':
      return unchanged({ ...state, hasFailed: true, isRewound: false });
    case 'refused':
      return { state: { ...state, isRefused: true }, effects: [{ type: 'playMuted' }] };
    case 'started':
      return unchanged({ ...state, isPlaying: true });
    case 'paused':
      // Another player took the sound, or the system paused the video.
      return unchanged(event.isEnded ? state : { ...state, isPlaying: false });
    case 'stalled':
    case 'continued':
      return unchanged({ ...state, isWaiting: event.type === 'stalled' });
    default:
      return unchanged(state);
  }
}
