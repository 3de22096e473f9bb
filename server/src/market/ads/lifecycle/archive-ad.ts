import type { Board } from '@app/contract/market/ads';
import { emit } from '../../../platform/domain/events.ts';
import type { Services } from '../../../platform/domain/services.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import { requireMayRestore, requireOwn } from '../ad-photos.ts';
import { lockAd, updateAd } from '../ads.queries.ts';
import { getAd } from '../get-ad.ts';
import { newExpiry } from './ad-expiry.ts';
import { auditAdChange } from './audit-ad-change.ts';
import { emitAdChange } from './emit-ad-change.ts';

/** Archives an ad until it is purged. Archiving again does not extend the time. */
export async function archiveAd(services: Services, viewer: SignedInViewer, id: number): Promise<{ board_id: number }> {
  const { db, clock, publicCache } = services;
  await db.transaction().execute(async (tx) => {
    const ad = requireOwn(viewer, await lockAd(tx, id));
    if (ad.archived_at !== null) return;
    await updateAd(tx, id, { archived_at: clock() });
    await emitAdChange(services, tx, ad, id);
    await emit(services, tx, { type: 'ads.archived', adIds: [id] });
    await auditAdChange(services, tx, viewer, ad, { archived: true });
  });
  publicCache.invalidate();
  return { board_id: id };
}

/** Restores an archived ad unchanged; an expired one gets a new term, otherwise it would be archived again at once. */
export async function restoreAd(services: Services, viewer: SignedInViewer, id: number): Promise<Board> {
  const { db, clock } = services;
  await db.transaction().execute(async (tx) => {
    const ad = requireMayRestore(viewer, await lockAd(tx, id));
    if (ad.archived_at === null) return;
    const isOver = ad.expired || ad.expires_at <= clock();
    await updateAd(tx, id, { archived_at: null, ...(isOver && newExpiry(clock())) });
    await emitAdChange(services, tx, ad, id);
    await auditAdChange(services, tx, viewer, ad, { archived: false });
  });
  services.publicCache.invalidate();
  return getAd(services, viewer, id);
}

/** Starts a new term from now. An expired ad leaves the archive; an ad archived by its owner stays there. */
export async function renewAd(services: Services, viewer: SignedInViewer, id: number): Promise<Board> {
  const { db, clock } = services;
  await db.transaction().execute(async (tx) => {
    const ad = requireMayRestore(viewer, await lockAd(tx, id));
    await updateAd(tx, id, { ...newExpiry(clock()), ...(ad.expired && { archived_at: null }) });
    await emitAdChange(services, tx, ad, id);
    await auditAdChange(services, tx, viewer, ad, { renewed: true });
  });
  services.publicCache.invalidate();
  return getAd(services, viewer, id);
}
