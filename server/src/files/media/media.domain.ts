import { defineDomain } from '../../platform/domain/domain.ts';
import { eraseMedia } from './erase-media.public.ts';
import { countMediaBytes, exportMediaOf, listMediaFiles } from './export-media.public.ts';
import { registerMedia } from './media.routes.ts';
import { sweepMedia } from './sweep-media.job.ts';

export const media = defineDomain({
  name: 'media',
  share: 'files',
  routes: registerMedia,
  periodicJobs: [{ job: sweepMedia, everySeconds: 3600 }],
  userData: {
    erase: eraseMedia,
    exports: { media: exportMediaOf },
    files: { countBytes: countMediaBytes, list: listMediaFiles },
  },
});
