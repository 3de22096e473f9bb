import { z } from 'zod';

/** Separate file: the jobs would otherwise import each other's domain. */
export const packageLiveSegmentKind = {
  name: 'package-live-segment',
  payload: z.object({ id: z.number().int() }),
  // A late live segment is of no use, so retries are few.
  maxAttempts: 2,
};

export const publishRecordingKind = {
  name: 'publish-recording',
  payload: z.object({ stream_id: z.number().int() }),
  maxAttempts: 5,
};
