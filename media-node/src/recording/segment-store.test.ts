import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { formatSegmentName } from '../segment-name.ts';
import { SegmentStore } from './segment-store.ts';

const ROOM = 'stream_7';
const segment = (index: number) => ({
  session: 1,
  index,
  startMs: index * 2000,
  durationMs: 2000,
  codec: 'vp8' as const,
  width: 640,
  height: 360,
});

test('a segment is kept whatever is taken and swept away while it is being written', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'segments-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const store = new SegmentStore(folder);
  for (let index = 0; index < 5; index++) {
    let isWritten = false;
    const writing = store.put(ROOM, segment(index), Buffer.alloc(100_000)).finally(() => {
      isWritten = true;
    });
    while (!isWritten) await store.sweep(0);
    expect(await writing).toBe(true);
    expect(await store.list()).toMatchObject([{ room: ROOM, index, bytes: 100_000 }]);
    for (const one of await store.list()) await store.remove(ROOM, formatSegmentName(one));
  }
});
