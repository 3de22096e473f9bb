import { WAVE_UNDO_MINUTES, type Wave } from '@app/contract/trust/rules';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import { Failure } from '../../../platform/failure.ts';

interface WaveRow extends Omit<Wave, 'timestamp' | 'undo_until' | 'staff'> {
  staff_id: number;
  staff_name: string | null;
  created_at: Date;
}

const selectWaves = (where: RawBuilder<unknown>, rest: RawBuilder<unknown>) => sql<WaveRow>`
  select w.id, w.shared as by, w.value, w.reason, w.state, w.total, w.created_at, w.staff_id, n.settled, n.skipped,
    trim(u.firstname || ' ' || u.lastname) as staff_name
  from waves w left join users u on u.id = w.staff_id
  cross join lateral (
    select count(*) filter (
        where a.state in ('skipped', 'undone') or (a.state = 'done' and w.state in ('running', 'done'))) as settled,
      count(*) filter (where a.state = 'skipped') as skipped
    from wave_accounts a where a.wave_id = w.id
  ) n ${where} order by w.id desc ${rest}`;

export const undoUntil = (createdAt: Date): Date => new Date(createdAt.getTime() + WAVE_UNDO_MINUTES * 60_000);

function showWave({ staff_id, staff_name, created_at, ...row }: WaveRow, now: Date): Wave {
  const until = undoUntil(created_at);
  const isLeft = (row.state === 'running' || row.state === 'done') && until > now;
  return {
    ...row,
    staff: { id: staff_id, name: staff_name ?? '' },
    timestamp: created_at.toISOString(),
    undo_until: isLeft ? until.toISOString() : null,
  };
}

export async function getWave(db: Db, now: Date, id: number): Promise<Wave> {
  const { rows } = await selectWaves(sql`where w.id = ${id}`, sql``).execute(db);
  const [row] = rows;
  if (row === undefined) throw new Failure('not_found');
  return showWave(row, now);
}

export async function listWaves(
  db: Db,
  now: Date,
  { size, offset }: { size: number; offset: number },
): Promise<{ waves: Wave[]; total: number }> {
  const [page, counted] = await Promise.all([
    selectWaves(sql``, sql`limit ${size} offset ${offset}`).execute(db),
    sql<{ total: number }>`select count(*) as total from waves`.execute(db),
  ]);
  return { waves: page.rows.map((row) => showWave(row, now)), total: counted.rows[0]?.total ?? 0 };
}
