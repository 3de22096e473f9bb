import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { FfmpegError, runFfmpeg } from '../../files/media/ffmpeg.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { fetchSource } from './fetch-source.ts';
import { MOTION_PART, newRenditionKey, renditionKey } from './object-keys.ts';
import { findFile } from './publication-files.queries.ts';
import { transcodeAnimationKind } from './transcode-animation-kind.ts';

/** Longer animations are cut here, because they loop anyway. */
const SECONDS_MAX = 60;
const FPS = 30;
const SIDE_MAX = 960;

/**
 * Transcodes an animated image to a silent video of about a tenth of its size. Until that is done, or if it fails, the
 * image is shown as a still, without a notification.
 */
export const transcodeAnimation = defineJob({
  ...transcodeAnimationKind,
  run: async (services: Services, { id }) => {
    const { db, media, storage, log } = services;
    const row = await findFile(db, id);
    if (row === undefined || row.rendition_key !== null || media.ffmpeg() === null) return;
    const folder = path.join(media.quarantine.folder, `motion-${randomUUID()}`);
    await mkdir(folder);
    try {
      const source = await fetchSource(services, row, folder);
      if (source === undefined) return;
      const file = path.join(folder, 'motion.mp4');
      await runFfmpeg(['-filter_complex', GRAPH, '-map', '[v]', ...OUTPUT], {
        inputs: [{ path: source, mime: row.mime }],
        folder,
        seconds: 180,
        outputBytes: 64 * 2 ** 20,
      });
      const key = newRenditionKey();
      await storage.put(renditionKey(key, MOTION_PART), file, 'application/octet-stream');
      await db
        .updateTable('post_files')
        .set({ rendition_key: key, rendition_bytes: (await stat(file)).size })
        .where('id', '=', id)
        .where('rendition_key', 'is', null)
        .where('state', '<>', 'garbage')
        .execute();
      services.publicCache.invalidate();
    } catch (error) {
      if (!(error instanceof FfmpegError) || error.trouble === 'killed') throw error;
      log.info({ id, trouble: error.trouble, said: error.said }, 'an animation could not be transcoded');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});

/** Transparent pixels get a white background, as in the still; the frame rate is made constant. */
const GRAPH = [
  `[0:v:0]fps=${FPS},scale=w='min(${SIDE_MAX},iw)':h='min(${SIDE_MAX},ih)':force_original_aspect_ratio=decrease:force_divisible_by=2`,
  'setsar=1,format=rgba,split[a][b];[a]lutrgb=r=maxval:g=maxval:b=maxval:a=maxval[white];[white][b]overlay,format=yuv420p[v]',
].join(',');

const OUTPUT = [
  ...['-an', '-sn', '-dn', '-map_metadata', '-1', '-t', String(SECONDS_MAX)],
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '25', '-threads', '2', '-movflags', '+faststart'],
  ...['-f', 'mp4', 'motion.mp4'],
];
