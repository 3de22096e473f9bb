import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { FILE_UID, PRIVATE_FILE_CACHE, sendStoredFile } from '../../../files/media/send-file.public.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure } from '../../../platform/failure.ts';
import { identifyViewer } from '../../../platform/http/bind.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { TRACK_JOINS, trackVisibleTo } from '../present-music.ts';
import { cacheServedTrack, type ServedTrack } from './served-tracks.ts';

/** Serves the audio of a track, whole or by range, to viewers of its playlist; fails with not_found for others. */
export async function serveAudio(
  services: Services,
  request: FastifyRequest<{ Params: { uid: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { uid } = request.params;
  const viewer = FILE_UID.test(uid) ? await identifyViewer(services, request) : undefined;
  if (viewer === undefined || viewer.userId === null) throw new Failure('not_found');
  const { db, storage } = services;
  const track = await cacheServedTrack(db, uid, viewer.userId, () => findServedTrack(services, viewer, uid));
  if (track === undefined) throw new Failure('not_found');
  const disposition = {
    etag: track.etag,
    cacheControl: PRIVATE_FILE_CACHE,
    contentType: track.mime,
    headers: { 'content-disposition': 'inline' },
  };
  return sendStoredFile(storage, track.storage_key, disposition, request, reply);
}

async function findServedTrack({ db }: Services, viewer: Viewer, uid: string): Promise<ServedTrack | undefined> {
  const { rows } = await sql<{ sha256: string; storage_key: string; mime: string }>`
    select r.sha256, r.storage_key, r.mime from tracks t ${TRACK_JOINS} where t.uid = ${uid} and ${trackVisibleTo(viewer)}`.execute(
    db,
  );
  const [row] = rows;
  return row && { storage_key: row.storage_key, mime: row.mime, etag: `"${row.sha256.slice(0, 32)}"` };
}
