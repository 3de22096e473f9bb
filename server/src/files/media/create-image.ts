import { mkdir, rm } from 'node:fs/promises';
import { type ImageKind, type ImageUrls, imageUrls } from '@app/contract/files/media';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import type { QuarantinedFile } from '../../platform/http/uploads.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { IMAGE_OBJECTS } from './image-objects.ts';
import { insertImage } from './media.queries.ts';
import type { Quarantine } from './quarantine.ts';
import { pictureObjects, storeMissingObjects } from './stored-objects.public.ts';
import type { EncodedImage, ImageJob } from './worker/image-job.ts';
import type { WorkerPool } from './worker/worker-pool.ts';

export interface MediaImage extends ImageUrls {
  id: number;
  width: number;
  height: number;
  thumbhash: string;
}

export interface ImageServices {
  db: Kysely<Database>;
  storage: Storage;
  quarantine: Quarantine;
  workers: WorkerPool;
}

/**
 * Turns a quarantined file into a stored image that its owner may claim. The file is consumed in any case.
 *
 * The row is inserted before the files: a crash in between leaves an unclaimed row, which the sweep removes, while
 * files without a row could be swept during a second upload of the same image.
 */
export async function createImage(
  { db, storage, quarantine, workers }: ImageServices,
  file: QuarantinedFile,
  kind: ImageKind,
  ownerId: number | null,
): Promise<MediaImage> {
  try {
    const encoded = await encodeFile({ workers }, file, kind);
    try {
      const { width, height, thumbhash, perceptualHash, sha256, bytes } = encoded;
      const baseKey = IMAGE_OBJECTS.baseKeyOf(sha256);
      const widths = encoded.variants.map((variant) => variant.width);
      const id = await db.transaction().execute(async (tx) => {
        await IMAGE_OBJECTS.lock(tx, baseKey);
        return insertImage(tx, {
          owner_id: ownerId,
          kind,
          base_key: baseKey,
          width,
          height,
          thumbhash,
          widths,
          bytes,
          sha256,
          perceptual_hash: toBits(perceptualHash),
        });
      });
      await storeMissingObjects(storage, pictureObjects(baseKey, encoded.variants));
      return { id, width, height, thumbhash, ...imageUrls({ base_key: baseKey, kind, widths }) };
    } finally {
      await encoded.discard();
    }
  } finally {
    await quarantine.discard(file);
  }
}

export interface EncodedFiles extends EncodedImage {
  discard(): Promise<void>;
}

/** Leaves the received file in place. Fails with unprocessable_image and then leaves no output. */
export async function encodeFile(
  { workers }: Pick<ImageServices, 'workers'>,
  file: QuarantinedFile,
  kind: ImageKind,
  options: Pick<ImageJob, 'mayMove' | 'wantsFrames' | 'wantsIcons'> = {},
): Promise<EncodedFiles> {
  const outFolder = `${file.path}.out`;
  const discard = () => rm(outFolder, { recursive: true, force: true });
  try {
    await mkdir(outFolder);
    const encoded = await workers.encode({ source: file.path, mime: file.mime, kind, outFolder, ...options });
    return { ...encoded, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** Perceptual hash of a quarantined file, in hex. Consumes the file, stores nothing. Fails with unprocessable_image. */
export async function computePerceptualHash(
  { quarantine, workers }: Pick<ImageServices, 'quarantine' | 'workers'>,
  file: QuarantinedFile,
): Promise<string> {
  try {
    const { perceptualHash } = await workers.encode({
      source: file.path,
      mime: file.mime,
      kind: 'photo',
      outFolder: null,
    });
    return perceptualHash;
  } finally {
    await quarantine.discard(file);
  }
}

export function toBits(perceptualHash: string): string {
  return BigInt(`0x${perceptualHash}`).toString(2).padStart(64, '0');
}
