import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';

export async function publishCircleEvent(services: Services, tx: Tx, oneId: number, otherId: number): Promise<void> {
  await publishOwnCircleEvent(services, tx, oneId, otherId);
  await publishOwnCircleEvent(services, tx, otherId, oneId);
}

/** For changes that the other side must not notice. */
export async function publishOwnCircleEvent(
  { live }: Services,
  tx: Tx,
  userId: number,
  personId: number,
): Promise<void> {
  await live.publishUserEvent(tx, userId, async () => ({
    type: 'circle',
    requests: await countRequests(tx, userId),
    person_id: personId,
  }));
}

/** Served by friend_requests_income alone. */
async function countRequests(db: Tx, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from friend_requests where to_id = ${userId} and hidden_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}
