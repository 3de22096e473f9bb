import { fork } from 'node:child_process';
import path from 'node:path';
import { residentBytes } from '../worker/memory.ts';
import type { AudioReading, ReaderJob, ReaderReply, VideoReading } from './reader-job.ts';

const READER = path.join(import.meta.dirname, 'reader-process.ts');
const ROOT = path.resolve(import.meta.dirname, '../../../../..');

const START_LIMIT_MS = 30_000;
const TIME_LIMIT_MS = { video: 180_000, audio: 60_000 } as const;
const MEMORY_LIMIT_BYTES = 512 * 2 ** 20;
const WATCH_MS = 50;
const READERS_MAX = 2;

let readers = 0;
const waiting: (() => void)[] = [];

export class UnreadableFileError extends Error {}

export const readVideoFile = (job: Omit<Extract<ReaderJob, { kind: 'video' }>, 'kind'>): Promise<VideoReading> =>
  limitConcurrency(async () => {
    const reply = await run({ kind: 'video', ...job }, [job.outFolder]);
    if (reply.type !== 'video') throw new UnreadableFileError('no answer');
    return reply.reading;
  });

export const readAudioFile = (job: Omit<Extract<ReaderJob, { kind: 'audio' }>, 'kind'>): Promise<AudioReading> =>
  limitConcurrency(async () => {
    const reply = await run({ kind: 'audio', ...job }, []);
    if (reply.type !== 'audio') throw new UnreadableFileError('no answer');
    return reply.reading;
  });

async function limitConcurrency<T>(work: () => Promise<T>): Promise<T> {
  if (readers >= READERS_MAX) await new Promise<void>((resolve) => waiting.push(resolve));
  else readers += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else readers -= 1;
  }
}

/** Runs a reader process without the server's environment, without network, and with access only to the job's files. */
function run(job: ReaderJob, written: readonly string[]): Promise<ReaderReply> {
  const { PATH, TMPDIR } = process.env;
  const folders = [path.join(ROOT, 'server/src'), path.join(ROOT, 'node_modules'), path.join(ROOT, 'package.json')];
  const child = fork(READER, {
    env: { PATH, TMPDIR },
    execArgv: [
      '--max-old-space-size=256',
      '--permission',
      ...[...folders, path.join(ROOT, 'server/package.json'), job.source, ...written].map(
        (each) => `--allow-fs-read=${each}`,
      ),
      ...written.map((each) => `--allow-fs-write=${each}`),
    ],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  return new Promise<ReaderReply>((resolve, reject) => {
    const refuse = (reason: string) => {
      child.kill('SIGKILL');
      reject(new UnreadableFileError(reason));
    };
    let timer = setTimeout(() => refuse('it did not start'), START_LIMIT_MS);
    const memory = setInterval(async () => {
      const bytes = child.pid && (await residentBytes(child.pid));
      if (bytes && bytes > MEMORY_LIMIT_BYTES) refuse('memory');
    }, WATCH_MS);
    child.on('message', (reply: ReaderReply) => {
      if (reply.type === 'ready') {
        clearTimeout(timer);
        timer = setTimeout(() => refuse('time'), TIME_LIMIT_MS[job.kind]);
        child.send(job, (error) => error && refuse(error.message));
      } else if (reply.type === 'refused') refuse(reply.reason);
      else resolve(reply);
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      clearInterval(memory);
      reject(new UnreadableFileError(`exit ${signal ?? code}`));
    });
  }).finally(() => child.kill('SIGKILL'));
}
