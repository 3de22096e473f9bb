import { CHARGE_NOTICE_DAYS } from '@app/contract/money/payments';
import { SUBSCRIPTION_PRICE_KOPECKS } from '@app/contract/platform/money';
import { z } from 'zod';
import type { Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure } from '../../../platform/failure.ts';
import { defineJob } from '../../../platform/queue/job.ts';
import { readSiteTexts } from '../../../platform/site-settings/site-settings.public.ts';
import { findPayer, insertPayment, lockPayer } from '../payments.queries.ts';
import { providerOf } from '../provider/provider-of.ts';
import { settlePaymentByProvider } from '../settle-payment.job.ts';
import { mayTakePayments } from '../takes-real-money.public.ts';
import { type Autopay, DAY_MS, findAutopay, listDueAutopays, updateAutopay } from './autopays.queries.ts';
import { notifyUpcomingCharge } from './notify-charge.ts';

const BATCH = 200;

export const renewSubscriptions = defineJob({
  name: 'renew-subscriptions',
  payload: z.object({}),
  // The next scheduled run replaces a retry.
  maxAttempts: 1,
  run: (services: Services) => renewDue(services),
});

export async function renewDue(services: Services): Promise<void> {
  const { db, clock, log } = services;
  if (!(await mayTakePayments(services))) {
    log.warn('automatic payments wait until /admin/site has real requisites');
    return;
  }
  for (const userId of await listDueAutopays(db, clock(), BATCH)) {
    try {
      const paymentId = await db.transaction().execute((tx) => runAutopayStep(services, tx, userId));
      if (paymentId !== undefined) await settlePaymentByProvider(services, paymentId);
    } catch (error) {
      // The reconciler continues a charge that was started.
      if (error instanceof Failure && error.code === 'provider_unavailable') continue;
      log.error({ err: error, user: userId }, 'an automatic payment could not be made');
    }
  }
}

async function runAutopayStep(services: Services, tx: Tx, userId: number): Promise<number | undefined> {
  await lockPayer(tx, userId);
  const now = services.clock();
  const autopay = await findAutopay(tx, userId);
  if (autopay?.act_at === undefined || autopay.act_at === null || autopay.act_at > now) return undefined;
  if ((await findPayer(tx, userId)) === undefined) {
    // The user is suspended; the sanction may be lifted tomorrow.
    await updateAutopay(tx, userId, { act_at: new Date(now.getTime() + DAY_MS) });
    return undefined;
  }
  if (autopay.step === 'charge') return createCharge(services, tx, autopay);
  await notifyBeforeCharge(services, tx, autopay, now);
  return undefined;
}

/** A charge is announced twice; the second time at least a day before the charge, however late the job runs. */
async function notifyBeforeCharge(services: Services, tx: Tx, autopay: Autopay, now: Date): Promise<void> {
  const planned = autopay.charge_at?.getTime() ?? now.getTime();
  const isFirst = autopay.step === 'first_notice';
  const secondAt = Math.max(planned - CHARGE_NOTICE_DAYS[1] * DAY_MS, now.getTime());
  // A first announcement this late is the only one, because no day is left between the two.
  const isLast = !isFirst || secondAt === now.getTime();
  const chargeAt = new Date(isLast ? Math.max(planned, now.getTime() + DAY_MS) : planned);
  await notifyUpcomingCharge(services, tx, autopay, chargeAt);
  await updateAutopay(
    tx,
    autopay.user_id,
    isLast
      ? { step: 'charge', act_at: chargeAt, charge_at: chargeAt }
      : { step: 'second_notice', act_at: new Date(secondAt) },
  );
}

async function createCharge(services: Services, tx: Tx, autopay: Autopay): Promise<number | undefined> {
  const payer = await findPayer(tx, autopay.user_id);
  if (payer === undefined || autopay.method_id === null) return undefined;
  const { config } = services;
  const provider = providerOf(services);
  const texts = await readSiteTexts(tx);
  await updateAutopay(tx, autopay.user_id, { step: null, act_at: null, charges: autopay.charges + 1 });
  return insertPayment(tx, {
    userId: autopay.user_id,
    kind: 'subscription',
    amountKopecks: SUBSCRIPTION_PRICE_KOPECKS,
    method: autopay.method_kind,
    autopay: false,
    savedMethod: autopay.method_id,
    provider: provider.name,
    description: texts.t(payer.lang, 'payments.description', { brand: texts.t(payer.lang, 'frame.name') }),
    customerEmail: payer.email,
    returnUrl: `${config.publicUrl}/profile/subscription`,
  });
}
