import { describe, expect, test } from 'vitest';
import { type LiveEvent, type LiveState, NEW_LIVE, placeOf, reduceLive } from './live-state.ts';

const RECORDING = { start: 100, end: 700, now: 400 };
const live = (part: Partial<LiveState> = {}): LiveState => ({ ...NEW_LIVE, ...part });
const past = (part: Partial<LiveState> = {}): LiveState => live({ isRewound: true, recording: RECORDING, ...part });
const seekTo = (to: number, isPast: boolean): LiveEvent => ({
  type: 'seek',
  to,
  length: 600,
  isPast,
  isDelayed: false,
});

/** The state after all events and the effects of the last one. */
function run(state: LiveState, ...events: LiveEvent[]) {
  let step = { state, effects: [] as readonly object[] };
  for (const event of events) step = reduceLive(step.state, event);
  return step;
}

describe('the place in the stream', () => {
  test('live is the end of what has passed', () => {
    expect(placeOf(live(), false, 90)).toEqual({ behind: 0, isNow: true, length: 90, at: 90 });
  });

  test('in the recording it is counted from its beginning', () => {
    expect(placeOf(past(), true, 9000)).toEqual({ behind: 300, isNow: false, length: 600, at: 300 });
  });

  test('the lag of a recording counts as live, unless the viewer went back', () => {
    const recording = { ...RECORDING, now: 690 };
    expect(placeOf(live({ recording }), true, 600).isNow).toBe(true);
    expect(placeOf(past({ recording }), true, 600).isNow).toBe(false);
  });
});

describe('going back', () => {
  test('from live the recording is loaded first, and then begins at the wanted place', () => {
    const { state, effects } = run(live({ isPlaying: false }), seekTo(540, false));
    expect(state).toMatchObject({ isRewound: true, isPlaying: true, wantedBehind: 60 });
    expect(effects).toEqual([]);
    const loaded = run(state, { type: 'recordingLoaded', end: 700 });
    expect(loaded.effects).toEqual([
      { type: 'seek', to: 640 },
      { type: 'play', from: null },
    ]);
    expect(loaded.state.wantedBehind).toBe(0);
  });

  test('within the recording it moves at once', () => {
    expect(run(past(), seekTo(50, true)).effects).toEqual([{ type: 'seek', to: 150 }]);
    expect(run(past(), seekTo(-5, true)).effects).toEqual([{ type: 'seek', to: 100 }]);
  });

  test('close to the end it is live again', () => {
    expect(run(past({ isPlaying: false }), seekTo(597, true)).state).toMatchObject({
      isRewound: false,
      isPlaying: true,
    });
  });

  test('where only a recording comes, live is its end', () => {
    expect(run(past(), { type: 'goLive', isDelayed: true }).effects).toEqual([
      { type: 'seek', to: 698 },
      { type: 'play', from: null },
    ]);
    expect(run(past(), { type: 'goLive', isDelayed: false }).effects).toEqual([]);
  });

  test('a recording that fails gives way to live', () => {
    expect(run(past(), { type: 'recordingFailed' }).state).toMatchObject({ hasFailed: true, isRewound: false });
  });
});

describe('pausing', () => {
  test('a press pauses and plays', () => {
    const paused = run(live(), { type: 'toggle' });
    expect(paused).toMatchObject({ state: { isPlaying: false }, effects: [{ type: 'pause' }] });
    expect(run(paused.state, { type: 'toggle' }).effects).toEqual([{ type: 'play', from: null }]);
  });

  test('a paused viewer stays paused when the recording is loaded', () => {
    expect(run(past({ isPlaying: false }), { type: 'recordingLoaded', end: 700 }).effects).toEqual([]);
  });

  test('a pause from outside counts, the end of the recording does not', () => {
    expect(run(past(), { type: 'paused', isEnded: false }).state.isPlaying).toBe(false);
    expect(run(past(), { type: 'paused', isEnded: true }).state.isPlaying).toBe(true);
  });
});

describe('sound', () => {
  test('a refused recording plays without sound until a press', () => {
    const refused = run(past(), { type: 'refused' });
    expect(refused).toMatchObject({ state: { isRefused: true, isMuted: false }, effects: [{ type: 'playMuted' }] });
    const pressed = run(refused.state, { type: 'mute', isBlocked: false });
    expect(pressed.state).toMatchObject({ isRefused: false, isMuted: false });
    expect(pressed.effects).toContainEqual({ type: 'sound', volume: 1, isMuted: false });
  });

  test('a press where the browser blocks the sound resumes it instead of muting', () => {
    const { state, effects } = run(live(), { type: 'mute', isBlocked: true });
    expect(state.isMuted).toBe(false);
    expect(effects).toContainEqual({ type: 'resume' });
  });

  test('muting is stored; losing the sound to another player is not', () => {
    const store = { type: 'store', change: { isMuted: true } };
    expect(run(live(), { type: 'mute', isBlocked: false }).effects).toContainEqual(store);
    expect(run(live(), { type: 'soundLost' })).toMatchObject({ state: { isMuted: true }, effects: [] });
  });

  test('the volume slider mutes at 0 and resumes above', () => {
    expect(run(live(), { type: 'volume', to: 0 }).effects).not.toContainEqual({ type: 'resume' });
    expect(run(live({ isMuted: true }), { type: 'volume', to: 0.5 })).toMatchObject({
      state: { volume: 0.5, isMuted: false },
    });
  });
});
