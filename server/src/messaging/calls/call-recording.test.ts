import { RECONNECT_SECONDS } from '@app/contract/messaging/calls';
import { expect, test } from 'vitest';
import { rounds } from '../../../test/rounds.ts';
import { presentRecording, REQUEST_AGAIN_MS, type RecordingStep } from './call-recording.ts';
import {
  type CallState,
  type CallStep,
  type CallStepEvent,
  createCallState,
  findParticipant,
  isIn,
  receivesRoomEvent,
  stepCall,
} from './call-state.ts';

const [CALLER, CALLEE, OTHER] = [1, 2, 3];
const PEOPLE = [CALLER, CALLEE, OTHER];
const STEPS = rounds(4, 5);
const NOW = new Date('2026-01-01T00:00:00Z');
const later = (ms: number): Date => new Date(NOW.getTime() + ms);

const pageOf = (by: number): string => `page of ${by}`;
const enter = (by: number): CallStep => ({ type: 'enter', by, page: pageOf(by) });
const record = (by: number, step: RecordingStep): CallStep => ({ type: 'record', by, step });
const ask = (by: number): CallStep => record(by, { is: 'ask' });
const agree = (by: number, id = 1): CallStep => record(by, { is: 'agree', id });

const ALL: readonly CallStep[] = PEOPLE.flatMap((by): CallStep[] => [
  enter(by),
  { type: 'exit', by, page: pageOf(by) },
  { type: 'hangup', by },
  { type: 'move', by },
  { type: 'visit', by },
  ask(by),
  ...[1, 2].map((id) => agree(by, id)),
  record(by, { is: 'refuse', id: 1 }),
  record(by, { is: 'stop', id: 1 }),
  ...PEOPLE.filter((id) => id !== by).flatMap((user): CallStep[] => [
    { type: 'answer', by, user, isAdmitted: true },
    { type: 'ring', by, users: [{ id: user, isBusy: false }] },
  ]),
]);

const after = (steps: readonly CallStep[], from = begun()): CallState =>
  steps.reduce((call, step) => stepCall(call, step, NOW).call, from);
const begun = (): CallState => createCallState({ starterId: CALLER, users: [{ id: CALLEE, isBusy: false }] }, NOW).call;
const talking = (): CallState => after([enter(CALLER), enter(CALLEE)]);
const news = (told: readonly CallStepEvent[]): string[] =>
  told.flatMap((one) => (one.type === 'recording' ? [one.state] : []));
const stateOf = (call: CallState): string | undefined => presentRecording(call)?.state;

function walk(
  from: CallState,
  look: (call: CallState, before: CallState, step: CallStep, told: CallStepEvent[]) => void,
): number {
  const seen = new Set<string>();
  let running = 0;
  const follow = (call: CallState, left: number): void => {
    const key = `${left} ${JSON.stringify(call)}`;
    if (seen.has(key) || left === 0) return;
    seen.add(key);
    for (const step of ALL) {
      const outcome = stepCall(call, step, NOW);
      if (outcome.call.recordingSince !== null) running += 1;
      look(outcome.call, call, step, outcome.roomEvents);
      follow(outcome.call, left - 1);
    }
  };
  follow(from, STEPS);
  return running;
}

test.each([
  ['a ring', begun()],
  ['two who talk', talking()],
  ['two of whom one has asked', after([ask(CALLER)], talking())],
  [
    'a recording that runs, and a third one who is rung',
    after([ask(CALLER), agree(CALLEE), { type: 'ring', by: CALLER, users: [{ id: OTHER, isBusy: false }] }], talking()),
  ],
])('from %s on, whatever the order, nothing is recorded while anybody who is in has not agreed', (_, from) => {
  const running = walk(from, (call, before, step, told) => {
    const recorders = call.people.filter(({ isRecording }) => isRecording);
    expect(recorders.length).toBeLessThanOrEqual(1);
    if (call.recordingSince !== null) {
      const [recorder] = recorders;
      expect(recorder !== undefined && isIn(recorder) && recorder.page !== null).toBe(true);
      expect(call.state).toBe('running');
      for (const person of call.people.filter(isIn)) expect(person.agreedTo).toBe(call.recording);
    }
    for (const person of call.people) {
      const agreedBefore = findParticipant(before, person.userId)?.agreedTo ?? 0;
      if (person.agreedTo === 0 || person.agreedTo === agreedBefore) continue;
      // A participant can only consent for themselves, explicitly, and to the recording that they name.
      expect(step).toMatchObject({ type: 'record', by: person.userId });
      const said = (step as Extract<CallStep, { type: 'record' }>).step;
      expect(said.is === 'ask' || (said.is === 'agree' && said.id === call.recording)).toBe(true);
    }
    for (const event of told)
      if (event.type === 'recording')
        for (const id of PEOPLE)
          if (receivesRoomEvent(call, id, event))
            expect(isIn(findParticipant(call, id) as CallState['people'][number])).toBe(true);
    expect(presentRecording(call) === null).toBe(recorders.length === 0);
    if (call.state === 'ended') expect(presentRecording(call)).toBeNull();
  });
  if (from.state === 'running') expect(running).toBeGreaterThan(0);
});

