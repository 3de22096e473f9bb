import { notify } from '../../notifications/notifications/notifications.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/services.ts';
import { findPayer } from './payments.queries.ts';

/** What tells about money: a letter, the bell, and nothing else. */
export type CreditServices = Pick<Services, 'config' | 'clock' | 'mail' | 'queue' | 'live' | 'findMutedOrBlocked'>;

export interface Credit {
  userId: number;
  /** `taken`: points whose ground fell away. */
  what: 'days' | 'points' | 'roubles' | 'taken';
  amount: number;
  /** Why, in words of whoever gave it; '' where the kind says it. */
  comment?: string;
  /** What it was for, once. */
  key: string;
}

/** Write and ring that something came to a person's account without their paying, or was taken back. */
export async function notifyCredit(services: CreditServices, tx: Tx, credit: Credit): Promise<void> {
  const { userId, what, amount, comment = '', key } = credit;
  const { config, mail } = services;
  const payer = await findPayer(tx, userId);
  if (payer === undefined) return;
  const page = what === 'days' ? '/profile/subscription' : '/profile/payments';
  if (payer.email !== '') {
    await mail.queue(tx, {
      to: payer.email,
      lang: payer.lang,
      template: 'credit',
      values: { what, amount, comment, has_comment: comment === '' ? 'no' : 'yes', link: `${config.publicUrl}${page}` },
      key: `credit-${key}`,
    });
  }
  await notify(tx, services, { userId, kind: 'credit', link: page, values: { what, amount }, dedupe: `credit:${key}` });
}
