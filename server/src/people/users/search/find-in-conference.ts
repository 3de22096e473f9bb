import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';

export async function findInConference(db: Db, viewerId: number, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ user_id: number }>`
    select other.user_id from call_participants me join call_participants other on other.call_id = me.call_id
    where me.user_id = ${viewerId} and me.state = 'joined'
      and other.user_id = any(${ids}::bigint[]) and other.state in ('joined', 'ringing')`.execute(db);
  return new Set(rows.map(({ user_id }) => user_id));
}
