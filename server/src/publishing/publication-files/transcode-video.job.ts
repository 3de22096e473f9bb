import { randomUUID } from 'node:crypto';
import { mkdir, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { PublicationFileEvent } from '@app/contract/publishing/publications';
import { sql } from 'kysely';
import { FfmpegError } from '../../files/media/ffmpeg.public.ts';
import { widthKey } from '../../files/media/stored-objects.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import { emit } from '../../platform/domain/events.ts';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';
import {
  createRenditions,
  detectHighRange,
  drawPoster,
  type TranscodedVideo,
  type VideoSource,
} from './create-renditions.ts';
import { fetchSource } from './fetch-source.ts';
import { newRenditionKey, PUBLICATION_FILE_OBJECTS, renditionKey } from './object-keys.ts';
import { POSTER_WIDTH } from './present-publication-file.ts';
import type { FileRow } from './publication-files.queries.ts';
import { BROKEN_TRIES, transcodeVideoKind, VIDEO_TRIES_MAX } from './transcode-video-kind.ts';

const PROGRESS_EVERY_MS = 2_000;
const TOUCH_EVERY_MS = 60_000;
/** The first moment of a video is often black. */
const POSTER_MS = 1_000;

/**
 * Creates poster, MP4 and HLS of a video under a key of this attempt. A killed attempt leaves nothing visible and the
 * next starts anew; repeated failure ends as `failed`, and the original stays.
 */
export const transcodeVideo = defineJob({
  ...transcodeVideoKind,
  run: async (services: Services, { id }) => {
    const row = await startTry(services, id);
    if (row === undefined) return;
    // The sweep deletes the files of a killed attempt after an hour.
    const folder = path.join(services.media.quarantine.folder, `video-${randomUUID()}`);
    await mkdir(folder);
    const touching = setInterval(() => void touch(folder), TOUCH_EVERY_MS);
    try {
      const source = await openSource(services, row, folder);
      if (source === undefined) return await fail(services, row);
      await createPoster(services, row, source, folder);
      if (row.video_state !== 'processing') return;
      const transcoded = await createRenditions(source, { folder, onProgress: createProgressReporter(services, row) });
      await finish(services, row, transcoded);
    } catch (error) {
      if (!(error instanceof FfmpegError)) throw error;
      services.log.info({ id, trouble: error.trouble, said: error.said }, 'a video could not be transcoded');
      // A killed process may only have been short of memory or stopped with the node.
      if (row.attempts < (error.trouble === 'killed' ? VIDEO_TRIES_MAX : BROKEN_TRIES)) throw error;
      await fail(services, row);
    } finally {
      clearInterval(touching);
      await rm(folder, { recursive: true, force: true });
    }
  },
});

/** Counts the attempt before it starts, so that a killed one counts too. Undefined: nothing to do. */
async function startTry(services: Services, id: number): Promise<FileRow | undefined> {
  const { db, media } = services;
  const row = await db
    .updateTable('post_files')
    .set({ attempts: sql<number>`attempts + 1`, progress: 0 })
    .where('id', '=', id)
    .where('kind', '=', 'video')
    .where('state', '<>', 'garbage')
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (media.ffmpeg() === null) {
    if (row.video_state === 'processing') await setFinalState(services, row, row.is_playable ? 'original' : 'failed');
    return undefined;
  }
  if (row.video_state === 'processing' && row.attempts > VIDEO_TRIES_MAX) {
    await fail(services, row);
    return undefined;
  }
  return row;
}

const touch = (folder: string): Promise<void> => {
  const now = new Date();
  return utimes(folder, now, now).catch(() => {});
};

async function openSource(services: Services, row: FileRow, folder: string): Promise<VideoSource | undefined> {
  const file = await fetchSource(services, row, folder);
  if (file === undefined) return undefined;
  const { mime, width, height, duration_ms: durationMs } = row;
  // An unreadable file fails later, in the transcoding itself.
  const range = await detectHighRange({ path: file, mime }, folder).catch(() => undefined);
  return { path: file, mime, width, height, durationMs, range };
}

/** Shows the poster as soon as it exists; a failed poster is left out. */
async function createPoster(services: Services, row: FileRow, source: VideoSource, folder: string): Promise<void> {
  const { db, media, storage } = services;
  const isShown = row.poster_key !== null && row.video_state === 'processing';
  if (isShown) return;
  const ms = row.poster_ms ?? Math.min(POSTER_MS, Math.floor(row.duration_ms / 3));
  const drawn = await drawPoster(source, folder, ms)
    .catch(() => drawPoster(source, folder, 0))
    .catch(() => undefined);
  if (drawn === undefined) return;
  const picture = await media.encodeImage({ path: drawn, mime: 'image/jpeg', bytes: 0, sha256: '' }, 'photo');
  try {
    const variant = picture.variants.find(({ width }) => width === POSTER_WIDTH);
    if (variant === undefined) return;
    const key = PUBLICATION_FILE_OBJECTS.baseKeyOf(picture.sha256);
    await db.transaction().execute(async (tx) => {
      await PUBLICATION_FILE_OBJECTS.lock(tx, key);
      const object = widthKey(key, POSTER_WIDTH);
      if (!(await storage.has(object))) await storage.put(object, variant.path, 'image/webp');
      const updated = await tx
        .updateTable('post_files')
        .set({ poster_key: key, thumbhash: picture.thumbhash })
        .where('id', '=', row.id)
        .where('state', '<>', 'garbage')
        .returningAll()
        .executeTakeFirst();
      if (updated) await publishFileEvent(services, tx, updated);
    });
    if (row.publish_id !== null) services.publicCache.invalidate();
  } finally {
    await picture.discard();
  }
}

function createProgressReporter(services: Services, { id }: FileRow): (percent: number) => void {
  let last = 0;
  let busy = false;
  return (percent) => {
    if (busy || Date.now() - last < PROGRESS_EVERY_MS) return;
    last = Date.now();
    busy = true;
    services.db
      .transaction()
      .execute(async (tx) => {
        const row = await tx
          .updateTable('post_files')
          .set({ progress: percent })
          .where('id', '=', id)
          .where('video_state', '=', 'processing')
          .returningAll()
          .executeTakeFirst();
        if (row) await publishFileEvent(services, tx, row);
      })
      // Progress is informational, so errors are ignored.
      .catch(() => {})
      .finally(() => {
        busy = false;
      });
  };
}

/** The video is visible after this commit. Objects no longer needed are left to the sweep. */
async function finish(services: Services, row: FileRow, transcoded: TranscodedVideo): Promise<void> {
  const { db, storage } = services;
  const key = newRenditionKey();
  for (const { part, path: file } of transcoded.files)
    await storage.put(renditionKey(key, part), file, 'application/octet-stream');
  const { renditions, bytes } = transcoded;
  await db.transaction().execute(async (tx) => {
    const updated = await tx
      .updateTable('post_files')
      .set({ video_state: 'ready', progress: 100, rendition_key: key, renditions, rendition_bytes: bytes })
      .where('id', '=', row.id)
      .where('state', '<>', 'garbage')
      .returningAll()
      .executeTakeFirst();
    if (updated) await publishFileEvent(services, tx, updated);
  });
  services.publicCache.invalidate();
}

async function fail(services: Services, row: FileRow): Promise<void> {
  if (row.video_state === 'processing') await setFinalState(services, row, 'failed');
}

async function setFinalState(services: Services, { id }: FileRow, video_state: 'failed' | 'original'): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('post_files')
      .set({ video_state, progress: 0 })
      .where('id', '=', id)
      .where('video_state', '=', 'processing')
      .where('state', '<>', 'garbage')
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) return;
    await publishFileEvent(services, tx, row);
    if (video_state === 'failed' && row.publish_id !== null)
      await emit(services, tx, { type: 'publication.videoFailed', publishId: row.publish_id });
  });
  services.publicCache.invalidate();
}

async function publishFileEvent(services: Services, tx: Tx, row: FileRow): Promise<void> {
  if (row.owner_id === null) return;
  const event: PublicationFileEvent = {
    type: 'post_file',
    file_id: row.id,
    publish_id: row.publish_id,
    state: row.video_state,
    progress: row.progress,
  };
  await services.live.publishUserEvent(tx, row.owner_id, event);
}
