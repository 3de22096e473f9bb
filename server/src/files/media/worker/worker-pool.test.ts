import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import sharp from 'sharp';
import { thumbHashToApproximateAspectRatio } from 'thumbhash';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { furthermore, rounds } from '../../../../test/rounds.ts';
import {
  bombs,
  PHONE_PHOTO_CORNERS,
  POLYGLOT_TRACES,
  phonePhoto,
  polyglots,
  type Sample,
  truncated,
} from '../../../../test/uploads/corpus.ts';
import { sniffImage } from '../sniff-image.ts';
import type { ImageJob } from './image-job.ts';
import { WORKER_LIMITS, WorkerPool } from './worker-pool.ts';

const log = pino({ level: 'silent' });
let folder: string;
let pool: WorkerPool;
let jobs = 0;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'okolo-worker-'));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => {
  pool = new WorkerPool(log, { ...WORKER_LIMITS, workers: 1, timeMs: 60_000 });
});
afterEach(() => pool.close());

async function jobFor(bytes: Buffer, kind: ImageJob['kind'] = 'photo'): Promise<ImageJob> {
  const source = path.join(folder, `job-${jobs++}`);
  const outFolder = `${source}.out`;
  await Promise.all([writeFile(source, bytes), mkdir(outFolder)]);
  return { source, mime: sniffImage(bytes) ?? 'image/jpeg', kind, outFolder };
}

async function peakMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

async function workingPid(): Promise<number> {
  for (;;) {
    const pid = pool.pids()[0];
    const status = pid && (await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''));
    if (pid && status) return pid;
    await sleep(5);
  }
}

async function cornersOf(file: string): Promise<number[][]> {
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const start = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
    return [...data.subarray(start, start + 3)];
  };
  return [at(0.2, 0.2), at(0.8, 0.2), at(0.2, 0.8), at(0.8, 0.8)];
}

function expectColours(found: number[][]): void {
  const { topLeft, topRight, bottomLeft, bottomRight } = PHONE_PHOTO_CORNERS;
  for (const [i, wanted] of [topLeft, topRight, bottomLeft, bottomRight].entries()) {
    for (const [channel, value] of wanted.entries()) {
      expect(Math.abs((found[i]?.[channel] ?? -99) - value)).toBeLessThan(30);
    }
  }
}

