import { AUDIO_FILES_MAX, PLAYLIST_TRACKS_MAX, TRACK_TITLE_MAX, type Track } from '@app/contract/publishing/music';
import { sql } from 'kysely';
import { releaseImages } from '../../files/media/media.public.ts';
import { withUpload } from '../../files/uploads/uploads.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import { toErrorResponse } from '../../platform/http/error-response.ts';
import { type IdempotencyKey, runIdempotent } from '../../platform/http/idempotency.ts';
import type { QuarantinedFile, RejectedFile } from '../../platform/http/uploads.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { texts } from '../../platform/texts.ts';
import { measureLoudness } from './audio/measure-loudness.job.ts';
import { type Recording, storeRecording } from './audio/store-recording.ts';
import { lockMusicQuota } from './music-quota.ts';
import { adjustTrackCount, lockAuthoredPlaylist, requireAuthoredPlaylist } from './playlists.queries.ts';
import { presentTracks, SENDER } from './present-music.ts';
import { copyCover, insertTrack, listTrackRows, lockRecordings } from './tracks.queries.ts';

interface RefusedTrack {
  index: number;
  name: string;
  code: string;
  message: string;
}

interface AddTracksResponse {
  music: Track[];
  refused: RefusedTrack[];
}

interface SentFile {
  index: number;
  name: string;
  file: QuarantinedFile;
}

interface FailedFile {
  index: number;
  name: string;
  failure: Failure;
}

interface StoredFile extends SentFile {
  recording: Recording;
}

interface AddTracksCall {
  playlistId: number;
  uploadId: string | undefined;
  files: readonly QuarantinedFile[];
  refused: readonly RejectedFile[];
  idempotency: IdempotencyKey | undefined;
}

/** Consumes the upload in the transaction that uses it. */
type FinishUpload = (tx: Tx) => Promise<void>;

/**
 * Adds tracks to a playlist that the viewer owns or is co-author of. Invalid files are rejected one by one and the others are added; if none is
 * added, the first error is the response. A repeat with the same idempotency key returns the first result.
 */
export async function addTracks(
  services: Services,
  viewer: SignedInViewer,
  call: AddTracksCall,
): Promise<AddTracksResponse> {
  await requireAuthoredPlaylist(services.db, viewer, call.playlistId);
  const { sent, refused } = placeFiles(call);
  if (call.uploadId === undefined) {
    if (sent.length === 0 && refused.length === 0)
      throw new Failure('invalid_input', { fields: { audio: 'errors.field.required' } });
    return addFiles(services, viewer, call, sent, refused);
  }
  try {
    return await withUpload(services, viewer, call.uploadId, 'audio', (file, finishUpload) =>
      addFiles(
        services,
        viewer,
        call,
        [...sent, { index: sent.length + refused.length, name: file.name, file }],
        refused,
        finishUpload,
      ),
    );
  } catch (error) {
    // The first attempt of the same request may have consumed the upload.
    if (error instanceof Failure && error.code === 'upload_not_found')
      return respondToRepeat(services, viewer, call, error);
    throw error;
  }
}

function placeFiles({ files, refused }: AddTracksCall): { sent: SentFile[]; refused: FailedFile[] } {
  const taken = new Set(refused.map(({ index }) => index));
  const free = Array.from({ length: AUDIO_FILES_MAX }, (_, index) => index).filter((index) => !taken.has(index));
  return {
    sent: files.map((file, i) => ({ index: free[i] ?? i, name: file.sentName ?? '', file })),
    refused: refused.map(({ index, sentName, failure }) => ({ index, name: sentName, failure })),
  };
}

async function addFiles(
  services: Services,
  viewer: SignedInViewer,
  call: AddTracksCall,
  sent: readonly SentFile[],
  refusedBefore: readonly FailedFile[],
  finishUpload: FinishUpload = async () => {},
): Promise<AddTracksResponse> {
  const refused = [...refusedBefore];
  const stored: StoredFile[] = [];
  // Files are processed one after another, because media workers are few and the order must stay.
  for (const one of sent) {
    try {
      stored.push({ ...one, recording: await storeRecording(services, one.file) });
    } catch (error) {
      refused.push({ ...one, failure: toFailure(error) });
    }
  }
  const { id } = await services.db.transaction().execute((tx) =>
    runIdempotent(tx, call.idempotency, async () => {
      const { firstId, late } = await insertEntries(services, tx, viewer, call.playlistId, stored);
      refused.push(...late);
      if (firstId === undefined) throw firstFailure(viewer, refused);
      await finishUpload(tx);
      return firstId;
    }),
  );
  return respond(services, viewer, id, refused);
}

