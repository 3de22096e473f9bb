import { expect, test } from 'vitest';
import { type FormPhoto, removedIds, spreadProgress, withoutProgress } from './ad-photo-list.ts';

const sized = (key: string, bytes: number): FormPhoto => ({ key, src: '', file: new File(['x'.repeat(bytes)], key) });
const stored = (id: number): FormPhoto => ({ key: `ad-${id}`, id, src: '' });

test('what one request has sent fills its photos in their order', () => {
  const photos = spreadProgress([sized('a', 100), stored(7), sized('b', 300)], 0.5);
  expect(photos.map(({ progress }) => progress)).toEqual([1, undefined, 1 / 3]);
  expect(withoutProgress(photos).every(({ progress }) => progress === undefined)).toBe(true);
});

test('photos that left the form are to be removed, replaced ones are not', () => {
  const before = [{ id: 1 }, { id: 2 }, { id: 3 }];
  expect(removedIds(before, [stored(1), { ...stored(3), file: new File(['x'], 'new.jpg') }])).toEqual([2]);
});
