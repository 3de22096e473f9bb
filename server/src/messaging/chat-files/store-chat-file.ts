import {
  type ChatFile,
  type chatFilesApi,
  UNSENT_BYTES_MAX,
  UNSENT_FILES_MAX,
  WAVEFORM_PEAKS,
} from '@app/contract/messaging/chat-files';
import type { BodyOf } from '@app/contract/platform/endpoint';
import type { Insertable } from 'kysely';
import type { EncodedPicture } from '../../files/media/media.public.ts';
import {
  fileKey,
  type NewObject,
  pictureObjects,
  storeMissingObjects,
  widthKey,
} from '../../files/media/stored-objects.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import { cleanName } from '../../platform/formats/file-name.ts';
import { type IdempotencyKey, runIdempotent } from '../../platform/http/idempotency.ts';
import type { QuarantinedFile } from '../../platform/http/uploads.ts';
import { extensionFor, kindOf } from './chat-file-kind.ts';
import { findChatFile, insertFile, sumUnsent } from './chat-files.queries.ts';
import type { ChatFilesTable } from './chat-files.tables.ts';
import { CHAT_FILE_OBJECTS, POSTER_WIDTH } from './object-keys.ts';
import { presentChatFile } from './present-chat-file.public.ts';

export type FileHints = Partial<BodyOf<typeof chatFilesApi.upload>>;

export interface Upload {
  file: QuarantinedFile;
  poster?: QuarantinedFile;
  hints?: FileHints;
}

interface Prepared {
  row: Omit<Insertable<ChatFilesTable>, 'owner_id'>;
  objects: NewObject[];
  discard(): Promise<void>;
}

/**
 * Stores a received file for a later message; the received file stays in quarantine. Fails with unsent_full.
 *
 * The row is inserted before the objects are stored: a crash in between leaves a row that the sweep deletes. A repeated
 * upload with the same key stores missing objects again, because the first try may have died before that.
 */
export async function storeChatFile(
  services: Services,
  ownerId: number,
  upload: Upload,
  idempotency?: IdempotencyKey,
): Promise<ChatFile> {
  const { db, storage } = services;
  const prepared = await prepare(services, upload);
  try {
    const { row, objects } = prepared;
    const { id } = await db.transaction().execute((tx) =>
      runIdempotent(tx, idempotency, async () => {
        await requireUnsentSpace(tx, ownerId, row.bytes);
        await CHAT_FILE_OBJECTS.lockAll(tx, row.poster_key ? [row.storage_key, row.poster_key] : [row.storage_key]);
        return insertFile(tx, { ...row, owner_id: ownerId });
      }),
    );
    await storeMissingObjects(storage, objects);
    // The key was used before for a file that was deleted or swept in the meantime.
    const stored = requireFound(await findChatFile(db, id, ownerId));
    return presentChatFile(stored);
  } finally {
    await prepared.discard();
  }
}

async function requireUnsentSpace(tx: Tx, ownerId: number, more: number): Promise<void> {
  const { count, bytes } = await sumUnsent(tx, ownerId);
  if (count >= UNSENT_FILES_MAX || bytes + more > UNSENT_BYTES_MAX) throw new Failure('unsent_full');
}

async function prepare(services: Services, upload: Upload): Promise<Prepared> {
  const isPicture = upload.file.mime.startsWith('image/') && upload.hints?.as_file !== 1;
  const picture = isPicture ? await tryEncodePicture(services, upload.file) : undefined;
  return picture ? preparePicture(upload, picture) : prepareFile(services, upload);
}

const ENCODED: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

/**
 * Encodes an image. Returns undefined when the image cannot be decoded; such a file is sent unchanged as a plain file,
 * so that nothing is lost and no browser displays it.
 */
async function tryEncodePicture({ media }: Services, file: QuarantinedFile): Promise<EncodedPicture | undefined> {
  if (!ENCODED.includes(file.mime)) return undefined;
  const moves = file.mime === 'image/gif' || file.mime === 'image/webp';
  return (moves && (await encodeIfReadable(media, file, true))) || (await encodeIfReadable(media, file, false));
}

async function encodeIfReadable(
  media: Services['media'],
  file: QuarantinedFile,
  mayMove: boolean,
): Promise<EncodedPicture | undefined> {
  try {
    return await media.encodeImage(file, 'photo', { mayMove });
  } catch (error) {
    if (error instanceof Failure && error.code === 'unprocessable_image') return undefined;
    throw error;
  }
}

function preparePicture({ file, hints }: Upload, picture: EncodedPicture): Prepared {
  const { width, height, thumbhash, sha256, bytes, variants, discard } = picture;
  const storageKey = CHAT_FILE_OBJECTS.baseKeyOf(sha256);
  return {
    row: {
      kind: 'image',
      name: nameOf(file, hints, 'photo'),
      mime: 'image/webp',
      bytes,
      sha256,
      storage_key: storageKey,
      widths: variants.map((variant) => variant.width),
      width,
      height,
      thumbhash,
      duration_ms: 0,
      waveform: [],
    },
    objects: pictureObjects(storageKey, variants),
    discard,
  };
}

async function prepareFile({ media }: Services, { file, poster, hints = {} }: Upload): Promise<Prepared> {
  const { kind, mime } = kindOf(file, hints);
  const storageKey = CHAT_FILE_OBJECTS.baseKeyOf(file.sha256);
  const drawn = kind === 'video' && poster ? await encodeIfReadable(media, poster, false) : undefined;
  const posterFile = drawn?.variants.find(({ width }) => width === POSTER_WIDTH);
  const posterKey = drawn && posterFile ? CHAT_FILE_OBJECTS.baseKeyOf(drawn.sha256) : null;
  const isPlayed = kind !== 'file';
  return {
    row: {
      kind,
      name: nameOf(file, hints, kind),
      mime,
      bytes: file.bytes,
      sha256: file.sha256,
      storage_key: storageKey,
      widths: [],
      poster_key: posterKey,
      width: kind === 'video' ? (hints.width ?? drawn?.width ?? 0) : 0,
      height: kind === 'video' ? (hints.height ?? drawn?.height ?? 0) : 0,
      thumbhash: drawn?.thumbhash ?? '',
      duration_ms: isPlayed ? (hints.duration_ms ?? 0) : 0,
      waveform: kind === 'voice' ? peaksOf(hints.waveform) : [],
    },
    objects: [
      { key: fileKey(storageKey), path: file.path, contentType: 'application/octet-stream' },
      ...(posterFile && posterKey
        ? [{ key: widthKey(posterKey, POSTER_WIDTH), path: posterFile.path, contentType: 'image/webp' }]
        : []),
    ],
    discard: async () => drawn?.discard(),
  };
}

const peaksOf = (waveform = ''): number[] =>
  waveform === ''
    ? []
    : waveform
        .split(',')
        .slice(0, WAVEFORM_PEAKS)
        .map((peak) => Math.min(100, Number(peak)));

const nameOf = ({ mime, sentName }: QuarantinedFile, { name }: FileHints = {}, kind: string): string =>
  cleanName(name) || cleanName(sentName) || `${kind}.${extensionFor(mime)}`;
