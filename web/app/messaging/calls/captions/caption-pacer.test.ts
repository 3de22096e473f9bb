import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CAPTION_MAX, CAPTIONS_PER_SECOND_MAX } from '#contract/messaging/calls';
import { CAPTION_EVERY_MS, createCaptionPacer, fitCaption } from './caption-pacer.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function pace() {
  const sent: string[] = [];
  const pacer = createCaptionPacer(({ text, isFinal }) => sent.push(isFinal ? `${text}.` : text));
  return { sent, pacer };
}

test('the first words go at once, later guesses replace each other, and final words all go', () => {
  const { sent, pacer } = pace();
  for (const guess of ['a', 'ab', 'abc']) pacer.push(guess, false);
  expect(sent).toEqual(['a']);
  pacer.push('abcd', true);
  pacer.push('e', false);
  pacer.push('ef', true);
  pacer.push('g', false);
  vi.advanceTimersByTime(3 * CAPTION_EVERY_MS);
  expect(sent).toEqual(['a', 'abcd.', 'ef.', 'g']);
});

test('however much is said, the server’s limit is not reached', () => {
  const { sent, pacer } = pace();
  for (let ms = 0; ms < 10_000; ms += 10) {
    pacer.push(`${ms}`, ms % 50 === 0);
    vi.advanceTimersByTime(10);
  }
  expect(sent.length).toBeGreaterThan(10);
  expect(sent.length / 10).toBeLessThan(CAPTIONS_PER_SECOND_MAX);
});

test('what waits goes no more once it is cleared', () => {
  const { sent, pacer } = pace();
  pacer.push('one', true);
  pacer.push('two', true);
  pacer.clear();
  vi.advanceTimersByTime(5 * CAPTION_EVERY_MS);
  expect(sent).toEqual(['one.']);
});

test('of long words the end remains, from the beginning of a word; blanks and control characters are no words', () => {
  const words = Array.from({ length: 100 }, (_, i) => `слово${i}`).join(' ');
  const fitted = fitCaption(words);
  expect(fitted.length).toBeLessThanOrEqual(CAPTION_MAX);
  expect(fitted.length).toBeGreaterThan(CAPTION_MAX - 10);
  expect(words.endsWith(` ${fitted}`)).toBe(true);
  expect(fitCaption('я'.repeat(400))).toHaveLength(CAPTION_MAX);
  expect(fitCaption(' да\u0000\n нет ')).toBe('да нет');
  const { sent, pacer } = pace();
  pacer.push(' \u0007 ', true);
  expect(sent).toEqual([]);
});
