import { defineDomain } from '../../platform/domain.ts';
import { announceStream } from './announce-stream.job.ts';
import { exportStreamsOf } from './export-streams.public.ts';
import { settleStreams } from './settle-streams.job.ts';
import { forgetStreams } from './streams.public.ts';
import { registerStreams } from './streams.routes.ts';
import { sweepStreams } from './sweep-streams.job.ts';

export const streams = defineDomain({
  name: 'streams',
  routes: registerStreams,
  jobs: [settleStreams, announceStream, sweepStreams],
  periodicJobs: [
    { job: settleStreams, everySeconds: 5 },
    { job: sweepStreams, everySeconds: 3600 },
  ],
  userData: { erase: forgetStreams, exports: { streams: exportStreamsOf } },
});
