import type { z } from 'zod';

/** Eight attempts with growing pauses span about half an hour; then the job is dead. */
const MAX_ATTEMPTS = 8;

export interface JobKind<P extends z.ZodType> {
  /** Stored with every queued job: a migration renames it there, as 0051 does. */
  name: string;
  payload: P;
  maxAttempts: number;
}

export interface Job<S, P extends z.ZodType = z.ZodType> extends JobKind<P> {
  /** Must be idempotent: may run twice with one payload. Throwing means a later retry. */
  run(services: S, payload: z.output<P>): Promise<void>;
}

/** Defines a job by name, payload of ids, and handler. Queue it with `queue.add` and list it in `jobs.ts`. */
export function defineJob<S, P extends z.ZodType>(
  job: Omit<Job<S, P>, 'maxAttempts' | 'run'> & {
    maxAttempts?: number;
    run: (services: S, payload: z.output<P>) => Promise<void>;
  },
): Job<S, P> {
  return { maxAttempts: MAX_ATTEMPTS, ...job };
}
