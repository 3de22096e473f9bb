import { defineDomain } from '../../platform/domain/domain.ts';
import { exportStreamRecordingsOf } from './export-recordings.public.ts';
import { packageLiveSegment } from './package-live-segment.job.ts';
import { publishRecording } from './publish-recording.job.ts';
import { storeSegments } from './store-segments.job.ts';
import { eraseStreamRecordings } from './stream-recordings.public.ts';
import { registerStreamRecordings } from './stream-recordings.routes.ts';
import { sweepRecordings } from './sweep-recordings.job.ts';

declare module '../../platform/domain/domain.ts' {
  interface DomainEvents {
    /** The recording of a running stream has its first playable segment. */
    'stream.playable': { streamId: number };
  }
}

export const streamRecordings = defineDomain({
  name: 'stream-recordings',
  routes: registerStreamRecordings,
  jobs: [packageLiveSegment, publishRecording],
  periodicJobs: [
    { job: storeSegments, everySeconds: 5 },
    { job: sweepRecordings, everySeconds: 3600 },
  ],
  userData: { erase: eraseStreamRecordings, exports: { stream_recordings: exportStreamRecordingsOf } },
});
