import type { OwnAdAct, OwnAdResult } from '@app/contract/market/own-ads';
import { sql } from 'kysely';
import { releaseImages } from '../../../files/media/media.public.ts';
import type { Tx } from '../../../platform/database/tables.ts';
import { emit } from '../../../platform/domain/events.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure } from '../../../platform/failure.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import { emitAdEvents } from '../ad-events.public.ts';
import { isOwner, mayRestoreAd } from '../ads.policy.ts';
import { deleteAds, listUnusedImages } from '../ads.queries.ts';
import { newExpiry } from '../lifecycle/ad-expiry.ts';
import { AD_SNAPSHOT_COLUMNS, emitAdChanges } from '../lifecycle/emit-ad-change.ts';

interface ActResult {
  board_id: number;
  result: OwnAdResult;
}

/**
 * Applies one act to many own ads in one transaction. Ads that may not be changed are left out and named in the
 * results; a call that names only ads of others is rejected as a whole.
 */
export async function actOnOwnAds(
  services: Services,
  viewer: SignedInViewer,
  { board_ids, act }: { board_ids: readonly number[]; act: OwnAdAct },
): Promise<{ results: ActResult[] }> {
  const results = await services.db.transaction().execute(async (tx) => {
    const ads = new Map((await lockAds(tx, board_ids)).map((ad) => [ad.id, ad]));
    if (ads.size > 0 && ![...ads.values()].some((ad) => isOwner(viewer, ad))) throw new Failure('forbidden');
    const judged = board_ids.map((board_id): ActResult => {
      const ad = ads.get(board_id);
      return { board_id, result: ad === undefined ? missing(act) : judge(viewer, ad, act) };
    });
    const changed = judged.flatMap(({ board_id, result }) => (result === 'done' ? (ads.get(board_id) ?? []) : []));
    if (changed.length > 0) await ACTS[act](services, tx, changed);
    return judged;
  });
  services.publicCache.invalidate();
  return { results };
}

type LockedAd = Awaited<ReturnType<typeof lockAds>>[number];

/** In the order of ids, so that two calls never wait for each other. */
function lockAds(tx: Tx, ids: readonly number[]) {
  return tx
    .selectFrom('ads')
    .select([
      'id',
      'owner_id',
      ...AD_SNAPSHOT_COLUMNS,
      'archived_at',
      'blocked_at',
      'held_at',
      'deal',
      'expired',
      'expires_at',
    ])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** An ad that is no more is erased already; any other act on it is refused like one on an ad of others. */
const missing = (act: OwnAdAct): OwnAdResult => (act === 'erase' ? 'unchanged' : 'forbidden');

function judge(viewer: SignedInViewer, ad: LockedAd, act: OwnAdAct): OwnAdResult {
  if (!isOwner(viewer, ad)) return 'forbidden';
  if (act === 'archive') return ad.archived_at === null ? 'done' : 'unchanged';
  if (act === 'erase') return ad.blocked_at !== null || ad.held_at !== null ? 'in_review' : 'done';
  if (act === 'sell') return ad.deal === 'sold' ? 'unchanged' : 'done';
  if (ad.archived_at === null && ad.deal !== 'sold') return 'unchanged';
  return mayRestoreAd(viewer, ad) ? 'done' : 'blocked';
}

type ApplyAct = (services: Services, tx: Tx, ads: readonly LockedAd[]) => Promise<void>;

const idsOf = (ads: readonly LockedAd[]): number[] => ads.map(({ id }) => id);

const changeRows = (tx: Tx, ids: readonly number[]) =>
  tx.updateTable('ads').set({ revision: sql<number>`revision + 1` }).where('id', 'in', ids);

async function emitChanges(services: Services, tx: Tx, ads: readonly LockedAd[]): Promise<void> {
  await emitAdChanges(services, tx, new Map(ads.map((ad) => [ad.id, ad])), idsOf(ads));
}

const ACTS: Record<OwnAdAct, ApplyAct> = {
  archive: async (services, tx, ads) => {
    await changeRows(tx, idsOf(ads)).set({ archived_at: services.clock() }).execute();
    await emitChanges(services, tx, ads);
    await emit(services, tx, { type: 'ads.archived', adIds: idsOf(ads) });
  },
  sell: async (services, tx, ads) => {
    const now = services.clock();
    await changeRows(tx, idsOf(ads)).set({ deal: 'sold', sold_at: now, changed_at: now }).execute();
    await emitChanges(services, tx, ads);
    for (const { id } of ads) await emit(services, tx, { type: 'ad.marked', adId: id, deal: 'sold' });
  },
  return: async (services, tx, ads) => {
    const now = services.clock();
    const archived = idsOf(ads.filter(({ archived_at }) => archived_at !== null));
    const sold = idsOf(ads.filter(({ archived_at }) => archived_at === null));
    // An ended ad gets a new term, otherwise it would be archived again at once.
    const ended = idsOf(ads.filter(({ expired, expires_at }) => expired || expires_at <= now));
    if (ended.length > 0) await tx.updateTable('ads').set(newExpiry(now)).where('id', 'in', ended).execute();
    if (archived.length > 0) await changeRows(tx, archived).set({ archived_at: null }).execute();
    if (sold.length > 0) await changeRows(tx, sold).set({ deal: 'open', sold_at: null, changed_at: now }).execute();
    await emitChanges(services, tx, ads);
    for (const adId of sold) await emit(services, tx, { type: 'ad.marked', adId, deal: 'open' });
  },
  erase: async (services, tx, ads) => {
    await emitAdEvents(
      services,
      tx,
      ads.map(({ id, owner_id }) => ({ kind: 'erased', adId: id, ownerId: owner_id })),
    );
    await releaseImages(tx, await listUnusedImages(tx, await deleteAds(tx, idsOf(ads))));
  },
};
