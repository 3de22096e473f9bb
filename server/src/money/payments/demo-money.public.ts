import { type BonusReason, POINT_KOPECKS } from '@app/contract/money/payments';
import { SUBSCRIPTION_PRICE_KOPECKS } from '@app/contract/platform/money';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';
import { postTransaction } from './ledger.ts';

export type DemoTransaction = {
  userId: number;
  at: Date;
} /** Paid for the user's existing subscription, at its start. */ & (
  | { what: 'year' }
  | { what: 'topup'; roubles: number; refundedRoubles?: number; reason?: string }
  | { what: 'points'; points: number; reason: BonusReason; sourceKey: string }
  | { what: 'gift'; points: number; comment: string }
  | { what: 'promotion'; kopecks: number; points: number; sourceKey: string }
);

/** Books the demo transactions in chronological order. The ledger entries are real, the payments are not. */
export async function insertDemoTransactions(tx: Tx, transactions: readonly DemoTransaction[]): Promise<void> {
  for (const transaction of transactions.toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
    await insertTransaction(tx, transaction);
  }
}

async function insertTransaction(tx: Tx, transaction: DemoTransaction): Promise<void> {
  const { userId, at } = transaction;
  switch (transaction.what) {
    case 'year': {
      const { paid_from: at } = await tx
        .selectFrom('subscriptions')
        .select('paid_from')
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      const paymentId = await insertPayment(tx, {
        userId,
        at,
        kind: 'subscription',
        kopecks: SUBSCRIPTION_PRICE_KOPECKS,
      });
      await sql`
        update subscriptions set payment_id = ${paymentId}, used_at = paid_from
        where user_id = ${userId} and payment_id is null`.execute(tx);
      return void (await postTransaction(tx, { kind: 'subscription_sale', userId, paymentId, at }, [
        ['provider:sandbox', SUBSCRIPTION_PRICE_KOPECKS],
        ['income:subscriptions', -SUBSCRIPTION_PRICE_KOPECKS],
      ]));
    }
    case 'topup': {
      const kopecks = transaction.roubles * 100;
      const paymentId = await insertPayment(tx, { userId, at, kind: 'topup', kopecks });
      await postTransaction(tx, { kind: 'topup', userId, paymentId, at }, [
        ['provider:sandbox', kopecks],
        ['balance', -kopecks],
      ]);
      if (transaction.refundedRoubles !== undefined) {
        await insertDemoRefund(tx, {
          userId,
          paymentId,
          kopecks: transaction.refundedRoubles * 100,
          reason: transaction.reason ?? '',
          at,
        });
      }
      return;
    }
    case 'points': {
      const { points, reason, sourceKey } = transaction;
      return void (await postTransaction(tx, { kind: 'bonus', userId, sourceKey, reason, at }, [
        ['expense:bonus', points * POINT_KOPECKS],
        ['bonus', -points * POINT_KOPECKS],
      ]));
    }
    case 'gift':
      return insertManualCredit(tx, transaction);
    case 'promotion': {
      const fromBonus = transaction.points * POINT_KOPECKS;
      return void (await postTransaction(tx, { kind: 'promotion', userId, sourceKey: transaction.sourceKey, at }, [
        ['balance', transaction.kopecks - fromBonus],
        ['bonus', fromBonus],
        ['income:promotion', -transaction.kopecks],
      ]));
    }
    default:
      transaction satisfies never;
  }
}

async function insertManualCredit(
  tx: Tx,
  { userId, at, points, comment }: { userId: number; at: Date; points: number; comment: string },
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into manual_credits (user_id, what, amount, reason, given_by, created_at)
    select ${userId}, 'points', ${points}::int, ${comment}, min(id), ${at}::timestamptz from users where is_superuser
    having min(id) is not null returning id`.execute(tx);
  const [credit] = rows;
  if (credit === undefined) return;
  const sourceKey = `gift:${credit.id}`;
  await postTransaction(tx, { kind: 'bonus', userId, sourceKey, reason: 'gift', manualCreditId: credit.id, at }, [
    ['expense:bonus', points * POINT_KOPECKS],
    ['bonus', -points * POINT_KOPECKS],
  ]);
}

interface DemoPayment {
  userId: number;
  at: Date;
  kind: 'subscription' | 'topup';
  kopecks: number;
}

async function insertPayment(tx: Tx, { userId, at, kind, kopecks }: DemoPayment): Promise<number> {
  const description = kind === 'topup' ? 'Пополнение баланса в «Около»' : 'Подписка на год в «Около»';
  const { rows } = await sql<{ id: number }>`
    with paid as (
      insert into sandbox_payments (idempotence_key, request_hash, form_token, status, amount_kopecks, currency, method,
        description, return_url, metadata, created_at, settled_at)
      values (gen_random_uuid(), '', gen_random_uuid(), 'succeeded', ${kopecks}, 'RUB', 'bank_card', ${description}, '/', '{}',
        ${at}, ${at}) returning id
    )
    insert into payments (user_id, kind, status, amount_kopecks, method, autopay, provider, provider_id, description,
      customer_email, return_url, created_at, pending_at, settled_at, receipt_state, receipt_url, receipt_number)
    select ${userId}, ${kind}, 'succeeded', ${kopecks}, 'bank_card', false, 'sandbox', paid.id, ${description}, u.email, '/',
      ${at}, ${at}, ${at}, 'succeeded', '/sandbox/receipt/payment/' || paid.id, upper(left(paid.id::text, 8))
    from paid, users u where u.id = ${userId} returning id`.execute(tx);
  const [payment] = rows;
  if (payment === undefined) throw new Error('the payer of a demo payment does not exist');
  return payment.id;
}

async function insertDemoRefund(
  tx: Tx,
  refund: { userId: number; paymentId: number; kopecks: number; reason: string; at: Date },
): Promise<void> {
  const { userId, paymentId, kopecks, reason } = refund;
  const at = new Date(refund.at.getTime() + 24 * 3600_000);
  const { rows } = await sql<{ id: number }>`
    with back as (
      insert into sandbox_refunds (payment_id, idempotence_key, request_hash, amount_kopecks, currency, status, created_at)
      select provider_id::uuid, gen_random_uuid(), '', ${kopecks}, 'RUB', 'succeeded', ${at} from payments where id = ${paymentId}
      returning id
    )
    insert into refunds (payment_id, status, amount_kopecks, reason, provider_id, created_at, settled_at, receipt_state,
      receipt_url, receipt_number)
    select ${paymentId}, 'succeeded', ${kopecks}, ${reason}, back.id, ${at}, ${at}, 'succeeded',
      '/sandbox/receipt/refund/' || back.id, upper(left(back.id::text, 8)) from back returning id`.execute(tx);
  const refundId = rows[0]?.id;
  if (refundId === undefined) throw new Error('a demo refund was not created');
  await sql`update payments set refunded_kopecks = ${kopecks} where id = ${paymentId}`.execute(tx);
  await postTransaction(tx, { kind: 'refund', userId, paymentId, refundId, at }, [
    ['balance', kopecks],
    ['refunds_due', -kopecks],
  ]);
  await postTransaction(tx, { kind: 'refund_paid', userId, paymentId, refundId, at }, [
    ['refunds_due', kopecks],
    ['provider:sandbox', -kopecks],
  ]);
}
