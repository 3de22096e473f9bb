import { expect, test } from 'vitest';
import { kindOf, pickFiles } from './picked-files.ts';

const MB = 1024 * 1024;
function file(name: string, type: string, bytes = 10): File {
  const made = new File(['x'], name, { type });
  Object.defineProperty(made, 'size', { value: bytes });
  return made;
}

test('what a file is, is told by its type, and iPhone pictures by their names', () => {
  const kinds = [
    file('a.jpg', 'image/jpeg'),
    file('a.HEIC', ''),
    file('a.svg', 'image/svg+xml'),
    file('a.mp4', 'video/mp4'),
    file('a.mp3', 'audio/mpeg'),
    file('a.gpx', ''),
  ].map(kindOf);
  expect(kinds).toEqual(['image', 'image', 'file', 'video', 'audio', 'file']);
});

test('a file over its limit fails alone, and the others stay', () => {
  const { accepted, rejected: refused } = pickFiles(
    [
      file('ok.pdf', 'application/pdf'),
      file('big.zip', 'application/zip', 101 * MB),
      file('none.txt', 'text/plain', 0),
    ],
    10,
  );
  expect(accepted.map(({ name }) => name)).toEqual(['ok.pdf']);
  expect(refused.map(({ reason, name }) => [reason, name])).toEqual([
    ['tooLarge', 'big.zip'],
    ['empty', 'none.txt'],
  ]);
});

test('a video may be larger than a document, a camera picture is made smaller first', () => {
  const { rejected: refused } = pickFiles(
    [file('a.mp4', 'video/mp4', 200 * MB), file('a.png', 'image/png', 60 * MB)],
    10,
  );
  expect(refused).toEqual([]);
});

test('more than there is room for is refused once, whatever their number', () => {
  const { accepted, rejected: refused } = pickFiles(
    Array.from({ length: 14 }, (_, at) => file(`${at}.txt`, 'text/plain')),
    3,
  );
  expect(accepted).toHaveLength(3);
  expect(refused).toEqual([{ reason: 'full', name: '3.txt', max: 10 }]);
});
