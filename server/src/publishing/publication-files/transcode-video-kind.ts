import { z } from 'zod';
import type { Db } from '../../platform/database/tables.ts';
import type { JobKind } from '../../platform/queue/job.ts';
import type { Services } from '../../platform/services.ts';

/** A video that kills what reads it is tried this often, and no more. So often, because nodes are also stopped for other reasons. */
export const VIDEO_TRIES_MAX = 4;
/** What ffmpeg gives up on it will give up on again; the second try is for a machine that was short of something. */
export const BROKEN_TRIES = 2;

const Payload = z.object({ id: z.number().int() });
export const transcodeVideoKind: JobKind<typeof Payload> = {
  name: 'make-video',
  payload: Payload,
  // One more than tries: it says that those were in vain.
  maxAttempts: VIDEO_TRIES_MAX + 4,
};

/** One after another, whatever the number of workers: they stay free for letters, and the machine for its readers. */
const LANE = 'make-video';

export async function enqueueVideoTranscode({ queue }: Pick<Services, 'queue'>, db: Db, id: number): Promise<void> {
  await queue.add(db, transcodeVideoKind, { id }, { lane: LANE, key: String(id) });
}
