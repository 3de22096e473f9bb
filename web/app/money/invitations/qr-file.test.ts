import decodeQR from 'qr/decode.js';
import { expect, test } from 'vitest';
import { drawQr } from '../../ui/draw-qr.ts';
import { toSvgFile } from './qr-file.ts';

const LINK = 'https://okolo.example/friend?friend_id=123456&referral=ABC2HKX';
const SCALE = 6;

/** Renders the path as a browser would: every module is a full square. */
function paint({ size, path }: ReturnType<typeof drawQr>) {
  const side = size * SCALE;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row++) {
      for (let column = Number(x) * SCALE; column < (Number(x) + Number(length)) * SCALE; column++) {
        data.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3);
      }
    }
  }
  return { width: side, height: side, data };
}

test('what is drawn can be read: it is the link', () => {
  expect(decodeQR(paint(drawQr(LINK)))).toBe(LINK);
});

test('the file is a picture of its own, dark on light', async () => {
  const file = toSvgFile(drawQr(LINK));
  expect(file.type).toBe('image/svg+xml');
  expect(await file.text()).toMatch(
    /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 \d+ \d+".*#ffffff.*#0a0e0d/,
  );
});
