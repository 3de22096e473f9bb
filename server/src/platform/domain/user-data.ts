import { sql } from 'kysely';
import type { Tx } from '../database/tables.ts';
import { joined, listDomains } from './domain.ts';
import type { Services } from './services.ts';

/**
 * Makes erasures run one after another, because users have rows in common (friendships, notifications about each other)
 * and each erasure starts at its own. Lock order: before any row.
 */
export async function lockErasures(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('erasures', 0))`.execute(tx);
}

/** Deletes what all domains store about a user, before the user's row is deleted. */
export async function eraseUserData(services: Services, tx: Tx, userId: number): Promise<void> {
  await lockErasures(tx);
  for (const { userData } of listDomains())
    for (const erase of [userData?.erase ?? []].flat()) await erase(tx, userId, services);
}

/** What the data export contains, one JSON file for each name. */
export const listUserDataExporters = joined((domain) => domain.userData?.exports);
