import { expect, test } from 'vitest';
import { PORTRAIT_SIDE_MAX, portraitSide, turnedBox } from './crop-photo.ts';
import { cameraTrouble, findPicture, isPicture } from './pick-portrait.ts';

test('a picture turned by a quarter lies on its side; a tilted one needs a larger box', () => {
  const quarter = turnedBox({ width: 300, height: 200 }, 90);
  expect([Math.round(quarter.width), Math.round(quarter.height)]).toEqual([200, 300]);
  expect(turnedBox({ width: 300, height: 200 }, 0)).toEqual({ width: 300, height: 200 });
  const tilted = turnedBox({ width: 100, height: 100 }, 45);
  expect(tilted.width).toBeCloseTo(141.4, 1);
});

test('a portrait is never enlarged and never larger than anybody needs', () => {
  expect(portraitSide({ width: 3000, height: 3000 })).toBe(PORTRAIT_SIDE_MAX);
  expect(portraitSide({ width: 120.4, height: 120.4 })).toBe(120);
  expect(portraitSide({ width: 0, height: 0 })).toBe(1);
});

test('of what is dropped or pasted the first picture counts, HEIC without a type too', () => {
  const note = new File(['a'], 'note.txt', { type: 'text/plain' });
  const photo = new File(['a'], 'IMG_1.HEIC', { type: '' });
  expect(findPicture([note, photo])).toBe(photo);
  expect(findPicture([note])).toBeUndefined();
  expect(findPicture(null)).toBeUndefined();
  expect(isPicture({ type: 'image/png', name: '' })).toBe(true);
});

test.each([
  ['NotAllowedError', 'denied'],
  ['NotFoundError', 'missing'],
  ['NotReadableError', 'busy'],
  ['TypeError', 'failed'],
])('a camera that answers %s is told to be %s', (name, trouble) => {
  expect(cameraTrouble(Object.assign(new Error('camera'), { name }))).toBe(trouble);
  expect(cameraTrouble('nothing')).toBe('failed');
});
