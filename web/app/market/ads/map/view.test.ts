import { expect, test } from 'vitest';
import { areaOf, clampView, moveBy, toPixels, viewOf, zoomAt } from './view.ts';

const size = { width: 900, height: 600 };
const kazan = { latitude: 55.79, longitude: 49.12 };
const around = { west: 48.9, south: 55.65, east: 49.4, north: 55.95 };

test('an area is shown whole, and what is shown is told back', () => {
  const shown = areaOf(viewOf(around, size), size);
  expect(shown.west).toBeLessThanOrEqual(around.west);
  expect(shown.east).toBeGreaterThanOrEqual(around.east);
  expect(shown.south).toBeLessThanOrEqual(around.south);
  expect(shown.north).toBeGreaterThanOrEqual(around.north);
});

test('the point under the pointer stays there when the map gets larger', () => {
  const view = viewOf(around, size);
  const before = toPixels(kazan, view, size);
  const from = { x: before.x - size.width / 2, y: before.y - size.height / 2 };
  const after = toPixels(kazan, zoomAt(view, 1.5, from, size), size);
  expect(after.x).toBeCloseTo(before.x, 3);
  expect(after.y).toBeCloseTo(before.y, 3);
});

test('a drag moves the map with the pointer', () => {
  const view = viewOf(around, size);
  const before = toPixels(kazan, view, size);
  const after = toPixels(kazan, moveBy(view, 40, -25, size), size);
  expect(after.x - before.x).toBeCloseTo(40, 3);
  expect(after.y - before.y).toBeCloseTo(-25, 3);
});

test('the edge of the world is never within the map', () => {
  for (const view of [
    { x: 0, y: 0, zoom: 0 },
    { x: 1, y: 1, zoom: 5 },
    { x: 0.5, y: -3, zoom: 30 },
  ]) {
    const { west, east, south, north } = areaOf(clampView(view, size), size);
    expect(west).toBeGreaterThanOrEqual(-180);
    expect(east).toBeLessThanOrEqual(180);
    expect(west).toBeLessThan(east);
    expect(south).toBeLessThan(north);
  }
});
