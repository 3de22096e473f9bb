import { BULK_SANCTION_UNDO_MINUTES, type BulkSanction } from '@app/contract/trust/rules';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import { Failure } from '../../../platform/failure.ts';

interface BulkSanctionRow extends Omit<BulkSanction, 'timestamp' | 'undo_until' | 'staff'> {
  staff_id: number;
  staff_name: string | null;
  created_at: Date;
}

const selectBulkSanctions = (where: RawBuilder<unknown>, rest: RawBuilder<unknown>) => sql<BulkSanctionRow>`
  select w.id, w.shared as by, w.value, w.reason, w.state, w.total, w.created_at, w.staff_id, n.settled, n.skipped,
    trim(u.firstname || ' ' || u.lastname) as staff_name
  from bulk_sanctions w left join users u on u.id = w.staff_id
  cross join lateral (
    select count(*) filter (
        where a.state in ('skipped', 'undone') or (a.state = 'done' and w.state in ('running', 'done'))) as settled,
      count(*) filter (where a.state = 'skipped') as skipped
    from bulk_sanction_accounts a where a.bulk_sanction_id = w.id
  ) n ${where} order by w.id desc ${rest}`;

export const undoUntil = (createdAt: Date): Date => new Date(createdAt.getTime() + BULK_SANCTION_UNDO_MINUTES * 60_000);

function presentBulkSanction({ staff_id, staff_name, created_at, ...row }: BulkSanctionRow, now: Date): BulkSanction {
  const until = undoUntil(created_at);
  const isLeft = (row.state === 'running' || row.state === 'done') && until > now;
  return {
    ...row,
    staff: { id: staff_id, name: staff_name ?? '' },
    timestamp: created_at.toISOString(),
    undo_until: isLeft ? until.toISOString() : null,
  };
}

export async function getBulkSanction(db: Db, now: Date, id: number): Promise<BulkSanction> {
  const { rows } = await selectBulkSanctions(sql`where w.id = ${id}`, sql``).execute(db);
  const [row] = rows;
  if (row === undefined) throw new Failure('not_found');
  return presentBulkSanction(row, now);
}

export async function listBulkSanctions(
  db: Db,
  now: Date,
  { size, offset }: { size: number; offset: number },
): Promise<{ waves: BulkSanction[]; total: number }> {
  const [page, counted] = await Promise.all([
    selectBulkSanctions(sql``, sql`limit ${size} offset ${offset}`).execute(db),
    sql<{ total: number }>`select count(*) as total from bulk_sanctions`.execute(db),
  ]);
  return { waves: page.rows.map((row) => presentBulkSanction(row, now)), total: counted.rows[0]?.total ?? 0 };
}
