import type { UploadPurpose } from '@app/contract/uploads';
import { ApiError, NETWORK } from '../platform/api-error.ts';
import type { UploadOptions } from './use-uploads.ts';

export async function sendInParts(
  _file: File,
  _purpose: UploadPurpose,
  _options: UploadOptions,
): Promise<{ upload_id: string }> {
  throw new ApiError(0, NETWORK);
}
