import { expect, test } from 'vitest';
import { newSegmentKey, SEGMENT_OBJECTS } from '../../live/stream-recordings/object-keys.ts';
import { CHAT_FILE_OBJECTS } from '../../messaging/chat-files/object-keys.ts';
import { audioKey, RECORDING_OBJECTS } from '../../publishing/music/audio/object-keys.ts';
import { PUBLICATION_FILE_OBJECTS, renditionKey } from '../../publishing/publication-files/object-keys.ts';
import { IMAGE_OBJECTS } from './image-objects.ts';
import { fileKey, widthKey } from './stored-objects.public.ts';

const SHA256 = '0123456789abcdef'.repeat(4);
const KINDS = [IMAGE_OBJECTS, CHAT_FILE_OBJECTS, PUBLICATION_FILE_OBJECTS, RECORDING_OBJECTS, SEGMENT_OBJECTS];

test('every stored object leads back to the key that its row names', () => {
  for (const kind of [CHAT_FILE_OBJECTS, PUBLICATION_FILE_OBJECTS]) {
    const baseKey = kind.baseKeyOf(SHA256);
    expect([widthKey(baseKey, 800), fileKey(baseKey)].map(kind.baseKeyFrom)).toEqual([baseKey, baseKey]);
  }
  const video = PUBLICATION_FILE_OBJECTS.baseKeyOf(SHA256);
  expect(PUBLICATION_FILE_OBJECTS.baseKeyFrom(renditionKey(video, '360-list'))).toBe(video);
  const image = IMAGE_OBJECTS.baseKeyOf(SHA256);
  expect(IMAGE_OBJECTS.baseKeyFrom(widthKey(image, 400))).toBe(image);
  const segment = newSegmentKey();
  expect(SEGMENT_OBJECTS.baseKeyFrom(segment)).toBe(segment);
  expect(RECORDING_OBJECTS.baseKeyFrom(audioKey(SHA256))).toBe(audioKey(SHA256));
});

test('an object belongs to one kind, and a foreign one to none', () => {
  const keys = KINDS.map((kind) => kind.baseKeyOf(SHA256)).flatMap((key) => [widthKey(key, 800), fileKey(key)]);
  for (const key of [...keys, newSegmentKey()]) {
    expect(KINDS.filter((kind) => kind.baseKeyFrom(key) !== undefined).length, key).toBeLessThanOrEqual(1);
  }
  for (const { baseKeyFrom } of KINDS) expect(baseKeyFrom('private/streams/posters/a.webp')).toBeUndefined();
});
