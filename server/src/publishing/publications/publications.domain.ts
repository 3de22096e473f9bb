import { defineDomain } from '../../platform/domain.ts';
import { announcePublication } from './announce-publication.job.ts';
import { exportPublicationsOf } from './export-publications.public.ts';
import { foldTags } from './fold-tags.job.ts';
import { moderatedPublication, moderatedPublicationComment } from './moderated-publication.public.ts';
import { forgetPublications } from './publications.public.ts';
import { registerPublicationSocket } from './publications.realtime.ts';
import { registerPublications } from './publications.routes.ts';
import { findOverduePublications, publishPlanned } from './publish-planned.job.ts';

export const publications = defineDomain({
  name: 'publications',
  routes: [registerPublications, registerPublicationSocket],
  jobs: [announcePublication, publishPlanned, findOverduePublications, foldTags],
  periodicJobs: [
    { job: findOverduePublications, everySeconds: 60 },
    { job: foldTags, everySeconds: 5 },
  ],
  userData: { erase: forgetPublications, exports: { publications: exportPublicationsOf } },
  moderationTargets: { publication: moderatedPublication, publication_comment: moderatedPublicationComment },
});
