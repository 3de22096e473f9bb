import { expect, test } from 'vitest';
import { findCallMedia } from './call-media.ts';
import {
  type CallState,
  type CallStep,
  createCallState,
  findParticipant,
  isIn,
  mayHaveMedia,
  maySignal,
  mayViewCall,
  nextDue,
  receivesRoomEvent,
  stepCall,
} from './call-state.ts';

const [CALLER, CALLEE, OUTSIDER] = [1, 2, 3];
const STEPS = 6;
const NOW = new Date('2026-01-01T00:00:00Z');

/**
 * All messages on sockets and over REST, with every target. Requests for media and signals change nothing, so these are
 * checked after every step.
 */
const SAID: readonly CallStep[] = [CALLER, CALLEE, OUTSIDER].flatMap((by): CallStep[] => [
  { type: 'enter', by, page: `page of ${by}` },
  { type: 'accept', by },
  { type: 'decline', by, reason: 'declined' },
  { type: 'hangup', by },
  { type: 'exit', by, page: `page of ${by}` },
  { type: 'move', by },
  { type: 'cancel', by, user: CALLEE },
  ...[CALLER, CALLEE, OUTSIDER]
    .filter((id) => id !== by)
    .map((user): CallStep => ({ type: 'answer', by, user, isAdmitted: true })),
]);
const OUTSIDE: readonly CallStep[] = [
  { type: 'visit', by: OUTSIDER },
  { type: 'ring', by: OUTSIDER, users: [{ id: OUTSIDER, isBusy: false }] },
  { type: 'ring', by: CALLEE, users: [{ id: CALLEE, isBusy: false }] },
];

const hasAccepted = (call: CallState): boolean =>
  findParticipant(call, CALLEE)?.hasJoined === true || findParticipant(call, OUTSIDER)?.hasJoined === true;
const isOutside = (call: CallState): boolean => findParticipant(call, OUTSIDER)?.hasJoined !== true;

interface Seen {
  states: number;
  sequences: number;
  accepted: number;
}

/**
 * Checks every sequence of at most {@link STEPS} messages. The rules are a pure function of state and message, so a
 * state already checked with as many steps left is only counted.
 */
function walk(steps: readonly CallStep[], look: (call: CallState, before: CallState, step: CallStep) => void): Seen {
  const counted = new Map<string, number>();
  const seen: Seen = { states: 0, sequences: 0, accepted: 0 };
  const follow = (call: CallState, left: number): number => {
    const key = `${left} ${JSON.stringify(call)}`;
    const known = counted.get(key);
    if (known !== undefined) return known;
    seen.states += 1;
    let sequences = 1;
    if (left > 0)
      for (const step of steps) {
        const outcome = stepCall(call, step, NOW);
        look(outcome.call, call, step);
        if (hasAccepted(outcome.call)) seen.accepted += 1;
        for (const told of outcome.roomEvents) {
          if (isOutside(outcome.call) && receivesRoomEvent(outcome.call, OUTSIDER, told))
            expect(told).toMatchObject({ type: 'visitor', user: OUTSIDER });
          if (!hasAccepted(outcome.call) && told.type === 'media')
            for (const id of [CALLER, CALLEE, OUTSIDER]) expect(receivesRoomEvent(outcome.call, id, told)).toBe(false);
        }
        for (const { user } of outcome.ringEvents) expect(user).not.toBe(OUTSIDER);
        sequences += follow(outcome.call, left - 1);
      }
    counted.set(key, sequences);
    return sequences;
  };
  const { call } = createCallState({ starterId: CALLER, users: [{ id: CALLEE, isBusy: false }] }, NOW);
  seen.sequences = follow(call, STEPS);
  return seen;
}

test('whatever the order of up to six messages, nothing of media leaves before somebody accepts, and an outsider hears nothing', () => {
  const seen = walk([...SAID, ...OUTSIDE], (call) => {
    for (const id of [CALLER, CALLEE, OUTSIDER]) {
      if (hasAccepted(call)) continue;
      expect(mayHaveMedia(call, id)).toBe(false);
      for (const other of [CALLER, CALLEE, OUTSIDER]) expect(maySignal(call, id, other)).toBe(false);
    }
    if (!isOutside(call)) return;
    expect(mayHaveMedia(call, OUTSIDER) || mayViewCall(call, OUTSIDER)).toBe(false);
    for (const id of [CALLER, CALLEE])
      expect(maySignal(call, id, OUTSIDER) || maySignal(call, OUTSIDER, id)).toBe(false);
  });
  // 27 and 3 messages, in sequences of length 0 to 6.
  expect(seen.sequences).toBe(
    Array.from({ length: STEPS + 1 }, (_, i) => (SAID.length + OUTSIDE.length) ** i).reduce((a, b) => a + b),
  );
  expect(seen.accepted).toBeGreaterThan(0);
});

test('whatever the order, a call keeps its word: who is in never more than once, an end is an end, and something is always due', () => {
  walk([...SAID, ...OUTSIDE], (call, before) => {
    expect(new Set(call.people.map(({ userId }) => userId)).size).toBe(call.people.length);
    if (before.state === 'ended') expect(call).toEqual(before);
    expect(nextDue(call) === null).toBe(call.state === 'ended');
    expect(call.state === 'ended').toBe(!call.people.some(isIn));
    if (call.mode === 'peer') expect(call.people.filter(isIn).length).toBeLessThanOrEqual(2);
  });
});

test('neither a join token nor a password of the relay is made before somebody accepts', async () => {
  let seats = 0;
  const services = {
    config: { ice: { stunUrls: [], turn: { urls: ['turn:localhost'], secret: 'proverka' } } },
    mediaRooms: {
      isUp: () => true,
      createJoinToken: async () => {
        seats += 1;
        return { engine: 'sfu', url: '/media-room', token: 't', expires_at: NOW.toISOString() };
      },
    },
  } as unknown as Parameters<typeof findCallMedia>[0];
  const calls: CallState[] = [];
  const keys = new Set<string>();
  walk([...SAID, ...OUTSIDE], (call) => {
    const key = JSON.stringify(call);
    if (!keys.has(key)) calls.push(call);
    keys.add(key);
  });
  let given = 0;
  for (const call of calls) {
    const kept = { ...call, id: 1, roomId: 'r', adId: null, isVideo: false, createdAt: NOW, dueAt: null, now: NOW };
    for (const id of [CALLER, CALLEE, OUTSIDER]) {
      const before = seats;
      const media = await findCallMedia(services, kept, id);
      if (media !== undefined) given += 1;
      if (hasAccepted(call) && findParticipant(call, id)?.hasJoined === true) continue;
      expect(media).toBeUndefined();
      expect(seats).toBe(before);
    }
  }
  expect(given).toBeGreaterThan(0);
  expect(seats).toBeGreaterThan(0);
});
