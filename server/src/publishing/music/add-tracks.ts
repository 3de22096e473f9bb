import { AUDIO_FILES_MAX, PLAYLIST_TRACKS_MAX, TRACK_TITLE_MAX, type Track } from '@app/contract/publishing/music';
import { sql } from 'kysely';
import { releaseImages } from '../../files/media/media.public.ts';
import { withUpload } from '../../files/uploads/uploads.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';
import { type IdempotencyKey, once } from '../../platform/http/idempotency.ts';
import { toRefusal } from '../../platform/http/refusal.ts';
import type { QuarantinedFile, RefusedFile } from '../../platform/http/uploads.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import type { Services } from '../../platform/services.ts';
import { measureLoudness } from './audio/measure-loudness.job.ts';
import { type Recording, storeRecording } from './audio/store-recording.ts';
import { holdRoom } from './music-room.ts';
import { countTracks, holdPlaylist, requireOwnPlaylist } from './playlists.queries.ts';
import { showTracks } from './show-music.ts';
import { copyCover, holdRecordings, insertTrack, listTrackRows } from './tracks.queries.ts';

interface Refused {
  index: number;
  name: string;
  code: string;
  message: string;
}

interface Added {
  music: Track[];
  refused: Refused[];
}

/** A file of the call by its place. */
interface Sent {
  index: number;
  name: string;
  file: QuarantinedFile;
}

interface NotTaken {
  index: number;
  name: string;
  failure: Failure;
}

/** A file whose content is in the store. */
interface Stored extends Sent {
  recording: Recording;
}

interface Call {
  playlistId: number;
  uploadId: string | undefined;
  files: readonly QuarantinedFile[];
  refused: readonly RefusedFile[];
  idempotency: IdempotencyKey | undefined;
}

/** Spends what the call was made of, in its transaction. */
type Settle = (tx: Tx) => Promise<void>;

/**
 * Add tracks to an own playlist. What cannot be taken is refused by itself, and the others go in; when nothing goes in, the first
 * refusal is the answer. A repeated call under its key answers with what the first one made.
 */
export async function addTracks(services: Services, viewer: SignedInViewer, call: Call): Promise<Added> {
  await requireOwnPlaylist(services.db, viewer, call.playlistId);
  const { sent, refused } = placeFiles(call);
  if (call.uploadId === undefined) {
    if (sent.length === 0 && refused.length === 0)
      throw new Failure('invalid_input', { fields: { audio: 'errors.field.required' } });
    return addFiles(services, viewer, call, sent, refused);
  }
  try {
    return await withUpload(services, viewer, call.uploadId, 'audio', (file, settle) =>
      addFiles(
        services,
        viewer,
        call,
        [...sent, { index: sent.length + refused.length, name: file.name, file }],
        refused,
        settle,
      ),
    );
  } catch (error) {
    // Used up by the first try of the same call.
    if (error instanceof Failure && error.code === 'upload_not_found')
      return answerRepeated(services, viewer, call, error);
    throw error;
  }
}

function placeFiles({ files, refused }: Call): { sent: Sent[]; refused: NotTaken[] } {
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
  call: Call,
  sent: readonly Sent[],
  refusedBefore: readonly NotTaken[],
  settle: Settle = async () => {},
): Promise<Added> {
  const refused = [...refusedBefore];
  const stored: Stored[] = [];
  // One after another: the media workers are few, and the order is the sender's.
  for (const one of sent) {
    try {
      stored.push({ ...one, recording: await storeRecording(services, one.file) });
    } catch (error) {
      refused.push({ ...one, failure: asRefusal(error) });
    }
  }
  const { id } = await services.db.transaction().execute((tx) =>
    once(tx, call.idempotency, async () => {
      const { firstId, late } = await insertEntries(services, tx, viewer, call.playlistId, stored);
      refused.push(...late);
      if (firstId === undefined) throw firstRefusal(services, viewer, refused);
      await settle(tx);
      return firstId;
    }),
  );
  return answer(services, viewer, id, refused);
}

