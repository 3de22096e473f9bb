import type { Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { type DealtAd, markDealtAd } from '../../ads/lifecycle/deal-marks.public.ts';
import { emitOffersChanged } from '../deal-events.public.ts';
import { closeOpenOffer, type DealRow, findStandingOfferId, listOpenOfferIds, updateDeal } from '../deals.queries.ts';
import { findCliques } from '../reviews/find-cliques.job.ts';
import { notifyLoan } from './notify-loan.ts';

/** The owner has the thing back: the deal is done, and the ad, if it is given and locked, is on offer again. */
export async function finishLoan(services: Services, tx: Tx, deal: DealRow, ad: DealtAd | undefined): Promise<void> {
  const now = services.clock();
  const proposal = await closeOpenOffer(tx, deal.id, 'closed', now);
  await updateDeal(tx, deal.id, { state: 'done', ended_at: now });
  if (ad?.deal === 'reserved') await markDealtAd(services, tx, ad, 'open');
  const offerIds = [
    await findStandingOfferId(tx, deal.id),
    ...(proposal === undefined ? [] : [proposal]),
    ...(deal.ad_id === null ? [] : await listOpenOfferIds(tx, deal.ad_id)),
  ];
  await emitOffersChanged(services, tx, { offerIds });
  await services.queue.add(tx, findCliques, { user_ids: [deal.seller_id, deal.buyer_id] });
  await notifyLoan(services, tx, deal.seller_id, deal, { what: 'returned' });
}
