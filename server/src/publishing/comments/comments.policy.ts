import type { COMMENTERS } from '@app/contract/market/ads';
import type { ContactAudience } from '@app/contract/people/privacy';
import type { ErrorCode } from '@app/contract/platform/errors';
import type { Viewer } from '../../platform/http/viewer.ts';

/** What decides who may say something under an ad. */
export interface CommentAccess {
  ownerId: number;
  /** On sale, and not merely to be looked at. */
  isOpen: boolean;
  commentsBy: (typeof COMMENTERS)[number];
  /** Whom the owner lets comment anything of theirs. */
  ownerAudience: ContactAudience;
  /** Of the viewer and the owner. */
  isFriend: boolean;
  isBlocked: boolean;
}

const AUDIENCES_BY_STRICTNESS = ['all', 'circle', 'nobody'] as const satisfies readonly ContactAudience[];

const isOwner = (viewer: Viewer, ad: Pick<CommentAccess, 'ownerId'>): boolean => viewer.userId === ad.ownerId;

/** Whom the ad and its owner both let comment. */
function commentersOf(ad: Pick<CommentAccess, 'commentsBy' | 'ownerAudience'>): ContactAudience {
  const strictest = Math.max(
    AUDIENCES_BY_STRICTNESS.indexOf(ad.commentsBy),
    AUDIENCES_BY_STRICTNESS.indexOf(ad.ownerAudience),
  );
  return AUDIENCES_BY_STRICTNESS[strictest] ?? 'nobody';
}

/** Start a comment. */
export function mayComment(viewer: Viewer, ad: CommentAccess): boolean {
  if (!ad.isOpen || ad.isBlocked) return false;
  const commenters = commentersOf(ad);
  return commenters === 'all' || (commenters === 'circle' && (ad.isFriend || isOwner(viewer, ad)));
}

/** What somebody is told who may not. */
export const commentErrorCode = (ad: Pick<CommentAccess, 'isBlocked'>): ErrorCode =>
  ad.isBlocked ? 'blocked' : 'comments_closed';

/** Why the viewer may not start a comment, as the page says it; '' where they may. */
export function commentsClosedReason(viewer: Viewer, ad: CommentAccess): '' | 'circle' | 'nobody' | 'over' {
  if (!ad.isOpen) return 'over';
  if (mayComment(viewer, ad)) return '';
  return commentersOf(ad) === 'circle' && !ad.isBlocked ? 'circle' : 'nobody';
}

/** Answer one: the owner has the last word also where comments are closed. */
export function mayReply(viewer: Viewer, ad: CommentAccess): boolean {
  return mayComment(viewer, ad) || (ad.isOpen && isOwner(viewer, ad));
}

/** Nobody rates themselves. */
export function mayRate(viewer: Viewer, ad: Pick<CommentAccess, 'ownerId'>): boolean {
  return !isOwner(viewer, ad);
}

/** Hide comments under an ad, and see the hidden ones of everybody. */
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

/** A hidden comment stays for its author, the ad's owner and staff. */
export function mayViewComment(
  viewer: Viewer,
  ad: Pick<CommentAccess, 'ownerId'>,
  comment: CommentVisibility,
): boolean {
  return !comment.hidden || viewer.userId === comment.user_id || mayHide(viewer, ad);
}

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
