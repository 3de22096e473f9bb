import { expect, test } from 'vitest';
import {
  fit,
  initialRect,
  MIN_HEIGHT,
  MIN_WIDTH,
  move,
  moveToCorner,
  resize,
  stepOf,
  WINDOW_CORNERS,
} from './window-rect.ts';

const DESK = { width: 1440, height: 900 };

test('the window opens at four fifths of the width, in the middle, and leaves the header free', () => {
  const place = initialRect(DESK);
  expect(place.width).toBe(1152);
  expect(place.left).toBe(144);
  expect(place.top).toBe(92);
  expect(place.height).toBe(740);
});

test('however far it is dragged or stretched, it stays in sight and never smaller than it may be', () => {
  const place = initialRect(DESK);
  for (const [dx, dy] of [
    [-9000, -9000],
    [9000, 9000],
  ] as const) {
    for (const next of [move(place, dx, dy, DESK), resize(place, dx, dy, DESK)]) {
      expect(next.left).toBeGreaterThanOrEqual(0);
      expect(next.top).toBeGreaterThanOrEqual(0);
      expect(next.left + next.width).toBeLessThanOrEqual(DESK.width);
      expect(next.top + next.height).toBeLessThanOrEqual(DESK.height);
      expect(next.width).toBeGreaterThanOrEqual(MIN_WIDTH);
      expect(next.height).toBeGreaterThanOrEqual(MIN_HEIGHT);
    }
  }
  expect(resize(place, -9000, -9000, DESK)).toMatchObject({ width: MIN_WIDTH, height: MIN_HEIGHT });
});

test('a browser that becomes smaller takes the window along', () => {
  const place = moveToCorner('bottomRight', initialRect(DESK), DESK);
  const smaller = fit(place, { width: 900, height: 640 });
  expect(smaller.left + smaller.width).toBeLessThanOrEqual(900);
  expect(smaller.top + smaller.height).toBeLessThanOrEqual(640);
});

test('the menu puts it where the pointer could, and each place is another one', () => {
  const places = WINDOW_CORNERS.map((spot) => moveToCorner(spot, initialRect(DESK), DESK));
  expect(new Set(places.map(({ left, top, width }) => `${left} ${top} ${width}`)).size).toBe(WINDOW_CORNERS.length);
});

test('arrows move it by a step, other keys do not', () => {
  expect(stepOf('ArrowLeft')).toEqual([-24, 0]);
  expect(stepOf('Enter')).toBeUndefined();
});
