import type { Vacation } from '@app/contract/market/own-ads';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import { emitAdEvents } from '../ad-events.public.ts';

export async function findVacation(db: Db, userId: number): Promise<Vacation> {
  const row = await db.selectFrom('ad_vacations').select('since').where('user_id', '=', userId).executeTakeFirst();
  return row === undefined ? null : { since: row.since.toISOString() };
}

/**
 * Begins or ends the viewer's vacation. All ads are marked, whatever their state: one that leaves the archive meanwhile
 * stays hidden. Ads hidden for another reason are left to it.
 */
export async function setVacation(
  services: Services,
  { userId }: SignedInViewer,
  isOn: boolean,
): Promise<{ vacation: Vacation }> {
  const { db, clock, publicCache } = services;
  const vacation = await db.transaction().execute(async (tx) => {
    await lockVacation(tx, userId);
    const known = await findVacation(tx, userId);
    if (isOn === (known !== null)) return known;
    if (isOn) await tx.insertInto('ad_vacations').values({ user_id: userId, since: clock() }).execute();
    else await tx.deleteFrom('ad_vacations').where('user_id', '=', userId).execute();
    const since = known === null ? clock() : new Date(known.since);
    await moveAds(services, tx, userId, isOn, clock().getTime() - since.getTime());
    return findVacation(tx, userId);
  });
  publicCache.invalidate();
  return { vacation };
}

/** Ads that are published at the same time wait, so that none of them stays in the lists. */
async function lockVacation(tx: Tx, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('ad_vacations', ${userId}))`.execute(tx);
}

/** The days of the vacation do not count toward the term of the ads. */
async function moveAds(services: Services, tx: Tx, userId: number, isOn: boolean, awayMs: number): Promise<void> {
  const before = await tx
    .selectFrom('ads')
    .select(['id', 'is_public', 'is_circle_only'])
    .where('owner_id', '=', userId)
    .where(isOn ? 'owner_hidden' : 'owner_away', '=', !isOn)
    .where('is_external', '=', false)
    .orderBy('id')
    .forUpdate()
    .execute();
  const wasShown = new Map(before.map(({ id, is_public, is_circle_only }) => [id, is_public || is_circle_only]));
  const { rows } = await sql<{ id: number; is_shown: boolean }>`
    update ads set owner_hidden = ${isOn}, owner_away = ${isOn},
      expires_at = expires_at + ${isOn ? 0 : awayMs}::bigint * interval '1 millisecond'
    where id = any(${before.map(({ id }) => id)}::bigint[]) returning id, is_public or is_circle_only as is_shown`.execute(
    tx,
  );
  const kind = isOn ? 'left' : 'returned';
  const moved = rows.filter(({ id, is_shown }) => wasShown.get(id) !== is_shown);
  await emitAdEvents(
    services,
    tx,
    moved.map(({ id }) => ({ kind, adId: id, ownerId: userId })),
  );
}

/** What a new ad of this owner begins with. Ends of vacations wait until the ad is stored. */
export async function vacationColumns(tx: Tx, userId: number): Promise<{ owner_hidden?: true; owner_away?: true }> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended('ad_vacations', ${userId}))`.execute(tx);
  return (await findVacation(tx, userId)) === null ? {} : { owner_hidden: true, owner_away: true };
}
