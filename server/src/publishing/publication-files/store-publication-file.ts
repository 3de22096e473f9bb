import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { PUBLISH_PHOTOS_MAX, PUBLISH_VIDEO_MAX_MS, type PublicationFile } from '@app/contract/publishing/publications';
import type { Insertable } from 'kysely';
import {
  fileKey,
  type NewObject,
  pictureObjects,
  storeMissingObjects,
} from '../../files/media/stored-objects.public.ts';
import { probeVideo, unsupported } from '../../files/media/video.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import { type IdempotencyKey, runIdempotent } from '../../platform/http/idempotency.ts';
import type { QuarantinedFile } from '../../platform/http/uploads.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { storageFull } from '../../platform/storage/storage-full.ts';
import { countPublicationFileBytes } from './export-publication-files.public.ts';
import { PUBLICATION_FILE_OBJECTS } from './object-keys.ts';
import { findFile, insertFile, sumUnclaimed } from './publication-files.queries.ts';
import type { PublicationFilesTable } from './publication-files.tables.ts';
import { enqueueAnimationTranscode, FRAMES_TYPE } from './transcode-animation-kind.ts';
import { enqueueVideoTranscode } from './transcode-video-kind.ts';

export interface StoredPublicationFile {
  id: number;
  kind: PublicationFile['kind'];
}

export interface StorePublicationFileOptions {
  idempotency?: IdempotencyKey | undefined;
  /** Runs in the transaction that stores the file: see `withUpload`. */
  consumeUpload?(tx: Tx): Promise<void>;
}

/** Limits a user's unclaimed files: several unfinished publications and a few large videos. */
const UNCLAIMED_MAX = PUBLISH_PHOTOS_MAX * 10;
const UNCLAIMED_BYTES_MAX = 4 * 2 ** 30;

const PHOTO_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

interface Prepared {
  row: Omit<Insertable<PublicationFilesTable>, 'owner_id'>;
  objects: NewObject[];
  discard(): Promise<void>;
}

/**
 * Stores a received photo or video for a later publication; the received file stays in quarantine. Fails with
 * unsent_full, storage_full, unsupported_media, unprocessable_image, unprocessable_video, video_too_long.
 *
 * Objects are stored before the row: a crash in between leaves unreferenced objects for the sweep and an unused upload.
 * Objects that a sweep removed at that moment are stored again.
 */
export async function addPublicationFile(
  services: Services,
  { userId }: Pick<SignedInViewer, 'userId'>,
  file: QuarantinedFile,
  { idempotency, consumeUpload }: StorePublicationFileOptions = {},
): Promise<StoredPublicationFile> {
  const { db, storage } = services;
  const prepared = await prepare(services, file);
  try {
    const { row, objects } = prepared;
    await storeMissingObjects(storage, objects);
    const { id } = await db.transaction().execute((tx) =>
      runIdempotent(tx, idempotency, async () => {
        await requireRoom(services, tx, userId, row.bytes);
        await PUBLICATION_FILE_OBJECTS.lock(tx, row.storage_key);
        await storeMissingObjects(storage, objects);
        const newId = await insertFile(tx, { ...row, owner_id: userId });
        await consumeUpload?.(tx);
        if (row.video_state === 'processing') await enqueueVideoTranscode(services, tx, newId);
        if (row.kind === 'photo' && row.mime === FRAMES_TYPE) await enqueueAnimationTranscode(services, tx, newId);
        return newId;
      }),
    );
    // The idempotency key may refer to a file released since.
    const stored = requireFound(await findFile(db, id));
    return { id, kind: stored.kind };
  } finally {
    await prepared.discard();
  }
}

async function requireRoom({ config }: Services, tx: Tx, ownerId: number, more: number): Promise<void> {
  const { count, bytes } = await sumUnclaimed(tx, ownerId);
  if (count >= UNCLAIMED_MAX || bytes + more > UNCLAIMED_BYTES_MAX) throw new Failure('unsent_full');
  const max = config.roomFor.posts;
  if ((await countPublicationFileBytes(tx, ownerId)) + more > max) throw storageFull(max);
}

function prepare(services: Services, file: QuarantinedFile): Promise<Prepared> {
  if (PHOTO_TYPES.includes(file.mime)) return preparePhoto(services, file);
  return prepareVideo(services, file);
}

async function preparePhoto({ media }: Services, file: QuarantinedFile): Promise<Prepared> {
  const picture = await media.encodeImage(file, 'photo', { wantsFrames: media.ffmpeg() !== null });
  const { width, height, thumbhash, variants, frames, discard } = picture;
  // Animations with the same first frame may differ later, so the hash covers the whole file.
  const sha256 = frames
    ? createHash('sha256').update(picture.sha256).update(file.sha256).digest('hex')
    : picture.sha256;
  const bytes = picture.bytes + (frames ? (await stat(frames)).size : 0);
  const storageKey = PUBLICATION_FILE_OBJECTS.baseKeyOf(sha256);
  return {
    row: {
      kind: 'photo',
      storage_key: storageKey,
      widths: variants.map((variant) => variant.width),
      sha256,
      bytes,
      width,
      height,
      thumbhash,
      duration_ms: 0,
      mime: frames ? FRAMES_TYPE : '',
    },
    objects: [
      ...pictureObjects(storageKey, variants),
      ...(frames ? [{ key: fileKey(storageKey), path: frames, contentType: 'application/octet-stream' }] : []),
    ],
    discard,
  };
}

/**
 * A video that browsers play is stored as a copy without metadata such as the location; any other is stored unchanged
 * until it is transcoded.
 */
async function prepareVideo({ media }: Services, file: QuarantinedFile): Promise<Prepared> {
  const { width, height, durationMs, playable, videoCodec, discard } = await probeVideo(file, PUBLISH_VIDEO_MAX_MS);
  const isTranscoded = media.ffmpeg() !== null;
  if (!isTranscoded && playable === null) {
    await discard();
    throw unsupported(videoCodec ?? file.mime);
  }
  const original = playable ?? file;
  const storageKey = PUBLICATION_FILE_OBJECTS.baseKeyOf(original.sha256);
  return {
    row: {
      kind: 'video',
      storage_key: storageKey,
      widths: [],
      sha256: original.sha256,
      bytes: original.bytes,
      width: Math.round(width),
      height: Math.round(height),
      thumbhash: '',
      duration_ms: durationMs,
      mime: original.mime,
      is_playable: playable !== null,
      video_state: isTranscoded ? 'processing' : 'original',
    },
    objects: [{ key: fileKey(storageKey), path: original.path, contentType: 'application/octet-stream' }],
    discard,
  };
}
