import type { DuplicateAd } from '@app/contract/market/ad-owner';
import { adOwnerApi } from '#contract/market/ad-owner';
import { shrinkPhoto } from '../../../files/media/prepare-photo.ts';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import type { AdInput } from './save-ad.ts';

/** Pixels; enough to compare photos, and fast to compute on a phone. */
const SIDE = 512;
const TIMEOUT_MS = 8000;

/** Finds public and own ads similar to the one about to be published. A failed comparison does not prevent publishing. */
export async function findDuplicateAds({ fields, photos }: Pick<AdInput, 'fields' | 'photos'>): Promise<DuplicateAd[]> {
  const files = photos.flatMap(({ file }) => (file ? [file] : []));
  const small = await Promise.all(files.map((file) => shrinkPhoto(file, SIDE).catch(() => null)));
  const { board_title, board_description } = fields;
  try {
    const { twins } = await call(adOwnerApi.duplicates, {
      body: { board_title, board_description },
      files: { 'board_photo[]': small.filter((photo) => photo !== null) },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return twins;
  } catch (error) {
    const isExpected = isApiError(error) || error instanceof DOMException;
    if (!isExpected) throw error;
    return [];
  }
}
