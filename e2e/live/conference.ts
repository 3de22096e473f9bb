import { readFileSync } from 'node:fs';
import os from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { raisePriority } from '../../bench/drill/priority.ts';
import { readProcessorMs } from '../../server/src/files/media/processor-ms.ts';
import { findBrowser } from '../support/browser.ts';
import { createJoinToken, startMediaNode } from './media-node.ts';
import { callPage, openMediaPage, startMediaSite } from './media-pages.ts';

/**
 * `npm run conference` runs a conference of real clients in one browser against its own media node, and prints every
 * few seconds the received media and the load of the node. Fails when audio or video of a participant stops.
 */
const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '8' },
    minutes: { type: 'string', default: '10' },
    first: { type: 'boolean', default: false },
  },
});
const PEOPLE = Number(values.people);
const MINUTES = Number(values.minutes);
if (!(PEOPLE > 1 && MINUTES > 0)) throw new Error('A conference needs two people and some time');
const EVERY_MS = 5000;
/** Milliseconds; audio or video that stops for longer counts as a failure. */
const STANDSTILL_MAX_MS = 10_000;
const ENTER_MS = 90_000;
const ROOM = 'conference';
const COLORS = ['green', 'purple', 'orange', 'teal', 'brown', 'navy', 'olive', 'maroon'];

interface Pair {
  bytes: number;
  frames: number;
  bytesAt: number;
  framesAt: number;
}

interface Sample {
  kbpsIn: number;
  fps: number;
  standstillMs: number;
  coreShare: number;
  memoryMb: number;
}

