import { sql } from 'kysely';
import type { Tx } from '../database.ts';
import type { Services } from '../services.ts';

/** Let the open pages of two people know that something changed between them, and how many requests wait for each. */
export async function tellCircle(
  { live }: Pick<Services, 'live'>,
  tx: Tx,
  oneId: number,
  otherId: number,
): Promise<void> {
  for (const [id, personId] of [
    [oneId, otherId],
    [otherId, oneId],
  ] as const)
    await live.tell(tx, id, async () => ({
      type: 'circle',
      requests: await countRequests(tx, id),
      person_id: personId,
    }));
}

/** Served by friend_requests_income alone. */
export async function countRequests(db: Tx, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from friend_requests where to_id = ${userId} and hidden_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}
