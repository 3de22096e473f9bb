import { expect, test } from 'vitest';
import { ebml, KIND_SAMPLES, mp4 } from '../../../test/uploads/kinds.ts';
import { sniffFile } from './sniff-file.ts';
import { SNIFF_BYTES } from './sniff-image.ts';

const sniff = (bytes: Buffer) => sniffFile(bytes.subarray(0, SNIFF_BYTES));

test.each(KIND_SAMPLES)('$fileName, sent as $contentType, is told by its bytes: $mime', async ({ bytes, mime }) => {
  const [family] = mime.split('/');
  const isPlayed = family === 'video' || family === 'audio';
  expect(await sniff(bytes)).toEqual({ mime, class: isPlayed ? family : 'other' });
});

test('a film whose sound is listed first stays a film', async () => {
  expect(await sniff(mp4('isom', 'soun', 'vide'))).toMatchObject({ class: 'video' });
  expect(await sniff(ebml('webm', 'A_OPUS', 'V_VP8'))).toMatchObject({ class: 'video' });
});

test('a film that does not tell its tracks in time stays a film', async () => {
  const tracks = mp4('isom', 'soun');
  expect(await sniff(Buffer.concat([tracks.subarray(0, 40), Buffer.alloc(0)]))).toMatchObject({ class: 'video' });
});

test('a text is told from bytes, also where it is cut in the middle of a letter', async () => {
  const text = Buffer.from('ы'.repeat(SNIFF_BYTES));
  expect(await sniffFile(text.subarray(1))).toMatchObject({ mime: 'application/octet-stream' });
  expect(await sniffFile(text.subarray(0, 101))).toMatchObject({ mime: 'text/plain' });
  expect(await sniffFile(Buffer.from([0x80, 0x81]))).toMatchObject({ mime: 'application/octet-stream' });
});

test('boxes that lie about their size end the search', async () => {
  const lying = mp4('isom', 'soun');
  for (const size of [0, 1, 7, 0xffffffff]) {
    lying.writeUInt32BE(size, 20);
    expect(await sniff(lying)).toMatchObject({ mime: 'video/mp4' });
  }
});
