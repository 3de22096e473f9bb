import type { Offer } from '@app/contract/market/deals';
import { LOAN_DAYS_MAX } from '@app/contract/market/loans';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure, requireFound } from '../../../platform/failure.ts';
import { type IdempotencyKey, runIdempotent } from '../../../platform/http/idempotency.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import { isDayOver } from '../../ads/kinds/return-day.public.ts';
import { addOffer, findOpenOffer, type OfferTerms, requireNoBlock, requireParty } from '../create-offer.ts';
import { emitOffersChanged } from '../deal-events.public.ts';
import { findDeal, findStandingOfferId, lockDeal } from '../deals.queries.ts';
import { getOffer } from '../present-offers.public.ts';

const DAY_MS = 86_400_000;

/** What an offer of a loan says; fails for a day that nobody can return a thing on. */
export function loanTerms({ clock }: Services, returnOn: string): OfferTerms {
  const now = clock();
  const last = new Date(now.getTime() + LOAN_DAYS_MAX * DAY_MS).toISOString().slice(0, 10);
  if (isDayOver(returnOn, now) || returnOn > last)
    throw new Failure('invalid_input', { fields: { return_on: 'errors.field.invalid' } });
  return { price: 0, returnOn };
}

/** Proposes another day of a loan that runs; the loan goes on meanwhile as it was agreed. */
export async function proposeDay(
  services: Services,
  viewer: SignedInViewer,
  dealId: number,
  returnOn: string,
  idempotency: IdempotencyKey | undefined,
): Promise<Offer> {
  const { db } = services;
  const { userId } = viewer;
  requireParty(viewer, await findDeal(db, dealId));
  const terms = loanTerms(services, returnOn);
  const { id } = await db.transaction().execute((tx) =>
    runIdempotent(tx, idempotency, async () => {
      const deal = requireFound(await lockDeal(tx, dealId));
      if (deal.state !== 'accepted' || deal.return_on === null) throw new Failure('deal_closed');
      await requireNoBlock(tx, deal.seller_id, deal.buyer_id);
      const open = await findOpenOffer(tx, deal);
      if (open !== undefined && open.author_id !== userId) throw new Failure('day_proposed');
      const offerId = await addOffer(services, tx, {
        deal,
        adId: null,
        authorId: userId,
        terms,
        replaces: 'withdrawn',
      });
      await emitOffersChanged(services, tx, { offerIds: [await findStandingOfferId(tx, deal.id)] });
      return offerId;
    }),
  );
  return getOffer(services, userId, id);
}
