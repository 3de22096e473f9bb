// @module-tag long
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { musicApi } from '@app/contract/publishing/music';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApiNode } from '../trust/start-api-node.ts';
import { type Actor, createWorld, type World } from '../world.ts';
import { bombs, polyglots, truncated, wrongTypes } from './corpus.ts';
import { type HostileFile, hostileMedia } from './hostile-media.ts';
import { hostileOthers } from './hostile-others.ts';
import { phoneVideo } from './videos.ts';

const MB = 2 ** 20;
const FILES_MIN = 100;
/** Of the node and of each process that it decodes in. */
const MEMORY_MAX = 512 * MB;
/** Processor time that the node's own thread may use while somebody waits for the answer to a small request. */
const STALL_MAX_MS = 700;
const TICKS_A_SECOND = 100;
/** Unsent files and tracks of one person are limited. */
const FILES_A_PERSON = 15;
const PATIENCE_MS = 900_000;

let world: World;
let child: ChildProcess;
let origin: string;

beforeAll(async () => {
  world = await createWorld();
  ({ child, origin } = await startApiNode(world));
}, PATIENCE_MS);
afterAll(async () => {
  child?.kill('SIGKILL');
  await world.close();
});

/** Fields of `/proc/<pid>/stat` after the name, which may hold spaces. */
const statOf = (file: string): string[] => readFileSync(file, 'latin1').split(') ').at(-1)?.split(' ') ?? [];

function busyMs(): number {
  const fields = statOf(`/proc/${child.pid}/task/${child.pid}/stat`);
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_A_SECOND;
}

/** The highest resident sizes of a process and of what it started. */
function peaksOf(pid: number): number[] {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    return [Number(kilobytes ?? 0) * 1024, ...children.flatMap((one) => peaksOf(Number(one)))];
  } catch {
    // It ended meanwhile.
    return [];
  }
}

interface Watch {
  memory: number;
  stallMs: number;
  end(): Promise<void>;
}

/** Asks for a small answer without pause, and looks at memory meanwhile. */
function watchNode(): Watch {
  let isOver = false;
  const watch: Watch = { memory: 0, stallMs: 0, end: async () => {} };
  const run = async (): Promise<void> => {
    while (!isOver) {
      const before = busyMs();
      const answer = await fetch(`${origin}/healthz`);
      await answer.body?.cancel();
      watch.stallMs = Math.max(watch.stallMs, busyMs() - before);
      watch.memory = Math.max(watch.memory, ...peaksOf(child.pid ?? 0));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const running = run();
  watch.end = async () => {
    isOver = true;
    await running;
  };
  return watch;
}

async function send(actor: Actor, address: string, field: string, file: HostileFile, values: object = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, String(value));
  form.set(field, new Blob([new Uint8Array(file.bytes)]), 'file');
  const headers = { authorization: `Bearer ${actor.token}` };
  const response = await fetch(`${origin}${address}`, { method: 'PUT', headers, body: form });
  return { status: response.status, body: (await response.json()) as { code?: string; url?: string } };
}

/** What is given out is a picture made anew, or a file that no browser opens as a page. */
async function expectHarmless(name: string, actor: Actor, url: string): Promise<void> {
  const response = await fetch(`${origin}${url}`, { headers: { authorization: `Bearer ${actor.token}` } });
  await response.body?.cancel();
  const policy = response.headers.get('content-security-policy') ?? '';
  expect
    .soft({ name, status: response.status, sniffed: response.headers.get('x-content-type-options'), policy })
    .toEqual({ name, status: 200, sniffed: 'nosniff', policy: expect.stringContaining("default-src 'none'") });
}

test.runIf(process.platform === 'linux')(
  'a hundred hostile files cost neither 512 MB in any process nor a stalled node, in messages and as tracks',
  async () => {
    const files: HostileFile[] = [
      ...(await polyglots()),
      ...(await wrongTypes()),
      ...(await truncated()),
      ...(await bombs()),
      ...(await hostileMedia(await phoneVideo({ size: '320x240', seconds: 1 }))),
      ...(await hostileOthers()),
    ];
    expect(files.length).toBeGreaterThan(FILES_MIN);
    const watch = watchNode();
    const outcomes: Record<string, number> = {};
    let actor = await world.user({ paid: true });
    let playlist = 0;
    for (const [i, file] of files.entries()) {
      if (i % FILES_A_PERSON === 0) {
        actor = await world.user({ paid: true });
        playlist = (await world.call(actor, musicApi.addPlaylist, { body: { name: 'Шум' } })).body.id;
      }
      const sent = await send(actor, '/api/chat/files', 'file', file);
      const track = await send(actor, '/api/audio/add', 'audio', file, { playlist_id: playlist });
      for (const [door, { status, body }] of Object.entries({ sent, track })) {
        outcomes[`${door} ${status} ${body.code ?? ''}`] = (outcomes[`${door} ${status} ${body.code ?? ''}`] ?? 0) + 1;
        expect.soft({ name: file.name, door, status, isDefect: status >= 500 }).toMatchObject({ isDefect: false });
      }
      if (sent.body.url !== undefined) await expectHarmless(file.name, actor, sent.body.url);
    }
    await watch.end();
    console.log(
      `${files.length} files: ${Math.round(watch.memory / MB)} MB at most in a process, ${watch.stallMs} ms without an answer`,
      outcomes,
    );
    expect(child.exitCode).toBeNull();
    expect(watch.memory).toBeLessThan(MEMORY_MAX);
    expect(watch.stallMs).toBeLessThan(STALL_MAX_MS);
  },
  PATIENCE_MS,
);
