import { sql } from 'kysely';
import { claimImages, releaseImages } from '../../../files/media/media.public.ts';
import { deleteInBatches } from '../../../platform/database/delete-in-batches.ts';
import type { Db, Tx } from '../../../platform/database/tables.ts';
import type { CardLink } from './find-card-link.ts';

const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;

const RETENTION_DAYS = 7;
export const FETCHES_PER_HOUR = 30;
/** A link sent again later is read again, so that its card stays for nearly a week with the newest message. */
const FRESH_MS = DAY_MS;
const FAILED_MS = HOUR_MS;
/** More than the timeouts of a page and its picture together. */
const CLAIM_MS = 60 * SECOND_MS;
const PURGED_AT_ONCE = 500;

const ago = (now: Date, ms: number): Date => new Date(now.getTime() - ms);

/** Cards that need no fetch at this time: read lately, or known not to be readable. */
const isSettled = (now: Date) =>
  sql<boolean>`(link_cards.fetched_at > ${ago(now, FRESH_MS)} or link_cards.failed_at > ${ago(now, FAILED_MS)})`;
const isClaimed = (now: Date) => sql<boolean>`(link_cards.claimed_at > ${ago(now, CLAIM_MS)})`;

export async function isLinkSettled(db: Db, key: string, now: Date): Promise<boolean> {
  const { rows } = await sql`select from link_cards where key = ${key} and ${isSettled(now)}`.execute(db);
  return rows.length > 0;
}

/**
 * `claimed`: the caller has to fetch the page. `settled`: nothing is left to do. `busy`: another job fetches it.
 * `limited`: the sender has caused enough fetches in this hour.
 */
export type LinkClaim = 'claimed' | 'settled' | 'busy' | 'limited';

/** Serialized per sender, so that simultaneous jobs count each other. */
export async function claimLink(tx: Tx, { key, url }: CardLink, senderId: number, now: Date): Promise<LinkClaim> {
  await sql`select pg_advisory_xact_lock(hashtextextended('link-fetches', ${senderId}))`.execute(tx);
  const { rows: known } = await sql<{ is_settled: boolean | null; is_claimed: boolean | null }>`
    select ${isSettled(now)} as is_settled, ${isClaimed(now)} as is_claimed from link_cards where key = ${key}`.execute(
    tx,
  );
  if (known[0]?.is_settled) return 'settled';
  if (known[0]?.is_claimed) return 'busy';
  const { rows: used } = await sql<{ count: number }>`
    select count(*) as count from link_fetches where user_id = ${senderId} and at > ${ago(now, HOUR_MS)}`.execute(tx);
  if ((used[0]?.count ?? 0) >= FETCHES_PER_HOUR) return 'limited';
  const { rows: claimed } = await sql`
    insert into link_cards (key, url, claimed_at) values (${key}, ${url}, ${now})
    on conflict (key) do update set claimed_at = excluded.claimed_at
    where (${isClaimed(now)}) is not true and (${isSettled(now)}) is not true
    returning key`.execute(tx);
  if (claimed.length === 0) return 'busy';
  await tx.insertInto('link_fetches').values({ user_id: senderId, at: now }).execute();
  return 'claimed';
}

export interface ReadLink {
  title: string;
  description: string;
  siteName: string;
  imageId: number | null;
}

/** Stores what was read. A card that was purged meanwhile stays away, and its picture unclaimed. */
export async function saveLinkCard(tx: Tx, key: string, read: ReadLink, now: Date): Promise<void> {
  const { title, description, siteName, imageId } = read;
  const { rows } = await sql<{ image_id: number | null }>`
    with former as (select image_id from link_cards where key = ${key} for update)
    update link_cards set title = ${title}, description = ${description}, site_name = ${siteName},
      image_id = ${imageId}, claimed_at = null, fetched_at = ${now}, failed_at = null
    from former where key = ${key} returning former.image_id`.execute(tx);
  const [former] = rows;
  if (former === undefined) return;
  if (imageId !== null) await claimImages(tx, null, [imageId]);
  if (former.image_id !== null) await releaseImages(tx, [former.image_id]);
}

/** A card that was read before stays as it is. */
export async function markLinkFailed(db: Db, key: string, now: Date): Promise<void> {
  await db.updateTable('link_cards').set({ claimed_at: null, failed_at: now }).where('key', '=', key).execute();
}

/** Deletes cards by age and releases their pictures. Returns whether more are left. */
export async function purgeOldLinkCards(tx: Tx, now: Date): Promise<boolean> {
  const { rows } = await sql<{ image_id: number | null }>`
    delete from link_cards where key in (
      select key from link_cards
      where fetched_at <= ${ago(now, RETENTION_DAYS * DAY_MS)}
        or (fetched_at is null and coalesce(failed_at, claimed_at) <= ${ago(now, FAILED_MS)})
      limit ${PURGED_AT_ONCE} for update skip locked)
    returning image_id`.execute(tx);
  await releaseImages(
    tx,
    rows.flatMap(({ image_id }) => image_id ?? []),
  );
  return rows.length === PURGED_AT_ONCE;
}

export async function purgeLinkFetches(db: Db, now: Date): Promise<void> {
  await deleteInBatches(db, 'link_fetches', sql`at <= ${ago(now, HOUR_MS)}`);
}
