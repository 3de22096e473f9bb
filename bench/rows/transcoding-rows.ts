import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { phoneVideo } from '../../server/test/uploads/videos.ts';
import { type ChildServer, startChild } from '../child-server.ts';
import type { BenchDatabases } from '../databases.ts';
import { median } from '../load.ts';
import { percentile, timed } from '../one-reader.ts';
import type { OurServerOptions } from '../our-server.ts';
import type { Row } from '../report.ts';
import type { VideoMakerOptions } from '../video-maker.ts';

const LIST = '/api/boards/enabled';
const RATIO_MAX = 1.5;
const ROUNDS = 7;
const VIDEO = { size: '1280x720', seconds: 10, width: 1280, height: 720 };

/** Measures requests of the list while two videos are transcoded, as by two nodes on one machine. */
export async function measureTranscoding(databases: BenchDatabases, folder: string): Promise<Row[]> {
  const home = path.join(folder, 'making');
  await mkdir(home, { recursive: true });
  const file = path.join(home, 'phone.mp4');
  await writeFile(file, await phoneVideo({ size: VIDEO.size, seconds: VIDEO.seconds }));
  const server = await startChild('our-server.ts', {
    connection: await databases.connect('small'),
    dataDir: `${home}/data`,
    hasCache: false,
  } satisfies OurServerOptions);
  const { width, height, seconds } = VIDEO;
  const source = { path: file, mime: 'video/mp4', width, height, durationMs: seconds * 1000 };
  const startTranscoder = () => startChild('video-maker.ts', { folder: home, source } satisfies VideoMakerOptions);
  const transcoders = [await startTranscoder(), await startTranscoder()];
  const waits = { alone: [] as number[][], beside: [] as number[][] };
  try {
    await requestUntil(server, sleepFor(2000));
    for (let round = 0; round < ROUNDS; round++) {
      const start = performance.now();
      waits.beside.push(await requestUntil(server, Promise.all(transcoders.map((one) => one.send({ type: 'make' })))));
      waits.alone.push(await requestUntil(server, sleepFor(performance.now() - start)));
    }
  } finally {
    await Promise.all([server, ...transcoders].map((one) => one.stop()));
    await rm(home, { recursive: true, force: true });
  }
  const p95 = (times: number[]): number => percentile(times, 0.95);
  const ratio = median(waits.beside.map((times, i) => p95(times) / p95(waits.alone[i] ?? [])));
  const show = (rounds: number[][]): string =>
    `p50 ${median(rounds.flat()).toFixed(1)} ms, p95 ${median(rounds.map(p95)).toFixed(1)} ms`;
  return [
    {
      what: `List of ads, computed for each request, one reader, while two videos are made (p95, median of ${ROUNDS} rounds)`,
      against: 'the same while none is made',
      ours: show(waits.beside),
      theirs: show(waits.alone),
      figure: `${ratio.toFixed(2)} ×`,
      limit: `≤ ${RATIO_MAX} ×`,
      isMet: ratio <= RATIO_MAX,
    },
  ];
}

const sleepFor = (ms: number): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, ms));

async function requestUntil({ url }: ChildServer, end: Promise<unknown>): Promise<number[]> {
  let isOver = false;
  const over = end.finally(() => {
    isOver = true;
  });
  const times: number[] = [];
  while (!isOver) {
    times.push(
      await timed(async () => {
        const response = await fetch(url + LIST);
        if (!response.ok) throw new Error(`${LIST}: ${response.status}`);
        await response.arrayBuffer();
      }),
    );
  }
  await over;
  return times;
}
