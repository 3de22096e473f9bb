import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { ImageKind } from '@app/contract/files/media';
import { type Kysely, sql } from 'kysely';
import type { BaseLogger } from 'pino';
import type { Database } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';
import type { QuarantinedFile } from '../../platform/http/uploads.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { computePerceptualHash, createImage, type EncodedFiles, encodeFile, toBits } from './create-image.ts';
import { type Ffmpeg, findFfmpeg } from './ffmpeg.public.ts';
import { createQuarantine, type Quarantine } from './quarantine.ts';
import { createWorkerPool, WORKER_LIMITS, type WorkerPool } from './worker/worker-pool.ts';

/** A stored picture that nothing shows yet. */
export type MediaImage = Awaited<ReturnType<typeof createImage>>;

export interface Media {
  quarantine: Quarantine;
  workers: WorkerPool;
  /**
   * Re-encode, store and register one received file; it leaves quarantine either way. The answer is durable and unclaimed.
   * Fails with unprocessable_image.
   */
  createImage(file: QuarantinedFile, kind: ImageKind, ownerId: number | null): Promise<MediaImage>;
  /**
   * Re-encode one received file for a domain that keeps it under keys of its own; `mayMove`: a short moving picture goes on moving;
   * `wantsFrames`: it comes as a whole beside its still variants.
   * The received file stays; what came of it lies in quarantine until it is discarded. Fails with unprocessable_image.
   */
  encodeImage(
    file: QuarantinedFile,
    kind: ImageKind,
    options?: { mayMove?: boolean; wantsFrames?: boolean },
  ): Promise<EncodedFiles>;
  /** What a received file looks like, as the database keeps it: 64 zeros and ones. It leaves quarantine, nothing is stored. */
  perceptualHashOf(file: QuarantinedFile): Promise<string>;
  /** What makes videos and measures sounds; null: nothing on this machine does. */
  ffmpeg(): Ffmpeg | null;
  close(): Promise<void>;
}

/** A picture that was encoded anew, for the domain that keeps it. */
export type EncodedPicture = Awaited<ReturnType<Media['encodeImage']>>;

interface MediaParts {
  config: { dataDir: string };
  storage: Storage;
  db: Kysely<Database>;
  log: BaseLogger;
}

export async function createMedia({ config, storage, db, log }: MediaParts): Promise<Media> {
  const quarantine = await createQuarantine(path.resolve(config.dataDir, 'quarantine'));
  // On a small machine a second picture at a time would only take the server's own core.
  const workers = createWorkerPool(log, { ...WORKER_LIMITS, workers: availableParallelism() > 2 ? 2 : 1 });
  return {
    quarantine,
    workers,
    createImage: (file, kind, ownerId) => createImage({ db, storage, quarantine, workers }, file, kind, ownerId),
    encodeImage: (file, kind, options) => encodeFile({ workers }, file, kind, options),
    perceptualHashOf: async (file) => toBits(await computePerceptualHash({ quarantine, workers }, file)),
    ffmpeg: findFfmpeg,
    close: () => workers.close(),
  };
}

/**
 * Bind uploaded pictures to what shows them, in that thing's own transaction. Each can be claimed once, by its owner only;
 * anything else fails with not_found and, with the transaction, claims none.
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

/** Nothing shows these pictures any more. Their files go with the sweep, a day later, unless another row has the same picture. */
export async function releaseImages(tx: Kysely<Database>, imageIds: readonly number[]): Promise<void> {
  if (imageIds.length === 0) return;
  await tx
    .updateTable('media_images')
    .set({ state: 'garbage', released_at: sql<Date>`now()` })
    .where('id', 'in', imageIds)
    .where('state', '<>', 'garbage')
    .execute();
}
