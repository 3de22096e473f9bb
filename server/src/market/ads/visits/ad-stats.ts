import { IMAGE_SRC_WIDTH, imageUrl } from '@app/contract/files/media';
import type { adOwnerApi } from '@app/contract/market/ad-owner';
import type { ResponseOf } from '@app/contract/platform/endpoint';
import { recordActionOnOthers } from '../../../platform/audit-log/record-staff-action.public.ts';
import type { Db } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import { requireOwn } from '../ad-photos.ts';
import { findAd } from '../ads.queries.ts';
import { listAdDays } from '../lifecycle/ad-days.ts';

type AdStats = ResponseOf<typeof adOwnerApi.stats>;

const REVEALS_MAX = 50;

export async function getAdStats({ db, clock }: Services, viewer: SignedInViewer, id: number): Promise<AdStats> {
  const ad = requireOwn(viewer, await findAd(db, id));
  await recordActionOnOthers(db, viewer, clock(), { action: 'ads.read', object: `ad:${id}`, aboutUserId: ad.owner_id });
  const [days, reveals] = await Promise.all([listAdDays(db, id, clock()), listReveals(db, id)]);
  return { days, reveals };
}

async function listReveals(db: Db, adId: number): Promise<AdStats['reveals']> {
  const rows = await db
    .selectFrom('ad_phone_reveals as reveal')
    .innerJoin('users', 'users.id', 'reveal.user_id')
    .leftJoin('media_images as avatar', 'avatar.id', 'users.photo_image_id')
    .select(({ fn }) => [
      'users.id',
      'users.firstname',
      'users.lastname',
      'avatar.base_key',
      fn.max('reveal.revealed_at').as('revealed_at'),
    ])
    .where('reveal.ad_id', '=', adId)
    .where('users.deleted_at', 'is', null)
    .groupBy(['users.id', 'avatar.base_key'])
    .orderBy('revealed_at', 'desc')
    .orderBy('users.id')
    .limit(REVEALS_MAX)
    .execute();
  return rows.map(({ id, firstname, lastname, base_key, revealed_at }) => ({
    user: { id, firstname, lastname, photo: base_key === null ? null : imageUrl(base_key, IMAGE_SRC_WIDTH.avatar) },
    timestamp: revealed_at.toISOString(),
  }));
}
