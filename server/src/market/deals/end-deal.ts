import type { AdDeal } from '@app/contract/market/ads';
import type { Offer } from '@app/contract/market/deals';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import type { AdEvent } from '../ads/ad-events.public.ts';
import { type DealtAd, lockDealtAd, markDealtAd } from '../ads/lifecycle/deal-marks.public.ts';
import { notifyOther } from './answer-offer.ts';
import { requireParty } from './create-offer.ts';
import { emitOffersChanged } from './deal-events.public.ts';
import { hasConfirmed, isLent, roleOf } from './deals.policy.ts';
import {
  cancelDealsOfAds,
  closeOffers,
  type DealRow,
  findAcceptedDeal,
  findDeal,
  findStandingOfferId,
  listOpenOfferIds,
  listPromisedAds,
  lockDeal,
  updateDeal,
} from './deals.queries.ts';
import { drawAgain } from './draws/draw-next.ts';
import { finishLoan } from './loans/finish-loan.ts';
import { endMeetings, endMeetingsOfArchived } from './meetings/end-meetings.ts';
import { getOffer } from './present-offers.public.ts';
import { findCliques } from './reviews/find-cliques.job.ts';

/** Confirms that a deal took place. The second of the two confirmations makes the deal done and the ad sold. */
export async function confirmDeal(services: Services, viewer: SignedInViewer, dealId: number): Promise<Offer> {
  return changeAccepted(services, viewer, dealId, async (tx, deal, ad) => {
    const role = roleOf(viewer.userId, deal);
    if (deal.state === 'done' || role === undefined) return;
    if (deal.state !== 'accepted') throw new Failure('deal_closed');
    if (hasConfirmed(role, deal)) return;
    const now = services.clock();
    const isLast = hasConfirmed(role === 'seller' ? 'buyer' : 'seller', deal);
    // Of a loan this is the handing over; its return ends the deal.
    const isDone = isLast && deal.return_on === null;
    await updateDeal(tx, deal.id, {
      ...(role === 'seller' ? { seller_confirmed_at: now } : { buyer_confirmed_at: now }),
      ...(isDone && { state: 'done', ended_at: now }),
    });
    const changed = [await findStandingOfferId(tx, deal.id)];
    if (isDone && ad !== undefined) {
      await markDealtAd(services, tx, ad, 'sold');
      changed.push(...(await cancelDealsOfAds(tx, [ad.id], ['offered'], now)).offerIds);
    }
    await emitOffersChanged(services, tx, { offerIds: changed });
    if (isDone) await services.queue.add(tx, findCliques, { user_ids: [deal.seller_id, deal.buyer_id] });
    await notifyOther(services, tx, viewer.userId, deal, isLast ? 'done' : 'confirmed');
  });
}

export async function cancelDeal(services: Services, viewer: SignedInViewer, dealId: number): Promise<Offer> {
  return changeAccepted(services, viewer, dealId, async (tx, deal, ad) => {
    if (deal.state === 'cancelled') return;
    if (deal.state !== 'accepted' || isLent(deal)) throw new Failure('deal_closed');
    await cancelLocked(services, tx, deal, ad);
    await notifyOther(services, tx, viewer.userId, deal, 'cancelled');
    if (ad !== undefined && roleOf(viewer.userId, deal) === 'buyer') await drawAgain(services, tx, ad.id);
  });
}

export async function changeAccepted(
  services: Services,
  viewer: SignedInViewer,
  dealId: number,
  change: (tx: Tx, deal: DealRow, ad: DealtAd | undefined) => Promise<void>,
): Promise<Offer> {
  const { db, publicCache } = services;
  const known = requireParty(viewer, await findDeal(db, dealId));
  await db.transaction().execute(async (tx) => {
    const ad = known.ad_id === null ? undefined : await lockDealtAd(tx, known.ad_id);
    await change(tx, requireParty(viewer, await lockDeal(tx, dealId)), ad);
  });
  publicCache.invalidate();
  return getOffer(services, viewer.userId, await findStandingOfferId(db, dealId));
}