test('a 12-megapixel phone photo comes out upright, in three widths, without a word about where and with what', async () => {
  const image = await pool.encode(await jobFor(await phonePhoto({ megapixels: 12 })));
  expect(image).toMatchObject({ width: 1600, height: 2133, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(image.variants.map(({ width }) => width)).toEqual([400, 800, 1600]);
  expect(thumbHashToApproximateAspectRatio(Buffer.from(image.thumbhash, 'base64'))).toBeCloseTo(0.75, 0);
  for (const { width, path: file } of image.variants) {
    const metadata = await sharp(file).metadata();
    expect(metadata).toMatchObject({ format: 'webp', width, space: 'srgb' });
    expect([metadata.exif, metadata.icc, metadata.xmp, metadata.iptc, metadata.orientation]).toEqual(
      Array(5).fill(undefined),
    );
    const text = await readFile(file, 'latin1');
    expect(POLYGLOT_TRACES.filter((trace) => text.includes(trace))).toEqual([]);
    expectColours(await cornersOf(file));
  }
});

// Mirrored and turned; test:all tries the other six.
test.each([2, 6, ...furthermore(1, 3, 4, 5, 7, 8)])(
  'a photo stored with EXIF orientation %i is set upright',
  async (orientation) => {
    const photo = await phonePhoto({ megapixels: 0.3, orientation });
    const image = await pool.encode(await jobFor(photo));
    expect([image.width, image.height]).toEqual([474, 632]);
    expectColours(await cornersOf(image.variants[0]?.path ?? ''));
    const avatar = await pool.encode(await jobFor(photo, 'avatar'));
    expectColours(await cornersOf(avatar.variants[0]?.path ?? ''));
  },
);

test('an avatar is cut square around the middle', async () => {
  const image = await pool.encode(await jobFor(await phonePhoto({ megapixels: 2 }), 'avatar'));
  expect([image.width, image.height]).toEqual([512, 512]);
  for (const { width, path: file } of image.variants) {
    expect(await sharp(file).metadata()).toMatchObject({ format: 'webp', width, height: width });
  }
  expect(image.variants.map(({ width }) => width)).toEqual([96, 256, 512]);
});

test('a small picture is never enlarged, and its two first widths exist all the same', async () => {
  const small = await sharp({ create: { width: 300, height: 40, channels: 3, background: '#a33' } })
    .png()
    .toBuffer();
  const photo = await pool.encode(await jobFor(small));
  expect(photo).toMatchObject({ width: 300, height: 40 });
  expect(photo.variants.map(({ width }) => width)).toEqual([400, 800]);
  const avatar = await pool.encode(await jobFor(small, 'avatar'));
  expect(avatar).toMatchObject({ width: 40, height: 40 });
  expect(avatar.variants.map(({ width }) => width)).toEqual([96, 256]);
});

test('colours of other spaces and depths survive: 16 bits, CMYK, grey, transparency', async () => {
  const plain = sharp({
    create: { width: 200, height: 200, channels: 4, background: { r: 200, g: 80, b: 40, alpha: 1 } },
  });
  const samples = [
    await plain.clone().toColourspace('rgb16').png().toBuffer(),
    await plain.clone().removeAlpha().toColourspace('cmyk').jpeg().toBuffer(),
  ];
  for (const bytes of samples) {
    const image = await pool.encode(await jobFor(bytes));
    const [pixel = []] = await cornersOf(image.variants[0]?.path ?? '');
    expect(
      Math.abs((pixel[0] ?? 0) - 200) + Math.abs((pixel[1] ?? 0) - 80) + Math.abs((pixel[2] ?? 0) - 40),
    ).toBeLessThan(60);
  }
  const grey = await pool.encode(await jobFor(await plain.clone().removeAlpha().greyscale().png().toBuffer()));
  expect(await sharp(grey.variants[0]?.path).metadata()).toMatchObject({ width: 200, space: 'srgb' });
  const clear = await sharp({ create: { width: 50, height: 50, channels: 4, background: '#0000' } })
    .png()
    .toBuffer();
  const kept = await pool.encode(await jobFor(clear));
  expect(await sharp(kept.variants[0]?.path).metadata()).toMatchObject({ hasAlpha: true });
});

test('of an animation the first frame is kept', async () => {
  const frames = await Promise.all(
    ['#f00', '#00f'].map((background) =>
      sharp({ create: { width: 60, height: 60, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const image = await pool.encode(
    await jobFor(
      await sharp(frames, { join: { animated: true } })
        .gif()
        .toBuffer(),
    ),
  );
  const metadata = await sharp(image.variants[0]?.path, { animated: true }).metadata();
  expect(metadata).toMatchObject({ width: 60, height: 60 });
  expect(metadata.pages ?? 1).toBe(1);
});

describe('the hostile corpus', () => {
  async function pushThrough({ name, bytes, outcome }: Sample, kind: ImageJob['kind']): Promise<void> {
    const result = await pool.encode(await jobFor(bytes, kind)).catch((error: unknown) => error);
    if (outcome !== 'clean') {
      expect(result, name).toMatchObject({ code: outcome });
      return;
    }
    expect(result, name).toMatchObject({ width: expect.any(Number) });
    const { variants } = result as Awaited<ReturnType<WorkerPool['encode']>>;
    for (const { path: file } of variants) {
      expect((await sharp(file).metadata()).format).toBe('webp');
      const text = await readFile(file, 'latin1');
      expect(
        POLYGLOT_TRACES.filter((trace) => text.includes(trace)),
        name,
      ).toEqual([]);
    }
  }

  test('bombs are refused or tamed within the memory of one worker, and leave nothing in it', {
    tags: ['long'],
    timeout: 180_000,
  }, async () => {
    await pool.encode(await jobFor(await phonePhoto({ megapixels: 0.1 })));
    const pid = await workingPid();
    for (const kind of ['photo', 'avatar', 'photo'] as const) {
      for (const sample of await bombs()) await pushThrough(sample, kind);
    }
    expect(pool.pids()).toEqual([pid]);
    expect(await peakMegabytes(pid)).toBeLessThan(512);
  });

  test('polyglots lose their other half', async () => {
    for (const sample of await polyglots()) await pushThrough(sample, 'photo');
  });

  test('pictures that stop halfway are refused', async () => {
    for (const sample of (await truncated()).filter(({ bytes }) => bytes.length > 0))
      await pushThrough(sample, 'photo');
  });

  test('formats that were let through by their first bytes still find no decoder', async () => {
    const avif = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#a33' } })
      .avif({ effort: 0 })
      .toBuffer();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>');
    for (const bytes of [avif, svg]) {
      await expect(pool.encode(await jobFor(bytes))).rejects.toMatchObject({ code: 'unprocessable_image' });
    }
  });
});

/** A job that blocks until the test continues it: reading a FIFO waits for a writer. */
async function stuckJob(): Promise<ImageJob> {
  const job = await jobFor(await phonePhoto({ megapixels: 0.1 }));
  await rm(job.source);
  execFileSync('mkfifo', [job.source]);
  return job;
}

async function killReader({ source }: ImageJob): Promise<void> {
  const pipe = await open(source, 'w');
  const [reader = 0] = pool.pids();
  process.kill(reader, 'SIGKILL');
  await expect.poll(() => pool.pids()).not.toContain(reader);
  await pipe.close();
}

test('a worker killed from outside during a picture is replaced, and the picture is made', async () => {
  await pool.encode(await jobFor(await phonePhoto({ megapixels: 0.1 })));
  const pid = await workingPid();
  process.kill(pid, 'SIGSTOP');
  const made = pool.encode(await jobFor(await phonePhoto({ megapixels: 6 })));
  process.kill(pid, 'SIGKILL');
  expect(await made).toMatchObject({ width: 1600 });
  expect(pool.pids()).not.toContain(pid);
});

test('a worker killed while it starts is replaced, and the picture is made', async () => {
  const made = pool.encode(await jobFor(await phonePhoto({ megapixels: 0.1 })));
  process.kill(await workingPid(), 'SIGKILL');
  expect(await made).toMatchObject({ width: expect.any(Number) });
});

test('a picture whose worker dies twice is refused, and the next picture is made', async () => {
  const job = await stuckJob();
  const refused = pool.encode(job).catch((error: unknown) => error);
  await killReader(job);
  await killReader(job);
  expect(await refused).toMatchObject({ code: 'unprocessable_image' });
  expect(await pool.encode(await jobFor(await phonePhoto({ megapixels: 0.1 })))).toMatchObject({
    width: expect.any(Number),
  });
});

test('a picture that takes too long is refused, and its worker replaced', async () => {
  await pool.close();
  pool = new WorkerPool(log, { ...WORKER_LIMITS, workers: 1, timeMs: 300 });
  await pool.encode(await jobFor(await phonePhoto({ megapixels: 0.1 })));
  const pid = await workingPid();
  process.kill(pid, 'SIGSTOP');
  await expect(pool.encode(await jobFor(await phonePhoto({ megapixels: 0.1 })))).rejects.toMatchObject({
    code: 'unprocessable_image',
  });
  while (pool.pids().includes(pid)) await sleep(5);
});

test('a picture that takes too much of the processor is refused, and the next one is made', async () => {
  await pool.close();
  pool = new WorkerPool(log, { ...WORKER_LIMITS, workers: 1, processorMs: 100, watchMs: 5 });
  await pool.encode(await jobFor(await phonePhoto({ megapixels: 0.01 })));
  const pid = await workingPid();
  await expect(pool.encode(await jobFor(await phonePhoto({ megapixels: 12 })))).rejects.toMatchObject({
    code: 'unprocessable_image',
  });
  expect(await pool.encode(await jobFor(await phonePhoto({ megapixels: 0.01 })))).toMatchObject({
    width: expect.any(Number),
  });
  expect(pool.pids()).not.toContain(pid);
});

test('a picture that only waits for a busy machine is made', async () => {
  await pool.close();
  pool = new WorkerPool(log, { ...WORKER_LIMITS, workers: 1, processorMs: 500 });
  await pool.encode(await jobFor(await phonePhoto({ megapixels: 0.1 })));
  const pid = await workingPid();
  process.kill(pid, 'SIGSTOP');
  const made = pool.encode(await jobFor(await phonePhoto({ megapixels: 0.1 })));
  await sleep(1000);
  process.kill(pid, 'SIGCONT');
  expect(await made).toMatchObject({ width: expect.any(Number) });
  expect(pool.pids()).toEqual([pid]);
});

test('a picture that takes too much memory is refused, and its worker replaced', { tags: ['long'] }, async () => {
  await pool.close();
  pool = new WorkerPool(log, { ...WORKER_LIMITS, workers: 1, memoryBytes: 150 * 2 ** 20 });
  const [bomb] = (await bombs()).filter(({ name }) => name.startsWith('interlaced'));
  await expect(pool.encode(await jobFor(bomb?.bytes ?? Buffer.alloc(0)))).rejects.toMatchObject({
    code: 'unprocessable_image',
  });
  expect(await pool.encode(await jobFor(await phonePhoto({ megapixels: 0.1 })))).toMatchObject({
    width: expect.any(Number),
  });
});

test('pictures of many people wait in order for two workers', async () => {
  await pool.close();
  pool = new WorkerPool(log, { ...WORKER_LIMITS, workers: 2 });
  const photo = await phonePhoto({ megapixels: 1 });
  const images = await Promise.all(Array.from({ length: rounds(6, 12) }, async () => pool.encode(await jobFor(photo))));
  expect(new Set(images.map(({ sha256 }) => sha256)).size).toBe(1);
  expect(pool.pids()).toHaveLength(2);
});

test('closing lets the running picture finish, refuses the waiting one, and ends every process', async () => {
  await pool.encode(await jobFor(await phonePhoto({ megapixels: 0.1 })));
  const [pid = 0] = pool.pids();
  const jobs = [
    await jobFor(await phonePhoto({ megapixels: 2 })),
    await jobFor(await phonePhoto({ megapixels: 2 })),
  ] as const;
  const running = pool.encode(jobs[0]);
  const waiting = pool.encode(jobs[1]).catch((error: unknown) => error);
  await pool.close();
  expect((await running).width).toBeGreaterThan(0);
  expect(await waiting).toMatchObject({ message: expect.stringContaining('stopping') });
  expect(await isAlive(pid)).toBe(false);
  await expect(pool.encode(jobs[0])).rejects.toThrow('stopping');
});

test('workers end with the server that started them, however it dies', async () => {
  const program = path.join(folder, 'server.mts');
  await writeFile(
    program,
    `import { WorkerPool } from ${JSON.stringify(path.join(import.meta.dirname, 'worker-pool.ts'))};
     const pool = new WorkerPool({ info() {}, warn() {}, error() {} });
     await pool.encode({ source: '/none', mime: 'image/jpeg', kind: 'photo', outFolder: '/none' }).catch(() => {});
     process.send(pool.pids());
     setInterval(() => {}, 1000);`,
  );
  const server = fork(program, { execArgv: [] });
  const [pids] = (await once(server, 'message')) as [number[]];
  server.kill('SIGKILL');
  await once(server, 'exit');
  expect(pids).toHaveLength(1);
  for (const pid of pids) await expect.poll(() => isAlive(pid)).toBe(false);
});

/** A zombie counts as dead; which process reaps it depends on the machine. */
async function isAlive(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return status !== '' && !/^State:\tZ/m.test(status);
}
