import { sql } from 'kysely';
import { claimImages } from '../../../files/media/media.public.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure } from '../../../platform/failure.ts';
import type { QuarantinedFile } from '../../../platform/http/uploads.ts';
import { audioKey, RECORDING_OBJECTS } from './object-keys.ts';
import { type AudioDetails, readAudio } from './read-audio.ts';

export interface Recording {
  id: number;
  title: string;
  artist: string;
  coverImageId: number | null;
}

/** Contents being stored on this node; parallel uploads of the same content wait for the first. */
const underway = new Map<string, Promise<Recording>>();

/** Stores the content of a received file once for all uploaders. Fails like reading the file, and with taken_down. */
export async function storeRecording(services: Services, file: QuarantinedFile): Promise<Recording> {
  const { sha256 } = file;
  const running = underway.get(sha256);
  // The failure of one caller may not apply to the next, so the next caller tries again.
  const shared = await running?.catch((error: unknown) => {
    if (error instanceof Failure) throw error;
  });
  if (shared) return shared;
  const mine = store(services, file).finally(() => underway.delete(sha256));
  underway.set(sha256, mine);
  return mine;
}

/**
 * The row is written before the bytes, with the current time, so that no sweep removes the content; tracks are created
 * only once the bytes are stored. Known content is not read again.
 */
async function store(services: Services, file: QuarantinedFile): Promise<Recording> {
  const { storage } = services;
  const key = audioKey(file.sha256);
  const recording = (await findKnown(services, file.sha256)) ?? (await insertNew(services, file, key));
  if (!(await storage.has(key))) await storage.put(key, file.path, 'application/octet-stream');
  return recording;
}

interface Row {
  id: number;
  state: string;
  title: string;
  artist: string;
  cover_image_id: number | null;
}

async function findKnown({ db }: Services, sha256: string): Promise<Recording | undefined> {
  const { rows } = await sql<Row>`
    update recordings set seen_at = now() where sha256 = ${sha256}
    returning id, state, title, artist, cover_image_id`.execute(db);
  return rows[0] && toRecording(rows[0]);
}

function toRecording({ id, state, title, artist, cover_image_id }: Row): Recording {
  if (state === 'taken_down') throw new Failure('taken_down');
  return { id, title, artist, coverImageId: cover_image_id };
}

async function insertNew(services: Services, file: QuarantinedFile, key: string): Promise<Recording> {
  const details = await readAudio(services, file);
  try {
    const coverId = await storeCover(services, details);
    const row = await services.db.transaction().execute(async (tx) => {
      await RECORDING_OBJECTS.lock(tx, key);
      const { rows } = await sql<Row>`
        insert into recordings (sha256, storage_key, mime, bytes, duration_ms, title, artist, cover_image_id)
        values (${file.sha256}, ${key}, ${details.mime}, ${file.bytes}, ${details.durationMs}, ${details.title}, ${details.artist},
          ${coverId})
        on conflict (sha256) do update set seen_at = now() returning id, state, title, artist, cover_image_id`.execute(
        tx,
      );
      const [inserted] = rows;
      if (inserted === undefined) throw new Error('a recording was not stored');
      // If another node was faster, its cover stays and this one is left to the sweep.
      if (coverId !== null && inserted.cover_image_id === coverId) await claimImages(tx, null, [coverId]);
      return inserted;
    });
    return toRecording(row);
  } finally {
    await details.discard();
  }
}

/** An unreadable cover does not reject the audio. Covers have no owner: several users may upload the same content. */
async function storeCover({ media }: Services, { cover }: AudioDetails): Promise<number | null> {
  if (cover === undefined) return null;
  try {
    return (await media.createImage(cover, 'photo', null)).id;
  } catch (error) {
    if (error instanceof Failure && error.status < 500) return null;
    throw error;
  }
}
