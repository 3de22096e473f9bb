import { AD_EXPIRY_DAYS, AD_REMINDER_DAYS } from '@app/contract/market/ads';
import type { Lang } from '@app/contract/platform/languages';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/tables.ts';

export const DAY_MS = 24 * 60 * 60 * 1000;
const ENDING_MAX = 2000;

export function newExpiry(now: Date) {
  return { expires_at: new Date(now.getTime() + AD_EXPIRY_DAYS * DAY_MS), reminded_at: null, expired: false };
}

export interface EndingAd {
  id: number;
  owner_id: number;
  title: string;
  expires_at: Date;
  email: string;
  lang: Lang;
}

/** Sold and imported ads are not renewed by their owners, and ads held by moderation do not expire. */
const isToBeRenewed = (ad: string) => {
  const column = (name: string) => sql.ref(`${ad}.${name}`);
  return sql<boolean>`${column('archived_at')} is null and ${column('reminded_at')} is null
    and not ${column('is_external')} and ${column('deal')} <> 'sold'
    and ${column('blocked_at')} is null and ${column('held_at')} is null and not ${column('owner_hidden')}`;
};

/**
 * Locks ads that expire soon and whose owners are not yet notified; other nodes skip them. Served by ads_reminders for
 * owners and ads_owner for their other ads. `limit` counts the ads found first; the result is empty once all owners are
 * notified.
 *
 * A reminder also includes ads that expire within the following day, so that sellers of many ads get one email a day
 * instead of one per ad.
 */
export async function lockEndingAds(tx: Tx, now: Date, limit: number): Promise<EndingAd[]> {
  const soon = new Date(now.getTime() + AD_REMINDER_DAYS * DAY_MS);
  const { rows } = await sql<EndingAd>`
    with owners as materialized (
      select distinct owner_id from (
        select ads.owner_id from ads
        where ads.expires_at > ${now} and ads.expires_at <= ${soon} and ${isToBeRenewed('ads')}
        order by ads.expires_at limit ${limit}
      ) first
    )
    select ads.id, ads.owner_id, ads.title, ads.expires_at, users.email, users.lang
    from owners join ads on ads.owner_id = owners.owner_id join users on users.id = ads.owner_id
    where ads.expires_at > ${now} and ads.expires_at <= ${new Date(soon.getTime() + DAY_MS)} and ${isToBeRenewed('ads')}
    -- An owner's ads stand together, so that one letter tells about all of them.
    order by ads.owner_id, ads.expires_at limit ${ENDING_MAX}
    for update of ads skip locked`.execute(tx);
  return rows;
}

export async function markReminded(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  await tx.updateTable('ads').set({ reminded_at: now }).where('id', 'in', ids).execute();
}

export interface EndedAd {
  id: number;
  owner_id: number;
  title: string;
  is_shown: boolean;
  is_missed: boolean;
}

/** Locks expired ads; other nodes skip them. Served by ads_expiry. */
export function lockEndedAds(tx: Tx, now: Date, limit: number): Promise<EndedAd[]> {
  return (
    tx
      .selectFrom('ads')
      .select(({ eb }) => [
        'id',
        'owner_id',
        'title',
        eb.or([eb('is_public', '=', true), eb('is_circle_only', '=', true)]).as('is_shown'),
        eb
          .and([eb('deal', '<>', 'sold'), eb('owner_hidden', '=', false), eb('is_external', '=', false)])
          .as('is_missed'),
      ])
      .$castTo<EndedAd>()
      .where('archived_at', 'is', null)
      .where('expires_at', '<=', now)
      .where('blocked_at', 'is', null)
      .where('held_at', 'is', null)
      // The days of a vacation are added to the term when it ends.
      .where('owner_away', '=', false)
      .orderBy('expires_at')
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute()
  );
}

export async function archiveEnded(tx: Db, ids: readonly number[], now: Date): Promise<void> {
  await tx
    .updateTable('ads')
    .set(({ eb }) => ({ archived_at: now, expired: true, revision: eb('revision', '+', 1) }))
    .where('id', 'in', ids)
    .execute();
}
