import { CHARGE_RETRY_DAYS } from '@app/contract/money/payments';
import type { Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import type { Payment } from '../payments.queries.ts';
import { clearPaymentMethod, DAY_MS, endAutopay, findAutopay, updateAutopay } from './autopays.queries.ts';
import { notifyChargeFailed } from './notify-charge.ts';

/**
 * Handles a failed automatic charge: up to three retries, a day apart, then autopay ends. If the bank revokes the
 * permission, autopay ends at once and the card is deleted. The caller holds the payer's lock.
 */
export async function handleRefusedCharge(
  services: Services,
  tx: Tx,
  payment: Payment,
  isMethodRevoked: boolean,
): Promise<void> {
  const autopay = await findAutopay(tx, payment.user_id);
  if (autopay === undefined || !autopay.is_on || autopay.step !== null || autopay.charge_at === null) return;
  const retryDays = CHARGE_RETRY_DAYS[autopay.charges - 1];
  if (isMethodRevoked || retryDays === undefined) {
    await endAutopay(tx, payment.user_id);
    if (isMethodRevoked) await clearPaymentMethod(tx, payment.user_id);
    await notifyChargeFailed(services, tx, autopay, payment, null);
    return;
  }
  const soonest = services.clock().getTime() + DAY_MS;
  const retryAt = new Date(Math.max(autopay.charge_at.getTime() + retryDays * DAY_MS, soonest));
  await updateAutopay(tx, payment.user_id, { step: 'charge', act_at: retryAt });
  await notifyChargeFailed(services, tx, autopay, payment, retryAt);
}
