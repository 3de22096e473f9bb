import { POINT_KOPECKS, type Receipt } from '@app/contract/money/payments';
import type {
  StaffPayer,
  StaffPayment,
  StaffPaymentDetails,
  StaffPaymentsFilter,
} from '@app/contract/money/staff-payments';
import { MOSCOW } from '@app/contract/platform/time-zones';
import { type RawBuilder, sql } from 'kysely';
import { containsPattern } from '../../platform/database/like-pattern.ts';
import type { Db } from '../../platform/database/tables.ts';
import type { Payment } from './payments.queries.ts';

interface Names {
  user_id: number;
  login: string;
  firstname: string;
  lastname: string;
  email: string;
}

type PaymentRow = Names &
  Pick<
    Payment,
    'id' | 'kind' | 'status' | 'amount_kopecks' | 'refunded_kopecks' | 'method' | 'created_at' | 'settled_at'
  > & { is_auto: boolean };

const COLUMNS = sql`
  p.id, p.kind, p.status, p.amount_kopecks, p.refunded_kopecks, p.method, p.created_at, p.settled_at,
  p.saved_method is not null as is_auto, u.id as user_id, u.login, u.firstname, u.lastname, u.email`;

const FROM = sql`from payments p join users u on u.id = p.user_id`;

const numberOf = (words: string): number => (/^\d{1,15}$/.test(words) ? Number(words) : 0);

const isNamed = (words: string) => sql<boolean>`
  (u.login ilike ${containsPattern(words)} or u.email ilike ${containsPattern(words)}
    or concat_ws(' ', u.firstname, u.lastname, u.firstname) ilike ${containsPattern(words)})`;

