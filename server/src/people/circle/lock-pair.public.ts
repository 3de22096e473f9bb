import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';

/** Two people as they are while they are held. */
export interface LockedPair {
  /** Activated, not suspended, not leaving. */
  isActive(id: number): boolean;
  /** There is or was such a person. */
  isKnown(id: number): boolean;
}

interface Row {
  id: number;
  is_here: boolean;
  is_known: boolean;
}

/**
 * Hold two people until the transaction ends: whatever changes between them happens one after another.
 *
 * Everybody takes them in one order, the lower id first, so that crossed and parallel changes never wait for each other in a ring.
 */
export async function lockPair(tx: Tx, oneId: number, otherId: number): Promise<LockedPair> {
  const { rows } = await sql<Row>`
    select id, status = 'active' and deleted_at is null as is_here, status <> 'registered' as is_known
    from users where id in (${oneId}, ${otherId}) order by id for no key update`.execute(tx);
  const find = (wanted: number) => rows.find(({ id }) => id === wanted);
  return { isActive: (id) => find(id)?.is_here === true, isKnown: (id) => find(id)?.is_known === true };
}
