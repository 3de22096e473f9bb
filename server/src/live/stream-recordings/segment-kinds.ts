import { z } from 'zod';

/** What it takes to queue them; the jobs import each other's domain otherwise. */
export const packageLiveSegmentKind = {
  name: 'make-live-segment',
  payload: z.object({ id: z.number().int() }),
  // It is to be seen now or not at all.
  maxAttempts: 2,
};

export const publishRecordingKind = {
  name: 'publish-recording',
  payload: z.object({ stream_id: z.number().int() }),
  maxAttempts: 5,
};
