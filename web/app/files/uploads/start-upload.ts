import type { UploadPurpose } from '@app/contract/files/uploads';
import { ApiError, NETWORK } from '../../platform/api-error.ts';
import { untilOnline } from './until-online.ts';
import type { UploadOptions } from './upload-options.ts';

/**
 * Send a file in parts to where a call takes it by `upload_id`. It goes on by itself after a lost network and a restarted server;
 * asked for the same file once more, for example after the page was reloaded, it goes on from where it stopped. Every refusal
 * is an `ApiError`, as of `call`.
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

/** The first upload brings the code for it; without a network it waits for one. */
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
