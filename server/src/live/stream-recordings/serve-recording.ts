import type { FastifyReply, FastifyRequest } from 'fastify';
import { PRIVATE_FILE_CACHE, sendStoredFile } from '../../files/media/send-file.public.ts';
import { mayView } from '../../platform/domain/may-view.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import { identifyViewer } from '../../platform/http/bind.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { ShortCache } from '../../platform/short-cache.ts';
import { formatLivePlaylist, formatRecordingPlaylist } from './hls-playlist.ts';
import { findLiveKey, listSegments } from './recordings.queries.ts';

/** Milliseconds that the permission is cached: players request a segment and the playlist every few seconds. */
const PERMISSIONS = { ms: 3000, max: 5000 };
/** The playlist is the same for all viewers and changes every four seconds. */
const PLAYLISTS = { ms: 1000, max: 5000 };

export const LIVE_LIST_NAME = 'live.m3u8';
export const RECORDING_LIST_NAME = 'list.m3u8';
const LIST_TYPE = 'application/vnd.apple.mpegurl';

export type RecordingServer = (
  request: FastifyRequest<{ Params: { id: string; name: string } }>,
  reply: FastifyReply,
) => Promise<FastifyReply>;

/** Serves recordings to users who may view the stream; everybody else gets not_found. */
export function createRecordingServer(services: Services): RecordingServer {
  const permissions = new ShortCache<boolean>(PERMISSIONS);
  const lists = new ShortCache<string | undefined>(PLAYLISTS);

  const mayViewCached = (viewer: Viewer, streamId: number): Promise<boolean> =>
    permissions.get(`${streamId} ${viewer.userId} ${viewer.isStaff}`, () =>
      mayView(services, viewer, 'stream', streamId),
    );

  async function loadPlaylist(streamId: number, isLive: boolean): Promise<string | undefined> {
    const found = await listSegments(services.db, streamId);
    if (found === undefined) return undefined;
    const { segments, isOver } = found;
    if (isLive)
      return formatLivePlaylist(
        segments.toSorted((one, other) => one.id - other.id),
        isOver,
      );
    return isOver ? formatRecordingPlaylist(segments) : undefined;
  }

  return async (request, reply) => {
    const { id, name } = request.params;
    const streamId = requireFound(/^[1-9]\d{0,15}$/.test(id) ? Number(id) : undefined);
    const viewer = await identifyViewer(services, request);
    if (!(await mayViewCached(viewer, streamId))) throw new Failure('not_found');
    if (name === LIVE_LIST_NAME || name === RECORDING_LIST_NAME) {
      const isLive = name === LIVE_LIST_NAME;
      const list = requireFound(await lists.get(`${streamId} ${name}`, () => loadPlaylist(streamId, isLive)));
      return reply.header('cache-control', 'no-store').header('content-type', LIST_TYPE).send(list);
    }
    const segmentId = Number(/^([1-9]\d{0,15})\.m4s$/.exec(name)?.[1]);
    const key = Number.isSafeInteger(segmentId) ? await findLiveKey(services.db, streamId, segmentId) : undefined;
    if (key === undefined) throw new Failure('not_found');
    const presentation = { etag: `"${segmentId}"`, cacheControl: PRIVATE_FILE_CACHE, contentType: 'video/mp4' };
    return sendStoredFile(services.storage, key, presentation, request, reply);
  };
}
