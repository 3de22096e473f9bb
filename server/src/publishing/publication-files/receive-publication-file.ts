import { withUpload } from '../../files/uploads/uploads.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import { type IdempotencyKey, runIdempotent } from '../../platform/http/idempotency.ts';
import type { QuarantinedFile } from '../../platform/http/uploads.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { addPublicationFile } from './store-publication-file.ts';

interface ReceivedFile {
  file: QuarantinedFile | undefined;
  uploadId: string | undefined;
  idempotency: IdempotencyKey | undefined;
}

/** Stores a file from the request or an upload and returns its id; a repeat with the idempotency key the same id. */
export async function receivePublicationFile(
  services: Services,
  viewer: SignedInViewer,
  { file, uploadId, idempotency }: ReceivedFile,
): Promise<number> {
  if (uploadId === undefined) {
    if (file === undefined) throw new Failure('invalid_input', { fields: { file: 'errors.field.required' } });
    return (await addPublicationFile(services, viewer, file, { idempotency })).id;
  }
  try {
    return await withUpload(services, viewer, uploadId, 'post', async (upload, consumeUpload) => {
      return (await addPublicationFile(services, viewer, upload, { idempotency, consumeUpload })).id;
    });
  } catch (error) {
    // A repeat after a lost response finds the upload consumed, so the stored result is returned.
    if (idempotency && error instanceof Failure && error.code === 'upload_not_found')
      return findRepeated(services, idempotency, error);
    throw error;
  }
}

async function findRepeated({ db }: Services, idempotency: IdempotencyKey, otherwise: Failure): Promise<number> {
  const findResult = (tx: Tx) => runIdempotent(tx, idempotency, () => Promise.reject(otherwise));
  return (await db.transaction().execute(findResult)).id;
}
