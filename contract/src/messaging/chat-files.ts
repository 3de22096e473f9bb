import { z } from 'zod';
import { IMAGE_MAX_BYTES } from '../files/media.ts';
import { endpoint, type FileField } from '../platform/endpoint.ts';
import type { ErrorCode } from '../platform/errors.ts';
import { bit, flag, id, wholeNumber } from '../platform/fields.ts';

const MB = 1024 * 1024;

/** Maximum bytes of one file by class. Audio as for playlists; for other files several times the usual email limit. */
export const CHAT_FILE_MAX_BYTES = {
  image: IMAGE_MAX_BYTES,
  video: 256 * MB,
  audio: 120 * MB,
  voice: 20 * MB,
  file: 100 * MB,
} as const;
/**
 * The same limits for a multipart form, where the class is known only from the content. A voice note that exceeds its
 * limit is stored as audio.
 */
export const CHAT_FILE_LIMITS = {
  image: CHAT_FILE_MAX_BYTES.image,
  video: CHAT_FILE_MAX_BYTES.video,
  audio: CHAT_FILE_MAX_BYTES.audio,
  other: CHAT_FILE_MAX_BYTES.file,
} as const satisfies FileField['maxBytesOf'];
export const CHAT_FILE_KINDS = ['image', 'video', 'audio', 'voice', 'file'] as const;
export type ChatFileKind = (typeof CHAT_FILE_KINDS)[number];

export const WAVEFORM_PEAKS = 64;
export const UNSENT_FILES_MAX = 100;
export const UNSENT_BYTES_MAX = 2048 * MB;
export const VOICE_MAX_MS = 15 * 60_000;
export const FILE_NAME_MAX = 200;

export const CHAT_FILE_ERRORS = [
  'file_empty',
  'file_too_large',
  'too_many_files',
  'unprocessable_image',
  'unsupported_media',
  'upload_aborted',
  'unsent_full',
] as const satisfies readonly ErrorCode[];

/**
 * A file of a message; every address needs the session of one of the two chat participants. The type is detected from
 * the content, never from the name.
 */
export const ChatFile = z.object({
  id: z.number().int(),
  kind: z.enum(CHAT_FILE_KINDS),
  name: z.string(),
  mime: z.string(),
  bytes: z.number().int(),
  /** The file; for an image, the 1600 variant. */
  url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  /** Base64 thumbhash of an image or poster; '' without one. */
  thumbhash: z.string(),
  preview: z.string().nullable(),
  duration_ms: z.number().int(),
  /** {@link WAVEFORM_PEAKS} numbers 0–100 of a voice note. */
  waveform: z.array(z.number().int()),
  /** 1: the recipient has listened to the voice note. */
  heard: bit,
});
export type ChatFile = z.infer<typeof ChatFile>;

/** File details measured by the sender's browser; the server does not verify them, and only the display uses them. */
const hints = {
  name: z.string().max(1000).optional(),
  voice: flag.optional(),
  /** 1: stores an image unchanged, as a plain file. */
  as_file: flag.optional(),
  duration_ms: wholeNumber(0, 24 * 3_600_000).optional(),
  width: wholeNumber(0, 100_000).optional(),
  height: wholeNumber(0, 100_000).optional(),
  /** {@link WAVEFORM_PEAKS} numbers 0–100, separated by commas. */
  waveform: z
    .string()
    .regex(/^\d{1,3}(,\d{1,3}){0,63}$/)
    .optional(),
};

export const chatFilesApi = {
  upload: endpoint('PUT', '/api/chat/files', 'user', {
    summary:
      'Upload one file for a later message (`file_ids`). Unsent files are deleted after a day. `poster`: a picture of a video, made by the sender’s browser. Repeated with the same `Idempotency-Key`, it is stored once.',
    body: z.object(hints),
    files: {
      file: { kind: 'any', maxCount: 1, maxBytes: CHAT_FILE_MAX_BYTES.video, maxBytesOf: CHAT_FILE_LIMITS },
      poster: { kind: 'image', maxCount: 1, maxBytes: 2 * MB },
    },
    response: ChatFile,
    errors: ['not_found', ...CHAT_FILE_ERRORS],
    limit: { max: 300, seconds: 60 },
  }),
  remove: endpoint('DELETE', '/api/chat/files/{id}', 'user', {
    summary: 'Delete an unsent file.',
    params: z.object({ id }),
    response: z.object({ success: z.literal(true) }),
    errors: ['not_found'],
  }),
  markListened: endpoint('POST', '/api/chat/files/{id}/heard', 'user', {
    summary: 'Mark a received voice note as listened.',
    params: z.object({ id }),
    response: z.object({ success: z.literal(true) }),
    errors: ['not_found'],
  }),
};
