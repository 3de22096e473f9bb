import type { AdDeal, Board } from '@app/contract/market/ads';
import { emit } from '../../../platform/domain/events.ts';
import type { Services } from '../../../platform/domain/services.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import { requireOwn } from '../ad-photos.ts';
import { lockAd, updateAd } from '../ads.queries.ts';
import { getAd } from '../get-ad.ts';
import { auditAdChange } from './audit-ad-change.ts';
import { emitAdChange } from './emit-ad-change.ts';

/** Reserved ads stay in the lists; sold ads leave them and remain reachable by link. */
export async function setDeal(services: Services, viewer: SignedInViewer, id: number, deal: AdDeal): Promise<Board> {
  const { db, clock } = services;
  await db.transaction().execute(async (tx) => {
    const ad = requireOwn(viewer, await lockAd(tx, id));
    if (ad.deal === deal) return;
    await updateAd(tx, id, { deal, sold_at: deal === 'sold' ? clock() : null, changed_at: clock() });
    await emitAdChange(services, tx, ad, id);
    await emit(services, tx, { type: 'ad.marked', adId: id, deal });
    await auditAdChange(services, tx, viewer, ad, { deal });
  });
  services.publicCache.invalidate();
  return getAd(services, viewer, id);
}
