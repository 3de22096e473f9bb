import { z } from 'zod';
import type { Db } from '../database.ts';
import type { JobKind } from '../platform/queue/job.ts';
import type { Services } from '../services.ts';

/** A video that kills what reads it is tried this often, and no more. */
export const VIDEO_ATTEMPTS_MAX = 3;

const Payload = z.object({ id: z.number().int() });
export const makeVideoKind: JobKind<typeof Payload> = {
  name: 'make-video',
  payload: Payload,
  maxAttempts: VIDEO_ATTEMPTS_MAX,
};

/** One after another, whatever the number of workers: they stay free for letters, and the machine for its readers. */
const LANE = 'make-video';

export async function makeVideoSoon({ queue }: Pick<Services, 'queue'>, db: Db, id: number): Promise<void> {
  await queue.add(db, makeVideoKind, { id }, { lane: LANE, key: String(id) });
}
