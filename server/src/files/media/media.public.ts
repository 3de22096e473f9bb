import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { ImageKind } from '@app/contract/files/media';
import { type Kysely, sql } from 'kysely';
import type { BaseLogger } from 'pino';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';
import type { QuarantinedFile } from '../../platform/http/uploads.ts';
import { createScanner, type Scanner } from '../../platform/scanner/scanner.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { computePerceptualHash, createImage, type EncodedFiles, encodeFile, toBits } from './create-image.ts';
import { type Ffmpeg, findFfmpeg } from './ffmpeg.public.ts';
import { createQuarantine, type Quarantine } from './quarantine.ts';
import { WORKER_LIMITS, WorkerPool } from './worker/worker-pool.ts';

export type MediaImage = Awaited<ReturnType<typeof createImage>>;

export interface Media {
  quarantine: Quarantine;
  /** Looks at every file that is received. Undefined: none is set. */
  scanner: Scanner | undefined;
  workers: WorkerPool;
  /**
   * Encodes, stores and registers a received file, which is removed from quarantine in any case. The image is durable
   * and unclaimed. Fails with unprocessable_image.
   */
  createImage(file: QuarantinedFile, kind: ImageKind, ownerId: number | null): Promise<MediaImage>;
  /**
   * Encodes a received file for a domain with its own storage keys. `mayMove`: a short animation stays animated;
   * `wantsFrames`: the whole animation is returned beside still variants;
   * `wantsIcons`: the files of a logo are. The received file stays; the outputs are in
   * quarantine until discarded. Fails with unprocessable_image.
   */
  encodeImage(
    file: QuarantinedFile,
    kind: ImageKind,
    options?: { mayMove?: boolean; wantsFrames?: boolean; wantsIcons?: boolean },
  ): Promise<EncodedFiles>;
  /**
   * Perceptual hash of a received file as stored in the database: 64 zeros and ones. The file is consumed and nothing
   * is stored.
   */
  perceptualHashOf(file: QuarantinedFile): Promise<string>;
  /** ffmpeg for video and loudness; null when it is not available. */
  ffmpeg(): Ffmpeg | null;
  close(): Promise<void>;
}

declare module '../../platform/domain/services.ts' {
  interface Services {
    media: Media;
  }
}

export type EncodedPicture = Awaited<ReturnType<Media['encodeImage']>>;

interface MediaParts {
  config: Pick<Config, 'dataDir' | 'scanner' | 'internalCa'>;
  storage: Storage;
  db: Kysely<Database>;
  log: BaseLogger;
}

export async function createMedia({ config, storage, db, log }: MediaParts): Promise<Media> {
  const scanner = config.scanner && createScanner(config.scanner, { log, ca: config.internalCa });
  const quarantine = await createQuarantine(path.resolve(config.dataDir, 'quarantine'), scanner);
  // On a small machine a second concurrent image would only take CPU from the server.
  const workers = new WorkerPool(log, { ...WORKER_LIMITS, workers: availableParallelism() > 2 ? 2 : 1 });
  return {
    quarantine,
    scanner,
    workers,
    createImage: (file, kind, ownerId) => createImage({ db, storage, quarantine, workers }, file, kind, ownerId),
    encodeImage: (file, kind, options) => encodeFile({ workers }, file, kind, options),
    perceptualHashOf: async (file) => toBits(await computePerceptualHash({ quarantine, workers }, file)),
    ffmpeg: findFfmpeg,
    close: () => workers.close(),
  };
}

/**
 * Claims uploaded images for the object that shows them, in its transaction. Only the owner can claim an image, and
 * only once. Fails with not_found, and then claims none.
 */
export async function claimImages(
  tx: Kysely<Database>,
  ownerId: number | null,
  imageIds: readonly number[],
): Promise<void> {
  if (imageIds.length === 0) return;
  const { numUpdatedRows } = await tx
    .updateTable('media_images')
    .set({ state: 'claimed', claimed_at: sql<Date>`now()` })
    .where('id', 'in', imageIds)
    .where('owner_id', 'is not distinct from', ownerId)
    .where('state', '=', 'unclaimed')
    .executeTakeFirst();
  if (Number(numUpdatedRows) !== imageIds.length) throw new Failure('not_found');
}

/**
 * Releases images that nothing shows any more. The sweep removes their files a day later, unless another row uses the
 * same content.
 */
export async function releaseImages(tx: Kysely<Database>, imageIds: readonly number[]): Promise<void> {
  if (imageIds.length === 0) return;
  await tx
    .updateTable('media_images')
    .set({ state: 'garbage', released_at: sql<Date>`now()` })
    .where('id', 'in', imageIds)
    .where('state', '<>', 'garbage')
    .execute();
}
