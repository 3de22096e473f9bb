import type { AdDraft, Board } from '@app/contract/market/ads';
import type { Insertable } from 'kysely';
import { claimImages } from '../../files/media/media.public.ts';
import { onContentPublished } from '../../money/payments/payments.public.ts';
import { parseExternalPhone } from '../../people/users/users.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import { emit } from '../../platform/domain/events.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import { type IdempotencyKey, runIdempotent } from '../../platform/http/idempotency.ts';
import type { QuarantinedFile } from '../../platform/http/uploads.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { checkPlace } from '../../reference/reference.public.ts';
import { createPhotos } from './ad-photos.ts';
import { mayCreateAd, mayNameExternalAuthor } from './ads.policy.ts';
import { appendPhotos, categoryExists, insertAd, toColumns } from './ads.queries.ts';
import type { AdsTable } from './ads.tables.ts';
import { attributeColumns } from './attributes/ad-attributes.ts';
import { audienceColumns } from './audience/audience-columns.ts';
import { discardDraft } from './drafts/ad-drafts.ts';
import { getAd } from './get-ad.ts';
import { kindColumns } from './kinds/kind-columns.ts';
import { newExpiry } from './lifecycle/ad-expiry.ts';
import { emitAdChange } from './lifecycle/emit-ad-change.ts';
import { vacationColumns } from './own/vacation.ts';
import { holdForReview } from './review/review.ts';

/**
 * Creates an ad with its photos.
 *
 * Photos are processed before the transaction and claimed in it: a failure leaves unclaimed images for the sweep, never
 * an ad without its photos.
 */
export async function createAd(
  services: Services,
  viewer: SignedInViewer,
  draft: AdDraft,
  files: Partial<Record<string, QuarantinedFile[]>>,
  idempotency: IdempotencyKey | undefined,
): Promise<Board> {
  if (!mayCreateAd(viewer)) throw new Failure('subscription_required');
  const kind = kindColumns(draft, undefined, services.clock());
  const place = await checkPlaceAndCategory(services, draft);
  const attributes = await attributeColumns(services.db, draft);
  const author = mayNameExternalAuthor(viewer) && draft.board_external === 1 ? readExternalAuthor(draft) : null;
  const imageIds = await createPhotos(services, viewer.userId, files['board_photo[]'] ?? []);
  const picture = await createAuthorPicture(services, viewer, author !== null, files.user_photo);

  const { id } = await services.db.transaction().execute((tx: Tx) =>
    runIdempotent(tx, idempotency, async () => {
      const row = {
        ...place,
        title: draft.board_title,
        description: draft.board_description,
        ...toColumns(draft),
        ...audienceColumns(draft),
        ...kind,
        category_id: draft.category ?? null,
        ...attributes,
        ...author,
        ...(picture && { external_photo: picture.src, external_image_id: picture.id }),
        ...(author === null && (await vacationColumns(tx, viewer.userId))),
      };
      if (picture) await claimImages(tx, viewer.userId, [picture.id]);
      const adId = await insertOwnAd(services, tx, viewer, row, imageIds);
      await discardDraft(tx, viewer);
      return adId;
    }),
  );
  services.publicCache.invalidate();
  return getAd(services, viewer, id);
}

export type AdAuthor = Pick<SignedInViewer, 'userId' | 'isStaff' | 'ip'>;

/** Inserts an ad with its photos, which are unclaimed so far. */
export async function insertOwnAd(
  services: Services,
  tx: Tx,
  author: AdAuthor,
  row: Omit<Insertable<AdsTable>, 'owner_id'>,
  imageIds: readonly number[],
): Promise<number> {
  const now = services.clock();
  const adId = await insertAd(tx, {
    ...row,
    owner_id: author.userId,
    ...newExpiry(now),
    created_at: now,
    changed_at: now,
  });
  await claimImages(tx, author.userId, imageIds);
  await appendPhotos(tx, adId, imageIds);
  if (!author.isStaff) await holdForReview(services, tx, adId, author.ip);
  await emit(services, tx, { type: 'ad.saved', adId });
  await emitAdChange(services, tx, undefined, adId);
  await onContentPublished(services, tx, author.userId);
  return adId;
}

/** Checks that category, country and city exist and that the city is in the country. A city alone sets its country. */
export async function checkPlaceAndCategory(
  { db }: Services,
  { category, country, city }: Pick<AdDraft, 'category' | 'country' | 'city'>,
): Promise<{ country_id: number | null; city_id: number | null }> {
  if (category && !(await categoryExists(db, category))) {
    throw new Failure('invalid_input', { fields: { category: 'errors.field.invalid' } });
  }
  const { countryId, cityId } = await checkPlace(db, { countryId: country ?? null, cityId: city ?? null });
  return { country_id: countryId, city_id: cityId };
}

function readExternalAuthor(draft: AdDraft) {
  const phone = parseExternalPhone(draft.user_phone ?? '');
  if (phone === null) throw new Failure('invalid_input', { fields: { user_phone: 'errors.field.phone.invalid' } });
  return {
    is_external: true,
    external_name: draft.user_firstname ?? '',
    external_phone: phone,
    external_photo: draft.user_photo ?? '',
  };
}

/** From all but staff the picture is ignored, as the author's name is. */
async function createAuthorPicture(
  { media }: Services,
  viewer: SignedInViewer,
  isExternal: boolean,
  [file]: readonly QuarantinedFile[] = [],
): Promise<{ id: number; src: string } | null> {
  if (file === undefined) return null;
  if (isExternal) return media.createImage(file, 'avatar', viewer.userId);
  await media.quarantine.discard(file);
  return null;
}
