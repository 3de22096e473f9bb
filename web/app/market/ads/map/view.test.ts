import { expect, test } from 'vitest';
import { areaOf, clampView, moveBy, tilesOf, toPixels, viewOf, zoomAt } from './view.ts';

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

test('tiles fill the window, of the level whose pixels fit the screen', () => {
  const zooms = { min_zoom: 4, max_zoom: 8 };
  const view = viewOf(around, size);
  for (const zoom of [5, 6.4, 7.5, 11.3]) {
    const tiles = tilesOf({ ...view, zoom }, size, zooms, 1);
    expect(new Set(tiles.map(({ z }) => z))).toEqual(new Set([Math.min(8, Math.round(zoom))]));
    expect(Math.min(...tiles.map(({ left }) => left))).toBeLessThanOrEqual(0);
    expect(Math.min(...tiles.map(({ top }) => top))).toBeLessThanOrEqual(0);
    expect(Math.max(...tiles.map(({ left, side }) => left + side))).toBeGreaterThanOrEqual(size.width);
    expect(Math.max(...tiles.map(({ top, side }) => top + side))).toBeGreaterThanOrEqual(size.height);
    const [{ side = 0 } = {}] = tiles;
    expect(tiles.length).toBeLessThanOrEqual((Math.ceil(size.width / side) + 1) * (Math.ceil(size.height / side) + 1));
  }
  const at = toPixels(kazan, view, size);
  const under = tilesOf(view, size, zooms, 1).filter(
    ({ left, top, side }) => left <= at.x && at.x < left + side && top <= at.y && at.y < top + side,
  );
  expect(under).toEqual([expect.objectContaining({ z: 8, x: 162, y: 79 })]);
  expect(tilesOf({ ...view, zoom: 5 }, size, zooms, 2).every(({ z }) => z === 6)).toBe(true);
});

test('far away there are no tiles, and none lie beyond the world', () => {
  const middle = { x: 0.5, y: 0.5 };
  expect(tilesOf({ ...middle, zoom: 4 }, size, { min_zoom: 6, max_zoom: 8 }, 1)).toEqual([]);
  const all = tilesOf({ ...middle, zoom: 0 }, size, { min_zoom: 0, max_zoom: 3 }, 1);
  expect(all.map(({ z, x, y }) => [z, x, y])).toEqual([[0, 0, 0]]);
});
