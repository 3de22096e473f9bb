import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { BaseLogger } from 'pino';
import { Failure } from '../../../platform/failure.ts';
import { processorMs } from '../processor-ms.ts';
import type { EncodedImage, ImageJob, WorkerReply } from './image-job.ts';
import { residentBytes } from './memory.ts';

const WORKER = path.join(import.meta.dirname, 'media-worker.ts');

/** A worker may be killed from outside, so an image gets a second attempt. */
const TRIES = 2;
const FAILED_STARTS_MAX = 3;

/** Time for loading the image library on a busy machine. */
const START_LIMIT_MS = 30_000;

export interface WorkerLimits {
  workers: number;
  processorMs: number;
  timeMs: number;
  memoryBytes: number;
  watchMs: number;
}

export const WORKER_LIMITS: WorkerLimits = {
  workers: 2,
  processorMs: 5_000,
  // Without CPU time from the system, a short wall-clock limit applies.
  timeMs: process.platform === 'linux' ? 60_000 : 5_000,
  // The limit is 512 MB; a decoder can allocate some tens of megabytes between two checks.
  memoryBytes: 448 * 1024 * 1024,
  watchMs: 25,
};

interface Task {
  job: ImageJob;
  tries: number;
  failedStarts: number;
  resolve(image: EncodedImage): void;
  reject(error: Error): void;
}

interface Worker {
  child: ChildProcess;
  ready: boolean;
  task?: Task;
  killedFor?: string;
  stopWatch?(): void;
}

/** Workers start with the first images and stay. Each processes one image at a time; the rest wait in order. */
export class WorkerPool {
  readonly #log: BaseLogger;
  readonly #limits: WorkerLimits;
  readonly #waiting: Task[] = [];
  readonly #workers = new Set<Worker>();
  #isClosing = false;

  constructor(log: BaseLogger, limits: WorkerLimits = WORKER_LIMITS) {
    this.#log = log;
    this.#limits = limits;
  }

  #assign(): void {
    for (const worker of this.#workers) {
      if (!worker.ready || worker.task) continue;
      const task = this.#waiting.shift();
      if (!task) return;
      worker.task = task;
      task.tries += 1;
      worker.stopWatch = this.#watch(worker);
      worker.child.send(task.job, (error) => error && kill(worker));
    }
    const starting = [...this.#workers].filter((worker) => !worker.ready).length;
    if (this.#waiting.length > starting && this.#workers.size < this.#limits.workers) this.#start();
  }

  #start(): void {
    const worker = launch();
    this.#workers.add(worker);
    const { child } = worker;
    const startTimer = setTimeout(() => kill(worker), START_LIMIT_MS);
    child.on('message', (message: WorkerReply) => {
      if (message.type === 'ready') {
        clearTimeout(startTimer);
        worker.ready = true;
      } else {
        this.#finishTask(worker, message);
      }
      this.#assign();
    });
    child.once('error', (error) => this.#log.error({ err: error }, 'media worker failed'));
    child.once('exit', (code, signal) => {
      clearTimeout(startTimer);
      this.#workers.delete(worker);
      this.#handleExit(worker, `exit ${signal ?? code}`);
      this.#assign();
    });
  }

  #finishTask(worker: Worker, message: Exclude<WorkerReply, { type: 'ready' }>): void {
    const { task } = worker;
    if (!task) return;
    worker.stopWatch?.();
    worker.task = undefined;
    if (message.type === 'done') {
      task.resolve(message.image);
    } else {
      this.#log.info({ reason: message.reason }, 'image rejected');
      task.reject(new Failure('unprocessable_image'));
    }
  }

  #handleExit(worker: Worker, exitReason: string): void {
    worker.stopWatch?.();
    const { task, killedFor } = worker;
    if (!worker.ready && !this.#isClosing) {
      this.#log.error({ how: exitReason }, 'media worker did not start');
      const [next] = this.#waiting;
      // The image is not at fault, but its caller gets an error: without a working image library, restarts would go on
      // for ever.
      if (next && ++next.failedStarts === FAILED_STARTS_MAX) {
        this.#waiting.shift();
        next.reject(new Error(`Media workers do not start: ${exitReason}`));
      }
    }
    if (!task) return;
    this.#log.warn({ how: exitReason, killedFor, tries: task.tries }, 'media worker ended while it processed an image');
    if (!killedFor && task.tries < TRIES && !this.#isClosing) this.#waiting.unshift(task);
    else task.reject(new Failure('unprocessable_image'));
  }

  #watch(worker: Worker): () => void {
    const { pid = 0 } = worker.child;
    const limits = this.#limits;
    const before = processorMs(pid);
    const timer = setTimeout(() => kill(worker, 'time'), limits.timeMs);
    const checks = setInterval(async () => {
      if (processorMs(pid) - before > limits.processorMs) kill(worker, 'processor time');
      const bytes = await residentBytes(pid);
      if (bytes && bytes > limits.memoryBytes) kill(worker, 'memory');
    }, limits.watchMs);
    return () => {
      clearTimeout(timer);
      clearInterval(checks);
    };
  }

  /** Fails with unprocessable_image when the image cannot be decoded or exceeds the limits. */
  encode(job: ImageJob): Promise<EncodedImage> {
    return new Promise((resolve, reject) => {
      if (this.#isClosing) throw new Error('The media workers are stopping');
      this.#waiting.push({ job, tries: 0, failedStarts: 0, resolve, reject });
      this.#assign();
    });
  }

  pids(): number[] {
    return [...this.#workers].flatMap(({ child }) => child.pid ?? []);
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    for (const task of this.#waiting.splice(0)) task.reject(new Error('The media workers are stopping'));
    await Promise.all([...this.#workers].map(end));
  }
}

/**
 * Uses a separate environment, because the server's contains secrets. The allocator and GC settings return freed memory
 * to the system at once; otherwise every large image would reduce the limit for the next.
 */
function launch(): Worker {
  const { PATH, TMPDIR } = process.env;
  const child = fork(WORKER, {
    env: { PATH, TMPDIR, MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' },
    execArgv: ['--max-old-space-size=96', '--expose-gc'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return { child, ready: false };
}

function kill(worker: Worker, reason?: string): void {
  worker.killedFor ??= reason;
  worker.child.kill('SIGKILL');
}

/** A running image ends by itself or by its time limit; then the closed channel ends the process. */
async function end(worker: Worker): Promise<void> {
  const { child } = worker;
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  while (worker.task && child.connected) await Promise.race([once(child, 'message'), exited]);
  if (child.connected) child.disconnect();
  await exited;
}
