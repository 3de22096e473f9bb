import { isEmailEnabled, unsubscribeLinks } from '../../notifications/email-preferences/email-preferences.public.ts';
import { notify } from '../../notifications/notifications/notifications.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { findPayer } from './payments.queries.ts';

export interface Credit {
  userId: number;
  /** `taken`: points that were revoked because their reason no longer applies. */
  what: 'days' | 'points' | 'roubles' | 'taken';
  amount: number;
  /** Reason written by staff; '' where the kind is sufficient. */
  comment?: string;
  key: string;
}

export async function notifyCredit(services: Services, tx: Tx, credit: Credit): Promise<void> {
  const { userId, what, amount, comment = '', key } = credit;
  const { config, mail } = services;
  const payer = await findPayer(tx, userId);
  if (payer === undefined) return;
  const page = what === 'days' ? '/profile/subscription' : '/profile/payments';
  const isAboutBonuses = what === 'points' || what === 'taken';
  const isWanted = !isAboutBonuses || (await isEmailEnabled(tx, userId, 'bonuses', 0));
  if (payer.email !== '' && isWanted) {
    const linkOf = isAboutBonuses ? await unsubscribeLinks(services) : undefined;
    await mail.queue(tx, {
      to: payer.email,
      lang: payer.lang,
      template: 'credit',
      values: { what, amount, comment, has_comment: comment === '' ? 'no' : 'yes', link: `${config.publicUrl}${page}` },
      key: `credit-${key}`,
      unsubscribe: linkOf?.({ userId, kind: 'bonuses', aboutId: 0 }),
    });
  }
  await notify(tx, services, { userId, kind: 'credit', link: page, values: { what, amount }, dedupe: `credit:${key}` });
}
