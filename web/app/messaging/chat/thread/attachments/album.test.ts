import { expect, test } from 'vitest';
import { layOutAlbum } from './album.ts';

const picture = (width: number, height: number) => ({ width, height });
const counts = (count: number): number[] =>
  layOutAlbum(Array.from({ length: count }, () => picture(4, 3))).map((cells) => cells.length);

test('one to ten pictures fill their rows, none is left over', () => {
  for (let count = 1; count <= 10; count += 1) {
    expect(counts(count).reduce((sum, row) => sum + row, 0)).toBe(count);
  }
  expect(counts(3)).toEqual([1, 2]);
  expect(counts(10)).toEqual([2, 2, 3, 3]);
});

test('two stand side by side as squares, one keeps its shape within reason', () => {
  expect(layOutAlbum([picture(1600, 900), picture(900, 1600)])[0]?.map(({ ratio }) => ratio)).toEqual([1, 1]);
  expect(layOutAlbum([picture(1600, 1200)])[0]?.[0]?.ratio).toBeCloseTo(4 / 3);
  expect(layOutAlbum([picture(100, 1000)])[0]?.[0]?.ratio).toBe(0.75);
  expect(layOutAlbum([picture(1000, 100)])[0]?.[0]?.ratio).toBe(1.8);
});

test('a picture of unknown size is a square', () => {
  expect(layOutAlbum([picture(0, 0)])[0]?.[0]?.ratio).toBe(1);
});
