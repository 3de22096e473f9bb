import { defineDomain } from '../../platform/domain/domain.ts';
import { commentModerationTarget } from './comment-moderation-target.public.ts';
import { eraseCommentEdits } from './comments.public.ts';
import { registerComments } from './comments.routes.ts';
import { findComplainedComment } from './complaint-target.ts';
import { exportCommentsOf } from './export-comments.public.ts';

export const comments = defineDomain({
  name: 'comments',
  routes: registerComments,
  complaintTargets: { comment_id: findComplainedComment },
  userData: { erase: eraseCommentEdits, exports: { comments: exportCommentsOf } },
  moderationTargets: { comment: commentModerationTarget },
});
