import { moscowDay } from '@app/contract/platform/time-zones';
import type { Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import type { Payment } from '../payments.queries.ts';

/** Sends the thank-you email in the payer's language if and only if the transaction that grants the year commits. */
export async function sendSubscriptionPaidEmail(
  { config, mail }: Services,
  tx: Tx,
  payment: Payment,
  paidUntil: Date,
): Promise<void> {
  const { email, lang } = await tx
    .selectFrom('users')
    .select(['email', 'lang'])
    .where('id', '=', payment.user_id)
    .executeTakeFirstOrThrow();
  await mail.queue(tx, {
    to: email,
    lang,
    template: 'subscription_paid',
    values: {
      amount: payment.amount_kopecks / 100,
      until: moscowDay(paidUntil),
      link: config.publicUrl,
    },
    key: `subscription-paid-${payment.id}`,
  });
}
