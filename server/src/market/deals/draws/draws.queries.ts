import { randomBytes } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { isBlockBetween } from '../../../people/relationships/relationships.public.ts';
import type { Db, Tx } from '../../../platform/database/tables.ts';
import { isInAdAudience } from '../../ads/audience/ad-audience.public.ts';
import type { DealsTables } from '../deals.tables.ts';

export type DrawRow = Selectable<DealsTables['ad_draws']>;

export const seedOf = ({ seed }: Pick<DrawRow, 'seed'>): string => seed.toString('hex');

export function findDraw(db: Db, adId: number): Promise<DrawRow | undefined> {
  return db.selectFrom('ad_draws').selectAll().where('ad_id', '=', adId).executeTakeFirst();
}

export async function findEntry(db: Db, adId: number, userId: number): Promise<number | null> {
  const row = await db
    .selectFrom('ad_draw_entries')
    .select('number')
    .where('ad_id', '=', adId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.number ?? null;
}

export async function countEntries(db: Db, adId: number): Promise<number> {
  const { count } = await db
    .selectFrom('ad_draw_entries')
    .select(sql<number>`count(*)`.as('count'))
    .where('ad_id', '=', adId)
    .executeTakeFirstOrThrow();
  return count;
}

/** The caller has locked the ad, so that its draw is opened once. */
export async function openDraw(tx: Tx, adId: number, now: Date): Promise<DrawRow> {
  const known = await findDraw(tx, adId);
  if (known !== undefined) return known;
  const row = { ad_id: adId, seed: randomBytes(32), created_at: now };
  return tx.insertInto('ad_draws').values(row).returningAll().executeTakeFirstOrThrow();
}

/** The caller has locked the ad. */
export async function addEntry(tx: Tx, adId: number, userId: number, now: Date): Promise<void> {
  const { last_number } = await tx
    .updateTable('ad_draws')
    .set({ last_number: sql<number>`last_number + 1` })
    .where('ad_id', '=', adId)
    .returning('last_number')
    .executeTakeFirstOrThrow();
  const row = { ad_id: adId, user_id: userId, number: last_number, created_at: now };
  await tx.insertInto('ad_draw_entries').values(row).execute();
}

export interface Entrant {
  user_id: number;
  number: number;
}

/** Who asked and may still have the thing: with an account in use, shown the ad, and in no block with its owner. */
export async function listEntrants(tx: Tx, adId: number): Promise<Entrant[]> {
  const { rows } = await sql<Entrant>`
    select e.user_id, e.number
    from ad_draw_entries e join ads a on a.id = e.ad_id
    join users u on u.id = e.user_id and u.status = 'active' and u.deleted_at is null
    where e.ad_id = ${adId} and ${isInAdAudience(sql`e.user_id`)}
      and not ${isBlockBetween(sql`a.owner_id`, sql`e.user_id`)}
    order by e.number`.execute(tx);
  return rows;
}

export async function updateDraw(
  tx: Tx,
  adId: number,
  change: Partial<Pick<DrawRow, 'draw_at' | 'drawn_at' | 'numbers' | 'drawn'>>,
): Promise<void> {
  await tx.updateTable('ad_draws').set(change).where('ad_id', '=', adId).execute();
}

export async function deleteDraw(tx: Tx, adId: number): Promise<void> {
  await tx.deleteFrom('ad_draw_entries').where('ad_id', '=', adId).execute();
  await tx.deleteFrom('ad_draws').where('ad_id', '=', adId).execute();
}

export async function listDueDraws(db: Db, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('ad_draws')
    .select('ad_id')
    .where('draw_at', '<=', now)
    .where('drawn_at', 'is', null)
    .orderBy('draw_at')
    .limit(limit)
    .execute();
  return rows.map(({ ad_id }) => ad_id);
}
