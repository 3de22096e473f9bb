import { defineDomain } from '../../platform/domain/domain.ts';
import { aggregateTags } from './aggregate-tags.job.ts';
import { findComplainedPublication, findComplainedPublicationComment } from './complaint-targets.ts';
import { exportPublicationsOf } from './export-publications.public.ts';
import { mayViewPublication } from './may-view-publication.public.ts';
import { notifyFollowersOfPublication } from './notify-followers-of-publication.job.ts';
import {
  publicationCommentModerationTarget,
  publicationModerationTarget,
} from './publication-moderation-target.public.ts';
import { erasePublications, onVideoFailed, setPublicationsHidden } from './publications.public.ts';
import { registerPublicationSocket } from './publications.realtime.ts';
import { registerPublications } from './publications.routes.ts';
import { PUBLICATIONS_OF_REFERENCE } from './publications-of-reference.public.ts';
import { findOverduePublications, publishPlanned } from './publish-planned.job.ts';

export const publications = defineDomain({
  name: 'publications',
  routes: [registerPublications, registerPublicationSocket],
  jobs: [notifyFollowersOfPublication, publishPlanned],
  periodicJobs: [
    { job: findOverduePublications, everySeconds: 60 },
    { job: aggregateTags, everySeconds: 5 },
  ],
  on: {
    'publication.videoFailed': (services, tx, { publishId }) => onVideoFailed(services, tx, publishId),
    'user.visibilityChanged': (_, tx, { userId, isHidden }) => setPublicationsHidden(tx, userId, isHidden),
  },
  mayView: { publication: ({ db }, viewer, id) => mayViewPublication(db, viewer, id) },
  referenceUses: [PUBLICATIONS_OF_REFERENCE],
  complaintTargets: {
    publish_comment_id: findComplainedPublicationComment,
    publish_id: findComplainedPublication,
  },
  userData: { erase: erasePublications, exports: { publications: exportPublicationsOf } },
  moderationTargets: {
    publication: publicationModerationTarget,
    publication_comment: publicationCommentModerationTarget,
  },
});
