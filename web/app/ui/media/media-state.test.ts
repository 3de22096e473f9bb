import { describe, expect, test } from 'vitest';
import { type MediaEvent, type MediaState, NO_MEDIA, reduceMedia } from './media-state.ts';

const PREFERRED = { volume: 0.4, isMuted: false };
const ready = (part: Partial<MediaState> = {}): MediaState => ({ ...NO_MEDIA, duration: 60, ...part });

/** The state after all events and the effects of the last one. */
function run(state: MediaState, ...events: MediaEvent[]) {
  let step = { state, effects: [] as readonly object[] };
  for (const event of events) step = reduceMedia(step.state, event);
  return step;
}

describe('playing', () => {
  test('the first press attaches the source and plays with the preferred sound', () => {
    const { state, effects } = run(ready(), { type: 'toggle', preferred: PREFERRED });
    expect(state).toMatchObject({ hasBegun: true, isAttached: true, isAutomatic: false, isPlaying: false });
    expect(effects).toEqual([
      { type: 'sound', volume: 0.4, isMuted: false },
      { type: 'play', from: null },
    ]);
  });

  test('a press on what plays pauses it', () => {
    const { effects } = run(ready({ isAttached: true }), { type: 'started' }, { type: 'toggle' });
    expect(effects).toEqual([{ type: 'pause' }]);
  });

  test('a source attached anew goes on from its place, and from the beginning near the end', () => {
    const at = (position: number) => run(ready({ position }), { type: 'play' }).effects.at(-1);
    expect(at(20)).toEqual({ type: 'play', from: 20 });
    expect(at(59.5)).toEqual({ type: 'play', from: null });
  });

  test('a refusal leaves it paused, and so does the end', () => {
    expect(run(ready(), { type: 'play' }, { type: 'refused' }).state.isPlaying).toBe(false);
    const ended = run(ready({ isAutomatic: true }), { type: 'started' }, { type: 'ended' }).state;
    expect(ended).toMatchObject({ isPlaying: false, isAutomatic: false });
  });

  test('missing data and failures are shown; another source starts without them', () => {
    const { state } = run(ready({ isAttached: true }), { type: 'stalled' }, { type: 'failed' });
    expect(state).toMatchObject({ isWaiting: true, hasFailed: true });
    expect(run(state, { type: 'continued' }).state.isWaiting).toBe(false);
    expect(run(state, { type: 'detached' }).state).toMatchObject({ hasFailed: false, isAttached: false, heights: [] });
  });

  test('an unknown duration changes nothing', () => {
    expect(run(ready(), { type: 'measured', duration: Number.POSITIVE_INFINITY }).state.duration).toBe(60);
    expect(run(ready(), { type: 'measured', duration: 61.5 }).state.duration).toBe(61.5);
  });
});

describe('autoplay', () => {
  const shown: MediaEvent = { type: 'shown', mayAutoplay: true, preferred: PREFERRED };

  test('what comes into view plays without sound, and pauses when it is covered', () => {
    const { state, effects } = run(ready(), shown);
    expect(state).toMatchObject({ isAutomatic: true, isMuted: true, volume: 0.4 });
    expect(effects).toContainEqual({ type: 'sound', volume: 0.4, isMuted: true });
    expect(run(state, { type: 'started' }, { type: 'covered' }).effects).toEqual([{ type: 'pause' }]);
  });

  test('nothing plays by itself where that is not allowed, or after a pause by the user', () => {
    expect(run(ready(), { type: 'shown', mayAutoplay: false }).effects).toEqual([]);
    expect(run(ready({ isAttached: true, position: 5 }), shown).effects).toEqual([]);
  });

  test('what the user started goes on when it is covered', () => {
    expect(run(ready(), { type: 'play' }, { type: 'started' }, { type: 'covered' }).effects).toEqual([]);
  });

  test('the first press gives it sound, the second pauses it', () => {
    const unmuted = run(ready(), shown, { type: 'started' }, { type: 'toggle', preferred: PREFERRED });
    expect(unmuted.state).toMatchObject({ isMuted: false, isAutomatic: false, volume: 0.4 });
    expect(unmuted.effects).toContainEqual({ type: 'store', change: { volume: 0.4, isMuted: false } });
    expect(run(unmuted.state, { type: 'toggle' }).effects).toEqual([{ type: 'pause' }]);
  });
});

describe('sound', () => {
  test('only what plays with sound has the audio focus', () => {
    const playing = run(ready(), { type: 'started' });
    expect(playing.effects).toEqual([{ type: 'focus', isWanted: true }]);
    const muted = run(playing.state, { type: 'sounded', volume: 1, isMuted: true });
    expect(muted.effects).toEqual([{ type: 'focus', isWanted: false }]);
    expect(run(muted.state, { type: 'paused', isEnded: false }).effects).toEqual([{ type: 'focus', isWanted: false }]);
  });

  test('muting is stored, and unmuting at volume 0 is loud', () => {
    expect(run(ready(), { type: 'mute' }).effects).toContainEqual({ type: 'store', change: { isMuted: true } });
    const silent = { volume: 0, isMuted: true };
    expect(run(ready(silent), { type: 'mute', preferred: silent }).state).toMatchObject({ volume: 1, isMuted: false });
  });

  test('the volume stays between 0 and 1 in whole steps; 0 is muted', () => {
    expect(run(ready({ volume: 0.7 }), { type: 'volume', to: 0.7 + 0.1 }).state.volume).toBe(0.8);
    expect(run(ready(), { type: 'volume', to: 1.1 }).state).toMatchObject({ volume: 1, isMuted: false });
    expect(run(ready(), { type: 'volume', to: -0.1 }).state).toMatchObject({ volume: 0, isMuted: true });
  });
});

describe('seeking', () => {
  test('it stays within the length, and shows the place at once', () => {
    const { state, effects } = run(ready({ isAttached: true }), { type: 'seek', to: 90 });
    expect(state.position).toBe(60);
    expect(effects).toEqual([{ type: 'seek', to: 60 }]);
    expect(run(ready(), { type: 'seek', to: Number.NaN }).effects).toEqual([]);
  });

  test('without a source it plays from there', () => {
    expect(run(ready(), { type: 'seek', to: 30 }).effects).toContainEqual({ type: 'play', from: 30 });
  });
});

test('a chosen quality is stored and applied', () => {
  expect(run(ready(), { type: 'quality', height: 720 }).effects).toEqual([
    { type: 'store', change: { quality: 720 } },
    { type: 'quality', height: 720 },
  ]);
});