function memoryMb(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

const lowerPriority = values.first ? raisePriority() : () => {};
const site = await startMediaSite();
const node = await startMediaNode(site.origin);
const pid = node.process.pid ?? 0;
const { path: executablePath, env, switches } = await findBrowser();
const browser = await chromium.launch({ executablePath, env, args: [...switches] });
let code = 1;
try {
  code = (await runConference()) ? 0 : 1;
} finally {
  lowerPriority();
  await browser.close();
  await node.stop();
  await site.close();
}
process.exit(code);

async function runConference(): Promise<boolean> {
  const pages: Page[] = [];
  for (let index = 0; index < PEOPLE; index++) {
    const page = await openMediaPage(browser, site);
    const joinToken = createJoinToken(node.port, index + 1, ROOM, MINUTES * 60 + ENTER_MS / 1000);
    await callPage(page, 'enter', 'room', joinToken, joinToken);
    await callPage(page, 'publish', 'room', COLORS[index % COLORS.length] ?? 'green');
    pages.push(page);
  }
  const firstMs = await waitUntilAllSeeAll(pages);
  console.log(`${PEOPLE} people see one another; the slowest first picture took ${Math.round(firstMs)} ms`);
  console.log('   time   kbit/s in   frames/s   longest standstill   node: core   memory');
  const pairs = new Map<string, Pair>();
  const samples: Sample[] = [];
  const begunAt = performance.now();
  let before = { at: begunAt, cpu: readProcessorMs(pid), bytes: 0, frames: 0 };
  let worstMs = 0;
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  while (performance.now() - begunAt < MINUTES * 60_000) {
    await pause(EVERY_MS);
    const { bytes, frames, standstillMs } = await sampleRoom(pages, pairs);
    const now = { at: performance.now(), cpu: readProcessorMs(pid), bytes, frames };
    const seconds = (now.at - before.at) / 1000;
    const sample = {
      kbpsIn: samples.length === 0 ? 0 : ((now.bytes - before.bytes) * 8) / 1000 / seconds,
      fps: samples.length === 0 ? 0 : (now.frames - before.frames) / seconds,
      standstillMs,
      coreShare: (now.cpu - before.cpu) / (now.at - before.at),
      memoryMb: memoryMb(pid),
    };
    before = now;
    worstMs = Math.max(worstMs, standstillMs);
    samples.push(sample);
    console.log(lineOf(Math.round((now.at - begunAt) / 1000), sample));
    if (standstillMs > STANDSTILL_MAX_MS) {
      const [load = 0] = os.loadavg();
      console.log(
        `Somebody has heard or seen nothing new for ${Math.round(standstillMs / 1000)} s, at a load of ${load.toFixed(1)}; ` +
          `since the sample before ${Math.round(seconds)} s passed instead of ${EVERY_MS / 1000}, and this process itself stood still for ${(delay.max / 1e9).toFixed(1)} s`,
      );
      return false;
    }
    delay.reset();
  }
  const known = samples.slice(1);
  const average = (of: (sample: Sample) => number): number =>
    known.reduce((sum, sample) => sum + of(sample), 0) / Math.max(1, known.length);
  const ends = await Promise.all(pages.map(async (page) => (await callPage(page, 'look', 'room')).ends));
  const isWhole = ends.every((end) => end.length === 0);
  console.log(
    `\n${isWhole ? 'Nobody dropped out' : 'Somebody dropped out'}. On average ${Math.round(average(({ kbpsIn }) => kbpsIn))} kbit/s and ` +
      `${Math.round(average(({ fps }) => fps))} frames/s came in at all ${PEOPLE} together; the longest standstill was ` +
      `${Math.round(worstMs)} ms; the node took ${Math.round(average(({ coreShare }) => coreShare) * 100)} % of a core and at most ` +
      `${Math.round(Math.max(...samples.map((sample) => sample.memoryMb)))} MB`,
  );
  return isWhole;
}

async function waitUntilAllSeeAll(pages: readonly Page[]): Promise<number> {
  const late = performance.now() + ENTER_MS;
  while (performance.now() < late) {
    const looks = await Promise.all(pages.map((page) => callPage(page, 'look', 'room')));
    const seeAll = looks.every(
      ({ stats }) =>
        stats.people.filter(({ framesDecoded, audioBytes }) => framesDecoded > 0 && audioBytes > 0).length ===
        PEOPLE - 1,
    );
    const frames = seeAll ? await Promise.all(pages.map((page) => callPage(page, 'frames'))) : [];
    if (seeAll && frames.every((one) => one !== null)) return Math.max(...frames.map((one) => one?.firstMs ?? 0));
    await pause(500);
  }
  throw new Error('Not everybody saw and heard everybody in time');
}

/** Media received so far, and how long each participant has received nothing new from another. */
async function sampleRoom(pages: readonly Page[], pairs: Map<string, Pair>) {
  const total = { bytes: 0, frames: 0, standstillMs: 0 };
  const looks = await Promise.all(pages.map((page) => callPage(page, 'look', 'room')));
  const now = performance.now();
  for (const [viewer, { stats }] of looks.entries()) {
    total.bytes += stats.bytesReceived;
    total.frames += stats.framesDecoded;
    for (let user = 1; user <= PEOPLE; user++) {
      if (user === viewer + 1) continue;
      const person = stats.people.find((one) => one.user === user);
      const [bytes, frames] = [person?.audioBytes ?? 0, person?.framesDecoded ?? 0];
      const known = pairs.get(`${viewer} ${user}`) ?? { bytes: -1, frames: -1, bytesAt: now, framesAt: now };
      const pair = {
        bytes,
        frames,
        bytesAt: bytes > known.bytes ? now : known.bytesAt,
        framesAt: frames > known.frames ? now : known.framesAt,
      };
      pairs.set(`${viewer} ${user}`, pair);
      total.standstillMs = Math.max(total.standstillMs, now - pair.bytesAt, now - pair.framesAt);
    }
  }
  return total;
}

function lineOf(seconds: number, { kbpsIn, fps, standstillMs, coreShare, memoryMb }: Sample): string {
  const time = `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
  const cells: [string, number][] = [
    [time, 7],
    [kbpsIn.toFixed(0), 12],
    [fps.toFixed(0), 11],
    [`${(standstillMs / 1000).toFixed(1)} s`, 21],
    [`${(coreShare * 100).toFixed(0)} %`, 13],
    [`${memoryMb.toFixed(0)} MB`, 9],
  ];
  return cells.map(([text, width]) => text.padStart(width)).join('');
}
