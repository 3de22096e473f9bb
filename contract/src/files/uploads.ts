import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import type { ErrorCode } from '../platform/errors.ts';
import { timestamp } from '../platform/fields.ts';

const MB = 1024 * 1024;

/** Where resumable uploads are made: the tus protocol, version 1.0.0 (https://tus.io/protocols/resumable-upload). */
export const UPLOADS_PATH = '/api/uploads';
/** What an upload is meant for; it says how large it may be. `Upload-Metadata` carries it as `purpose`, next to `filename`. */
export const UPLOAD_PURPOSES = ['post', 'audio'] as const;
export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number];
/** Bytes of one upload. A minute of a phone's 4K video is about 350 MB; audio as the specification says. */
export const UPLOAD_MAX_BYTES = { post: 1024 * MB, audio: 120 * MB } as const satisfies Record<UploadPurpose, number>;
/** Uploads that one person may have open or unused, and all of them together. */
export const UPLOADS_MAX = 50;
export const UPLOADS_MAX_BYTES = 4096 * MB;
/** An upload that nobody goes on with, or that nothing takes, goes after this long. */
export const UPLOAD_HOURS = 24;

/** What a call that takes an upload may answer about it. */
export const UPLOAD_ERRORS = ['upload_not_found', 'upload_unfinished'] as const satisfies readonly ErrorCode[];

/** Names a finished upload in another call. Of its owner only; a call takes it once. */
export const uploadId = z.string().regex(/^[0-9a-f]{32}$/);

export const Upload = z.object({
  upload_id: z.string(),
  purpose: z.enum(UPLOAD_PURPOSES),
  name: z.string(),
  bytes: z.number().int(),
  /** What has come so far. */
  received: z.number().int(),
  expires: timestamp,
});
export type Upload = z.infer<typeof Upload>;

/** The protocol's own methods (POST, HEAD, PATCH, DELETE, OPTIONS under {@link UPLOADS_PATH}) speak tus, not JSON. */
export const uploadsApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/uploads',
    access: 'user',
    summary: 'My uploads that are not finished or not used yet, newest first.',
    response: z.object({ list: z.array(Upload) }),
  }),
};
