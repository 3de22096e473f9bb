import { SUBSCRIPTION_PRICE_KOPECKS } from '@app/contract/platform/money';
import { moscowDay } from '@app/contract/platform/time-zones';
import { notify } from '../../../notifications/notifications/notifications.public.ts';
import type { Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { findPayer, type Payment } from '../payments.queries.ts';
import type { Autopay } from './autopays.queries.ts';

const PAGE = '/profile/subscription';

export async function notifyUpcomingCharge(
  services: Services,
  tx: Tx,
  autopay: Autopay,
  chargeAt: Date,
): Promise<void> {
  const day = moscowDay(chargeAt);
  const key = `${autopay.user_id}:${autopay.step}:${day}`;
  await queueChargeEmail(services, tx, autopay, 'charge_soon', { day }, `charge-soon-${key}`);
  await notifyPayer(services, tx, autopay.user_id, { state: 'charge_soon', until: day }, `payment:charge_soon:${key}`);
}

/** Notifies the user of a failed charge and the time of the retry; null: autopay has ended. */
export async function notifyChargeFailed(
  services: Services,
  tx: Tx,
  autopay: Autopay,
  payment: Payment,
  retryAt: Date | null,
): Promise<void> {
  const state = retryAt === null ? 'autopay_off' : 'charge_refused';
  const until = retryAt === null ? '' : moscowDay(retryAt);
  await queueChargeEmail(
    services,
    tx,
    autopay,
    state,
    retryAt === null ? {} : { day: until },
    `${state}-${payment.id}`,
  );
  await notifyPayer(services, tx, autopay.user_id, { state, until }, `payment:${payment.id}:${state}`);
}

async function queueChargeEmail(
  { config, mail }: Services,
  tx: Tx,
  { user_id, method_title }: Autopay,
  template: 'charge_soon' | 'charge_refused' | 'autopay_off',
  values: Record<string, string>,
  key: string,
): Promise<void> {
  const payer = await findPayer(tx, user_id);
  if (payer === undefined || payer.email === '') return;
  await mail.queue(tx, {
    to: payer.email,
    lang: payer.lang,
    template,
    values: {
      ...values,
      amount: SUBSCRIPTION_PRICE_KOPECKS / 100,
      card: method_title ?? '',
      link: `${config.publicUrl}${PAGE}`,
    },
    key,
  });
}

async function notifyPayer(
  services: Services,
  tx: Tx,
  userId: number,
  values: { state: 'charge_soon' | 'charge_refused' | 'autopay_off'; until: string },
  dedupe: string,
): Promise<void> {
  await notify(tx, services, { userId, kind: 'payment', link: PAGE, values, dedupe });
}
