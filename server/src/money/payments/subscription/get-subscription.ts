import { GRACE_DAYS, REFUND_DAYS, type Subscription } from '@app/contract/money/payments';
import { SUBSCRIPTION_PRICE_KOPECKS } from '@app/contract/platform/money';
import { sql } from 'kysely';
import type { Services } from '../../../platform/domain/services.ts';
import { findPaidUntil } from '../payments.queries.ts';
import { DAY_MS, findAutopay } from './autopays.queries.ts';

export async function getSubscription({ db, clock }: Services, userId: number): Promise<Subscription> {
  const [{ paidUntil }, autopay, refund] = await Promise.all([
    findPaidUntil(db, userId),
    findAutopay(db, userId),
    findUnusedYear(db, userId),
  ]);
  const now = clock();
  const graceUntil = paidUntil === null ? null : new Date(paidUntil.getTime() + GRACE_DAYS * DAY_MS);
  const isOn = autopay?.is_on === true;
  return {
    state: stateOf(now, paidUntil, graceUntil),
    payed: paidUntil !== null && paidUntil > now ? 1 : 0,
    until: paidUntil?.toISOString() ?? null,
    grace_until: graceUntil?.toISOString() ?? null,
    price_kopecks: SUBSCRIPTION_PRICE_KOPECKS,
    autopay: isOn ? 1 : 0,
    method:
      autopay?.method_kind && autopay.method_title !== null
        ? { kind: autopay.method_kind, title: autopay.method_title }
        : null,
    next_charge: isOn ? nextCharge(autopay) : null,
    refused_charges: autopay === undefined ? 0 : refusedCharges(autopay),
    refund: refund ?? null,
  };
}

function stateOf(now: Date, until: Date | null, graceUntil: Date | null): Subscription['state'] {
  if (until === null || graceUntil === null) return 'none';
  if (until > now) return 'active';
  return graceUntil > now ? 'grace' : 'expired';
}

type ChargeSchedule = Pick<
  NonNullable<Awaited<ReturnType<typeof findAutopay>>>,
  'is_on' | 'step' | 'act_at' | 'charge_at' | 'charges'
>;

/** A retry has its own time; a charge in progress has no next time. */
function nextCharge({ step, act_at, charge_at }: ChargeSchedule): Subscription['next_charge'] {
  const at = step === 'charge' ? act_at : charge_at;
  return at && { at: at.toISOString(), amount_kopecks: SUBSCRIPTION_PRICE_KOPECKS };
}

/** Counts completed refused charges, without the one in progress. Ended autopay retains the number. */
const refusedCharges = ({ is_on, step, charges }: ChargeSchedule): number =>
  is_on && step === null ? Math.max(charges - 1, 0) : charges;

async function findUnusedYear(db: Services['db'], userId: number): Promise<Subscription['refund'] | undefined> {
  const { rows } = await sql<{ id: number; amount: number; until: Date }>`
    select p.id, p.amount_kopecks - p.refunded_kopecks as amount, p.settled_at + make_interval(days => ${REFUND_DAYS}) as until
    from payments p join subscriptions s on s.payment_id = p.id
    where p.user_id = ${userId} and p.status = 'succeeded' and s.used_at is null and s.revoked_at is null
      and p.settled_at > now() - make_interval(days => ${REFUND_DAYS})
    order by p.id desc limit 1`.execute(db);
  const [year] = rows;
  return year && { payment_id: year.id, amount_kopecks: year.amount, until: year.until.toISOString() };
}
