import type { AdAudience, AdDeal, AdKind } from '@app/contract/market/ads';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { updateAd } from '../ads.queries.ts';
import { emitAdChange } from './emit-ad-change.ts';

export interface DealtAd {
  id: number;
  owner_id: number;
  title: string;
  deal: AdDeal;
  is_public: boolean;
  is_circle_only: boolean;
  audience: AdAudience;
  price_roubles: number;
  kind: AdKind;
  isOnOffer: boolean;
}

/**
 * An ad is enabled, neither archived nor taken down, not sold, and its author has an account here and is not on vacation.
 * The alias `a` is the ad.
 */
export const IS_ON_OFFER = sql<boolean>`(a.enabled and not a.owner_hidden and not a.is_external and a.archived_at is null
  and a.blocked_at is null and a.held_at is null and a.deal <> 'sold')`;

/**
 * Locks an ad for a deal, so that deals and changes of the ad come one after another. Weaker than `lockAd`: messages
 * that name the ad meanwhile do not wait, which would be a deadlock with the chat's lock.
 */
export async function lockDealtAd(tx: Tx, id: number): Promise<DealtAd | undefined> {
  const { rows } = await sql<DealtAd>`
    select id, owner_id, title, deal, is_public, is_circle_only, audience, price_roubles, kind, ${IS_ON_OFFER} as "isOnOffer"
    from ads a where id = ${id} for no key update`.execute(tx);
  return rows[0];
}

/** Marks a locked ad as its deal wants it. The caller invalidates the public cache after the commit. */
export async function markDealtAd(services: Services, tx: Tx, ad: DealtAd, deal: AdDeal): Promise<void> {
  if (ad.deal === deal) return;
  const now = services.clock();
  await updateAd(tx, ad.id, { deal, sold_at: deal === 'sold' ? now : null, changed_at: now });
  await emitAdChange(services, tx, ad, ad.id);
}
