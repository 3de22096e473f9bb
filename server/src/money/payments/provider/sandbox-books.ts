import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/tables.ts';
import type { SandboxMethodsTable, SandboxPaymentsTable, SandboxRefundsTable } from '../payments.tables.ts';
import { PaymentRefused, type RefundRequest } from './provider.ts';

/** Seconds until a payment "with a delay" arrives. */
const LATE_SECONDS = 20;

export type SandboxState = 'pending' | 'held' | 'succeeded' | 'canceled';

export type SandboxPayment = Selectable<SandboxPaymentsTable> & {
  state: SandboxState;
};

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export async function findSandboxPayment(db: Db, id: string): Promise<SandboxPayment | undefined> {
  if (!UUID.test(id)) return undefined;
  return db
    .selectFrom('sandbox_payments')
    .selectAll()
    .select(
      sql<SandboxState>`case when status = 'pending' and pays_at <= now() then 'succeeded' else status end`.as('state'),
    )
    .where('id', '=', id)
    .executeTakeFirst();
}

export interface SandboxChoice {
  status: 'succeeded' | 'canceled';
  refusesCharges?: boolean;
  refusesRefund?: boolean;
}

/** Decides a pending payment. Returns false when it was decided before. */
export async function settleSandboxPayment(tx: Tx, id: string, choice: SandboxChoice): Promise<boolean> {
  const { status, refusesCharges = false, refusesRefund = false } = choice;
  const { numUpdatedRows } = await tx
    .updateTable('sandbox_payments')
    .set({ status, settled_at: sql<Date>`now()`, refuses_refund: refusesRefund })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('pays_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  if (status === 'succeeded') await saveCard(tx, id, refusesCharges);
  return true;
}

async function saveCard(tx: Tx, id: string, refuses: boolean): Promise<void> {
  await sql`
    with card as (
      insert into sandbox_methods (title, refuses)
      select ${refuses ? '•••• 0000' : '•••• 4242'}, ${refuses}
      from sandbox_payments where id = ${id}::uuid and save_method
      returning id
    ) update sandbox_payments set method_id = card.id from card where sandbox_payments.id = ${id}::uuid`.execute(tx);
}

export async function isRefusing(db: Db, methodId: string): Promise<boolean | undefined> {
  if (!UUID.test(methodId)) return undefined;
  const row = await db.selectFrom('sandbox_methods').select('refuses').where('id', '=', methodId).executeTakeFirst();
  return row?.refuses;
}

export async function findSandboxMethod(
  db: Db,
  payment: SandboxPayment,
): Promise<Selectable<SandboxMethodsTable> | undefined> {
  if (payment.method_id === null) return undefined;
  return db.selectFrom('sandbox_methods').selectAll().where('id', '=', payment.method_id).executeTakeFirst();
}

export async function finishSandboxHold(db: Db, id: string, status: 'succeeded' | 'canceled'): Promise<void> {
  await db
    .updateTable('sandbox_payments')
    .set({ status, settled_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', '=', 'held')
    .execute();
}

/** Refunds a payment, once per key. Returns undefined when the refund is refused. */
export async function refundSandboxPayment(db: Db, request: RefundRequest, hash: string): Promise<string | undefined> {
  const payment = await findSandboxPayment(db, request.providerId);
  if (payment === undefined || payment.state !== 'succeeded') return undefined;
  return db.transaction().execute(async (tx) => {
    await sql`select from sandbox_payments where id = ${payment.id}::uuid for update`.execute(tx);
    const { rows: known } = await sql<{ id: string; request_hash: string }>`
      select id, request_hash from sandbox_refunds where idempotence_key = ${request.idempotenceKey}`.execute(tx);
    if (known[0] !== undefined) {
      if (known[0].request_hash !== hash) throw new PaymentRefused('the key was used for another request');
      return known[0].id;
    }
    const { rows } = await sql<{ id: string }>`
      insert into sandbox_refunds (payment_id, idempotence_key, request_hash, amount_kopecks, currency, status)
      select p.id, ${request.idempotenceKey}, ${hash}, ${request.amountKopecks}, ${request.currency},
        case when p.refuses_refund then 'canceled' else 'succeeded' end
      from sandbox_payments p
      where p.id = ${payment.id}::uuid and p.currency = ${request.currency} and ${request.amountKopecks} <= p.amount_kopecks - (
        select coalesce(sum(amount_kopecks), 0) from sandbox_refunds where payment_id = p.id and status <> 'canceled')
      returning id`.execute(tx);
    return rows[0]?.id;
  });
}

export async function findSandboxRefund(db: Db, id: string): Promise<Selectable<SandboxRefundsTable> | undefined> {
  if (!UUID.test(id)) return undefined;
  return db.selectFrom('sandbox_refunds').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Schedules the delayed arrival. Returns its time, or undefined when the payment was decided before. */
export async function paySandboxPaymentLater(tx: Tx, id: string): Promise<Date | undefined> {
  const row = await tx
    .updateTable('sandbox_payments')
    .set({ pays_at: sql<Date>`now() + make_interval(secs => ${LATE_SECONDS})` })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('pays_at', 'is', null)
    .returning('pays_at')
    .executeTakeFirst();
  return row?.pays_at ?? undefined;
}
