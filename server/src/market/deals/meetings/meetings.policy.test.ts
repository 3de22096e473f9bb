import { expect, test } from 'vitest';
import { actionsOf, isMeetingTime, type MeetingAccess, nextStepAt, stateAt } from './meetings.policy.ts';

const [SELLER, BUYER] = [1, 2];
const at = new Date('2026-11-27T12:00:00Z');
const minutes = (count: number): Date => new Date(at.getTime() + count * 60_000);
const meeting = (change: Partial<MeetingAccess> = {}): MeetingAccess => ({
  seller_id: SELLER,
  buyer_id: BUYER,
  proposed_by: BUYER,
  state: 'agreed',
  at,
  ...change,
});
const FRESH = { arrived_at: null, confirmed_at: null };
const actions = (
  now: Date,
  change: Partial<MeetingAccess> = {},
  { userId = SELLER, side = FRESH, isBlocked = false } = {},
) => actionsOf(userId, meeting(change), { side, isBlocked }, now);

test('who proposed waits or changes, the other one answers', () => {
  const proposed = { state: 'proposed' as const };
  expect(actions(minutes(-600), proposed)).toEqual(['accept', 'change', 'decline', 'relative']);
  expect(actions(minutes(-600), proposed, { userId: BUYER })).toEqual(['change', 'cancel', 'relative']);
  expect(actions(minutes(-600), proposed, { isBlocked: true })).toEqual(['decline']);
  expect(actions(minutes(0), proposed)).toEqual([]);
  expect(stateAt(meeting(proposed), minutes(0))).toBe('expired');
});

test('an agreed meeting is changed before its time, arrived at around it, and confirmed after it', () => {
  expect(actions(minutes(-31))).toEqual(['change', 'cancel', 'relative']);
  expect(actions(minutes(-30))).toEqual(['arrive', 'change', 'cancel', 'relative']);
  expect(actions(minutes(-1), {}, { side: { ...FRESH, arrived_at: minutes(-5) } as never })).toEqual([
    'change',
    'cancel',
    'relative',
  ]);
  expect(actions(minutes(0))).toEqual(['confirm', 'arrive', 'relative']);
  expect(actions(minutes(30))).toEqual(['confirm', 'arrive']);
  expect(actions(minutes(120))).toEqual(['confirm']);
  expect(actions(minutes(1440))).toEqual([]);
  expect(stateAt(meeting(), minutes(1440))).toBe('over');
});

test('the job looks at a meeting when something changes, and at the end last', () => {
  const steps: number[] = [];
  for (let now = minutes(-600); ; ) {
    const next = nextStepAt({ state: stateAt(meeting(), now), at }, now);
    if (next === null) break;
    steps.push((next.getTime() - at.getTime()) / 60_000);
    now = next;
  }
  expect(steps).toEqual([-60, -30, 0, 10, 30, 120, 1440]);
  expect(nextStepAt({ state: 'proposed', at }, minutes(-600))).toEqual(at);
  expect(nextStepAt({ state: 'declined', at }, minutes(-600))).toBeNull();
});

test('a meeting is in the future, and within thirty days', () => {
  expect(
    [minutes(0), minutes(1), minutes(-30 * 1440), minutes(-30 * 1440 - 1)].map((now) => isMeetingTime(at, now)),
  ).toEqual([false, false, true, false]);
});
