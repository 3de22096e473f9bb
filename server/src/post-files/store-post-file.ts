import type { PostFile } from '@app/contract/publications';
import { Failure } from '../platform/failure.ts';
import type { QuarantinedFile } from '../platform/uploads.ts';
import type { SignedInViewer } from '../platform/viewer.ts';
import type { Services } from '../services.ts';

/** A stored file that no publication holds yet. */
export interface StoredPostFile {
  id: number;
  kind: PostFile['kind'];
}

/**
 * Keep a received photo or video for a publication to come; the received file stays in quarantine.
 * Fails with unsent_full, unsupported_media, unprocessable_image, unprocessable_video, video_too_long.
 */
export async function keepPostFile(
  _services: Services,
  _viewer: Pick<SignedInViewer, 'userId'>,
  _file: QuarantinedFile,
): Promise<StoredPostFile> {
  throw new Failure('internal');
}
