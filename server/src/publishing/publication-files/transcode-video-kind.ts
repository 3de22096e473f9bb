import { z } from 'zod';
import type { Db } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import type { JobKind } from '../../platform/queue/job.ts';

/** Maximum attempts for a video whose processing is killed: nodes are also stopped for other reasons. */
export const VIDEO_TRIES_MAX = 4;
/** An ffmpeg error usually repeats; the second attempt covers a temporary shortage of resources. */
export const BROKEN_TRIES = 2;

const Payload = z.object({ id: z.number().int() });
export const transcodeVideoKind: JobKind<typeof Payload> = {
  name: 'transcode-video',
  payload: Payload,
  // More than the attempts at transcoding, so that a last run can record the failure.
  maxAttempts: VIDEO_TRIES_MAX + 4,
};

/** One video at a time, whatever the number of workers: workers stay free for emails and the CPU for requests. */
const LANE = 'transcode-video';

export async function enqueueVideoTranscode({ queue }: Services, db: Db, id: number): Promise<void> {
  await queue.add(db, transcodeVideoKind, { id }, { lane: LANE, key: String(id) });
}