/** Cancels a locked accepted deal and puts the locked ad on offer again, unless its owner marked it otherwise. */
async function cancelLocked(services: Services, tx: Tx, deal: DealRow, ad: DealtAd | undefined): Promise<void> {
  const now = services.clock();
  await updateDeal(tx, deal.id, { state: 'cancelled', ended_at: now });
  const offerId = await findStandingOfferId(tx, deal.id);
  const closed = await closeOffers(tx, [deal], now);
  if (deal.state === 'accepted')
    await endMeetings(services, tx, {
      people: [deal.seller_id, deal.buyer_id],
      adIds: deal.ad_id === null ? [] : [deal.ad_id],
    });
  // A lent thing is not with its owner, who has to say when it is.
  if (ad?.deal === 'reserved' && !isLent(deal)) await markDealtAd(services, tx, ad, 'open');
  const others = ad === undefined ? [] : await listOpenOfferIds(tx, ad.id);
  await emitOffersChanged(services, tx, { offerIds: [...closed, ...others], pin: { offerId, isOn: false } });
}

/**
 * Keeps deals in agreement with an ad that was marked by hand: an ad on offer again has no accepted deal, a lent thing is
 * back then, and a sold one has no open offers. An accepted deal of a sold ad stays, because its two people may still confirm it.
 */
export async function onAdMarked(services: Services, tx: Tx, adId: number, mark: AdDeal): Promise<void> {
  if (mark === 'open') {
    await endMeetings(services, tx, { adIds: [adId] });
    const accepted = await findAcceptedDeal(tx, adId);
    const deal = accepted && (await lockDeal(tx, accepted.id));
    if (deal !== undefined && isLent(deal)) await finishLoan(services, tx, deal, undefined);
    else await breakPromise(services, tx, adId);
  }
  if (mark !== 'sold') return;
  const { offerIds } = await cancelDealsOfAds(tx, [adId], ['offered'], services.clock());
  await emitOffersChanged(services, tx, { offerIds });
}

/**
 * Ends the accepted deals of ads that were archived by hand. Open offers wait, because the ad may come back, and the
 * two people of a sold ad may still confirm their deal.
 */
export async function onAdsArchived(services: Services, tx: Tx, adIds: readonly number[]): Promise<void> {
  await endMeetingsOfArchived(services, tx, adIds);
  for (const adId of await listPromisedAds(tx, adIds)) {
    await breakPromise(services, tx, adId);
    const ad = await lockDealtAd(tx, adId);
    if (ad !== undefined) await markDealtAd(services, tx, ad, 'open');
  }
}

/** Cancels the accepted deal of a locked ad, shows it in the chat and notifies the buyer. */
async function breakPromise(services: Services, tx: Tx, adId: number, { isErased = false } = {}): Promise<void> {
  const { offerIds, deals } = await cancelDealsOfAds(tx, [adId], ['accepted'], services.clock());
  const [deal] = deals;
  if (deal === undefined) return;
  const others = isErased ? [] : await listOpenOfferIds(tx, adId);
  for (const offerId of offerIds)
    await emitOffersChanged(services, tx, { offerIds: [offerId], pin: { offerId, isOn: false } });
  await emitOffersChanged(services, tx, { offerIds: others });
  await notifyOther(services, tx, deal.seller_id, isErased ? { ...deal, ad_id: null } : deal, 'cancelled');
}

/** Ends what runs about ads that are about to be deleted. Done deals and their reviews stay. */
export async function onAdsErased(services: Services, tx: Tx, erased: readonly AdEvent[]): Promise<void> {
  if (erased.length === 0) return;
  const adIds = erased.map(({ adId }) => adId);
  await endMeetings(services, tx, { adIds });
  // Nothing new is written about an owner who is being erased.
  const told = erased.flatMap(({ adId, withOwner }) => (withOwner ? [] : [adId]));
  for (const adId of await listPromisedAds(tx, told)) await breakPromise(services, tx, adId, { isErased: true });
  const { offerIds } = await cancelDealsOfAds(tx, adIds, ['offered', 'accepted'], services.clock());
  await emitOffersChanged(services, tx, { offerIds });
}

/** Ends the running deals of a user who is being erased. The ads of other people are on offer again. */
export async function endDealsOf(services: Services, tx: Tx, userId: number): Promise<void> {
  const running = await tx
    .selectFrom('deals')
    .select(['id', 'ad_id'])
    .where((of) => of.or([of('seller_id', '=', userId), of('buyer_id', '=', userId)]))
    .where('state', 'in', ['offered', 'accepted'])
    .orderBy('ad_id')
    .execute();
  for (const { id, ad_id } of running) {
    const ad = ad_id === null ? undefined : await lockDealtAd(tx, ad_id);
    const deal = await lockDeal(tx, id);
    if (deal !== undefined && (deal.state === 'offered' || deal.state === 'accepted'))
      await cancelLocked(services, tx, deal, deal.state === 'accepted' ? ad : undefined);
  }
}
