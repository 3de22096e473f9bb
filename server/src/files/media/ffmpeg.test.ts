import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { phoneVideo } from '../../../test/uploads/videos.ts';
import { FfmpegError, runFfmpeg } from './ffmpeg.public.ts';
import { coresForLongWork } from './long-work-cores.ts';

let folder: string;
let source: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'okolo-ffmpeg-'));
  source = path.join(folder, 'source.mp4');
  await writeFile(source, await phoneVideo({ size: '640x360', seconds: 10 }));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const SLOW = ['-c:v', 'libx264', '-f', 'mp4', 'slow.mp4'];
const input = (mime = 'video/mp4', before: readonly string[] = []) => [{ path: source, mime, before }];
const troubleOf = (running: Promise<unknown>): Promise<unknown> =>
  running.catch((error: unknown) => (error instanceof FfmpegError ? error.trouble : error));

test('what takes too long, too much memory or is called off ends', async () => {
  const inputs = input('video/mp4', ['-re']);
  expect(await troubleOf(runFfmpeg(SLOW, { inputs, folder, seconds: 1 }))).toBe('time');
  expect(await troubleOf(runFfmpeg(SLOW, { inputs, folder, memoryMb: 1 }))).toBe('memory');
  const stopping = new AbortController();
  const running = troubleOf(runFfmpeg(SLOW, { inputs, folder, signal: stopping.signal }));
  stopping.abort();
  expect(await running).toBe('aborted');
});

test.runIf(coresForLongWork())(
  'what takes minutes leaves a processor to whoever waits for an answer',
  { tags: ['long'] },
  async () => {
    const stopping = new AbortController();
    const inputs = input('video/mp4', ['-re']);
    const all: Promise<unknown>[] = [];
    const coresWhile = async (lane: 'long' | 'look'): Promise<string | undefined> => {
      const begun = Promise.withResolvers<void>();
      const running = troubleOf(
        runFfmpeg(SLOW, { inputs, folder, lane, signal: stopping.signal, onProgress: () => begun.resolve() }),
      );
      all.push(running);
      await Promise.race([begun.promise, running]);
      const children = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8');
      const status = await readFile(`/proc/${children.trim().split(' ').at(-1)}/status`, 'utf8');
      return /^Cpus_allowed_list:\s*(\S+)$/m.exec(status)?.[1];
    };
    expect(await coresWhile('long')).toBe(coresForLongWork());
    expect(await coresWhile('look')).not.toBe(coresForLongWork());
    stopping.abort();
    expect(await Promise.all(all)).toEqual(['aborted', 'aborted']);
  },
);

test('an output that grows too large ends', async () => {
  const raw = ['-c:v', 'rawvideo', '-f', 'rawvideo', 'large.raw'];
  expect(await troubleOf(runFfmpeg(raw, { inputs: input(), folder, outputBytes: 2 ** 20 }))).toBe('failed');
  expect((await stat(path.join(folder, 'large.raw'))).size).toBeLessThanOrEqual(2 ** 20);
});

test('a file is read as what its first bytes told, and as nothing else', async () => {
  expect(await troubleOf(runFfmpeg(SLOW, { inputs: input('video/webm'), folder }))).toBe('failed');
  await expect(runFfmpeg(SLOW, { inputs: input('application/vnd.apple.mpegurl'), folder })).rejects.toThrow('demuxer');
});

test('it ends with the server that started it, however that dies', async () => {
  const program = path.join(folder, 'server.mts');
  await writeFile(
    program,
    `import { runFfmpeg } from ${JSON.stringify(path.join(import.meta.dirname, 'ffmpeg.public.ts'))};
     const inputs = [{ path: ${JSON.stringify(source)}, mime: 'video/mp4', before: ['-re', '-stream_loop', '-1'] }];
     let told = false;
     await runFfmpeg(${JSON.stringify(SLOW)}, { inputs, folder: ${JSON.stringify(folder)}, seconds: 600, onProgress: () => {
       if (!told) console.log('on its way');
       told = true;
     } });`,
  );
  const server = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(server.stdout, 'data');
  const children = await readFile(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').catch(() => '');
  server.kill('SIGKILL');
  await once(server, 'exit');
  for (const pid of children.trim().split(' ').filter(Boolean))
    await expect
      .poll(() => readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''), { timeout: 10_000 })
      .toMatch(/^$|State:\tZ/m);
}, 60_000);
