import { expect, test } from 'vitest';
import { mergeFiles } from './vite-chunks.ts';

const load = (name: string, weight = 1) => ({ files: [name], weight, byteWeight: weight });
type File = Parameters<typeof mergeFiles>[0] extends Set<infer Of> ? Of : never;
const file = (name: string, bytes: number, users: File['users'][], imports: File[] = []): File => ({
  modules: [name],
  bytes,
  users: new Set(users.flatMap((of) => [...of])),
  imports: new Set(imports),
});
const namesOf = (files: Set<File>): string[] => [...files].map(({ modules }) => modules.sort().join('+')).sort();

const [feed, chat] = [load('feed'), load('chat')];
const [both, onFeed, onChat] = [new Set([feed, chat]), new Set([feed]), new Set([chat])];

test('small files that the same pages load become one', () => {
  const files = new Set([file('a', 900, [both]), file('b', 900, [both])]);
  mergeFiles(files);
  expect(namesOf(files)).toEqual(['a+b']);
});

test('a page takes some bytes in vain for a request less, and not many', () => {
  const few = new Set([file('shared', 900, [both]), file('small', 300, [onFeed])]);
  mergeFiles(few);
  expect(namesOf(few)).toEqual(['shared+small']);
  const many = new Set([file('shared', 900, [both]), file('large', 60_000, [onFeed])]);
  mergeFiles(many);
  expect(namesOf(many)).toEqual(['large', 'shared']);
  const apart = new Set([file('a', 300, [onFeed]), file('b', 300, [onChat])]);
  mergeFiles(apart);
  expect(namesOf(apart)).toEqual(['a', 'b']);
});

test('files that lead to each other through a third one stay apart', () => {
  const end = file('end', 100, [both]);
  const between = file('between', 90_000, [onFeed], [end]);
  const start = file('start', 100, [both], [between]);
  const files = new Set([start, between, end]);
  mergeFiles(files);
  expect(namesOf(files)).toEqual(['between', 'end', 'start']);
});

test('what a file imports counts for all who would load it', () => {
  const library = file('library', 90_000, [onFeed]);
  const files = new Set([file('a', 300, [both]), file('b', 300, [onFeed], [library]), library]);
  mergeFiles(files);
  expect(namesOf(files)).toEqual(['a', 'b+library']);
});