/** Only a Failure is a rejection; other errors are bugs and rethrown. */
function toFailure(error: unknown): Failure {
  if (error instanceof Failure && error.status < 500) return error;
  throw error;
}

function firstFailure(viewer: SignedInViewer, refused: readonly FailedFile[]): Failure {
  const shown = presentRefused(viewer, refused);
  const [first] = inOrder(refused);
  const { code, options } = first?.failure ?? new Failure('not_found');
  return new Failure(code, { ...options, details: { ...options.details, refused: shown } });
}

const inOrder = (refused: readonly FailedFile[]): FailedFile[] => refused.toSorted((a, b) => a.index - b.index);

const presentRefused = ({ lang }: SignedInViewer, refused: readonly FailedFile[]): RefusedTrack[] =>
  inOrder(refused).map(({ index, name, failure }) => {
    const { code, message } = toErrorResponse(failure, texts, lang).body;
    return { index, name, code, message };
  });

async function respond(
  services: Services,
  viewer: SignedInViewer,
  batchId: number,
  refused: readonly FailedFile[],
): Promise<AddTracksResponse> {
  const ofBatch = sql`t.batch_id = ${batchId} and ${SENDER} = ${viewer.userId}`;
  const rows = await listTrackRows(services.db, viewer, ofBatch, sql`order by t.id`);
  return { music: presentTracks(rows), refused: presentRefused(viewer, refused) };
}

function respondToRepeat(
  services: Services,
  viewer: SignedInViewer,
  call: AddTracksCall,
  failure: Failure,
): Promise<AddTracksResponse> {
  return services.db.transaction().execute(async (tx) => {
    const { id } = await runIdempotent(tx, call.idempotency, async () => {
      throw failure;
    });
    return respond(services, viewer, id, []);
  });
}

async function insertEntries(
  services: Services,
  tx: Tx,
  viewer: SignedInViewer,
  playlistId: number,
  stored: readonly StoredFile[],
): Promise<{ firstId: number | undefined; late: FailedFile[] }> {
  const late: FailedFile[] = [];
  const ids: number[] = [];
  const recordings = await lockRecordings(
    tx,
    stored.map(({ recording }) => recording.id),
  );
  const room = await lockMusicQuota(tx, services, viewer.userId, [...recordings.keys()]);
  const playlist = await lockAuthoredPlaylist(tx, viewer.userId, playlistId);
  let durationMs = 0;
  for (const one of stored) {
    const { id: recordingId, title, artist, coverImageId: shownId } = one.recording;
    const recording = recordings.get(recordingId);
    const refuse = (failure: Failure) => late.push({ ...one, failure });
    if (recording === undefined || recording.state === 'taken_down') refuse(new Failure('taken_down'));
    else if (playlist.track_count + ids.length >= PLAYLIST_TRACKS_MAX) refuse(new Failure('playlist_full'));
    else if (!room.fits(recording)) refuse(room.failure);
    else {
      const coverImageId = await copyCover(tx, shownId, viewer.userId);
      const id = await insertTrack(tx, playlist, {
        addedBy: viewer.userId,
        recordingId,
        title: title || titleOf(one.name),
        artist,
        coverImageId,
        isSent: true,
      });
      if (id === undefined) {
        if (coverImageId !== null) await releaseImages(tx, [coverImageId]);
        refuse(new Failure('already_exists'));
        continue;
      }
      ids.push(id);
      room.consume(recording);
      durationMs += recording.duration_ms;
      if (!recording.is_measured)
        await services.queue.add(tx, measureLoudness, { recording_id: recordingId }, { key: String(recordingId) });
    }
  }
  const [firstId] = ids;
  if (firstId !== undefined) {
    await sql`update tracks set batch_id = ${firstId} where id = any(${ids}::bigint[])`.execute(tx);
    await adjustTrackCount(tx, playlistId, ids.length, durationMs);
  }
  return { firstId, late };
}

function titleOf(name: string): string {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const plain = last
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/[\p{C}\p{Surrogate}]/gu, '')
    .replace(/[_\s]+/gu, ' ')
    .trim();
  return [...plain].slice(0, TRACK_TITLE_MAX).join('') || '—';
}
