import type { AdPhoto } from '@app/contract/market/ads';
import { expect, test } from 'vitest';
import {
  type FormPhoto,
  hasOtherPhotos,
  mergePhotos,
  movePhoto,
  removedIds,
  spreadProgress,
  withoutProgress,
} from './ad-photo-list.ts';

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

const ofAd = (id: number): AdPhoto => ({ id, src: '', src_400: '', src_1600: '', width: 8, height: 5, thumbhash: '' });

test('a photo moves to its new place and the others close up', () => {
  const keys = (photos: readonly FormPhoto[]) => photos.map(({ key }) => key).join('');
  const photos = [sized('a', 1), sized('b', 1), sized('c', 1)];
  expect(keys(movePhoto(photos, 'c', 0))).toBe('cab');
  expect(keys(movePhoto(photos, 'a', 2))).toBe('bca');
  expect(keys(movePhoto(photos, 'a', -1))).toBe('abc');
});

test('another order is a change, the same photos are none', () => {
  expect(hasOtherPhotos([{ id: 1 }, { id: 2 }], [stored(1), stored(2)])).toBe(false);
  expect(hasOtherPhotos([{ id: 1 }, { id: 2 }], [stored(2), stored(1)])).toBe(true);
  expect(hasOtherPhotos([{ id: 1 }], [{ ...stored(1), file: new File(['x'], 'n.jpg') }])).toBe(true);
});

test('photos changed elsewhere join the form without costing what was chosen in it', () => {
  const before = [ofAd(1), ofAd(2)];
  const replacing = { ...stored(2), file: new File(['x'], 'new.jpg') };
  const merged = mergePhotos(before, [stored(1), replacing], [ofAd(1), ofAd(3)], 3);
  expect(merged.map(({ id }) => id)).toEqual([1, undefined, 3]);
  expect(merged[1]?.file?.name).toBe('new.jpg');
  expect(mergePhotos(before, [stored(1)], before, 3).map(({ id }) => id)).toEqual([1]);
});
