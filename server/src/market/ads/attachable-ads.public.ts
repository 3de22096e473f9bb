import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';

/** Fails with not_found unless the ad is the person's own and others are shown it. */
export async function requireAttachableAd(tx: Tx, ownerId: number, adId: number): Promise<void> {
  const { rows } = await sql`
    select from ads where id = ${adId} and owner_id = ${ownerId} and (is_public or is_circle_only)`.execute(tx);
  if (rows.length === 0) throw new Failure('not_found');
}
