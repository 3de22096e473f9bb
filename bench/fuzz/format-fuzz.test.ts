import { expect, test } from 'vitest';
import { type FuzzReport, hasPassed } from './format-fuzz.ts';

const MB = 1024 * 1024;
const held = (...sizes: number[]): FuzzReport['memory'] =>
  sizes.map((size) => ({ after: '', held: { rss: size * MB, heapUsed: 0 } }));
const requests = { operations: 4, sent: 400, byStatus: {}, neverDone: ['a', 'b'], seconds: 1 };
const frames = { channels: 1, sent: 10, byOutcome: { beat: 1 }, seconds: 1 };
const report: FuzzReport = { seed: 1, requests, frames, memory: held(400, 420, 500, 520), replaced: 0 };

test('a run passes when nothing was found and it got through to what it tried', () => {
  expect(hasPassed(report, [])).toBe(true);
  expect(hasPassed(report, [{ what: '500', count: 1, examples: [] }])).toBe(false);
});

test('a run that is refused at the door, or whose sockets never answer, proves nothing', () => {
  const refused = { ...requests, neverDone: ['a', 'b', 'c'] };
  expect(hasPassed({ ...report, requests: refused }, [])).toBe(false);
  expect(hasPassed({ ...report, requests: { ...refused, sent: 40 } }, [])).toBe(true);
  expect(hasPassed({ ...report, frames: { ...frames, byOutcome: { 4403: 10 } } }, [])).toBe(false);
});

test('memory that grows after the first quarter fails', () => {
  expect(hasPassed({ ...report, memory: held(400, 400, 500, 551) }, [])).toBe(false);
});
