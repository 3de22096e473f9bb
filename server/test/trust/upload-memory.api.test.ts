// @module-tag long
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TusClient, tusClient } from '../tus-client.ts';
import { type Actor, createWorld, type World } from '../world.ts';
import { startApiNode } from './start-api-node.ts';

const MB = 2 ** 20;
const FILES = 8;
const BYTES = 120 * MB;
const PIECE = randomBytes(MB);
/** Memory growth allowed above the idle node: a few chunks per upload and uncollected garbage. */
const GROWTH_MAX = 60 * MB;
/** Limit for the whole process. */
const WHOLE_MAX = 300 * MB;
const PATIENCE_MS = 300_000;

let world: World;
let people: Actor[];
let child: ChildProcess;
let origin: string;
beforeAll(async () => {
  world = await createWorld();
  people = await Promise.all(Array.from({ length: FILES }, () => world.user()));
  ({ child, origin } = await startApiNode(world));
}, PATIENCE_MS);
afterAll(async () => {
  child?.kill('SIGKILL');
  await world.close();
});

function piecesOf(bytes: number): ReadableStream {
  let left = bytes;
  return new ReadableStream(
    {
      pull(stream) {
        if (left <= 0) return stream.close();
        stream.enqueue(PIECE.subarray(0, Math.min(left, PIECE.length)));
        left -= PIECE.length;
      },
    },
    { highWaterMark: 1 },
  );
}

const peakBytes = async (): Promise<number> => {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
};

test.runIf(process.platform === 'linux')(
  'eight uploads of 120 MB at once take no more memory than a few pieces of each',
  {
    timeout: PATIENCE_MS,
  },
  async () => {
    const base = await peakBytes();
    const clients: TusClient[] = people.map(({ token }) => tusClient(origin, token));
    const addresses = await Promise.all(clients.map((client) => client.begin(BYTES, 'audio')));
    const sent = await Promise.all(clients.map((client, i) => client.send(addresses[i] ?? '', 0, piecesOf(BYTES))));
    expect(sent.map(({ status }) => status)).toEqual(Array(FILES).fill(204));
    const offsets = await Promise.all(clients.map((client, i) => client.offset(addresses[i] ?? '')));
    expect(offsets).toEqual(Array(FILES).fill(BYTES));
    const peak = await peakBytes();
    expect(peak - base).toBeLessThan(GROWTH_MAX);
    expect(peak).toBeLessThan(WHOLE_MAX);
  },
);
