import type { UploadPurpose } from '@app/contract/uploads';

export interface UploadOptions {
  /** Share that has arrived, 0 to 1. */
  onProgress?: (share: number) => void;
  /** The network or the server is gone and the upload waits for it; false when it goes on. */
  onWaiting?: (isWaiting: boolean) => void;
  /** Aborting also takes back what the server has of it; `signal.reason` is thrown. */
  signal?: AbortSignal;
  /** Whose it is: nobody else sends it, whoever is signed in by now. */
  viewerId?: number | undefined;
}

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
  const { sendInParts } = await import('./send-in-parts.ts');
  return sendInParts(file, purpose, options);
}
