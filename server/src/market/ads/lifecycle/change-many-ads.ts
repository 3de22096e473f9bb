import type { AdBulkAction } from '@app/contract/market/ads';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/tables.ts';
import { emit } from '../../../platform/domain/events.ts';
import type { Services } from '../../../platform/domain/services.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import { newExpiry } from './ad-expiry.ts';
import { auditAdChanges } from './audit-ad-change.ts';
import { AD_SNAPSHOT_COLUMNS, emitAdChanges } from './emit-ad-change.ts';

/**
 * Applies one action to many ads. Returns only the ads that changed, so that the opposite action on them is an undo.
 * Missing ids are ignored.
 */
export async function changeManyAds(
  services: Services,
  viewer: SignedInViewer,
  { board_ids, action }: { board_ids: readonly number[]; action: AdBulkAction },
): Promise<{ changed: number[] }> {
  const { db, clock, publicCache } = services;
  const changed = await db.transaction().execute(async (tx) => {
    const ads = await lockUnlike(tx, board_ids, action);
    if (ads.length === 0) return [];
    const ids = ads.map(({ id }) => id);
    await change(tx, ids, action, clock());
    await emitAdChanges(services, tx, new Map(ads.map((ad) => [ad.id, ad])), ids);
    if (action === 'archive') await emit(services, tx, { type: 'ads.archived', adIds: ids });
    await auditAdChanges(services, tx, viewer, ads, { [action]: true, among: ids.length });
    return ids;
  });
  publicCache.invalidate();
  return { changed };
}

function lockUnlike(tx: Tx, ids: readonly number[], action: AdBulkAction) {
  return tx
    .selectFrom('ads')
    .select(['id', 'owner_id', ...AD_SNAPSHOT_COLUMNS])
    .where('id', 'in', ids)
    .$if(action === 'archive', (query) => query.where('archived_at', 'is', null))
    .$if(action === 'restore', (query) => query.where('archived_at', 'is not', null))
    .$if(action === 'disable', (query) => query.where('enabled', '=', true))
    .$if(action === 'enable', (query) => query.where('enabled', '=', false))
    .orderBy('id')
    .forUpdate()
    .execute();
}

async function change(tx: Tx, ids: readonly number[], action: AdBulkAction, now: Date): Promise<void> {
  const ads = tx.updateTable('ads').set({ revision: sql<number>`revision + 1` }).where('id', 'in', ids);
  if (action === 'archive') await ads.set({ archived_at: now }).execute();
  else if (action === 'restore') {
    // An expired ad gets a new term, otherwise it would be archived again at once.
    await ads.set(newExpiry(now)).where(sql<boolean>`(expired or expires_at <= ${now})`).execute();
    await ads.set({ archived_at: null }).execute();
  } else await ads.set({ enabled: action === 'enable' }).execute();
}
