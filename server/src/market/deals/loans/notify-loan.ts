import { notify } from '../../../notifications/notifications/notifications.public.ts';
import type { Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { otherOf } from '../deals.policy.ts';
import type { DealRow } from '../deals.queries.ts';

interface LoanNews {
  what: 'accepted' | 'declined' | 'confirmed' | 'done' | 'cancelled' | 'day' | 'day_declined' | 'claimed' | 'returned';
  /** Of a day that was proposed: there may be several of them. */
  offerId?: number;
}

/** Notifies the other person of a loan of what the actor did. */
export async function notifyLoan(
  services: Services,
  tx: Tx,
  actorId: number,
  deal: DealRow,
  { what, offerId }: LoanNews,
): Promise<void> {
  await notify(tx, services, {
    kind: 'loan',
    userId: otherOf(actorId, deal),
    actorId,
    boardId: deal.ad_id ?? undefined,
    link: `/conversation/${actorId}`,
    values: { title: deal.ad_title, what, until: deal.return_on ?? '' },
    dedupe: ['deal', deal.id, what, ...(offerId === undefined ? [] : [offerId])].join(':'),
  });
}

/** Reminds one of the two of the day of return. */
export async function remindOfLoan(
  services: Services,
  tx: Tx,
  userId: number,
  deal: DealRow,
  what: 'tomorrow' | 'today',
): Promise<void> {
  await notify(tx, services, {
    kind: 'loan',
    userId,
    boardId: deal.ad_id ?? undefined,
    link: `/conversation/${otherOf(userId, deal)}`,
    values: { title: deal.ad_title, what, until: deal.return_on ?? '' },
    dedupe: `deal:${deal.id}:${what}:${deal.return_on}`,
  });
}
