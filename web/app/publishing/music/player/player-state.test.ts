import { describe, expect, test } from 'vitest';
import { sampleTrack } from '../../../../test/sample-track.ts';
import { NEW_PLAYER, type PlayerEvent, type PlayerState, reducePlayer } from './player-state.ts';
import type { Queue } from './queue.ts';

const TRACKS = [1, 2, 3].map((id) => sampleTrack({ id }));
const [FIRST, SECOND] = TRACKS;
if (FIRST === undefined || SECOND === undefined) throw new Error('Too few tracks');
const queueAt = (at: number): Queue => ({ tracks: TRACKS, at, unshuffledIds: null });

/** The state after all events and the effects of the last one. */
function run(state: PlayerState, ...events: PlayerEvent[]) {
  let step = { state, effects: [] as readonly object[] };
  for (const event of events) step = reducePlayer(step.state, event);
  return step;
}
const playing = (at = 0, ...events: PlayerEvent[]): PlayerState =>
  run(NEW_PLAYER, { type: 'playQueue', queue: queueAt(at), repeat: 'all' }, ...events).state;
const answered = (problem: 'there' | 'gone' | 'unreachable', track = FIRST): PlayerEvent => ({
  type: 'answered',
  track,
  at: 50_000,
  problem,
});

test('a queue begins with its current track', () => {
  const { state, effects } = run(NEW_PLAYER, { type: 'playQueue', queue: queueAt(1), repeat: 'one' });
  expect(state.music).toMatchObject({ track: SECOND, at: 1, isPlaying: true, repeat: 'one' });
  expect(effects).toEqual([{ type: 'stopWaiting' }, { type: 'load', track: SECOND, position: 0 }, { type: 'start' }]);
});

test('pausing also ends the pause between two tracks, and happens once', () => {
  const { state, effects } = run(playing(), { type: 'pause' });
  expect(effects).toEqual([{ type: 'stopWaiting' }, { type: 'pause' }]);
  expect(run(state, { type: 'pause' }).effects).toEqual([]);
});

describe('the end of a track', () => {
  test('with a gap the next one waits, without one it is loaded at once', () => {
    expect(run(playing(), { type: 'ended', hasGap: true }).effects).toEqual([{ type: 'gap', next: 1 }]);
    expect(run(playing(), { type: 'ended', hasGap: false }).effects).toContainEqual({
      type: 'load',
      track: SECOND,
      position: 0,
    });
  });

  test('the last one ends playback where nothing repeats; a press then plays the first', () => {
    const ended = run(playing(2, { type: 'repeat', repeat: 'none' }), { type: 'ended', hasGap: true });
    expect(ended.state.music.isPlaying).toBe(false);
    const pressed = run(ended.state, { type: 'progress', position: 180_000, duration: 180_000 }, { type: 'play' });
    expect(pressed.state.music).toMatchObject({ at: 0, isPlaying: true });
  });

  test('a track that already plays is only shown', () => {
    expect(run(playing(), { type: 'switched' })).toMatchObject({ state: { music: { at: 1 } }, effects: [] });
  });
});

describe('failures', () => {
  test('while it plays the track is asked for, while it is paused it is loaded by the next press', () => {
    const at = { type: 'progress', position: 61_000, duration: 180_000 } as const;
    expect(run(playing(0, at), { type: 'failed' }).effects).toContainEqual({ type: 'ask', track: FIRST, at: 61_000 });
    const paused = run(playing(0, at), { type: 'pause' }, { type: 'failed' }).state;
    expect(run(paused, { type: 'play' }).effects).toEqual([
      { type: 'load', track: FIRST, position: 61_000 },
      { type: 'start' },
    ]);
  });

  test('without a network it tries again later, and at once when the network is back', () => {
    const waiting = run(playing(), { type: 'failed' });
    expect(waiting.state.music.isWaiting).toBe(true);
    expect(run(waiting.state, answered('unreachable')).effects).toEqual([{ type: 'retry' }]);
    expect(run(waiting.state, { type: 'online' }).effects).toContainEqual({ type: 'ask', track: FIRST, at: 0 });
    expect(run(playing(), { type: 'online' }).effects).toEqual([]);
  });

  test('the first failure resumes the track, the second passes it over', () => {
    const once = run(playing(), answered('there'));
    expect(once.effects).toContainEqual({ type: 'load', track: FIRST, position: 50_000 });
    const twice = run(once.state, answered('there'));
    expect(twice.effects).toContainEqual({ type: 'skipped', track: FIRST, why: 'broken' });
    expect(twice.state.music.track).toEqual(SECOND);
  });

  test('playing on past the failed place forgets it', () => {
    const once = run(playing(), answered('there')).state;
    expect(run(once, { type: 'progress', position: 52_000, duration: 180_000 }).state.failures).toBe(1);
    expect(run(once, { type: 'progress', position: 54_000, duration: 180_000 }).state.failures).toBe(0);
  });

  test('a deleted track leaves the queue', () => {
    const { state, effects } = run(playing(), answered('gone'));
    expect(state.music.queue).toHaveLength(2);
    expect(effects).toContainEqual({ type: 'skipped', track: FIRST, why: 'gone' });
  });

  test('an answer about another track, or after a pause, changes nothing', () => {
    expect(run(playing(), answered('gone', SECOND)).effects).toEqual([]);
    expect(run(playing(0, { type: 'pause' }), answered('gone')).effects).toEqual([]);
  });
});

test('a call pauses the music and gives it back, unless it was paused before', () => {
  const silenced = run(playing(), { type: 'silenced', isSilenced: true }).state;
  expect(silenced.music.isPlaying).toBe(false);
  expect(run(silenced, { type: 'silenced', isSilenced: false }).state.music.isPlaying).toBe(true);
  const paused = playing(0, { type: 'pause' }, { type: 'silenced', isSilenced: true });
  expect(run(paused, { type: 'silenced', isSilenced: false }).state.music.isPlaying).toBe(false);
});

test('removing the current track plays the next one, removing the last one stops', () => {
  const removed = run(playing(), { type: 'remove', id: 1 });
  expect(removed.state.music).toMatchObject({ track: SECOND, isPlaying: true });
  const empty = run(removed.state, { type: 'remove', id: 2 }, { type: 'remove', id: 3 });
  expect(empty.state.music).toMatchObject({ track: null, isPlaying: false });
  expect(empty.effects).toContainEqual({ type: 'stop' });
});

test('an edited track keeps its address, because another one would start it anew', () => {
  const { state } = run(playing(), { type: 'renew', track: { ...FIRST, title: 'New', src: '/other' } });
  expect(state.music.track).toMatchObject({ title: 'New', src: FIRST.src });
});
