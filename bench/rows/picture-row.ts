import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { WORKER_LIMITS, WorkerPool } from '../../server/src/files/media/worker/worker-pool.ts';
import { phonePhoto } from '../../server/test/uploads/corpus.ts';
import { median } from '../load.ts';
import type { Row } from '../report.ts';

const ROUNDS = 9;
const LIMIT = 0.8;
const WIDTHS = [400, 800, 1600];
const MEGAPIXELS = 12;

export async function measurePictures(folder: string): Promise<Row[]> {
  const home = await mkdtemp(path.join(folder, 'pictures-'));
  // A worker uses one core and leaves the others to the server, so the baseline does the same.
  sharp.concurrency(1);
  sharp.cache(false);
  const pool = new WorkerPool(pino({ level: 'warn' }), { ...WORKER_LIMITS, workers: 1, timeMs: 120_000 });
  try {
    const source = path.join(home, 'photo.jpg');
    await writeFile(source, await phonePhoto({ megapixels: MEGAPIXELS }));
    const ours: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const outFolder = path.join(home, String(round));
      await mkdir(outFolder);
      const run = [
        async () => {
          const seconds = await timed(() => pool.encode({ source, mime: 'image/jpeg', kind: 'photo', outFolder }));
          if (round > 0) ours.push(seconds);
        },
        async () => {
          const seconds = await timed(() => shrinkWithSharp(source, outFolder));
          if (round > 0) bare.push(seconds);
        },
      ];
      for (const one of round % 2 === 0 ? run : run.toReversed()) await one();
    }
    const ratio = median(ours.map((seconds, i) => (bare[i] ?? Number.NaN) / seconds));
    const show = (seconds: number[]): string => `${(1 / median(seconds)).toFixed(1)}/s`;
    return [
      {
        what: `Photo of ${MEGAPIXELS} Mpx into 400, 800 and 1600 px WebP, thumbhash included`,
        against: 'bare sharp on one core, the same widths and quality',
        ours: show(ours),
        theirs: show(bare),
        figure: `${Math.round(ratio * 100)} %`,
        limit: `≥ ${LIMIT * 100} %`,
        isMet: ratio >= LIMIT,
      },
    ];
  } finally {
    await pool.close();
    await rm(home, { recursive: true, force: true });
  }
}

async function shrinkWithSharp(source: string, outFolder: string): Promise<void> {
  for (const width of WIDTHS) {
    await sharp(source)
      .autoOrient()
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: 78, effort: 2 })
      .toFile(path.join(outFolder, `bare-${width}.webp`));
  }
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return (performance.now() - start) / 1000;
}
