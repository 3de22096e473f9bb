import type { IceServer, MediaJoinToken } from '@app/contract/live/media-room';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { iceServers } from '../media-rooms/ice.public.ts';
import { findRecordings } from '../stream-recordings/stream-recordings.public.ts';
import { countViewers } from './count-watchers.ts';
import { findHlsUrl } from './present-streams.ts';
import { isRunning } from './stream-state.ts';
import { findVisibleStream, roomIdOf } from './streams.queries.ts';

interface StreamTransport {
  mode: 'room' | 'hls';
  seat?: MediaJoinToken;
  may?: 'publish' | 'view';
  ice: IceServer[];
  hls: string | null;
}

const AWAY_SECONDS = 2;

/**
 * Returns how this viewer publishes or watches now. Watching by the media server is limited to signed-in users and its
 * capacity. An owner who uses an encoder watches the recording, because a second participant of the same user would
 * replace the first.
 */
export async function findStreamTransport(
  services: Services,
  viewer: Viewer,
  streamId: number,
): Promise<StreamTransport> {
  const { db, config, mediaRooms } = services;
  const stream = requireFound(await findVisibleStream(db, viewer, streamId));
  if (!isRunning(stream.state)) throw new Failure('stream_over');
  const hls = findHlsUrl(streamId, stream.state, (await findRecordings(db, [streamId])).get(streamId));
  const { userId } = viewer;
  const isOwn = userId === stream.userId;
  const isInRoom =
    userId !== null &&
    (isOwn ? stream.source === 'browser' : (await countViewers(db, streamId)) <= config.streamViewersMax);
  if (!isInRoom) return { mode: 'hls', ice: [], hls };
  if (!mediaRooms.isUp()) {
    if (!isOwn && hls !== null) return { mode: 'hls', ice: [], hls };
    throw new Failure('not_ready', { retryAfter: AWAY_SECONDS });
  }
  const roomId = roomIdOf(streamId);
  const may = isOwn ? 'publish' : 'view';
  const joinToken = await mediaRooms.createJoinToken({ id: roomId, kind: 'stream' }, userId, may);
  return { mode: 'room', seat: joinToken, may, ice: iceServers(config, userId, roomId, stream.now), hls };
}
