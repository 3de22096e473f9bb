import { randomBytes, randomUUID } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { EXPORT_RETENTION_DAYS } from '@app/contract/people/exports';
import { z } from 'zod';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { generateLinkToken, hashLinkToken } from '../auth/tokens.public.ts';
import { findAccount } from '../users/accounts.public.ts';
import { archiveEntries } from './archive-entries.ts';
import { markFailed, markReady, startBuilding, updateProgress } from './exports.queries.ts';
import { exportPath } from './present-export.ts';
import { EXPORTS_PREFIX } from './remove-export-files.job.ts';
import { writeArchive } from './write-archive.ts';

/** Maximum archives built at a time over all nodes, so that other workers stay free for emails. */
export const BUILDING_LANES = 2;
const ATTEMPTS_MAX = 5;
const RETENTION_MS = EXPORT_RETENTION_DAYS * 24 * 3600 * 1000;
/** Clients poll the progress every few seconds. */
const PROGRESS_EVERY_MS = 1000;

/**
 * Builds a user's archive and emails the link. Each try writes its own temporary file and stores it when complete, so a
 * killed try leaves nothing downloadable, and the next one starts anew.
 */
export const buildExport = defineJob({
  name: 'build-export',
  payload: z.object({ id: z.number().int() }),
  maxAttempts: ATTEMPTS_MAX,
  run: async (services: Services, { id }) => {
    const { db, storage, media } = services;
    const started = await startBuilding(db, id);
    if (started === undefined) return;
    // The quarantine sweep deletes the file of a killed try after an hour.
    const file = path.join(media.quarantine.folder, `export-${randomUUID()}`);
    try {
      await buildFile(services, id, started.user_id, file);
      const { size } = await stat(file);
      const key = `${EXPORTS_PREFIX}${randomBytes(32).toString('hex')}.zip`;
      await storage.put(key, file, 'application/zip');
      if (!(await finishExport(services, id, started.user_id, key, size))) await storage.remove(key);
    } catch (error) {
      if (started.attempts >= ATTEMPTS_MAX) await markFailed(db, id);
      throw error;
    } finally {
      await rm(file, { force: true });
    }
  },
});

async function buildFile(services: Services, id: number, userId: number, file: string): Promise<void> {
  const { db } = services;
  const { entries, progressOf } = await archiveEntries(services, userId);
  let bytes = 0;
  let pendingUpdate: Promise<void> | undefined;
  const timer = setInterval(() => {
    pendingUpdate ??= updateProgress(db, id, { bytes, progress: progressOf() })
      .catch(() => {})
      .finally(() => {
        pendingUpdate = undefined;
      });
  }, PROGRESS_EVERY_MS);
  try {
    await writeArchive(file, entries, (written) => {
      bytes = written;
    });
  } finally {
    clearInterval(timer);
    await pendingUpdate;
  }
}

/** The archive becomes available in the transaction that queues its email. */
async function finishExport(
  services: Services,
  id: number,
  userId: number,
  key: string,
  bytes: number,
): Promise<boolean> {
  const { db, clock, mail, config } = services;
  const token = generateLinkToken();
  const now = clock();
  const expiresAt = new Date(now.getTime() + RETENTION_MS);
  return db.transaction().execute(async (tx) => {
    const finished = { bytes, storage_key: key, link_hash: hashLinkToken(token), ready_at: now, expires_at: expiresAt };
    if (!(await markReady(tx, id, finished))) return false;
    const account = await findAccount(tx, userId);
    if (account === undefined) return true;
    await mail.queue(tx, {
      to: account.email,
      lang: account.lang,
      template: 'export_ready',
      values: { link: `${config.publicUrl}${exportPath(id)}?token=${token}`, until: expiresAt.toISOString() },
    });
    return true;
  });
}
