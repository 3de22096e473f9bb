import type { FastifyReply, FastifyRequest } from 'fastify';
import { FILE_UID, sendStoredFile } from '../../files/media/send-file.public.ts';
import { fileKey, widthKey } from '../../files/media/stored-objects.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import { requireFound } from '../../platform/failure.ts';
import { contentDisposition, extensionOf } from '../../platform/formats/file-name.ts';
import { identifyViewer } from '../../platform/http/bind.ts';
import { findReadable, type ServedRow } from './chat-files.queries.ts';
import { POSTER_WIDTH } from './object-keys.ts';
import { POSTER_NAME } from './present-chat-file.public.ts';

/** One hour in the browser, keyed by the session. */
const CACHE = 'private, max-age=3600';

interface ServedFile {
  key: string;
  variant: string;
  contentType?: string;
  disposition: string;
}

/** Serves a file to one of its readers. The response to everybody else is the same as for a file that never existed. */
export async function serveChatFile(
  services: Services,
  request: FastifyRequest<{ Params: { uid: string; name: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { uid, name } = request.params;
  const { userId } = FILE_UID.test(uid) ? await identifyViewer(services, request) : { userId: null };
  const row = requireFound(userId === null ? undefined : await findReadable(services.pool, uid, userId));
  const { key, variant, contentType, disposition } = choose(row, name);
  const headers = { 'content-disposition': disposition };
  const presentation = { etag: `"${uid}-${variant}"`, cacheControl: CACHE, contentType, headers };
  return sendStoredFile(services.storage, key, presentation, request, reply);
}

function choose(row: ServedRow, name: string): ServedFile {
  if (row.kind === 'image') return choosePicture(row, name);
  if (row.poster_key !== null && name === POSTER_NAME) {
    const key = widthKey(row.poster_key, POSTER_WIDTH);
    return { key, variant: 'poster', disposition: contentDisposition('inline', POSTER_NAME) };
  }
  const isPlayed = row.kind !== 'file';
  return {
    key: fileKey(row.storage_key),
    variant: 'file',
    contentType: isPlayed ? row.mime : 'application/octet-stream',
    disposition: contentDisposition(isPlayed ? 'inline' : 'attachment', row.name),
  };
}

/** Chooses the requested width, else the largest. Images are stored as WebP; the download name gets that extension. */
function choosePicture({ storage_key, widths, name: sentName }: ServedRow, name: string): ServedFile {
  const asked = Number(/^(\d{1,5})\.webp$/.exec(name)?.[1]);
  const width = widths.includes(asked) ? asked : (widths.at(-1) ?? 0);
  const stem = sentName.slice(0, sentName.length - extensionOf(sentName).length);
  return {
    key: widthKey(storage_key, width),
    variant: String(width),
    disposition: contentDisposition('inline', `${stem}.webp`),
  };
}
