import type { Track } from '@app/contract/publishing/music';
import { describe, expect, test } from 'vitest';
import { sampleTrack } from '../../../../test/sample-track.ts';
import {
  EMPTY_QUEUE,
  enqueueTrack,
  moveTrack,
  neighbourIndex,
  nextIndex,
  rememberedIds,
  removeTrack,
  shuffle,
  startQueue,
  unshuffle,
} from './queue.ts';

const tracks = (...ids: number[]): Track[] => ids.map((id) => sampleTrack({ id }));
const ids = (queue: { tracks: readonly Track[] }): number[] => queue.tracks.map(({ id }) => id);
const first = (): number => 0;

test('the queue is what was played from, and begins with the chosen track', () => {
  const queue = startQueue(tracks(1, 2, 3), 1, false);
  expect(ids(queue)).toEqual([1, 2, 3]);
  expect(queue.at).toBe(1);
});

test('a track that stands in the list twice is queued once', () => {
  const queue = startQueue(tracks(1, 2, 1, 3), 2, false);
  expect(ids(queue)).toEqual([1, 2, 3]);
  expect(queue.at).toBe(0);
});

test('nothing to play is an empty queue', () => {
  expect(startQueue([], 0, false)).toBe(EMPTY_QUEUE);
  expect(startQueue(tracks(1), 5, true)).toBe(EMPTY_QUEUE);
});

describe('shuffle', () => {
  test('keeps what is on, and every other track once', () => {
    const queue = shuffle(startQueue(tracks(1, 2, 3, 4, 5), 2, false), first);
    expect(queue.tracks[0]?.id).toBe(3);
    expect(queue.at).toBe(0);
    expect(ids(queue).toSorted()).toEqual([1, 2, 3, 4, 5]);
    expect(ids(queue)).not.toEqual([3, 1, 2, 4, 5]);
  });

  test('comes back to the order before, with what came in meanwhile at the end', () => {
    const mixed = shuffle(startQueue(tracks(1, 2, 3, 4), 1, false), first);
    const longer = enqueueTrack(mixed, sampleTrack({ id: 9 }), 'next');
    const straight = unshuffle(longer);
    expect(ids(straight)).toEqual([1, 2, 3, 4, 9]);
    expect(straight.tracks[straight.at]?.id).toBe(2);
  });

  test('twice changes nothing', () => {
    const mixed = shuffle(startQueue(tracks(1, 2, 3), 0, false));
    expect(shuffle(mixed)).toBe(mixed);
  });
});

describe('what follows', () => {
  const queue = startQueue(tracks(1, 2, 3), 2, false);

  test('after the last one comes the first when all repeat, and nothing when none does', () => {
    expect(nextIndex(queue, 'all')).toBe(0);
    expect(nextIndex(queue, 'none')).toBeNull();
    expect(nextIndex({ ...queue, at: 0 }, 'none')).toBe(1);
  });

  test('one that repeats follows itself', () => {
    expect(nextIndex(queue, 'one')).toBe(2);
  });

  test('asked for by hand, the order is a ring whatever repeats', () => {
    expect(neighbourIndex(queue, 1)).toBe(0);
    expect(neighbourIndex({ ...queue, at: 0 }, -1)).toBe(2);
    expect(neighbourIndex(EMPTY_QUEUE, 1)).toBe(-1);
  });
});

describe('changing the order', () => {
  const queue = startQueue(tracks(1, 2, 3, 4), 1, false);

  test('what is on stays on', () => {
    const moved = moveTrack(queue, 3, 0);
    expect(ids(moved)).toEqual([4, 1, 2, 3]);
    expect(moved.tracks[moved.at]?.id).toBe(2);
    expect(moveTrack(queue, 0, 9)).toBe(queue);
  });

  test('a track taken out before it does not skip it; taken out itself, the next one is on', () => {
    expect(removeTrack(queue, 1)).toMatchObject({ at: 0 });
    const without = removeTrack(queue, 2);
    expect(without.tracks[without.at]?.id).toBe(3);
    const last = removeTrack({ ...queue, at: 3 }, 4);
    expect(last.tracks[last.at]?.id).toBe(1);
    expect(removeTrack(queue, 99)).toBe(queue);
    expect(removeTrack(startQueue(tracks(7), 0, false), 7)).toBe(EMPTY_QUEUE);
  });

  test('a track plays next or last; one that is there already moves', () => {
    expect(ids(enqueueTrack(queue, sampleTrack({ id: 4 }), 'next'))).toEqual([1, 2, 4, 3]);
    expect(ids(enqueueTrack(queue, sampleTrack({ id: 1 }), 'last'))).toEqual([2, 3, 4, 1]);
    expect(enqueueTrack(queue, sampleTrack({ id: 1 }), 'last')).toMatchObject({ at: 0 });
    expect(enqueueTrack(queue, sampleTrack({ id: 2 }), 'next')).toBe(queue);
  });
});

test('of a long queue what is on and what follows is remembered', () => {
  const queue = startQueue(tracks(1, 2, 3, 4, 5, 6), 3, false);
  expect(rememberedIds(queue, 10)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(rememberedIds(queue, 3)).toEqual([4, 5, 6]);
  expect(rememberedIds({ ...queue, at: 5 }, 3)).toEqual([4, 5, 6]);
  expect(rememberedIds({ ...queue, at: 1 }, 3)).toEqual([2, 3, 4]);
});
