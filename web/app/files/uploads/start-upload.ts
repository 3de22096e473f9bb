import type { UploadPurpose } from '@app/contract/files/uploads';
import { ApiError, NETWORK } from '../../platform/api-error.ts';
import { untilOnline } from './until-online.ts';
import type { UploadOptions } from './upload-options.ts';

/**
 * Uploads a file in chunks and returns the `upload_id` for a later request. Resumes after a lost network or a server
 * restart, and for the same file also after a page reload. Every rejection is an `ApiError`, as of `call`.
 */
export async function startUpload(
  file: File,
  purpose: UploadPurpose,
  options: UploadOptions = {},
): Promise<{ upload_id: string }> {
  const { uploadInChunks } = await loadSender(options.signal);
  options.signal?.throwIfAborted();
  return uploadInChunks(file, purpose, options);
}

/** Loads the upload code with the first upload; offline, waits for the network. */
async function loadSender(signal: AbortSignal | undefined): Promise<typeof import('./upload-in-chunks.ts')> {
  try {
    return await import('./upload-in-chunks.ts');
  } catch {
    if (navigator.onLine) throw new ApiError(0, NETWORK);
    await untilOnline(signal);
    signal?.throwIfAborted();
    return loadSender(signal);
  }
}
