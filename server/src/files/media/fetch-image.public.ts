import { Readable } from 'node:stream';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import {
  fetchPublic,
  PublicFetchError,
  type PublicNetwork,
  type PublicReader,
} from '../../platform/public-fetch/fetch-public.ts';

interface ImageRequest extends PublicReader {
  maxBytes: number;
  kind: Parameters<Services['media']['createImage']>[1];
  ownerId: number | null;
}

/** Stores a picture of another site, re-encoded like every picture. Null for one that cannot be read or shown. */
export async function fetchImage(
  { media }: Services,
  address: URL,
  { maxBytes, kind, ownerId, ...reader }: ImageRequest,
  network: PublicNetwork,
): Promise<Awaited<ReturnType<Services['media']['createImage']>> | null> {
  try {
    const { body, isCut } = await fetchPublic(address, { types: ['image/'], maxBytes, ...reader }, network);
    if (isCut) return null;
    const file = await media.quarantine.receive(Readable.from([body]), { maxBytes, kinds: ['image'] });
    return await media.createImage(file, kind, ownerId);
  } catch (error) {
    if (error instanceof PublicFetchError || error instanceof Failure) return null;
    throw error;
  }
}
