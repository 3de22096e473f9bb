import { expect, test } from 'vitest';
import { type ListeningStep, presentListening } from './call-listening.ts';
import { type CallState, type CallStep, createCallState, receivesRoomEvent, stepCall } from './call-state.ts';

const [CALLER, CALLEE, OTHER] = [1, 2, 3];
const NOW = new Date('2026-01-01T00:00:00Z');
const later = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);
const tracks = [
  { id: 51, durationMs: 60_000 },
  { id: 52, durationMs: 30_000 },
];

const enter = (by: number): CallStep => ({ type: 'enter', by, page: `page of ${by}` });
const listen = (by: number, step: ListeningStep): CallStep => ({ type: 'listen', by, step });
const start = (by: number): CallStep => listen(by, { is: 'start', tracks, index: 1 });
const set = (by: number, change: Partial<Extract<ListeningStep, { is: 'set' }>> = {}): CallStep =>
  listen(by, { is: 'set', index: 0, positionMs: 5000, isPlaying: true, ...change });
const after = (steps: readonly CallStep[], at = NOW, from = begun()): CallState =>
  steps.reduce((call, step) => stepCall(call, step, at).call, from);
const begun = (): CallState => createCallState({ starterId: CALLER, users: [{ id: CALLEE, isBusy: false }] }, NOW).call;
const talking = (): CallState => after([enter(CALLER), enter(CALLEE)]);

test('anybody in a running call begins, changes and ends, and everybody in is told', () => {
  const { call, roomEvents } = stepCall(talking(), start(CALLEE), later(1));
  expect(presentListening(call)).toEqual({
    revision: 1,
    by: CALLEE,
    tracks: [
      { id: 51, duration_ms: 60_000 },
      { id: 52, duration_ms: 30_000 },
    ],
    index: 1,
    position_ms: 0,
    playing: 1,
    changed_at: later(1).toISOString(),
  });
  const [event] = roomEvents;
  expect(event).toEqual({ type: 'listening', user: CALLEE, state: 'started' });
  if (event === undefined) throw new Error('nothing was told');
  expect([CALLER, CALLEE, OTHER].map((user) => receivesRoomEvent(call, user, event))).toEqual([true, true, false]);

  const changed = stepCall(call, set(CALLER, { positionMs: 99_999, isPlaying: false }), later(2)).call;
  expect(presentListening(changed)).toMatchObject({
    revision: 2,
    by: CALLER,
    index: 0,
    position_ms: 60_000,
    playing: 0,
    changed_at: later(2).toISOString(),
  });
  const ended = stepCall(changed, listen(CALLEE, { is: 'stop' }), later(3));
  expect(presentListening(ended.call)).toBeNull();
  expect(ended.roomEvents).toEqual([{ type: 'listening', user: CALLEE, state: 'stopped' }]);
  // Revisions go on, so that late answers of before are known as such.
  expect(presentListening(after([start(CALLER)], later(4), ended.call))).toMatchObject({ revision: 4 });
});

test('who is not in changes nothing, nor does what there is nothing of', () => {
  expect(stepCall(begun(), start(CALLER), NOW).call.listening).toBeNull();
  expect(stepCall(talking(), start(OTHER), NOW)).toMatchObject({ refusal: 'not_found', call: { listening: null } });
  const idle = stepCall(talking(), set(CALLER), NOW);
  expect([idle.call.listening, idle.call.listeningRevision, idle.roomEvents]).toEqual([null, 0, []]);
  const running = after([start(CALLER)], NOW, talking());
  const beyond = stepCall(running, set(CALLER, { index: 2 }), NOW);
  expect([beyond.call.listening, beyond.roomEvents]).toEqual([running.listening, []]);
  const left = after([{ type: 'hangup', by: CALLEE }], NOW, running);
  expect(stepCall(left, set(CALLEE), NOW).call.listening).toEqual(running.listening);
});

test('whoever began may leave and the others go on; the end of the call ends the music', () => {
  const three = after(
    [{ type: 'ring', by: CALLER, users: [{ id: OTHER, isBusy: false }] }, enter(OTHER)],
    NOW,
    talking(),
  );
  const running = after([start(CALLER), { type: 'hangup', by: CALLER }], NOW, three);
  expect(running).toMatchObject({ state: 'running', listening: { by: CALLER } });
  const over = after(
    [
      { type: 'hangup', by: CALLEE },
      { type: 'hangup', by: OTHER },
    ],
    NOW,
    running,
  );
  expect(over).toMatchObject({ state: 'ended', listening: null });
});
