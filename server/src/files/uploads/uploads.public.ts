import type { UploadPurpose } from '@app/contract/files/uploads';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { QuarantinedFile } from '../../platform/http/uploads.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { readChunks, removeChunks } from './chunk-objects.ts';
import { runInOrder } from './run-in-order.ts';
import { liveSince } from './upload-files.ts';
import { claimRow, findAny, findOwn, listChunks, type UploadRow } from './uploads.queries.ts';

export interface ClaimedUpload extends QuarantinedFile {
  name: string;
}

interface FinishedUpload extends UploadRow {
  /** Keys of its chunks in the store, in order. */
  keys: string[];
}

/**
 * Turns a finished upload into a quarantined file; of concurrent callers only one succeeds. Works on
 * any node. Fails with upload_not_found (also for another owner) and upload_unfinished.
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
  await removeChunks(services, row.keys);
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
    const finish = () => removeChunks(services, row.keys);
    let file: ClaimedUpload | undefined;
    try {
      file = await importUpload(services, row);
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
      if (file !== undefined) await services.media.quarantine.discard(file);
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
  { db, clock }: Services,
  ownerId: number,
  uploadId: string,
  purpose: UploadPurpose,
): Promise<FinishedUpload> {
  const row = await findOwn(db, uploadId, ownerId, liveSince(clock));
  if (row === undefined || row.purpose !== purpose) throw new Failure('upload_not_found');
  if (row.received < row.bytes) throw new Failure('upload_unfinished');
  return { ...row, keys: (await listChunks(db, row.id)).map(({ storage_key }) => storage_key) };
}

async function importUpload(services: Services, upload: FinishedUpload): Promise<ClaimedUpload> {
  const { quarantine } = services.media;
  let broken: unknown;
  const body = readChunks(services, upload.keys, (error) => {
    broken = error;
  });
  try {
    const file = await quarantine.receive(body, { maxBytes: upload.bytes, kinds: ['any'] });
    if (file.bytes === upload.bytes) return { ...file, sentName: upload.name, name: upload.name };
    await quarantine.discard(file);
    throw new Error(`an upload of ${upload.bytes} bytes was read as ${file.bytes}`);
  } catch (error) {
    // Whoever took the upload meanwhile removed its chunks.
    if ((await findAny(services.db, upload.uid)) === undefined) throw new Failure('upload_not_found');
    // The quarantine considers a stream that broke aborted by the client.
    throw broken ?? error;
  }
}
