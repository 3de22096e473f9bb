import type { ContactAudience } from '@app/contract/people/privacy';
import type { ErrorCode } from '@app/contract/platform/errors';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Commenters } from './publications.tables.ts';

export interface CommentAccess {
  user_id: number;
  commenters: Commenters;
  reach: ContactAudience;
  is_friend: boolean;
  is_blocked: boolean;
}

export const isAuthor = (viewer: Viewer, { user_id }: { user_id: number }): boolean => viewer.userId === user_id;

/** The stricter of the publication's and the author's settings. */
function commentersOf({ commenters, reach }: Pick<CommentAccess, 'commenters' | 'reach'>): Commenters {
  if (commenters === 'nobody' || reach === 'nobody') return 'nobody';
  return commenters === 'circle' || reach === 'circle' ? 'circle' : 'all';
}

export function mayComment(viewer: Viewer, publication: CommentAccess): boolean {
  if (viewer.userId === null) return false;
  if (isAuthor(viewer, publication)) return true;
  if (publication.is_blocked) return false;
  const who = commentersOf(publication);
  return who === 'all' || (who === 'circle' && publication.is_friend);
}

export const commentErrorCode = ({ is_blocked }: Pick<CommentAccess, 'is_blocked'>): ErrorCode =>
  is_blocked ? 'blocked' : 'comments_closed';

/** Returns why the viewer may not comment, as the page's key; '' where they may. */
export function commentsClosedReason(viewer: Viewer, publication: CommentAccess): '' | 'guest' | 'circle' | 'nobody' {
  if (mayComment(viewer, publication)) return '';
  const who = commentersOf(publication);
  if (who === 'nobody' || publication.is_blocked) return 'nobody';
  return viewer.userId === null ? 'guest' : 'circle';
}

export const mayViewHidden = (viewer: Viewer, publication: { user_id: number }): boolean =>
  viewer.isStaff || isAuthor(viewer, publication);

export const mayDelete = (viewer: Viewer, thing: { user_id: number }): boolean =>
  viewer.isStaff || isAuthor(viewer, thing);
