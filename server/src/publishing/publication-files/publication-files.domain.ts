import { defineDomain } from '../../platform/domain/domain.ts';
import {
  countPublicationFileBytes,
  exportPublicationFilesOf,
  listPublicationFilesOf,
} from './export-publication-files.public.ts';
import { erasePublicationFiles } from './publication-files.public.ts';
import { registerPublicationFiles } from './publication-files.routes.ts';
import { sweepPublicationFiles } from './sweep-publication-files.job.ts';
import { transcodeAnimation } from './transcode-animation.job.ts';
import { transcodeVideo } from './transcode-video.job.ts';

declare module '../../platform/domain/domain.ts' {
  interface DomainEvents {
    'publication.videoFailed': { publishId: number };
  }
}

export const publicationFiles = defineDomain({
  name: 'publication-files',
  share: 'files',
  routes: registerPublicationFiles,
  jobs: [transcodeAnimation, transcodeVideo],
  periodicJobs: [{ job: sweepPublicationFiles, everySeconds: 3600 }],
  userData: {
    erase: erasePublicationFiles,
    exports: { publication_files: exportPublicationFilesOf },
    files: { countBytes: countPublicationFileBytes, list: listPublicationFilesOf },
  },
});
