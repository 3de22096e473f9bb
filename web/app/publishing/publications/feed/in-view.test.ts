import { expect, test } from 'vitest';
import { isInView } from './in-view.ts';

/** Builds an observer entry: element height, visible height, screen height. */
const entry = (height: number, shown: number, screen: number) =>
  ({
    intersectionRatio: shown / height,
    intersectionRect: { height: shown },
    rootBounds: { height: screen },
  }) as IntersectionObserverEntry;

test('what shows for the most part is in view', () => {
  expect(isInView(entry(400, 240, 900))).toBe(true);
  expect(isInView(entry(400, 200, 900))).toBe(false);
});

test('what is taller than the screen is in view when it has half of the screen', () => {
  expect(isInView(entry(1200, 400, 600))).toBe(true);
  expect(isInView(entry(1200, 200, 600))).toBe(false);
});
