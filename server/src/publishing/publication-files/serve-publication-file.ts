import type { FastifyReply, FastifyRequest } from 'fastify';
import { FILE_UID, PRIVATE_FILE_CACHE, PUBLIC_FILE_CACHE, sendStoredFile } from '../../files/media/send-file.public.ts';
import { fileKey, widthKey } from '../../files/media/stored-objects.public.ts';
import { mayView } from '../../platform/domain/may-view.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import { identifyViewer } from '../../platform/http/bind.ts';
import { asAnonymous, type Viewer } from '../../platform/http/viewer.ts';
import { ShortCache } from '../../platform/short-cache.ts';
import { MOTION_PART, renditionKey } from './object-keys.ts';
import {
  HLS_NAME,
  MOTION_NAME,
  originalName,
  POSTER_WIDTH,
  posterName,
  VIDEO_NAME,
} from './present-publication-file.ts';
import { findServedFile, type ServedFileRow } from './publication-files.queries.ts';

/** A video causes hundreds of requests, so the permission is cached for this time. */
const PERMISSIONS = { ms: 3_000, max: 20_000 };

interface ServedFile {
  key: string;
  variant: string;
  contentType: string;
}

const PLAYLIST = 'application/vnd.apple.mpegurl';

export type PublicationFileHandler = (
  request: FastifyRequest<{ Params: { uid: string; name: string } }>,
  reply: FastifyReply,
) => Promise<FastifyReply>;

/** Serves files to viewers of their publication, unclaimed files to their owner; fails with not_found for others. */
export function createPublicationFileHandler(services: Services): PublicationFileHandler {
  const permissions = new ShortCache<boolean>(PERMISSIONS);
  const mayViewCached = (viewer: Viewer, publishId: number): Promise<boolean> =>
    permissions.get(`${publishId} ${viewer.userId} ${viewer.isStaff}`, () =>
      mayView(services, viewer, 'publication', publishId),
    );

  return async (request, reply) => {
    const { uid, name } = request.params;
    const row = FILE_UID.test(uid) ? await findServedFile(services.pool, uid) : undefined;
    const served = row && chooseFile(row, name);
    if (row === undefined || served === undefined) throw new Failure('not_found');
    const viewer = await identifyViewer(services, request);
    const isOwn = viewer.userId !== null && viewer.userId === row.owner_id;
    if (row.publish_id === null ? !isOwn : !isOwn && !(await mayViewCached(viewer, row.publish_id)))
      throw new Failure('not_found');
    const isPublic = row.publish_id !== null && (await mayViewCached(asAnonymous(viewer), row.publish_id));
    const disposition = {
      etag: `"${uid}-${served.variant}"`,
      cacheControl: isPublic ? PUBLIC_FILE_CACHE : PRIVATE_FILE_CACHE,
      contentType: served.contentType,
    };
    return sendStoredFile(services.storage, served.key, disposition, request, reply);
  };
}

function chooseFile(row: ServedFileRow, name: string): ServedFile | undefined {
  if (row.kind === 'photo') return choosePhoto(row, name);
  const { rendition_key, poster_key, renditions, storage_key, is_playable, mime } = row;
  if (poster_key !== null && name === posterName(poster_key)) {
    return { key: widthKey(poster_key, POSTER_WIDTH), variant: name, contentType: 'image/webp' };
  }
  if (is_playable && name === originalName(mime))
    return { key: fileKey(storage_key), variant: name, contentType: mime };
  if (rendition_key === null) return undefined;
  const rendition = (part: string, contentType: string) => ({
    key: renditionKey(rendition_key, part),
    variant: `${rendition_key.slice(-12)}-${part}`,
    contentType,
  });
  if (name === VIDEO_NAME) return rendition('video', 'video/mp4');
  if (name === HLS_NAME) return rendition('list', PLAYLIST);
  const [, height, extension] = /^(\d{2,4})\.(m3u8|m4s)$/.exec(name) ?? [];
  if (height === undefined || !renditions.includes(Number(height))) return undefined;
  return extension === 'm3u8' ? rendition(`${height}-list`, PLAYLIST) : rendition(height, 'video/mp4');
}

function choosePhoto({ widths, storage_key, rendition_key }: ServedFileRow, name: string): ServedFile | undefined {
  if (rendition_key !== null && name === MOTION_NAME)
    return { key: renditionKey(rendition_key, MOTION_PART), variant: name, contentType: 'video/mp4' };
  const width = Number(/^(\d{2,5})\.webp$/.exec(name)?.[1]);
  if (!widths.includes(width)) return undefined;
  return { key: widthKey(storage_key, width), variant: String(width), contentType: 'image/webp' };
}
