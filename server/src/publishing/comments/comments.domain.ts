import { defineDomain } from '../../platform/domain.ts';
import { forgetRewordings } from './comments.public.ts';
import { registerComments } from './comments.routes.ts';
import { exportCommentsOf } from './export-comments.public.ts';
import { moderatedComment } from './moderated-comment.public.ts';

export const comments = defineDomain({
  name: 'comments',
  routes: registerComments,
  userData: { erase: forgetRewordings, exports: { comments: exportCommentsOf } },
  moderationTargets: { comment: moderatedComment },
});
