import type { Receipt } from '@app/contract/money/payments';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/tables.ts';

export type ReceiptTable = 'payments' | 'refunds';

export async function awaitReceipt(tx: Tx, table: ReceiptTable, id: number): Promise<void> {
  const receipt = { receipt_state: 'pending', next_check_at: sql<Date>`now()` } as const;
  if (table === 'payments') await tx.updateTable('payments').set(receipt).where('id', '=', id).execute();
  else await tx.updateTable('refunds').set(receipt).where('id', '=', id).execute();
}

export async function saveReceipt(db: Db, table: ReceiptTable, id: number, receipt: Receipt): Promise<void> {
  const columns = { receipt_state: receipt.state, receipt_url: receipt.url, receipt_number: receipt.number };
  if (table === 'payments') await db.updateTable('payments').set(columns).where('id', '=', id).execute();
  else await db.updateTable('refunds').set(columns).where('id', '=', id).execute();
}

/** Claims rows without a receipt, new ones more often. Served by payments_without_receipt, refunds_without_receipt. */
export async function claimWithoutReceipt(
  db: Db,
  table: ReceiptTable,
  provider: string,
  limit: number,
): Promise<{ id: number; provider_id: string }[]> {
  const again = sql`now() + least(greatest((now() - coalesce(settled_at, created_at)) / 10, interval '20 seconds'), interval '6 hours')`;
  const owed =
    table === 'payments'
      ? sql`select id from payments where receipt_state = 'pending' and next_check_at <= now() and provider = ${provider}
          order by next_check_at limit ${limit} for update skip locked`
      : sql`select r.id from refunds r join payments p on p.id = r.payment_id
          where r.receipt_state = 'pending' and r.next_check_at <= now() and p.provider = ${provider}
            and r.status = 'succeeded' order by r.next_check_at limit ${limit} for update of r skip locked`;
  const { rows } =
    table === 'payments'
      ? await sql<{ id: number; provider_id: string }>`
          update payments set next_check_at = ${again} where id in (${owed}) returning id, provider_id`.execute(db)
      : await sql<{ id: number; provider_id: string }>`
          update refunds set next_check_at = ${again} where id in (${owed}) returning id, provider_id`.execute(db);
  return rows;
}
