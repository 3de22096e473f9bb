import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { type PostFile, PUBLISH_PHOTOS_MAX, PUBLISH_VIDEO_MAX_MS } from '@app/contract/publishing/publications';
import type { Insertable } from 'kysely';
import { probeVideo, unsupported } from '../../files/media/video.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';
import { type IdempotencyKey, once } from '../../platform/http/idempotency.ts';
import type { QuarantinedFile } from '../../platform/http/uploads.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { roomIsFull } from '../../platform/room.ts';
import type { Services } from '../../platform/services.ts';
import { countPostFileBytes } from './export-post-files.public.ts';
import { FRAMES_TYPE, makeMotionSoon } from './make-motion-kind.ts';
import { makeVideoSoon } from './make-video-kind.ts';
import { baseKeyOf, fileKey, widthKey } from './object-keys.ts';
import { findRow, insertFile, lockObjects, sumUnclaimed } from './post-files.queries.ts';
import type { PostFilesTable } from './post-files.tables.ts';

/** A stored file that no publication holds yet. */
export interface StoredPostFile {
  id: number;
  kind: PostFile['kind'];
}

export interface Keeping {
  idempotency?: IdempotencyKey | undefined;
  /** Part of the transaction that keeps the file: see `withUpload`. */
  settle?(tx: Tx): Promise<void>;
}

/** What one person may have that no publication holds: several publications in the making, and a few large videos. */
const UNCLAIMED_MAX = PUBLISH_PHOTOS_MAX * 10;
const UNCLAIMED_BYTES_MAX = 4 * 2 ** 30;

const PHOTO_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

/** A row to be, and what has to lie in the store for it. */
interface Prepared {
  row: Omit<Insertable<PostFilesTable>, 'owner_id'>;
  objects: { key: string; path: string; contentType: string }[];
  discard(): Promise<void>;
}

/**
 * Keep a received photo or video for a publication to come; the received file stays in quarantine.
 * Fails with unsent_full, storage_full, unsupported_media, unprocessable_image, unprocessable_video, video_too_long.
 *
 * The objects come before the row: a crash in between leaves objects of nobody, which the sweep takes, and an upload that was not
 * used. What a sweep took away under the same content in that moment is stored once more.
 */
export async function keepPostFile(
  services: Services,
  { userId }: Pick<SignedInViewer, 'userId'>,
  file: QuarantinedFile,
  { idempotency, settle }: Keeping = {},
): Promise<StoredPostFile> {
  const { db, storage } = services;
  const prepared = await prepare(services, file);
  try {
    const { row, objects } = prepared;
    const store = async (): Promise<void> => {
      for (const { key, path, contentType } of objects) {
        if (!(await storage.has(key))) await storage.put(key, path, contentType);
      }
    };
    await store();
    const { id } = await db.transaction().execute((tx) =>
      once(tx, idempotency, async () => {
        await requireRoom(services, tx, userId, row.bytes);
        await lockObjects(tx, [row.storage_key]);
        await store();
        const newId = await insertFile(tx, { ...row, owner_id: userId });
        await settle?.(tx);
        if (row.video_state === 'processing') await makeVideoSoon(services, tx, newId);
        if (row.kind === 'photo' && row.mime === FRAMES_TYPE) await makeMotionSoon(services, tx, newId);
        return newId;
      }),
    );
    // A key that is used again for what was let go meanwhile.
    const stored = await findRow(db, id);
    if (stored === undefined) throw new Failure('not_found');
    return { id, kind: stored.kind };
  } finally {
    await prepared.discard();
  }
}

async function requireRoom({ config }: Pick<Services, 'config'>, tx: Tx, ownerId: number, more: number): Promise<void> {
  const { count, bytes } = await sumUnclaimed(tx, ownerId);
  if (count >= UNCLAIMED_MAX || bytes + more > UNCLAIMED_BYTES_MAX) throw new Failure('unsent_full');
  const max = config.roomFor.posts;
  if ((await countPostFileBytes(tx, ownerId)) + more > max) throw roomIsFull(max);
}

function prepare(services: Services, file: QuarantinedFile): Promise<Prepared> {
  if (PHOTO_TYPES.includes(file.mime)) return preparePhoto(services, file);
  return prepareVideo(services, file);
}

async function preparePhoto({ media }: Services, file: QuarantinedFile): Promise<Prepared> {
  const picture = await media.encodeImage(file, 'photo', { wantsFrames: media.ffmpeg() !== null });
  const { width, height, thumbhash, variants, frames, discard } = picture;
  // Two that begin alike may go on differently.
  const sha256 = frames
    ? createHash('sha256').update(picture.sha256).update(file.sha256).digest('hex')
    : picture.sha256;
  const bytes = picture.bytes + (frames ? (await stat(frames)).size : 0);
  const storageKey = baseKeyOf(sha256);
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
      ...variants.map((variant) => ({
        key: widthKey(storageKey, variant.width),
        path: variant.path,
        contentType: 'image/webp',
      })),
      ...(frames ? [{ key: fileKey(storageKey), path: frames, contentType: 'application/octet-stream' }] : []),
    ],
    discard,
  };
}

/** Of what browsers play, the copy without names of places and the like is kept; of the rest what was sent, until it is made. */
async function prepareVideo({ media }: Services, file: QuarantinedFile): Promise<Prepared> {
  const { width, height, durationMs, playable, videoCodec, discard } = await probeVideo(file, PUBLISH_VIDEO_MAX_MS);
  const isMade = media.ffmpeg() !== null;
  if (!isMade && playable === null) {
    await discard();
    throw unsupported(videoCodec ?? file.mime);
  }
  const kept = playable ?? file;
  const storageKey = baseKeyOf(kept.sha256);
  return {
    row: {
      kind: 'video',
      storage_key: storageKey,
      widths: [],
      sha256: kept.sha256,
      bytes: kept.bytes,
      width: Math.round(width),
      height: Math.round(height),
      thumbhash: '',
      duration_ms: durationMs,
      mime: kept.mime,
      is_playable: playable !== null,
      video_state: isMade ? 'processing' : 'original',
    },
    objects: [{ key: fileKey(storageKey), path: kept.path, contentType: 'application/octet-stream' }],
    discard,
  };
}