function conditionOf({ search: q, status, kind, from, to }: StaffPaymentsFilter): RawBuilder<boolean> {
  const conditions = [
    q && sql<boolean>`(p.id = ${numberOf(q)} or u.id = ${numberOf(q)} or p.provider_id = ${q} or ${isNamed(q)})`,
    status && sql<boolean>`p.status = ${status}`,
    kind && sql<boolean>`p.kind = ${kind}`,
    from && sql<boolean>`p.created_at >= ${from}::date::timestamp at time zone ${MOSCOW}`,
    to && sql<boolean>`p.created_at < (${to}::date + 1)::timestamp at time zone ${MOSCOW}`,
  ].filter((condition) => typeof condition === 'object');
  return conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`;
}

/** Newest first. Served by the primary key without a filter, and by payments_by_time for a range of days. */
export async function listStaffPayments(
  db: Db,
  filter: StaffPaymentsFilter,
  { limit, offset = 0, before }: { limit: number; offset?: number; before?: number },
): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select ${COLUMNS} ${FROM}
    where ${conditionOf(filter)} ${before === undefined ? sql`` : sql`and p.id < ${before}`}
    order by p.id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

const BATCH = 500;

export async function* eachStaffPayment(db: Db, filter: StaffPaymentsFilter): AsyncGenerator<StaffPayment> {
  for (let before: number | undefined; ; ) {
    const rows = await listStaffPayments(db, filter, { limit: BATCH, ...(before !== undefined && { before }) });
    yield* rows.map(presentStaffPayment);
    before = rows.at(-1)?.id;
    if (rows.length < BATCH) return;
  }
}

export async function sumStaffPayments(
  db: Db,
  filter: StaffPaymentsFilter,
): Promise<{ total: number; paid_kopecks: number; refunded_kopecks: number }> {
  const { rows } = await sql<{ total: number; paid_kopecks: number; refunded_kopecks: number }>`
    select count(*)::int as total,
      coalesce(sum(p.amount_kopecks) filter (where p.status in ('succeeded', 'refunding', 'refunded')), 0)::bigint as paid_kopecks,
      coalesce(sum(p.refunded_kopecks), 0)::bigint as refunded_kopecks
    ${FROM} where ${conditionOf(filter)}`.execute(db);
  return rows[0] ?? { total: 0, paid_kopecks: 0, refunded_kopecks: 0 };
}

export function presentStaffPayment(row: PaymentRow): StaffPayment {
  return {
    id: row.id,
    payer: { id: row.user_id, login: row.login, firstname: row.firstname, lastname: row.lastname, email: row.email },
    kind: row.kind,
    status: row.status,
    amount_kopecks: row.amount_kopecks,
    refunded_kopecks: row.refunded_kopecks,
    method: row.method,
    auto: row.is_auto ? 1 : 0,
    created: row.created_at.toISOString(),
    settled: row.settled_at?.toISOString() ?? null,
  };
}

type ReceiptColumns = {
  receipt_state: Receipt['state'] | null;
  receipt_url: string | null;
  receipt_number: string | null;
};
const receiptOf = ({ receipt_state, receipt_url, receipt_number }: ReceiptColumns): Receipt | null =>
  receipt_state === null ? null : { state: receipt_state, url: receipt_url, number: receipt_number };

export type PaymentDetailsRow = PaymentRow &
  Pick<Payment, 'provider' | 'provider_id' | 'pending_at'> & {
    receipt: Receipt | null;
    period: StaffPaymentDetails['period'];
  };

export async function findStaffPayment(db: Db, id: number): Promise<PaymentDetailsRow | undefined> {
  const { rows } = await sql<
    PaymentDetailsRow & ReceiptColumns & { paid_from: Date | null; paid_until: Date | null; used_at: Date | null }
  >`
    select ${COLUMNS}, p.provider, p.provider_id, p.pending_at, p.receipt_state, p.receipt_url, p.receipt_number,
      s.paid_from, s.paid_until, s.used_at
    ${FROM} left join subscriptions s on s.payment_id = p.id and s.revoked_at is null
    where p.id = ${id}`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { paid_from, paid_until, used_at } = row;
  return {
    ...row,
    receipt: receiptOf(row),
    period:
      paid_from === null || paid_until === null
        ? null
        : { from: paid_from.toISOString(), until: paid_until.toISOString(), used: used_at?.toISOString() ?? null },
  };
}

const DAY_MS = 86_400_000;
const REFUNDS_MAX = 100;

export async function listPaymentRefunds(db: Db, paymentId: number): Promise<StaffPaymentDetails['refunds']> {
  const rows = await db
    .selectFrom('refunds as r')
    .leftJoin('users as u', 'u.id', 'r.given_by')
    .select(['r.id', 'r.status', 'r.amount_kopecks', 'r.taken_ms', 'r.reason', 'r.created_at', 'r.settled_at'])
    .select(['r.receipt_state', 'r.receipt_url', 'r.receipt_number', 'u.id as staff_id', 'u.login'])
    .where('r.payment_id', '=', paymentId)
    .orderBy('r.id')
    .limit(REFUNDS_MAX)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    amount_kopecks: row.amount_kopecks,
    taken_days: Math.round(row.taken_ms / DAY_MS),
    reason: row.reason,
    given_by: row.staff_id === null ? null : { id: row.staff_id, login: row.login ?? '' },
    created: row.created_at.toISOString(),
    settled: row.settled_at?.toISOString() ?? null,
    receipt: receiptOf(row),
  }));
}

const ENTRIES_MAX = 500;

export async function listPaymentEntries(db: Db, paymentId: number): Promise<StaffPaymentDetails['entries']> {
  const rows = await db
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_transactions as t', 't.id', 'e.transaction_id')
    .innerJoin('ledger_accounts as a', 'a.id', 'e.account_id')
    .select(['t.id as movement', 't.kind', 't.created_at', 'e.amount_kopecks'])
    .select(sql<string>`coalesce(a.balance_kind, a.code)`.as('account'))
    .where('t.payment_id', '=', paymentId)
    .orderBy('e.id')
    .limit(ENTRIES_MAX)
    .execute();
  return rows.map(({ created_at, ...row }) => ({ ...row, created: created_at.toISOString() }));
}

export async function listPaymentWebhookEvents(db: Db, paymentId: number): Promise<{ at: string; said: string }[]> {
  const rows = await db
    .selectFrom('payment_webhook_events')
    .select(['received_at', 'event'])
    .where('payment_id', '=', paymentId)
    .orderBy('id')
    .limit(REFUNDS_MAX)
    .execute();
  return rows.map(({ received_at, event }) => ({ at: received_at.toISOString(), said: event }));
}

const PAYER_COLUMNS = sql`
  u.id, u.login, u.firstname, u.lastname, u.email, u.paid_until as until,
  u.virtualpay_kopecks as balance_kopecks, u.bonus_kopecks`;

interface PayerRow extends Omit<StaffPayer, 'until' | 'bonus_points'> {
  until: Date | null;
  bonus_kopecks: number;
}

const toPayer = ({ until, bonus_kopecks, ...row }: PayerRow): StaffPayer => ({
  ...row,
  until: until?.toISOString() ?? null,
  bonus_points: bonus_kopecks / POINT_KOPECKS,
});

/** Balances come from the copies in the user's row, which the ledger maintains. */
export async function findStaffPayer(db: Db, userId: number): Promise<StaffPayer | undefined> {
  const { rows } = await sql<PayerRow>`select ${PAYER_COLUMNS} from users u where u.id = ${userId}`.execute(db);
  return rows[0] && toPayer(rows[0]);
}

export async function searchPayers(db: Db, words: string, limit: number): Promise<StaffPayer[]> {
  const { rows } = await sql<PayerRow>`
    select ${PAYER_COLUMNS} from users u
    where u.deleted_at is null and (u.id = ${numberOf(words)} or ${isNamed(words)})
    order by u.id = ${numberOf(words)} desc, lower(u.login) = lower(${words}) desc, u.id limit ${limit}`.execute(db);
  return rows.map(toPayer);
}
