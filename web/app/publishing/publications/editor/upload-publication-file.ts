import type { PublicationFile } from '@app/contract/publishing/publications';
import { publicationsApi } from '#contract/publishing/publications';
import { retryUntilAborted } from '../../../files/uploads/retry-until-aborted.ts';
import { startUpload } from '../../../files/uploads/start-upload.ts';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { randomKey } from '../../../platform/random-key.ts';
import type { FormFile } from './form-file.ts';

/** Files up to this size in bytes are sent in one request instead of chunks. */
const AT_ONCE_MAX_BYTES = 1024 * 1024;

interface UploadOptions {
  viewerId: number;
  sendKey: string;
  signal: AbortSignal;
  onChange: (part: Partial<FormFile>) => void;
}

/** Uploads a file until the server has it or `signal` aborts. Waits where there is no network. */
export async function uploadPublicationFile(
  file: File,
  options: UploadOptions,
  isAgain = false,
): Promise<PublicationFile> {
  const { viewerId, sendKey: idempotencyKey, signal, onChange } = options;
  const onProgress = (share: number): void => onChange({ state: 'sending', share });
  const onWaiting = (isWaiting: boolean): void => onChange({ state: isWaiting ? 'waiting' : 'sending' });
  const request = { idempotencyKey, viewerId, signal };
  if (file.size <= AT_ONCE_MAX_BYTES) {
    return retryUntilAborted(() => call(publicationsApi.uploadFile, { ...request, files: { file }, onProgress }), {
      signal,
      onWaiting,
    });
  }
  const { upload_id } = await startUpload(file, 'post', { signal, viewerId, onProgress, onWaiting });
  onChange({ state: 'storing', share: 1 });
  try {
    return await retryUntilAborted(() => call(publicationsApi.uploadFile, { ...request, body: { upload_id } }), {
      signal,
    });
  } catch (error) {
    // Another page consumed the upload or the upload expired, so it starts again from the beginning.
    if (isAgain || !isApiError(error) || error.body.code !== 'upload_not_found') throw error;
    const sendKey = randomKey();
    onChange({ sendKey });
    return uploadPublicationFile(file, { ...options, sendKey }, true);
  }
}