test.each(['refuse', 'stop'] as const)(
  '«%s» of anybody who is in ends a recording at once, whoever asked for it',
  (is) => {
    const running = after([ask(CALLER), agree(CALLEE)], talking());
    expect(stateOf(running)).toBe('running');
    for (const by of [CALLER, CALLEE]) {
      const { call, roomEvents } = stepCall(running, record(by, { is, id: 1 }), NOW);
      expect(presentRecording(call)).toBeNull();
      expect(call.people.every(({ agreedTo, isRecording }) => agreedTo === 0 && !isRecording)).toBe(true);
      expect(roomEvents).toContainEqual({ type: 'recording', user: by, state: 'stopped' });
    }
  },
);

test('one who is rung, who waits outside or has left says nothing about a recording', () => {
  const rung = after(
    [ask(CALLER), agree(CALLEE), { type: 'ring', by: CALLER, users: [{ id: OTHER, isBusy: false }] }],
    talking(),
  );
  for (const step of [ask(OTHER), agree(OTHER), record(OTHER, { is: 'stop', id: 1 })]) {
    const { call, refusal } = stepCall(rung, step, NOW);
    expect(refusal).toBe('not_found');
    expect(stateOf(call)).toBe('running');
  }
});

test('a newcomer halts it until they agree, and is asked again after having left', () => {
  const rung = after(
    [ask(CALLER), agree(CALLEE), { type: 'ring', by: CALLER, users: [{ id: OTHER, isBusy: false }] }],
    talking(),
  );
  const came = stepCall(rung, enter(OTHER), NOW);
  expect(news(came.roomEvents)).toEqual(['paused']);
  expect(presentRecording(came.call)).toEqual({ id: 1, by: CALLER, state: 'paused', agreed: [CALLER, CALLEE] });
  const agreed = stepCall(came.call, agree(OTHER), NOW);
  expect(news(agreed.roomEvents)).toEqual(['agreed', 'resumed']);
  const left = after([{ type: 'hangup', by: OTHER }], agreed.call);
  expect(stateOf(left)).toBe('running');
  const back = after([{ type: 'ring', by: CALLER, users: [{ id: OTHER, isBusy: false }] }, enter(OTHER)], left);
  expect(stateOf(back)).toBe('paused');
});

test('it waits for the page that records, and is over when its person is out', () => {
  const running = after([ask(CALLER), agree(CALLEE)], talking());
  const gone = stepCall(running, { type: 'exit', by: CALLER, page: pageOf(CALLER) }, NOW);
  expect(news(gone.roomEvents)).toEqual(['paused']);
  expect(stateOf(after([enter(CALLER)], gone.call))).toBe('running');
  const tooLate = later((RECONNECT_SECONDS + 1) * 1000);
  expect(stateOf(stepCall(gone.call, { type: 'clock' }, tooLate).call)).toBeUndefined();
  expect(stateOf(after([{ type: 'exit', by: CALLEE, page: pageOf(CALLEE) }], running))).toBe('running');
});

test('only what ran is counted, and stays after the end together with who agreed', () => {
  const running = stepCall(after([ask(CALLER)], talking()), agree(CALLEE), NOW).call;
  const paused = stepCall(running, { type: 'exit', by: CALLER, page: pageOf(CALLER) }, later(4000)).call;
  const again = stepCall(paused, enter(CALLER), later(9000)).call;
  const over = stepCall(again, { type: 'hangup', by: CALLEE }, later(11_000)).call;
  const stopped = stepCall(over, record(CALLER, { is: 'stop', id: 1 }), later(11_500)).call;
  expect(findParticipant(stopped, CALLER)).toMatchObject({ recordedMs: 6500, agreedAt: NOW });
  expect(findParticipant(stopped, CALLEE)).toMatchObject({ recordedMs: 0, agreedAt: NOW, agreedTo: 0 });
});

test('after a no nobody is asked again at once, and an ask that was taken back is no recording', () => {
  const asked = after([ask(CALLER)], talking());
  expect(news(stepCall(asked, record(CALLER, { is: 'stop', id: 1 }), NOW).roomEvents)).toEqual(['cancelled']);
  const refused = stepCall(asked, record(CALLEE, { is: 'refuse', id: 1 }), NOW);
  expect(news(refused.roomEvents)).toEqual(['refused']);
  for (const by of [CALLER, CALLEE]) expect(stepCall(refused.call, ask(by), NOW).refusal).toBe('recording_refused');
  const anew = stepCall(refused.call, ask(CALLEE), later(REQUEST_AGAIN_MS - 60_000 + 5000));
  expect(anew.refusal).toBe('recording_refused');
  const there = {
    ...refused.call,
    people: refused.call.people.map((one) => ({ ...one, onlineUntil: later(120_000) })),
  };
  const second = stepCall(there, ask(CALLEE), later(REQUEST_AGAIN_MS)).call;
  expect(presentRecording(second)).toEqual({ id: 2, by: CALLEE, state: 'asked', agreed: [CALLEE] });
  expect(stateOf(stepCall(second, agree(CALLER, 1), later(REQUEST_AGAIN_MS)).call)).toBe('asked');
  expect(stateOf(stepCall(second, agree(CALLER, 2), later(REQUEST_AGAIN_MS)).call)).toBe('running');
});
