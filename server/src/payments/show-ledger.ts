import type { PaymentMethod, Receipt } from '@app/contract/payments';
import { type BonusReason, type LedgerKind, type LedgerLine, POINT_KOPECKS, REFUND_DAYS } from '@app/contract/payments';
import { sql } from 'kysely';
import { Failure } from '../platform/failure.ts';
import type { SignedInViewer } from '../platform/viewer.ts';
import type { Services } from '../services.ts';
import { readPurses } from './ledger.ts';
import type { MovementKind, PaymentStatus } from './payments.tables.ts';

interface Row {
  id: number;
  kind: Exclude<MovementKind, 'refund_paid'>;
  created_at: Date;
  reason: BonusReason | null;
  amount: number;
  balance: number;
  bonus: number;
  payment_id: number | null;
  status: PaymentStatus | null;
  method: PaymentMethod | null;
  is_auto: boolean;
  is_refundable: boolean;
  comment: string | null;
  receipt_state: Receipt['state'] | null;
  receipt_url: string | null;
  receipt_number: string | null;
}

export interface LedgerQuery {
  user_id?: number | undefined;
  page: number;
  size: number;
}

/** What moved on a person's account, the latest first. One's own; staff see anyone's. */
export async function showLedger({ db }: Pick<Services, 'db'>, viewer: SignedInViewer, query: LedgerQuery) {
  const userId = query.user_id ?? viewer.userId;
  if (userId !== viewer.userId) await requireStaff(db, viewer, userId);
  const [rows, counted, held] = await Promise.all([
    readPage(db, viewer, userId, query),
    db
      .selectFrom('ledger_transactions')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('user_id', '=', userId)
      .where('kind', '!=', 'refund_paid')
      .executeTakeFirstOrThrow(),
    readPurses(db, userId),
  ]);
  return {
    list: rows.map(toLine),
    total: Number(counted.total),
    balance_kopecks: held.balance,
    bonus_points: held.bonus / POINT_KOPECKS,
    owed_points: held.owed / POINT_KOPECKS,
  };
}

async function requireStaff(db: Services['db'], viewer: SignedInViewer, userId: number): Promise<void> {
  if (!viewer.isStaff) throw new Failure('forbidden');
  const person = await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst();
  if (person === undefined) throw new Failure('not_found');
}

/** One page by ledger_transactions_by_user, with the sums of each line's few entries. */
async function readPage(
  db: Services['db'],
  viewer: SignedInViewer,
  userId: number,
  { page, size }: LedgerQuery,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select t.id, t.kind, t.created_at, t.reason, sums.amount, sums.balance, sums.bonus,
      p.id as payment_id, p.status, p.method, coalesce(p.saved_method is not null, false) as is_auto,
      coalesce(t.kind in ('subscription_sale', 'topup') and p.status = 'succeeded'
        and (p.kind = 'subscription' or p.amount_kopecks <= coalesce(purse.held_kopecks, 0))
        and (${viewer.isStaff} or (p.settled_at > now() - make_interval(days => ${REFUND_DAYS}) and s.used_at is null)),
        false) as is_refundable,
      nullif(r.reason, '') as comment,
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
        coalesce(-sum(e.amount_kopecks) filter (where a.purse = 'balance'), 0)::bigint as balance,
        coalesce(-sum(e.amount_kopecks) filter (where a.purse = 'bonus'), 0)::bigint as bonus
      from ledger_entries e join ledger_accounts a on a.id = e.account_id
      where e.transaction_id = t.id
    ) sums
    left join payments p on p.id = t.payment_id
    left join subscriptions s on s.payment_id = p.id
    left join refunds r on r.id = t.refund_id
    left join ledger_accounts purse on purse.user_id = ${userId} and purse.purse = 'balance'
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
};

function toLine(row: Row): LedgerLine {
  return {
    id: row.id,
    kind: KINDS[row.kind],
    created: row.created_at.toISOString(),
    amount_kopecks: row.amount,
    balance_kopecks: row.balance,
    bonus_points: row.bonus / POINT_KOPECKS,
    reason: row.reason,
    payment:
      row.payment_id === null || row.status === null
        ? null
        : {
            id: row.payment_id,
            status: row.status,
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
