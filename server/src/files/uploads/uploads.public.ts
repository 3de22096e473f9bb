import { rm, stat } from 'node:fs/promises';
import type { UploadPurpose } from '@app/contract/files/uploads';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import type { QuarantinedFile } from '../../platform/http/uploads.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { runInOrder } from './run-in-order.ts';
import { liveSince, uploadPath } from './upload-files.ts';
import { claimRow, findOwn, type UploadRow } from './uploads.queries.ts';

export interface ClaimedUpload extends QuarantinedFile {
  name: string;
}

/**
 * Turns a finished upload into a quarantined file; of concurrent callers only one succeeds. Only works on the node that
 * received the file. Fails with upload_not_found (also for another owner) and upload_unfinished.
 *
 * A crash between this call and storing loses the upload, and a repeated call does not find the upload; use {@link
 * withUpload} where that matters.
 */
export async function claimUpload(
  services: Services,
  viewer: Pick<SignedInViewer, 'userId'>,
  uploadId: string,
  purpose: UploadPurpose,
): Promise<ClaimedUpload> {
  const row = await requireFinished(services, viewer.userId, uploadId, purpose);
  const file = await importUpload(services, row);
  try {
    await consumeUpload(services.db as Tx, viewer.userId, uploadId, purpose);
  } catch (error) {
    await services.media.quarantine.discard(file);
    throw error;
  }
  await rm(uploadPath(services.config, uploadId), { force: true });
  return file;
}

/**
 * Uses a finished upload without loss: `use` stores the file and calls `consume` in its transaction, which succeeds only
 * once. A crash before the commit leaves the upload unchanged. When `use` throws a Failure about the file, the upload
 * is discarded; after a defect it stays. Concurrent calls wait. Fails as {@link claimUpload} does.
 */
export async function withUpload<T>(
  services: Services,
  viewer: Pick<SignedInViewer, 'userId'>,
  uploadId: string,
  purpose: UploadPurpose,
  use: (file: ClaimedUpload, consume: (tx: Tx) => Promise<void>) => Promise<T>,
): Promise<T> {
  return runInOrder(uploadId, async () => {
    const row = await requireFinished(services, viewer.userId, uploadId, purpose);
    const file = await importUpload(services, row);
    const finish = () => rm(uploadPath(services.config, uploadId), { force: true });
    try {
      const result = await use(file, (tx) => consumeUpload(tx, viewer.userId, uploadId, purpose));
      await finish();
      return result;
    } catch (error) {
      if (error instanceof Failure && isOfFile(error)) {
        await claimRow(services.db, uploadId, viewer.userId, purpose);
        await finish();
      }
      throw error;
    } finally {
      await services.media.quarantine.discard(file);
    }
  });
}

/** Statuses that concern the file itself: too large, wrong type, or broken. A retry would fail the same way. */
const FILE_ERROR_STATUSES: ReadonlySet<number> = new Set([400, 413, 415, 422]);
const isOfFile = ({ status, code }: Failure): boolean =>
  FILE_ERROR_STATUSES.has(status) && code !== 'idempotency_mismatch';

async function consumeUpload(tx: Tx, ownerId: number, uploadId: string, purpose: UploadPurpose): Promise<void> {
  if (!(await claimRow(tx, uploadId, ownerId, purpose))) throw new Failure('upload_not_found');
}

async function requireFinished(
  { db, config, clock }: Services,
  ownerId: number,
  uploadId: string,
  purpose: UploadPurpose,
): Promise<UploadRow> {
  const row = await findOwn(db, uploadId, ownerId, liveSince(clock));
  if (row === undefined || row.purpose !== purpose) throw new Failure('upload_not_found');
  const found = requireFound(await stat(uploadPath(config, uploadId)).catch(() => undefined), 'upload_not_found');
  if (found.size < row.bytes) throw new Failure('upload_unfinished');
  return row;
}

async function importUpload({ media, config }: Services, { uid, name }: UploadRow): Promise<ClaimedUpload> {
  return { ...(await media.quarantine.importFile(uploadPath(config, uid))), sentName: name, name };
}
