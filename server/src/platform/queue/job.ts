import type { z } from 'zod';

/** With growing pauses between them eight tries span about half an hour; after the last the job is a dead letter. */
const MAX_ATTEMPTS = 8;

/** What it takes to queue a job; `Job` adds what it takes to run it. */
export interface JobKind<P extends z.ZodType> {
  /** Stored with every queued job: renaming it orphans those still waiting. */
  name: string;
  payload: P;
  maxAttempts: number;
}

export interface Job<S, P extends z.ZodType = z.ZodType> extends JobKind<P> {
  /** May run twice for one payload, so it must do no harm the second time. A throw means: try again later. */
  run(services: S, payload: z.output<P>): Promise<void>;
}

/** Describe a job: a name, a payload of ids, and what to do. Queue it with `queue.add`, list it in `jobs.ts`. */
export function defineJob<S, P extends z.ZodType>(
  job: Omit<Job<S, P>, 'maxAttempts' | 'run'> & {
    maxAttempts?: number;
    run: (services: S, payload: z.output<P>) => Promise<void>;
  },
): Job<S, P> {
  return { maxAttempts: MAX_ATTEMPTS, ...job };
}
