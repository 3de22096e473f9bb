import type { Offer } from '@app/contract/market/deals';
import { notify } from '../../notifications/notifications/notifications.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { isDayOver } from '../ads/kinds/return-day.public.ts';
import { lockDealtAd, markDealtAd } from '../ads/lifecycle/deal-marks.public.ts';
import { requireFree, requireNoBlock, requireOnOffer, requireParty } from './create-offer.ts';
import { emitOffersChanged } from './deal-events.public.ts';
import { mayAnswerOffer, mayWithdrawOffer, otherOf } from './deals.policy.ts';
import {
  closeOpenOffer,
  type DealRow,
  findDeal,
  findOffer,
  findStandingOfferId,
  listOpenOfferIds,
  lockDeal,
  type OfferRow,
  updateDeal,
} from './deals.queries.ts';
import { acceptDay } from './loans/change-day.ts';
import { notifyLoan } from './loans/notify-loan.ts';
import { getOffer } from './present-offers.public.ts';

async function findOwnOffer(
  { db }: Services,
  viewer: SignedInViewer,
  offerId: number,
): Promise<{ offer: OfferRow; deal: DealRow }> {
  const offer = requireFound(await findOffer(db, offerId));
  return { offer, deal: requireParty(viewer, await findDeal(db, offer.deal_id)) };
}

/** Accepts an offer and reserves the ad. Of several offers that are accepted at once, the first wins. */
export async function acceptOffer(services: Services, viewer: SignedInViewer, offerId: number): Promise<Offer> {
  const { db, publicCache } = services;
  const { offer, deal: known } = await findOwnOffer(services, viewer, offerId);
  if (!mayAnswerOffer(viewer.userId, known, offer)) throw new Failure('forbidden');
  await db.transaction().execute(async (tx) => {
    const ad = known.ad_id === null ? undefined : await lockDealtAd(tx, known.ad_id);
    const deal = requireFound(await lockDeal(tx, known.id));
    const { state, return_on } = requireFound(await findOffer(tx, offerId));
    if (state === 'accepted') return;
    if (state !== 'open') throw new Failure('offer_closed');
    await requireNoBlock(tx, deal.seller_id, deal.buyer_id);
    if (return_on !== null && isDayOver(return_on, services.clock())) throw new Failure('return_day_over');
    if (deal.state === 'accepted') return acceptDay(services, tx, viewer.userId, deal, { offerId, return_on });
    const free = requireOnOffer(ad);
    await requireFree(tx, free);
    await closeOpenOffer(tx, deal.id, 'accepted', services.clock());
    await updateDeal(tx, deal.id, { state: 'accepted', return_on });
    await markDealtAd(services, tx, free, 'reserved');
    await emitOffersChanged(services, tx, {
      offerIds: [offerId, ...(await listOpenOfferIds(tx, free.id))],
      pin: { offerId, isOn: true },
    });
    await notifyOther(services, tx, viewer.userId, { ...deal, return_on }, 'accepted');
  });
  publicCache.invalidate();
  return getOffer(services, viewer.userId, offerId);
}

export async function declineOffer(services: Services, viewer: SignedInViewer, offerId: number): Promise<Offer> {
  const { offer, deal } = await findOwnOffer(services, viewer, offerId);
  if (!mayAnswerOffer(viewer.userId, deal, offer)) throw new Failure('forbidden');
  return endOffer(services, viewer, { deal, offerId, state: 'declined' });
}

export async function withdrawOffer(services: Services, viewer: SignedInViewer, offerId: number): Promise<Offer> {
  const { offer, deal } = await findOwnOffer(services, viewer, offerId);
  if (!mayWithdrawOffer(viewer.userId, offer)) throw new Failure('forbidden');
  return endOffer(services, viewer, { deal, offerId, state: 'withdrawn' });
}

interface OfferEnd {
  deal: DealRow;
  offerId: number;
  state: 'declined' | 'withdrawn';
}

async function endOffer(services: Services, viewer: SignedInViewer, { deal: known, offerId, state }: OfferEnd) {
  const { db, clock } = services;
  await db.transaction().execute(async (tx) => {
    const deal = requireFound(await lockDeal(tx, known.id));
    const now = requireFound(await findOffer(tx, offerId)).state;
    if (now === state) return;
    if (now !== 'open') throw new Failure('offer_closed');
    await closeOpenOffer(tx, deal.id, state, clock());
    // A loan goes on with the day before.
    const isDay = deal.state === 'accepted';
    if (!isDay) await updateDeal(tx, deal.id, { state: 'cancelled', ended_at: clock() });
    await emitOffersChanged(services, tx, {
      offerIds: isDay ? [offerId, await findStandingOfferId(tx, deal.id)] : [offerId],
    });
    if (state === 'declined' && isDay)
      await notifyLoan(services, tx, viewer.userId, deal, { what: 'day_declined', offerId });
    else if (state === 'declined') await notifyOther(services, tx, viewer.userId, deal, 'declined');
  });
  return getOffer(services, viewer.userId, offerId);
}

/** Notifies the other person of a deal, or of a loan in the words of loans, of what the actor did. */
export async function notifyOther(
  services: Services,
  tx: Tx,
  actorId: number,
  deal: DealRow,
  what: 'accepted' | 'declined' | 'confirmed' | 'done' | 'cancelled',
): Promise<void> {
  if (deal.return_on !== null) return notifyLoan(services, tx, actorId, deal, { what });
  await notify(tx, services, {
    kind: 'deal',
    userId: otherOf(actorId, deal),
    actorId,
    boardId: deal.ad_id ?? undefined,
    link: `/conversation/${actorId}`,
    values: { title: deal.ad_title, what },
    dedupe: `deal:${deal.id}:${what}`,
  });
}
