import { DRAW_DAYS_MAX, DRAW_ENTRIES_MAX, type Draw } from '@app/contract/market/draws';
import { retryDeadlocks } from '../../../platform/database/retry-deadlocks.ts';
import type { Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure } from '../../../platform/failure.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import { getCommentableAd } from '../../ads/ad-comments.public.ts';
import { type DealtAd, lockDealtAd } from '../../ads/lifecycle/deal-marks.public.ts';
import { requireNoBlock, requireOnOffer } from '../create-offer.ts';
import { drawNext } from './draw-next.ts';
import { addEntry, countEntries, findDraw, findEntry, openDraw, updateDraw } from './draws.queries.ts';
import { getDraw } from './present-draw.ts';

const DAY_MS = 86_400_000;

/** Asks for the thing of somebody else. */
export async function joinDraw(services: Services, viewer: SignedInViewer, adId: number): Promise<Draw> {
  const { userId } = viewer;
  return changeDraw(services, viewer, adId, async (tx, ad) => {
    if (ad.owner_id === userId) throw new Failure('forbidden');
    await requireNoBlock(tx, ad.owner_id, userId);
    requireGiven(ad);
    const draw = await openDraw(tx, ad.id, services.clock());
    if ((await findEntry(tx, ad.id, userId)) !== null) return;
    if (draw.drawn_at !== null) throw new Failure('draw_over');
    if ((await countEntries(tx, ad.id)) >= DRAW_ENTRIES_MAX) throw new Failure('draw_full');
    await addEntry(tx, ad.id, userId, services.clock());
  });
}

/** A person who was drawn refuses by cancelling the deal; the number of one who leaves after the draw is passed over. */
export async function leaveDraw(services: Services, viewer: SignedInViewer, adId: number): Promise<Draw> {
  return changeDraw(services, viewer, adId, async (tx, ad) => {
    await tx.deleteFrom('ad_draw_entries').where('ad_id', '=', ad.id).where('user_id', '=', viewer.userId).execute();
  });
}

export async function scheduleDraw(
  services: Services,
  viewer: SignedInViewer,
  adId: number,
  time: string | null,
): Promise<Draw> {
  const at = time === null ? null : new Date(time);
  const ahead = at === null ? 0 : at.getTime() - services.clock().getTime();
  if (at !== null && (ahead <= 0 || ahead > DRAW_DAYS_MAX * DAY_MS))
    throw new Failure('invalid_input', { fields: { at: 'errors.field.invalid' } });
  return changeDraw(services, viewer, adId, async (tx, ad) => {
    requireGiven(requireOwnAd(viewer, ad));
    const draw = await findDraw(tx, ad.id);
    if (draw === undefined) throw new Failure('draw_empty');
    if (draw.drawn_at !== null) throw new Failure('draw_over');
    await updateDraw(tx, ad.id, { draw_at: at });
  });
}

export async function startDraw(services: Services, viewer: SignedInViewer, adId: number): Promise<Draw> {
  const draw = await changeDraw(services, viewer, adId, async (tx, ad) => {
    requireGiven(requireOwnAd(viewer, ad));
    await drawNext(services, tx, ad);
  });
  // After the commit, because a draw of which nobody is left was deleted.
  if (draw.state !== 'drawn') throw new Failure('draw_empty');
  services.publicCache.invalidate();
  return draw;
}

async function changeDraw(
  services: Services,
  viewer: SignedInViewer,
  adId: number,
  change: (tx: Tx, ad: DealtAd) => Promise<void>,
): Promise<Draw> {
  // Fails as the page of the ad does, when the viewer may not see it.
  await getCommentableAd(services.db, viewer, adId);
  await retryDeadlocks(() =>
    services.db.transaction().execute(async (tx) => {
      const ad = await lockDealtAd(tx, adId);
      if (ad === undefined) throw new Failure('not_found');
      await change(tx, ad);
    }),
  );
  return getDraw(services, viewer, adId);
}

function requireOwnAd(viewer: SignedInViewer, ad: DealtAd): DealtAd {
  if (ad.owner_id !== viewer.userId) throw new Failure('forbidden');
  return ad;
}

function requireGiven(ad: DealtAd): void {
  if (requireOnOffer(ad).kind !== 'give') throw new Failure('ad_not_open');
}