/** A defect is no refusal. */
function asRefusal(error: unknown): Failure {
  if (error instanceof Failure && error.status < 500) return error;
  throw error;
}

function firstRefusal(services: Services, viewer: SignedInViewer, refused: readonly NotTaken[]): Failure {
  const shown = showRefused(services, viewer, refused);
  const [first] = inOrder(refused);
  const { code, options } = first?.failure ?? new Failure('not_found');
  return new Failure(code, { ...options, details: { ...options.details, refused: shown } });
}

const inOrder = (refused: readonly NotTaken[]): NotTaken[] => refused.toSorted((a, b) => a.index - b.index);

const showRefused = (
  { texts }: Pick<Services, 'texts'>,
  { lang }: SignedInViewer,
  refused: readonly NotTaken[],
): Refused[] =>
  inOrder(refused).map(({ index, name, failure }) => {
    const { code, message } = toRefusal(failure, texts, lang).body;
    return { index, name, code, message };
  });

/** What one call made, whatever it is called by now. */
async function answer(
  services: Services,
  viewer: SignedInViewer,
  batchId: number,
  refused: readonly NotTaken[],
): Promise<Added> {
  const ofBatch = sql`t.batch_id = ${batchId} and t.user_id = ${viewer.userId}`;
  const rows = await listTrackRows(services.db, viewer, ofBatch, sql`order by t.id`);
  return { music: await showTracks(services, viewer, rows), refused: showRefused(services, viewer, refused) };
}

function answerRepeated(services: Services, viewer: SignedInViewer, call: Call, failure: Failure): Promise<Added> {
  return services.db.transaction().execute(async (tx) => {
    const { id } = await once(tx, call.idempotency, async () => {
      throw failure;
    });
    return answer(services, viewer, id, []);
  });
}

async function insertEntries(
  services: Pick<Services, 'queue' | 'config'>,
  tx: Tx,
  viewer: SignedInViewer,
  playlistId: number,
  stored: readonly Stored[],
): Promise<{ firstId: number | undefined; late: NotTaken[] }> {
  const late: NotTaken[] = [];
  const ids: number[] = [];
  const recordings = await holdRecordings(
    tx,
    stored.map(({ recording }) => recording.id),
  );
  const room = await holdRoom(tx, services, viewer.userId, [...recordings.keys()]);
  const held = await holdPlaylist(tx, viewer.userId, playlistId);
  let durationMs = 0;
  for (const one of stored) {
    const { id: recordingId, title, artist, coverImageId: shownId } = one.recording;
    const recording = recordings.get(recordingId);
    const refuse = (failure: Failure) => late.push({ ...one, failure });
    if (recording === undefined || recording.state === 'taken_down') refuse(new Failure('taken_down'));
    else if (held.track_count + ids.length >= PLAYLIST_TRACKS_MAX) refuse(new Failure('playlist_full'));
    else if (!room.fits(recording)) refuse(room.failure);
    else {
      const coverImageId = await copyCover(tx, shownId, viewer.userId);
      const id = await insertTrack(tx, held, {
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
      room.take(recording);
      durationMs += recording.duration_ms;
      if (!recording.is_measured)
        await services.queue.add(tx, measureLoudness, { recording_id: recordingId }, { key: String(recordingId) });
    }
  }
  const [firstId] = ids;
  if (firstId !== undefined) {
    await sql`update tracks set batch_id = ${firstId} where id = any(${ids}::bigint[])`.execute(tx);
    await countTracks(tx, playlistId, ids.length, durationMs);
  }
  return { firstId, late };
}

/** The name of the file without its folder and extension, as one line. */
function titleOf(name: string): string {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const plain = last
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/[\p{C}\p{Surrogate}]/gu, '')
    .replace(/[_\s]+/gu, ' ')
    .trim();
  return [...plain].slice(0, TRACK_TITLE_MAX).join('') || '—';
}
