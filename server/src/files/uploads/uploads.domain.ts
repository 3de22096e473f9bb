import { defineDomain } from '../../platform/domain/domain.ts';
import { sweepUploadsInParts } from './sweep-uploads.job.ts';
import { registerUploads } from './uploads.routes.ts';
import { eraseUploads, exportUploadsOf } from './user-uploads.public.ts';

export const uploads = defineDomain({
  name: 'uploads',
  routes: registerUploads,
  periodicJobs: [{ job: sweepUploadsInParts, everySeconds: 3600 }],
  userData: { erase: eraseUploads, exports: { uploads: exportUploadsOf } },
});
