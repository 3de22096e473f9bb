import type { PaymentKind, PaymentMethod, Receipt } from '@app/contract/money/payments';
import {
  type BonusReason,
  type LedgerEntry,
  type LedgerKind,
  POINT_KOPECKS,
  REFUND_DAYS,
} from '@app/contract/money/payments';
import { sql } from 'kysely';
import type { Services } from '../../platform/domain/services.ts';
import { getBalances } from './ledger.ts';
import type { LedgerTransactionKind, PaymentStatus } from './payments.tables.ts';

interface Row {
  id: number;
  kind: Exclude<LedgerTransactionKind, 'refund_paid'>;
  created_at: Date;
  reason: BonusReason | null;
  amount: number;
  balance: number;
  bonus: number;
  days: number;
  payment_id: number | null;
  payment_kind: PaymentKind | null;
  status: PaymentStatus | null;
  left: number;
  method: PaymentMethod | null;
  is_auto: boolean;
  is_refundable: boolean;
  comment: string | null;
  ad_id: number | null;
  ad_title: string | null;
  receipt_state: Receipt['state'] | null;
  receipt_url: string | null;
  receipt_number: string | null;
}

export interface LedgerPage {
  page: number;
  size: number;
}

export async function getLedger({ db }: Services, userId: number, page: LedgerPage) {
  const [rows, counted, balances] = await Promise.all([
    listTransactions(db, userId, page),
    db
      .selectFrom('ledger_transactions')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('user_id', '=', userId)
      .where('kind', '!=', 'refund_paid')
      .executeTakeFirstOrThrow(),
    getBalances(db, userId),
  ]);
  return {
    list: rows.map(presentTransaction),
    total: Number(counted.total),
    balance_kopecks: balances.balance,
    bonus_points: balances.bonus / POINT_KOPECKS,
    owed_points: balances.owed / POINT_KOPECKS,
  };
}

/** Reads one page, served by ledger_transactions_by_user, with the sums of each transaction's few entries. */
async function listTransactions(db: Services['db'], userId: number, { page, size }: LedgerPage): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select t.id, t.kind, t.created_at, t.reason, sums.amount, sums.balance, sums.bonus,
      case when g.what = 'days' then g.amount else 0 end as days,
      p.id as payment_id, p.kind as payment_kind, p.status, coalesce(p.amount_kopecks - p.refunded_kopecks, 0) as left, p.method, coalesce(p.saved_method is not null, false) as is_auto,
      coalesce(t.kind in ('subscription_sale', 'topup') and p.status = 'succeeded'
        and (p.kind = 'subscription' or p.amount_kopecks - p.refunded_kopecks <= coalesce(balance.balance_kopecks, 0))
        and p.settled_at > now() - make_interval(days => ${REFUND_DAYS}) and s.used_at is null,
        false) as is_refundable,
      nullif(coalesce(r.reason, g.reason), '') as comment, promoted.ad_id, promoted.ad_title,
      case when t.kind = 'refund' then r.receipt_state when t.refund_id is null then p.receipt_state end as receipt_state,
      case when t.kind = 'refund' then r.receipt_url when t.refund_id is null then p.receipt_url end as receipt_url,
      case when t.kind = 'refund' then r.receipt_number when t.refund_id is null then p.receipt_number end as receipt_number
    from (
      select * from ledger_transactions where user_id = ${userId} and kind <> 'refund_paid'
      order by id desc limit ${size} offset ${(page - 1) * size}
    ) t
    cross join lateral (
      select
        coalesce(-sum(e.amount_kopecks) filter (where a.code like 'provider:%' or a.code = 'refunds_due'), 0)::bigint as amount,
        coalesce(-sum(e.amount_kopecks) filter (where a.balance_kind = 'balance'), 0)::bigint as balance,
        coalesce(-sum(e.amount_kopecks) filter (where a.balance_kind = 'bonus'), 0)::bigint as bonus
      from ledger_entries e join ledger_accounts a on a.id = e.account_id
      where e.transaction_id = t.id
    ) sums
    left join payments p on p.id = t.payment_id
    left join subscriptions s on s.payment_id = p.id
    left join refunds r on r.id = t.refund_id
    left join promotions promoted on promoted.user_id = t.user_id and promoted.id =
      case when t.source_key ~ '^promotion(-missed)?:\\d{1,15}$' then split_part(t.source_key, ':', 2)::bigint end
    left join manual_credits g on g.id = t.manual_credit_id
    left join ledger_accounts balance on balance.user_id = ${userId} and balance.balance_kind = 'balance'
    order by t.id desc`.execute(db);
  return rows;
}

const KINDS: Record<Row['kind'], LedgerKind> = {
  subscription_sale: 'subscription',
  topup: 'topup',
  refund: 'refund',
  refund_undone: 'refund_undone',
  promotion: 'promotion',
  returned: 'returned',
  bonus: 'bonus',
  bonus_taken: 'bonus_taken',
  gift: 'gift',
};

function presentTransaction(row: Row): LedgerEntry {
  return {
    id: row.id,
    kind: KINDS[row.kind],
    created: row.created_at.toISOString(),
    amount_kopecks: row.amount,
    balance_kopecks: row.balance,
    bonus_points: row.bonus / POINT_KOPECKS,
    days: row.days,
    reason: row.reason,
    ...(row.ad_title !== null && { ad: { id: row.ad_id, title: row.ad_title } }),
    payment:
      row.payment_id === null || row.payment_kind === null || row.status === null
        ? null
        : {
            id: row.payment_id,
            kind: row.payment_kind,
            status: row.status,
            left_kopecks: row.left,
            method: row.method,
            auto: row.is_auto ? 1 : 0,
            refundable: row.is_refundable ? 1 : 0,
          },
    comment: row.comment,
    receipt:
      row.receipt_state === null
        ? null
        : { state: row.receipt_state, url: row.receipt_url, number: row.receipt_number },
  };
}
