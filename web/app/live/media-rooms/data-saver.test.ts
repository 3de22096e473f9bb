import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDataSaver, type DataSaver, type DataSaverState } from './data-saver.ts';
import { noStats } from './room-stats.ts';
import type { Room, RoomStats } from './room-types.ts';

const person = (user: number, video = true) => ({ user, audio: true, video, screen: false, hand: false });

let stats: RoomStats;
let asked: [number | '*', string][];
let state: DataSaverState;
let saver: DataSaver;

beforeEach(() => {
  vi.useFakeTimers();
  stats = noStats();
  asked = [];
  const room: Room = {
    publish: async () => {},
    mute: () => {},
    setLayer: (user, layer) => asked.push([user, layer]),
    hand: () => {},
    stats: async () => stats,
    leave: () => {},
  };
  saver = createDataSaver(room, (next) => {
    state = next;
  });
  state = saver.state();
});
afterEach(() => {
  saver.close();
  vi.useRealTimers();
});

function came(user: number, videoBytes: number): void {
  const one = { user, kind: 'person' as const, audioBytes: 0, videoBytes, framesDecoded: 1, width: 320, height: 180 };
  stats = { ...stats, people: [...stats.people.filter((other) => other.user !== user), one] };
}
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('what is saved is what the pictures weighed before they were left out', async () => {
  saver.updatePeople([person(1), person(2, false)]);
  came(1, 0);
  await wait(2000);
  came(1, 100_000);
  await wait(2000);
  expect(state.bytesSaved).toBe(0);
  saver.set(true);
  expect(asked).toEqual([['*', 'off']]);
  await wait(10_000);
  expect(state).toEqual({ isOn: true, isAutomatic: false, off: [], bytesSaved: 500_000 });
  saver.set(false);
  await wait(4000);
  expect(state.bytesSaved).toBe(500_000);
});

test('one person’s picture is a choice of its own', async () => {
  saver.updatePeople([person(1), person(2)]);
  saver.setPerson(1, 'off');
  expect([state.off, asked]).toEqual([[1], [[1, 'off']]]);
  saver.set(true);
  saver.setPerson(2, 'high');
  await wait(2000);
  expect(state.bytesSaved).toBe(37_500);
});

test('a connection of under 300 kbit/s that makes pictures small switches it on; a single moment, or a quiet room, does not', () => {
  saver.updatePeople([person(1)]);
  saver.updateBandwidth(250, false);
  saver.updateBandwidth(250, false);
  saver.updateBandwidth(250, true);
  saver.updateBandwidth(350, true);
  saver.updateBandwidth(250, true);
  expect(state.isOn).toBe(false);
  saver.updateBandwidth(250, true);
  expect(state).toMatchObject({ isOn: true, isAutomatic: true });
});

test('where nobody sends a picture there is nothing to save', () => {
  saver.updatePeople([person(1, false)]);
  for (let i = 0; i < 5; i++) saver.updateBandwidth(20, true);
  expect(state.isOn).toBe(false);
});

test('a connection that became better brings the pictures back, one that did not is tried later and later', async () => {
  saver.updatePeople([person(1)]);
  saver.updateBandwidth(100, true);
  saver.updateBandwidth(100, true);
  await wait(30_000);
  expect(asked).toEqual([
    ['*', 'off'],
    ['*', 'high'],
  ]);
  stats = { ...stats, packetsReceived: 80, packetsLost: 20 };
  await wait(8000);
  expect(state).toMatchObject({ isOn: true, isAutomatic: true });
  await wait(31_000);
  expect(asked).toHaveLength(3);
  await wait(29_000);
  stats = { ...stats, packetsReceived: 500 };
  await wait(8000);
  expect(state).toMatchObject({ isOn: false, isAutomatic: false });
  saver.updateBandwidth(100, true);
  saver.updateBandwidth(100, true);
  expect(state.isOn).toBe(false);
});

test('whoever switched it off does not get it again by itself', () => {
  saver.updatePeople([person(1)]);
  for (let i = 0; i < 2; i++) saver.updateBandwidth(100, true);
  saver.set(false);
  for (let i = 0; i < 5; i++) saver.updateBandwidth(100, true);
  expect(state.isOn).toBe(false);
});
