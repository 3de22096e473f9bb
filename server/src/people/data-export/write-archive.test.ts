import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { iteratePages } from '../../platform/exported-data.ts';
import { jsonStream, writeArchive } from './write-archive.ts';

test('values and long lists become one JSON document, empty ones too', async () => {
  const rows = async function* () {
    yield { id: 1, at: new Date(0) };
    yield { id: 2 };
  };
  const nothing = async function* (): AsyncGenerator<object> {};
  const json = await text(
    jsonStream({ profile: { name: 'Вера' }, rows: rows(), nothing: nothing(), missing: undefined }),
  );
  expect(JSON.parse(json)).toEqual({
    profile: { name: 'Вера' },
    rows: [{ id: 1, at: '1970-01-01T00:00:00.000Z' }, { id: 2 }],
    nothing: [],
    missing: null,
  });
  expect(JSON.parse(await text(jsonStream({})))).toEqual({});
});

test('a list of any length is read no faster than it is written', async () => {
  let read = 0;
  const rows = iteratePages<{ id: number }>(async (after, limit) => {
    read += limit;
    return Array.from({ length: limit }, (_, i) => ({ id: (after?.id ?? 0) + i + 1 }));
  });
  const stream = jsonStream({ rows });
  let bytes = 0;
  for await (const piece of stream) {
    bytes += (piece as Buffer).length;
    expect(read * 15 - bytes).toBeLessThan(4 * 1024 * 1024);
    if (bytes > 20 * 1024 * 1024) break;
  }
  expect(read).toBeLessThan(3_000_000);
});

test('a file that is gone meanwhile is left out; one that breaks off breaks the archive', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'okolo-archive-'));
  const target = path.join(folder, 'a.zip');
  const entry = (name: string, open: () => Promise<Readable | undefined>) => ({
    name,
    changedAt: new Date(),
    isCompressed: false,
    open,
  });
  try {
    const whole = async function* () {
      yield entry('gone.webp', async () => undefined);
      yield entry('here.webp', async () => Readable.from([Buffer.from('picture')]));
    };
    await writeArchive(target, whole());
    const bytes = (await readFile(target)).toString('latin1');
    expect(bytes).toContain('here.webp');
    expect(bytes).not.toContain('gone.webp');

    const broken = async function* () {
      yield entry('broken.webp', async () =>
        Readable.from(
          (async function* () {
            yield Buffer.from('half');
            throw new Error('the store went away');
          })(),
        ),
      );
    };
    await expect(writeArchive(target, broken())).rejects.toThrow('the store went away');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
