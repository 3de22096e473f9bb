import { withUpload } from '../../files/uploads/uploads.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';
import { type IdempotencyKey, once } from '../../platform/http/idempotency.ts';
import type { QuarantinedFile } from '../../platform/http/uploads.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import type { Services } from '../../platform/services.ts';
import { keepPostFile } from './store-post-file.ts';

interface Received {
  /** Sent with the call. */
  file: QuarantinedFile | undefined;
  /** Sent before it. */
  uploadId: string | undefined;
  idempotency: IdempotencyKey | undefined;
}

/** Keep a file that came with the call, or an upload; answers its id. Under the same key: the same one. */
export async function receivePostFile(
  services: Services,
  viewer: SignedInViewer,
  { file, uploadId, idempotency }: Received,
): Promise<number> {
  if (uploadId === undefined) {
    if (file === undefined) throw new Failure('invalid_input', { fields: { file: 'errors.field.required' } });
    return (await keepPostFile(services, viewer, file, { idempotency })).id;
  }
  try {
    return await withUpload(services, viewer, uploadId, 'post', async (taken, settle) => {
      return (await keepPostFile(services, viewer, taken, { idempotency, settle })).id;
    });
  } catch (error) {
    // Whoever did not hear the answer asks again when the upload is used already.
    if (idempotency && error instanceof Failure && error.code === 'upload_not_found')
      return findRepeated(services, idempotency, error);
    throw error;
  }
}

async function findRepeated({ db }: Services, idempotency: IdempotencyKey, otherwise: Failure): Promise<number> {
  const find = (tx: Tx) => once(tx, idempotency, () => Promise.reject(otherwise));
  return (await db.transaction().execute(find)).id;
}
