import { expect, test } from 'vitest';
import { kindOfFile, pickFiles } from './pick-files.ts';

const file = (name: string, type: string, size = 10): File => {
  const made = new File(['x'], name, { type });
  Object.defineProperty(made, 'size', { value: size });
  return made;
};
const photo = (n: number): File => file(`${n}.jpg`, 'image/jpeg');
const film = file('film.mov', '');
const nothing = { kind: 'photo', count: 0 } as const;
const texts = (picked: ReturnType<typeof pickFiles>) => picked.rejected.map(({ text }) => text);

test('six photos are taken, and the rest is refused with one sentence', () => {
  const picked = pickFiles([1, 2, 3, 4, 5, 6, 7, 8].map(photo), nothing);
  expect(picked.accepted).toHaveLength(6);
  expect(texts(picked)).toEqual(['make-post.files.full']);
});

test('a video blocks every other file, also those that were chosen together with it', () => {
  const picked = pickFiles([film, photo(1), photo(2)], nothing);
  expect(picked).toMatchObject({ kind: 'video', accepted: [film] });
  expect(texts(picked)).toEqual(['make-post.files.videoAlone']);
  expect(texts(pickFiles([photo(1)], { kind: 'video', count: 1 }))).toEqual(['make-post.files.videoAlone']);
});

test('to photos no video can be added', () => {
  const picked = pickFiles([film, photo(1)], { kind: 'photo', count: 2 });
  expect(picked.accepted).toHaveLength(1);
  expect(texts(picked)).toEqual(['make-post.files.videoSeparate']);
});

test('phones name their videos without saying what they are', () => {
  expect(kindOfFile(film)).toBe('video');
  expect(kindOfFile({ name: 'IMG_1.HEIC', type: '' })).toBe('photo');
  expect(kindOfFile({ name: 'drawing.svg', type: 'image/svg+xml' })).toBeNull();
  expect(kindOfFile({ name: 'song.mp3', type: 'audio/mpeg' })).toBeNull();
});

test('files that cannot be sent are named, each with its reason', () => {
  const picked = pickFiles(
    [file('a.pdf', 'application/pdf'), file('b.jpg', 'image/jpeg', 0), file('c.mp4', 'video/mp4', 2 ** 31)],
    nothing,
  );
  expect(picked.rejected.map(({ text, values }) => `${text} ${values.name}`)).toEqual([
    'make-post.files.unsupported a.pdf',
    'make-post.files.empty b.jpg',
    'make-post.files.tooLarge c.mp4',
  ]);
});
