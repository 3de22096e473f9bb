import type { COMMENTERS } from '@app/contract/market/ads';
import type { ContactAudience } from '@app/contract/people/privacy';
import type { ErrorCode } from '@app/contract/platform/errors';
import type { Viewer } from '../../platform/http/viewer.ts';

export interface CommentAccess {
  ownerId: number;
  /** Public and not sold or archived. */
  isOpen: boolean;
  commentsBy: (typeof COMMENTERS)[number];
  ownerAudience: ContactAudience;
  isFriend: boolean;
  isBlocked: boolean;
}

const AUDIENCES_BY_STRICTNESS = ['all', 'circle', 'nobody'] as const satisfies readonly ContactAudience[];

const isOwner = (viewer: Viewer, ad: Pick<CommentAccess, 'ownerId'>): boolean => viewer.userId === ad.ownerId;

/** The stricter of the ad's and the owner's settings. */
function commentersOf(ad: Pick<CommentAccess, 'commentsBy' | 'ownerAudience'>): ContactAudience {
  const strictest = Math.max(
    AUDIENCES_BY_STRICTNESS.indexOf(ad.commentsBy),
    AUDIENCES_BY_STRICTNESS.indexOf(ad.ownerAudience),
  );
  return AUDIENCES_BY_STRICTNESS[strictest] ?? 'nobody';
}

export function mayComment(viewer: Viewer, ad: CommentAccess): boolean {
  if (!ad.isOpen || ad.isBlocked) return false;
  const commenters = commentersOf(ad);
  return commenters === 'all' || (commenters === 'circle' && (ad.isFriend || isOwner(viewer, ad)));
}

export const commentErrorCode = (ad: Pick<CommentAccess, 'isBlocked'>): ErrorCode =>
  ad.isBlocked ? 'blocked' : 'comments_closed';

/** Returns why the viewer may not comment, as the page's key; '' where they may. */
export function commentsClosedReason(viewer: Viewer, ad: CommentAccess): '' | 'circle' | 'nobody' | 'over' {
  if (!ad.isOpen) return 'over';
  if (mayComment(viewer, ad)) return '';
  return commentersOf(ad) === 'circle' && !ad.isBlocked ? 'circle' : 'nobody';
}

/** The owner may reply even where comments are closed. */
export function mayReply(viewer: Viewer, ad: CommentAccess): boolean {
  return mayComment(viewer, ad) || (ad.isOpen && isOwner(viewer, ad));
}

export function mayRate(viewer: Viewer, ad: Pick<CommentAccess, 'ownerId'>): boolean {
  return !isOwner(viewer, ad);
}

export function mayHide(viewer: Viewer, ad: Pick<CommentAccess, 'ownerId'>): boolean {
  return viewer.isStaff || isOwner(viewer, ad);
}

export function mayEdit(viewer: Viewer, comment: { user_id: number }): boolean {
  return viewer.userId === comment.user_id;
}

export function mayDelete(viewer: Viewer, comment: { user_id: number }): boolean {
  return viewer.isStaff || viewer.userId === comment.user_id;
}

export interface CommentVisibility {
  user_id: number;
  hidden: boolean;
}

export function mayViewComment(
  viewer: Viewer,
  ad: Pick<CommentAccess, 'ownerId'>,
  comment: CommentVisibility,
): boolean {
  return !comment.hidden || viewer.userId === comment.user_id || mayHide(viewer, ad);
}
