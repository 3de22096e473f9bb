import type { ContactAudience } from '@app/contract/people/privacy';
import type { ErrorCode } from '@app/contract/platform/errors';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Commenters } from './publications.tables.ts';

/** What decides who may comment a publication. */
export interface CommentAccess {
  user_id: number;
  commenters: Commenters;
  /** Whom the author lets comment anything of theirs. */
  reach: ContactAudience;
  /** Of the viewer and the author. */
  is_friend: boolean;
  is_blocked: boolean;
}

export const isAuthor = (viewer: Viewer, { user_id }: { user_id: number }): boolean => viewer.userId === user_id;

/** The narrower of what was chosen for this publication and for everything of its author. */
function commentersOf({ commenters, reach }: Pick<CommentAccess, 'commenters' | 'reach'>): Commenters {
  if (commenters === 'nobody' || reach === 'nobody') return 'nobody';
  return commenters === 'circle' || reach === 'circle' ? 'circle' : 'all';
}

/** The author always may. */
export function mayComment(viewer: Viewer, publication: CommentAccess): boolean {
  if (viewer.userId === null) return false;
  if (isAuthor(viewer, publication)) return true;
  if (publication.is_blocked) return false;
  const who = commentersOf(publication);
  return who === 'all' || (who === 'circle' && publication.is_friend);
}

export const commentErrorCode = ({ is_blocked }: Pick<CommentAccess, 'is_blocked'>): ErrorCode =>
  is_blocked ? 'blocked' : 'comments_closed';

/** Why the viewer may not comment, as the page says it; '' where they may. */
export function commentsClosedReason(viewer: Viewer, publication: CommentAccess): '' | 'guest' | 'circle' | 'nobody' {
  if (mayComment(viewer, publication)) return '';
  const who = commentersOf(publication);
  if (who === 'nobody' || publication.is_blocked) return 'nobody';
  return viewer.userId === null ? 'guest' : 'circle';
}

/** Hide comments under a publication, and see the hidden ones of everybody. */
export const mayViewHidden = (viewer: Viewer, publication: { user_id: number }): boolean =>
  viewer.isStaff || isAuthor(viewer, publication);

export const mayDelete = (viewer: Viewer, thing: { user_id: number }): boolean =>
  viewer.isStaff || isAuthor(viewer, thing);

export interface CountedComment {
  hidden: boolean;
  deleted_at: Date | null;
  replies_count: number;
}

/** How many comments everybody sees of a thread: a hidden comment hides its replies with it, an emptied place does not count. */
export function countThread({ hidden, deleted_at, replies_count }: CountedComment): number {
  if (hidden) return 0;
  return (deleted_at === null ? 1 : 0) + replies_count;
}
