import { randomBytes } from 'node:crypto';
import type { SavedSearch } from '@app/contract/market/searches';
import { sql } from 'kysely';
import { addEmailOptOut, removeEmailOptOut } from '../../notifications/email-preferences/email-preferences.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { getSearch } from './list-searches.ts';

export async function changeSearch(
  services: Services,
  viewer: SignedInViewer,
  id: number,
  { letters, seen }: { letters?: 0 | 1 | undefined; seen?: 0 | 1 | undefined },
): Promise<SavedSearch> {
  await services.db.transaction().execute(async (tx) => {
    await requireOwn(tx, viewer, id);
    if (letters === 0) await addEmailOptOut(tx, viewer.userId, 'saved_search', [id]);
    if (letters === 1) await removeEmailOptOut(tx, viewer.userId, 'saved_search', id);
    if (seen === 1) {
      await sql`update saved_searches set seen_at = clock_timestamp() where id = ${id}`.execute(tx);
    }
  });
  return getSearch(services, viewer, id);
}

export async function removeSearch({ db }: Services, viewer: SignedInViewer, id: number): Promise<{ id: number }> {
  await db.transaction().execute(async (tx) => {
    await requireOwn(tx, viewer, id);
    await removeEmailOptOut(tx, viewer.userId, 'saved_search', id);
    await tx.deleteFrom('saved_searches').where('id', '=', id).execute();
  });
  return { id };
}

const SEED_BYTES = 16;

/** Gives the feed of a search a new address, or none; the one before ends at once. */
export async function setSearchFeed(
  services: Services,
  viewer: SignedInViewer,
  id: number,
  isOn: boolean,
): Promise<SavedSearch> {
  const feed_seed = isOn ? randomBytes(SEED_BYTES).toString('base64url') : null;
  await services.db.transaction().execute(async (tx) => {
    await requireOwn(tx, viewer, id);
    await tx.updateTable('saved_searches').set({ feed_seed }).where('id', '=', id).execute();
  });
  return getSearch(services, viewer, id);
}

async function requireOwn(tx: Tx, viewer: SignedInViewer, id: number): Promise<void> {
  const search = await tx
    .selectFrom('saved_searches')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', viewer.userId)
    .forUpdate()
    .executeTakeFirst();
  if (search === undefined) throw new Failure('not_found');
}
