import { expect, test } from 'vitest';
import { sampleReplayed } from '../../../../test/sample-stream.ts';
import { messagesUntil, nextReplayLoad, type ReplayPart, withNewer, withOlder } from './replay-state.ts';

const partOf = (places: readonly number[], change: Partial<ReplayPart> = {}): ReplayPart => ({
  messages: places.map((place_ms, i) => sampleReplayed(i + 1, { place_ms })),
  hasOlder: false,
  hasNewer: false,
  untilMs: places.at(-1) ?? 0,
  ...change,
});

test('words come when the video does, and go when it goes back', () => {
  const part = partOf([1000, 5000, 5000, 9000]);
  expect(messagesUntil(part, 999)).toHaveLength(0);
  expect(messagesUntil(part, 5000).map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(messagesUntil(part, 4000).map(({ id }) => id)).toEqual([1]);
});

test('what follows is asked for before the video comes there, and a jump asks for what is around it', () => {
  expect(nextReplayLoad(null, 0)).toBe('around');
  expect(nextReplayLoad(partOf([]), 0)).toBeNull();
  expect(nextReplayLoad(partOf([], { hasNewer: true }), 0)).toBe('newer');
  const part = partOf([100_000, 200_000], { hasOlder: true, hasNewer: true });
  expect(nextReplayLoad(part, 150_000)).toBeNull();
  expect(nextReplayLoad(part, 175_000)).toBe('newer');
  expect(nextReplayLoad(part, 240_000)).toBe('around');
  expect(nextReplayLoad(part, 50_000)).toBe('around');
  expect(nextReplayLoad({ ...part, hasOlder: false, hasNewer: false }, 900_000)).toBeNull();
});

test('a jump into a long silence asks once for what was before it, and then for what follows', () => {
  const part = partOf([100_000, 200_000], { hasOlder: true, hasNewer: true, untilMs: 500_000 });
  expect(nextReplayLoad(part, 500_000)).toBe('newer');
  expect(nextReplayLoad(withNewer(part, partOf([900_000]).messages, 1), 500_000)).toBeNull();
  expect(nextReplayLoad(partOf([], { hasNewer: true, untilMs: 500_000 }), 500_000)).toBe('newer');
});

test('a full page may be followed by another one, a short one is the last', () => {
  const part = partOf([5000], { hasOlder: true, hasNewer: true });
  const later = partOf([6000, 7000]).messages;
  expect(withNewer(part, later, 2)).toMatchObject({ hasNewer: true, hasOlder: true });
  expect(withNewer(part, later, 3).hasNewer).toBe(false);
  const whole = withOlder(part, partOf([1000]).messages, 2);
  expect(whole.messages.map(({ place_ms }) => place_ms)).toEqual([1000, 5000]);
  expect(whole.hasOlder).toBe(false);
});
