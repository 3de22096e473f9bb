import { expect, test } from 'vitest';
import { contain, cover, placeTiles, type Rect } from './layout.ts';

const meet = (one: Rect, other: Rect): boolean =>
  one.x < other.x + other.width - 0.01 &&
  other.x < one.x + one.width - 0.01 &&
  one.y < other.y + other.height - 0.01 &&
  other.y < one.y + one.height - 0.01;

test.each([false, true])(
  'up to sixteen tiles stand inside the picture and beside one another, a large one first: %s',
  (hasLarge) => {
    for (let count = 1; count <= 16; count++) {
      const boxes = placeTiles(count, hasLarge, 1280, 720);
      expect(boxes).toHaveLength(count);
      for (const [index, box] of boxes.entries()) {
        expect(box.x >= 0 && box.y >= 0 && box.x + box.width <= 1280 && box.y + box.height <= 720).toBe(true);
        expect(box.width > 40 && box.height > 40).toBe(true);
        for (const other of boxes.slice(index + 1)) expect(meet(box, other)).toBe(false);
      }
      const areas = boxes.map(({ width, height }) => width * height);
      if (hasLarge) expect(Math.max(...areas)).toBe(areas[0]);
    }
  },
);

test('a person fills their tile, a screen is seen whole', () => {
  const box = { x: 0, y: 0, width: 400, height: 400 };
  expect(cover({ width: 1600, height: 900 }, box)).toEqual({ x: 350, y: 0, width: 900, height: 900 });
  expect(contain({ width: 1600, height: 900 }, box)).toEqual({ x: 0, y: 87.5, width: 400, height: 225 });
});
