import { expect, test } from 'vitest';
import { AUDIO_MAX_BYTES } from '#contract/publishing/music';
import {
  fits,
  listUploadsToStart,
  rejectionOf,
  summarizeUploads,
  type TrackUpload,
  type UploadState,
} from './track-uploads.ts';

function file(name: string, type: string, size = 1000): File {
  const made = new File(['x'], name, { type });
  Object.defineProperty(made, 'size', { value: size });
  return made;
}

const upload = (key: string, state: UploadState): TrackUpload => ({
  key,
  name: `${key}.mp3`,
  file: null,
  size: 100,
  state,
  share: 0,
  uploadId: null,
  problem: '',
});

test('only audio of at most 120 MB is sent', () => {
  expect(rejectionOf(file('a.mp3', 'audio/mpeg'))).toBeNull();
  expect(rejectionOf(file('a.mp3', 'audio/mpeg', AUDIO_MAX_BYTES))).toBeNull();
  expect(rejectionOf(file('a.mp3', 'audio/mpeg', AUDIO_MAX_BYTES + 1))).toBe('music.upload.tooLarge');
  expect(rejectionOf(file('a.pdf', 'application/pdf'))).toBe('music.upload.wrongType');
  expect(rejectionOf(file('a.mp3', 'audio/mpeg', 0))).toBe('music.upload.empty');
});

test('a type that the browser does not know is judged by the name; the server looks inside', () => {
  expect(rejectionOf(file('Альбом.FLAC', ''))).toBeNull();
  expect(rejectionOf(file('film.mkv', ''))).toBe('music.upload.wrongType');
});

test('it can be submitted when nothing is on its way and something has arrived', () => {
  expect(summarizeUploads([])).toEqual({ isRunning: false, ready: [] });
  expect(summarizeUploads([upload('a', 'ready'), upload('b', 'running')])).toMatchObject({ isRunning: true });
  expect(summarizeUploads([upload('a', 'ready'), upload('b', 'offline')])).toMatchObject({ isRunning: true });
  const { isRunning, ready } = summarizeUploads([upload('a', 'ready'), upload('b', 'refused'), upload('c', 'failed')]);
  expect(isRunning).toBe(false);
  expect(ready.map(({ key }) => key)).toEqual(['a']);
});

test('three files are sent at a time', () => {
  const all = ['a', 'b', 'c', 'd', 'e'].map((key) => upload(key, 'waiting'));
  expect(listUploadsToStart(all).map(({ key }) => key)).toEqual(['a', 'b', 'c']);
  expect(listUploadsToStart([upload('x', 'running'), upload('y', 'offline'), ...all]).map(({ key }) => key)).toEqual([
    'a',
  ]);
});

test('a file that has no room beside the others is not sent; where the room is not known the server decides', () => {
  const others = [upload('a', 'ready'), upload('b', 'running'), upload('c', 'refused')];
  expect(fits({ used: 700, max: 1000 }, others, 100)).toBe(true);
  expect(fits({ used: 701, max: 1000 }, others, 100)).toBe(false);
  expect(fits(null, others, 10_000)).toBe(true);
});
