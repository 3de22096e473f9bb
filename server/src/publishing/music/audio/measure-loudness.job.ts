import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { type Loudness, measureLoudness as measure } from '../../../files/media/audio.public.ts';
import { FfmpegError, findFfmpeg } from '../../../files/media/ffmpeg.public.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { defineJob } from '../../../platform/queue/job.ts';

/**
 * Measures a recording's loudness once. Safe to repeat. A recording that cannot be measured counts as measured and
 * plays unchanged; without ffmpeg it stays unmeasured and plays unchanged too.
 */
export const measureLoudness = defineJob({
  name: 'measure-loudness',
  payload: z.object({ recording_id: z.number().int() }),
  run: async (services: Services, { recording_id }) => {
    const { db, clock } = services;
    if (findFfmpeg() === null) return;
    const recording = await db
      .selectFrom('recordings')
      .select(['storage_key', 'mime', 'measured_at'])
      .where('id', '=', recording_id)
      .executeTakeFirst();
    if (recording === undefined || recording.measured_at !== null) return;
    const loudness = await measureStored(services, recording);
    await db
      .updateTable('recordings')
      .set({ lufs: loudness?.lufs ?? null, peak_db: loudness?.peak_db ?? null, measured_at: clock() })
      .where('id', '=', recording_id)
      .where('measured_at', 'is', null)
      .execute();
  },
});

/** Uses its own folder in quarantine, where the sweep removes leftovers of a killed process. */
async function measureStored(
  { storage, media, log }: Services,
  { storage_key, mime }: { storage_key: string; mime: string },
): Promise<Loudness | undefined> {
  const stored = await storage.open(storage_key);
  if (stored === undefined) return undefined;
  const folder = path.join(media.quarantine.folder, randomUUID());
  try {
    await mkdir(folder);
    const file = path.join(folder, 'audio');
    await pipeline(stored.stream, createWriteStream(file));
    return await measure({ path: file, mime, folder });
  } catch (error) {
    if (!(error instanceof FfmpegError) || error.trouble === 'aborted') throw error;
    log.info({ trouble: error.trouble, said: error.said }, 'a recording could not be measured');
    return undefined;
  } finally {
    stored.stream.destroy();
    await rm(folder, { recursive: true, force: true });
  }
}
