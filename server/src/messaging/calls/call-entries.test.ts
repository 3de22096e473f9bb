import { expect, test } from 'vitest';
import { settledCalls } from './call-entries.ts';
import { type CallState, type CallStep, createCallState, stepCall } from './call-state.ts';

const ROOM = 'room';
const START = new Date('2026-01-01T10:00:00Z');
const at = (seconds: number): Date => new Date(START.getTime() + seconds * 1000);
const rings = (...users: number[]): CallState =>
  createCallState({ starterId: 1, users: users.map((id) => ({ id, isBusy: false })) }, START).call;

/** Entries of all steps, each a number of seconds after the start. */
function settle(call: CallState, steps: readonly [seconds: number, step: CallStep][]) {
  let before = call;
  return steps.flatMap(([seconds, step]) => {
    const after = stepCall(before, step, at(seconds)).call;
    const entries = settledCalls(ROOM, before, after);
    before = after;
    return entries.map(({ key: _key, ...entry }) => entry);
  });
}

test('an answered call of two stands once, from the caller, with the seconds that both were there', () => {
  const entries = settle(rings(2), [
    [4, { type: 'enter', by: 1, page: 'a' }],
    [10, { type: 'enter', by: 2, page: 'b' }],
    [38, { type: 'hangup', by: 2 }],
    [38, { type: 'hangup', by: 1 }],
    [60, { type: 'clock' }],
  ]);
  expect(entries).toEqual([{ from: 1, to: 2, seconds: 28 }]);
});

test('a declined ring stands at once, a cancelled or missed one not here', () => {
  expect(settle(rings(2), [[5, { type: 'decline', by: 2, reason: 'declined' }]])).toEqual([
    { from: 1, to: 2, seconds: null },
  ]);
  expect(settle(rings(2), [[5, { type: 'hangup', by: 1 }]])).toEqual([]);
  expect(settle(rings(2), [[100, { type: 'clock' }]])).toEqual([]);
});

test('a conference has no chat of two', () => {
  const entries = settle(rings(2, 3), [
    [2, { type: 'enter', by: 1, page: 'a' }],
    [3, { type: 'enter', by: 2, page: 'b' }],
    [4, { type: 'enter', by: 3, page: 'c' }],
    [30, { type: 'hangup', by: 1 }],
    [30, { type: 'hangup', by: 2 }],
    [30, { type: 'hangup', by: 3 }],
    [60, { type: 'clock' }],
  ]);
  expect(entries).toEqual([]);
});

test('each ring has a key of its own, the same for the same ring', () => {
  const decline = (call: CallState): CallState =>
    stepCall(call, { type: 'decline', by: 2, reason: 'declined' }, at(5)).call;
  const [call] = [rings(2)];
  const [one] = settledCalls(ROOM, call, decline(call));
  expect(settledCalls(ROOM, call, decline(call))).toEqual([one]);
  expect(settledCalls('another', call, decline(call))[0]?.key).not.toBe(one?.key);
  expect(one?.key).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});
