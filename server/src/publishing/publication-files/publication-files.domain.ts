import { defineDomain } from '../../platform/domain.ts';
import { countPostFileBytes, exportPostFilesOf, listPostFilesOf } from './export-post-files.public.ts';
import { makeMotion } from './make-motion.job.ts';
import { makeVideo } from './make-video.job.ts';
import { forgetPostFiles } from './post-files.public.ts';
import { registerPostFiles } from './post-files.routes.ts';
import { sweepPostFiles } from './sweep-post-files.job.ts';

export const publicationFiles = defineDomain({
  name: 'publication-files',
  routes: registerPostFiles,
  jobs: [makeMotion, makeVideo, sweepPostFiles],
  periodicJobs: [{ job: sweepPostFiles, everySeconds: 3600 }],
  userData: {
    erase: forgetPostFiles,
    exports: { publication_files: exportPostFilesOf },
    files: { countBytes: countPostFileBytes, list: listPostFilesOf },
  },
});
