import { z } from 'zod';
import type { Db } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import type { JobKind } from '../../platform/queue/job.ts';

export const FRAMES_TYPE = 'image/gif';

const Payload = z.object({ id: z.number().int() });

export const transcodeAnimationKind: JobKind<typeof Payload> = {
  name: 'transcode-animation',
  payload: Payload,
  maxAttempts: 4,
};

export async function enqueueAnimationTranscode({ queue }: Services, db: Db, id: number): Promise<void> {
  await queue.add(db, transcodeAnimationKind, { id }, { lane: 'transcode-animation', key: String(id) });
}
