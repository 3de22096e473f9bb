import { expect, test } from 'vitest';
import { isRunning, nextDue, type StreamStep, type StreamTimes, stepStream, UNSEEN_SECONDS } from './stream-state.ts';

const START = Date.UTC(2026, 0, 1);
const at = (seconds: number): Date => new Date(START + seconds * 1000);
const STEPS: readonly StreamStep['type'][] = ['open', 'connected', 'seen', 'lost', 'end', 'clock'];

const waiting: StreamTimes = {
  state: 'waiting',
  plannedFor: null,
  openedAt: at(0),
  startedAt: null,
  seenAt: null,
  lostAt: null,
  endedAt: null,
};
const announced: StreamTimes = { ...waiting, state: 'announced', plannedFor: at(3600), openedAt: null };

const go = (from: StreamTimes, ...steps: [StreamStep['type'], number][]): StreamTimes =>
  steps.reduce((stream, [type, seconds]) => stepStream(stream, { type }, at(seconds)), from);

test('a stream is live once its publisher sends, and over when it is ended', () => {
  const live = go(waiting, ['connected', 10]);
  expect(live).toMatchObject({ state: 'live', startedAt: at(10), seenAt: at(10) });
  expect(go(live, ['end', 20])).toMatchObject({ state: 'ended', endedAt: at(20) });
});

test('a publisher who is lost comes back within a minute to the same stream, and later to none', () => {
  const lost = go(waiting, ['connected', 10], ['lost', 20]);
  expect(lost).toMatchObject({ state: 'lost', lostAt: at(20) });
  expect(go(lost, ['connected', 79])).toMatchObject({ state: 'live', startedAt: at(10), lostAt: null });
  expect(go(lost, ['clock', 79]).state).toBe('lost');
  expect(go(lost, ['clock', 80])).toMatchObject({ state: 'ended', endedAt: at(80) });
  expect(go(lost, ['connected', 81]).state).toBe('ended');
});

test('a publisher of whom there is no sign any more is lost, though nobody told so, and any sign undoes it', () => {
  const live = go(waiting, ['connected', 0], ['seen', 10]);
  expect(go(live, ['clock', 10 + UNSEEN_SECONDS - 1]).state).toBe('live');
  const lost = go(live, ['clock', 10 + UNSEEN_SECONDS]);
  expect(lost.state).toBe('lost');
  expect(go(lost, ['seen', 50]).state).toBe('live');
});

test('a stream that never sent anything ends after five minutes', () => {
  expect(go(waiting, ['clock', 299]).state).toBe('waiting');
  expect(go(waiting, ['clock', 300]).state).toBe('ended');
});

test('an announced stream is opened by its owner, or taken away a day after its date', () => {
  expect(go(announced, ['connected', 5]).state).toBe('announced');
  expect(go(announced, ['open', 5])).toMatchObject({ state: 'waiting', openedAt: at(5) });
  expect(go(announced, ['clock', 3600 + 86_399]).state).toBe('announced');
  expect(go(announced, ['clock', 3600 + 86_400]).state).toBe('ended');
});

/** Checks all orders of three steps, at each relevant delay. */
test('whatever comes in whatever order: what is over stays over, and what is not over has an end', () => {
  let checked = 0;
  const walk = (stream: StreamTimes, seconds: number, depth: number): void => {
    const due = nextDue(stream);
    expect(due === null).toBe(stream.state === 'ended');
    expect(stream.endedAt !== null).toBe(stream.state === 'ended');
    expect(stream.state !== 'lost' || stream.lostAt !== null).toBe(true);
    if (depth === 0) return;
    for (const type of STEPS) {
      for (const pace of [1, 31, 61, 301]) {
        const next = stepStream(stream, { type }, at(seconds + pace));
        checked += 1;
        if (stream.state === 'ended') expect(next).toBe(stream);
        if (type === 'end') expect(next.state).toBe('ended');
        if (stream.startedAt !== null) expect(next.startedAt).toEqual(stream.startedAt);
        if (isRunning(stream.state)) expect(next.state).not.toBe('announced');
        if (next !== stream && next.state !== 'ended') walk(next, seconds + pace, depth - 1);
      }
    }
  };
  walk(waiting, 0, 3);
  walk(announced, 0, 3);
  expect(checked).toBeGreaterThan(1000);
});
