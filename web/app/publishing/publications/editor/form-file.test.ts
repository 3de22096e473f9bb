import { expect, test, vi } from 'vitest';
import { photoOf } from '../../../../test/sample-publication.ts';
import {
  type FormFile,
  isUploading,
  moveFile,
  revokeUrls,
  toDraftFiles,
  toNewFile,
  toRestoredFile,
  toStoredFile,
  updateStoredFile,
} from './form-file.ts';

const stored = (id: number): FormFile => toStoredFile(photoOf(id));
const keysOf = (files: readonly FormFile[]): string[] => files.map(({ key }) => key);

test('a file moves within the list and never out of it', () => {
  const files = [stored(1), stored(2), stored(3)];
  expect(keysOf(moveFile(files, 'stored-1', 2))).toEqual(['stored-2', 'stored-3', 'stored-1']);
  expect(keysOf(moveFile(files, 'stored-3', -4))).toEqual(['stored-3', 'stored-1', 'stored-2']);
  expect(keysOf(moveFile(files, 'stored-1', 9))).toEqual(['stored-2', 'stored-3', 'stored-1']);
  expect(moveFile(files, 'other', 0)).toBe(files);
});

test('a new photo is shown from its own bytes, and a new video is played from them', () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:a');
  const keys = { key: 'a', sendKey: 'b' };
  expect(toNewFile('photo', new File(['x'], 'a.jpg'), keys)).toMatchObject({ src: 'blob:a', film: '', bytes: 1 });
  expect(toNewFile('video', new File(['x'], 'a.mp4'), keys)).toMatchObject({ src: '', film: 'blob:a' });
});

test('a draft file is stored, waits to be sent, or is missing', () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:a');
  const [draftFile] = toDraftFiles([stored(1)]);
  if (draftFile === undefined) throw new Error('There is no draft file');
  const unsent = { ...draftFile, stored: null };
  expect(toRestoredFile(draftFile, undefined)).toMatchObject({ state: 'stored', src: draftFile.stored?.preview });
  expect(toRestoredFile(unsent, new File(['x'], 'a.jpg'))).toMatchObject({ state: 'waiting', src: 'blob:a' });
  expect(toRestoredFile(unsent, undefined).state).toBe('missing');
});

test('a photo of this page stays as it is shown when the server has made its own', () => {
  const [own, other] = [{ ...stored(1), src: 'blob:a' }, stored(2)];
  const files = updateStoredFile([own, other], photoOf(1, { preview: '/new.webp' }));
  expect(files[0]).toMatchObject({ src: 'blob:a', stored: { preview: '/new.webp' } });
  expect(updateStoredFile([own, other], photoOf(2, { preview: '/new.webp' }))[1]?.src).toBe('/new.webp');
  expect(files[1]).toBe(other);
});

test('only addresses of this page are given back', () => {
  const revoke = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  revokeUrls({ ...stored(1), src: 'blob:a', film: '/film.mp4' });
  expect(revoke.mock.calls).toEqual([['blob:a']]);
});

test('a stored, failed or missing file is not under way', () => {
  expect(isUploading(stored(1))).toBe(false);
  expect(isUploading({ ...stored(1), state: 'preparing' })).toBe(true);
});
