import { expect, test } from 'vitest';
import { withDuration } from './webm-duration.ts';

const HEAD = [0x1a, 0x45, 0xdf, 0xa3, 0x84, 0x42, 0x86, 0x81, 0x01];
const OPEN_SEGMENT = [0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
const SCALE = [0x2a, 0xd7, 0xb1, 0x83, 0x0f, 0x42, 0x40];
const info = (contents: readonly number[]): number[] => [0x15, 0x49, 0xa9, 0x66, 0x80 | contents.length, ...contents];
const CLUSTER = [0x1f, 0x43, 0xb6, 0x75, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xe7, 0x81, 0x00];
const fileOf = (...parts: readonly number[][]): Uint8Array<ArrayBuffer> => new Uint8Array(parts.flat());

test('the length stands in the file, and everything else stays where it was', () => {
  const made = withDuration(fileOf(HEAD, OPEN_SEGMENT, info(SCALE), CLUSTER), 65_250);
  const begin = HEAD.length + OPEN_SEGMENT.length;
  expect([...made.subarray(0, begin)]).toEqual([...HEAD, ...OPEN_SEGMENT]);
  expect([...made.subarray(begin, begin + 12)]).toEqual([
    0x15,
    0x49,
    0xa9,
    0x66,
    0x01,
    0,
    0,
    0,
    0,
    0,
    0,
    SCALE.length + 11,
  ]);
  const duration = begin + 12 + SCALE.length;
  expect([...made.subarray(duration, duration + 3)]).toEqual([0x44, 0x89, 0x88]);
  expect(new DataView(made.buffer).getFloat64(duration + 3)).toBe(65_250);
  expect([...made.subarray(duration + 11)]).toEqual(CLUSTER);
});

test('ticks of another length are counted as such', () => {
  const made = withDuration(fileOf(HEAD, OPEN_SEGMENT, info([0x2a, 0xd7, 0xb1, 0x82, 0x03, 0xe8])), 2);
  expect(new DataView(made.buffer).getFloat64(made.length - 8)).toBe(2000);
});

test.each([
  ['nothing', fileOf()],
  ['an MP4 file', fileOf([0, 0, 0, 0x18, 0x66, 0x74, 0x79, 0x70])],
  ['a file that is cut off in its head', fileOf(HEAD, OPEN_SEGMENT, [0x15, 0x49, 0xa9])],
  ['a segment of a known size', fileOf(HEAD, [0x18, 0x53, 0x80, 0x67, 0x8c], info(SCALE))],
  ['a length that is there', fileOf(HEAD, OPEN_SEGMENT, info([...SCALE, 0x44, 0x89, 0x84, 0, 0, 0, 0]))],
])('%s stays as it is', (_, bytes) => {
  expect(withDuration(bytes, 1000)).toBe(bytes);
});
