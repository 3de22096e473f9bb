import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import type { ErrorCode } from '../platform/errors.ts';
import { timestamp } from '../platform/fields.ts';

const MB = 1024 * 1024;

/** Endpoint of resumable uploads: the tus protocol, version 1.0.0 (https://tus.io/protocols/resumable-upload). */
export const UPLOADS_PATH = '/api/uploads';
/** Purpose of an upload, which sets its size limit. `Upload-Metadata` carries it as `purpose`, next to `filename`. */
export const UPLOAD_PURPOSES = ['post', 'audio'] as const;
export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number];
/** Maximum bytes of one upload. A minute of a phone's 4K video is about 350 MB; the audio limit is specified. */
export const UPLOAD_MAX_BYTES = { post: 1024 * MB, audio: 120 * MB } as const satisfies Record<UploadPurpose, number>;
/** Maximum open or unused uploads per person, and their total size. */
export const UPLOADS_MAX = 50;
export const UPLOADS_MAX_BYTES = 4096 * MB;
/** An unfinished or unused upload is deleted after this many hours. */
export const UPLOAD_HOURS = 24;

export const UPLOAD_ERRORS = ['upload_not_found', 'upload_unfinished'] as const satisfies readonly ErrorCode[];

/** Id of a finished upload. Only its owner can use it, and only once. */
export const uploadId = z.string().regex(/^[0-9a-f]{32}$/);

export const Upload = z.object({
  upload_id: z.string(),
  purpose: z.enum(UPLOAD_PURPOSES),
  name: z.string(),
  bytes: z.number().int(),
  received: z.number().int(),
  expires: timestamp,
});
export type Upload = z.infer<typeof Upload>;

/**
 * The tus methods themselves (POST, HEAD, PATCH, DELETE, OPTIONS under {@link UPLOADS_PATH}) do not speak JSON and are
 * not listed here.
 */
export const uploadsApi = {
  list: endpoint('GET', '/api/uploads', 'user', {
    summary: 'My uploads that are not finished or not used yet, newest first.',
    response: z.object({ list: z.array(Upload) }),
  }),
};
