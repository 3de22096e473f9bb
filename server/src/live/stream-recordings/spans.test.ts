import { expect, test } from 'vitest';
import { dateAtOffset, joinSpans, offsetAtDate } from './spans.public.ts';

const SPANS = [
  [100_000, 8000],
  [130_000, 4000],
] as const;

test('pieces of one session are one span, and another session begins the next', () => {
  expect(
    joinSpans([
      [100_000, 4000],
      [104_000, 4000],
      [130_000, 4000],
    ]),
  ).toEqual(SPANS);
});

test('a word stands where it was said, and one from a pause where the picture comes back', () => {
  const places = [99_000, 100_000, 105_500, 112_000, 130_000, 133_999, 140_000].map((ms) =>
    offsetAtDate(SPANS, new Date(ms)),
  );
  expect(places).toEqual([0, 0, 5500, 8000, 8000, 11_999, 12_000]);
});

test('until a place of the video is shown what had been said by then, at its end everything', () => {
  expect(dateAtOffset(SPANS, 5500)?.getTime()).toBe(105_500);
  expect(dateAtOffset(SPANS, 8000)?.getTime()).toBe(130_000);
  expect(dateAtOffset(SPANS, 12_000)).toBeNull();
  expect(dateAtOffset([], 0)).toBeNull();
});
