import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../database.ts';
import type { SandboxPaymentsTable } from '../payments.tables.ts';

/** How long a payment "with a delay" is on its way. */
const LATE_SECONDS = 20;

export type SandboxState = 'pending' | 'succeeded' | 'canceled';

export type SandboxPayment = Selectable<SandboxPaymentsTable> & {
  /** The status, with money that has arrived meanwhile. */
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

/** Decide an undecided payment. False when it was decided before. */
export async function settleSandboxPayment(tx: Tx, id: string, status: 'succeeded' | 'canceled'): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sandbox_payments')
    .set({ status, settled_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('pays_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Send the money on its way. The moment it arrives, or undefined when the payment was decided before. */
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
