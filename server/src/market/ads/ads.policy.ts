import type { AdDeal, AdState } from '@app/contract/market/ads';
import { type RawBuilder, sql } from 'kysely';
import type { SignedInViewer, Viewer } from '../../platform/http/viewer.ts';
import { isInAdAudience } from './audience/ad-audience.public.ts';

export interface AdAccess {
  owner_id: number;
  enabled: boolean;
  archived_at: Date | null;
  blocked_at: Date | null;
  held_at: Date | null;
  owner_hidden: boolean;
  owner_away: boolean;
  /** Of the viewer who asks; see `ad-audience.public.ts`. */
  is_in_audience: boolean;
}

/** Derives the ad's state; when several apply, the first in this order wins. */
export function stateOf(
  ad: Omit<AdAccess, 'owner_id' | 'owner_hidden' | 'owner_away' | 'is_in_audience'> & { deal: AdDeal },
): AdState {
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

/** Creating ads requires the subscription; staff create ads as part of their work. */
export function mayCreateAd(viewer: SignedInViewer): boolean {
  return viewer.isPaid || viewer.isStaff;
}

/** Owners may change published ads even after their subscription has ended. */
export function mayChangeAd(viewer: SignedInViewer, ad: Pick<AdAccess, 'owner_id'>): boolean {
  return viewer.isStaff || isOwner(viewer, ad);
}

/** An owner may not enable, restore or renew an ad that moderation took down. */
export function mayRestoreAd(viewer: SignedInViewer, ad: Pick<AdAccess, 'owner_id' | 'blocked_at'>): boolean {
  return viewer.isStaff || (isOwner(viewer, ad) && ad.blocked_at === null);
}

export function mayNameExternalAuthor(viewer: SignedInViewer): boolean {
  return viewer.isStaff;
}

/**
 * Visibility of an ad: a formerly public ad is `gone`; one that its owner disabled, or whose owner is suspended, is
 * `unknown` to others, because it may return. So is every ad to those outside its audience. Who has the link of an ad
 * whose owner is on vacation sees it.
 */
export function adPresence(viewer: Viewer, ad: AdAccess): 'here' | 'gone' | 'unknown' {
  if (viewer.isStaff || isOwner(viewer, ad)) return 'here';
  if (!ad.is_in_audience) return 'unknown';
  if (ad.archived_at !== null || ad.blocked_at !== null) return 'gone';
  return ad.enabled && (!ad.owner_hidden || ad.owner_away) && ad.held_at === null ? 'here' : 'unknown';
}

/** The SQL of `adPresence(viewer, a) === 'here'`, without the rights of staff. */
export const adIsHereFor = ({ userId }: Pick<Viewer, 'userId'>): RawBuilder<boolean> =>
  sql<boolean>`((a.enabled and (not a.owner_hidden or a.owner_away) and a.held_at is null and a.archived_at is null and a.blocked_at is null
      and ${isInAdAudience(sql`${userId}::bigint`)})
    or a.owner_id = ${userId}::bigint)`;
