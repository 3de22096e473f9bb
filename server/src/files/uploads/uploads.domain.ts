import { defineDomain } from '../../platform/domain/domain.ts';
import { UPLOAD_PATHS } from './describe-uploads.ts';
import { sweepUploadsInParts } from './sweep-uploads.job.ts';
import { registerUploads } from './uploads.routes.ts';
import { eraseUploads, exportUploadsOf } from './user-uploads.public.ts';

export const uploads = defineDomain({
  name: 'uploads',
  routes: registerUploads,
  periodicJobs: [{ job: sweepUploadsInParts, everySeconds: 3600 }],
  protocolPaths: UPLOAD_PATHS,
  userData: { erase: eraseUploads, exports: { uploads: exportUploadsOf } },
});
