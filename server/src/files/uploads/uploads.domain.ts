import { defineDomain } from '../../platform/domain.ts';
import { sweepUploadsInParts } from './sweep-uploads.job.ts';
import { registerUploads } from './uploads.routes.ts';
import { exportUploadsOf, forgetUploads } from './uploads-of-people.public.ts';

export const uploads = defineDomain({
  name: 'uploads',
  routes: registerUploads,
  jobs: [sweepUploadsInParts],
  periodicJobs: [{ job: sweepUploadsInParts, everySeconds: 3600 }],
  userData: { erase: forgetUploads, exports: { uploads: exportUploadsOf } },
});
