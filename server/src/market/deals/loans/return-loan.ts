import type { Offer } from '@app/contract/market/deals';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure } from '../../../platform/failure.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import { emitOffersChanged } from '../deal-events.public.ts';
import { isLent, roleOf } from '../deals.policy.ts';
import { findStandingOfferId, updateDeal } from '../deals.queries.ts';
import { changeAccepted } from '../end-deal.ts';
import { finishLoan } from './finish-loan.ts';
import { notifyLoan } from './notify-loan.ts';

/** The owner confirms that the thing is back, which ends the loan. The borrower only says so. */
export async function returnLoan(services: Services, viewer: SignedInViewer, dealId: number): Promise<Offer> {
  return changeAccepted(services, viewer, dealId, async (tx, deal, ad) => {
    if (deal.return_on !== null && deal.state === 'done') return;
    if (deal.state !== 'accepted') throw new Failure('deal_closed');
    if (!isLent(deal)) throw new Failure('not_lent');
    if (roleOf(viewer.userId, deal) === 'seller') return finishLoan(services, tx, deal, ad);
    if (deal.return_claimed_at !== null) return;
    await updateDeal(tx, deal.id, { return_claimed_at: services.clock() });
    await emitOffersChanged(services, tx, { offerIds: [await findStandingOfferId(tx, deal.id)] });
    await notifyLoan(services, tx, viewer.userId, deal, { what: 'claimed' });
  });
}
