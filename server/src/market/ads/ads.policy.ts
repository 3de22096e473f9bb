import type { AdDeal, AdState } from '@app/contract/market/ads';
import type { SignedInViewer, Viewer } from '../../platform/http/viewer.ts';

/** What decides who may see and change an ad. */
export interface AdAccess {
  owner_id: number;
  enabled: boolean;
  archived_at: Date | null;
  blocked_at: Date | null;
  held_at: Date | null;
  owner_hidden: boolean;
}

/** The one word for how an ad stands: what weighs most comes first. */
export function stateOf(ad: Omit<AdAccess, 'owner_id' | 'owner_hidden'> & { deal: AdDeal }): AdState {
  if (ad.blocked_at !== null) return 'blocked';
  if (ad.archived_at !== null) return 'archived';
  if (ad.held_at !== null) return 'review';
  if (ad.deal === 'sold') return 'sold';
  if (!ad.enabled) return 'disabled';
  return ad.deal === 'reserved' ? 'reserved' : 'active';
}

export function isOwner(viewer: Viewer, ad: Pick<AdAccess, 'owner_id'>): boolean {
  return viewer.userId === ad.owner_id;
}

/** Publishing is what the subscription is for; staff publish as part of their work. */
export function mayCreateAd(viewer: SignedInViewer): boolean {
  return viewer.isPaid || viewer.isStaff;
}

/** The owner, subscriber or not: what is published stays in their hands. And staff. */
export function mayChangeAd(viewer: SignedInViewer, ad: Pick<AdAccess, 'owner_id'>): boolean {
  return viewer.isStaff || isOwner(viewer, ad);
}

/** An ad that moderation took down is not brought back by its owner: not switched on, restored or renewed. */
export function mayRestoreAd(viewer: SignedInViewer, ad: Pick<AdAccess, 'owner_id' | 'blocked_at'>): boolean {
  return viewer.isStaff || (isOwner(viewer, ad) && ad.blocked_at === null);
}

/** Only staff bring ads of people from elsewhere. */
export function mayNameExternalAuthor(viewer: SignedInViewer): boolean {
  return viewer.isStaff;
}

/**
 * How an ad looks to a viewer. One that was public and is no more is `gone`; one that its owner switched off, or whose owner
 * is suspended, does not exist for others, because it may come back.
 */
export function adPresence(viewer: Viewer, ad: AdAccess): 'here' | 'gone' | 'unknown' {
  if (viewer.isStaff || isOwner(viewer, ad)) return 'here';
  if (ad.archived_at !== null || ad.blocked_at !== null) return 'gone';
  return ad.enabled && !ad.owner_hidden && ad.held_at === null ? 'here' : 'unknown';
}
