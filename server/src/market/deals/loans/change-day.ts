import type { Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { emitOffersChanged } from '../deal-events.public.ts';
import {
  closeOpenOffer,
  type DealRow,
  findStandingOfferId,
  replaceAcceptedOffer,
  updateDeal,
} from '../deals.queries.ts';
import { notifyLoan } from './notify-loan.ts';

/** The other person accepts another day of a loan that runs. The caller has locked the deal. */
export async function acceptDay(
  services: Services,
  tx: Tx,
  actorId: number,
  deal: DealRow,
  { offerId, return_on }: { offerId: number; return_on: string | null },
): Promise<void> {
  const before = await findStandingOfferId(tx, deal.id);
  await replaceAcceptedOffer(tx, before);
  await closeOpenOffer(tx, deal.id, 'accepted', services.clock());
  // The reminders of the day before are no reminders of this one.
  await updateDeal(tx, deal.id, { return_on, seller_reminded_on: null, buyer_reminded_on: null });
  await emitOffersChanged(services, tx, { offerIds: [before], pin: { offerId: before, isOn: false } });
  await emitOffersChanged(services, tx, { offerIds: [offerId], pin: { offerId, isOn: true } });
  await notifyLoan(services, tx, actorId, { ...deal, return_on }, { what: 'day', offerId });
}
