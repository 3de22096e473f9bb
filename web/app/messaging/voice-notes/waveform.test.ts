import { expect, test } from 'vitest';
import { peaksOf } from './waveform.ts';

test('a waveform has sixty-four peaks, and the loudest fills the height', () => {
  const samples = Float32Array.from({ length: 6400 }, (_, at) => (at < 3200 ? 0.1 : -0.4));
  const peaks = peaksOf(samples);
  expect(peaks).toHaveLength(64);
  expect(peaks.slice(0, 32)).toEqual(Array(32).fill(25));
  expect(peaks.slice(32)).toEqual(Array(32).fill(100));
});

test('a silent room is drawn as silence', () => {
  expect(Math.max(...peaksOf(new Float32Array(1000).fill(0.001)))).toBe(2);
  expect(peaksOf(new Float32Array(0))).toEqual(Array(64).fill(0));
});

test('a recording shorter than its peaks is stretched over them', () => {
  const peaks = peaksOf(Float32Array.from([0, 1]), 8);
  expect(peaks).toEqual([0, 0, 0, 0, 100, 100, 100, 100]);
});
