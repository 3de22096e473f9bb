import { defineDomain } from '../../platform/domain.ts';
import { exportStreamRecordingsOf } from './export-recordings.public.ts';
import { keepSegments } from './keep-segments.job.ts';
import { makeLiveSegment } from './make-live-segment.job.ts';
import { publishRecording } from './publish-recording.job.ts';
import { forgetStreamRecordings } from './stream-recordings.public.ts';
import { registerStreamRecordings } from './stream-recordings.routes.ts';
import { sweepRecordings } from './sweep-recordings.job.ts';

export const streamRecordings = defineDomain({
  name: 'stream-recordings',
  routes: registerStreamRecordings,
  jobs: [keepSegments, makeLiveSegment, publishRecording, sweepRecordings],
  periodicJobs: [
    { job: keepSegments, everySeconds: 5 },
    { job: sweepRecordings, everySeconds: 3600 },
  ],
  userData: { erase: forgetStreamRecordings, exports: { stream_recordings: exportStreamRecordingsOf } },
});
