import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';

export interface LockedPair {
  /** Activated, not suspended, not leaving. */
  isActive(id: number): boolean;
  isKnown(id: number): boolean;
}

/**
 * Locks two users until commit, so that changes of their relationship are serialized.
 *
 * The lower id is locked first, always, so that crossed changes cannot deadlock.
 */
export async function lockPair(tx: Tx, oneId: number, otherId: number): Promise<LockedPair> {
  const { rows } = await sql<{ id: number; is_here: boolean; is_known: boolean }>`
    select id, status = 'active' and deleted_at is null as is_here, status <> 'registered' as is_known
    from users where id in (${oneId}, ${otherId}) order by id for no key update`.execute(tx);
  const find = (wanted: number) => rows.find(({ id }) => id === wanted);
  return { isActive: (id) => find(id)?.is_here === true, isKnown: (id) => find(id)?.is_known === true };
}
