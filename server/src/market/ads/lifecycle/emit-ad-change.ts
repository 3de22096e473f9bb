import { AD_AUDIENCES, AD_CIRCLE_FIRST_HOURS, type AdAudience } from '@app/contract/market/ads';
import type { Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import type { AdEvent } from '../ad-events.public.ts';
import { emitAdEvents } from '../ad-events.public.ts';
import type { AdRow } from '../ads.queries.ts';

export const AD_SNAPSHOT_COLUMNS = ['is_public', 'is_circle_only', 'audience', 'price_roubles'] as const;
export type AdSnapshot = Pick<AdRow, (typeof AD_SNAPSHOT_COLUMNS)[number]>;
type ChangedAd = AdSnapshot & Pick<AdRow, 'id' | 'owner_id' | 'published_at' | 'circle_first' | 'opens_at'>;

/**
 * Emits the net effect of this transaction's changes, after all of them: whether the ad is shown, to whom and at what price.
 * `before` is the locked ad before the changes, absent for a new ad.
 */
export async function emitAdChange(
  services: Services,
  tx: Tx,
  before: AdSnapshot | undefined,
  adId: number,
): Promise<void> {
  await emitAdChanges(services, tx, new Map(before && [[adId, before]]), [adId]);
}

export async function emitAdChanges(
  services: Services,
  tx: Tx,
  before: ReadonlyMap<number, AdSnapshot>,
  adIds: readonly number[],
): Promise<void> {
  if (adIds.length === 0) return;
  const ads: ChangedAd[] = await tx
    .selectFrom('ads')
    .select(['id', 'owner_id', 'published_at', 'circle_first', 'opens_at', ...AD_SNAPSHOT_COLUMNS])
    .where('id', 'in', adIds)
    .orderBy('id')
    .execute();
  const waiting = ads.filter(isFirstShownToCircle).map(({ id }) => id);
  if (waiting.length > 0) {
    // The job `open-ads` finds them by this time.
    const opens_at = new Date(services.clock().getTime() + AD_CIRCLE_FIRST_HOURS * HOUR_MS);
    await tx.updateTable('ads').set({ opens_at }).where('id', 'in', waiting).execute();
  }
  const newlyShown = ads.filter((ad) => ad.published_at === null && (isShown(ad) || isShown(before.get(ad.id))));
  if (newlyShown.length > 0) {
    const ids = newlyShown.map(({ id }) => id);
    await tx.updateTable('ads').set({ published_at: services.clock() }).where('id', 'in', ids).execute();
  }
  await emitAdEvents(
    services,
    tx,
    ads.flatMap((ad) => eventsOf(before.get(ad.id), ad)),
  );
}

const HOUR_MS = 3_600_000;

const isShown = (ad: AdSnapshot | undefined): boolean => ad !== undefined && (ad.is_public || ad.is_circle_only);

const isFirstShownToCircle = (ad: ChangedAd): boolean => ad.circle_first && ad.opens_at === null && isShown(ad);

const isWider = (one: AdAudience, other: AdAudience): boolean =>
  AD_AUDIENCES.indexOf(one) < AD_AUDIENCES.indexOf(other);

function eventsOf(before: AdSnapshot | undefined, ad: ChangedAd): AdEvent[] {
  const about = { adId: ad.id, ownerId: ad.owner_id };
  const [wasShown, isNow] = [isShown(before), isShown(ad)];
  if (ad.published_at === null && isNow && !wasShown) return [{ kind: 'published', ...about }];
  const moved: AdEvent[] = wasShown === isNow ? [] : [{ kind: isNow ? 'returned' : 'left', ...about }];
  if (before === undefined || !isNow) return moved;
  if (wasShown && isWider(ad.audience, before.audience)) moved.push({ kind: 'opened', ...about });
  if (wasShown && isWider(before.audience, ad.audience)) moved.push({ kind: 'narrowed', ...about });
  if (before.price_roubles === ad.price_roubles) return moved;
  return [...moved, { kind: 'price', ...about, priceBefore: before.price_roubles, price: ad.price_roubles }];
}
