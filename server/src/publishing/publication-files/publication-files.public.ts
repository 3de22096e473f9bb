import type { PublicationFile } from '@app/contract/publishing/publications';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { QuarantinedFile } from '../../platform/http/uploads.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { presentPublicationFile } from './present-publication-file.ts';
import { FILE_COLUMNS, type PresentableFileRow, releaseFiles } from './publication-files.queries.ts';
import { addPublicationFile, type StoredPublicationFile } from './store-publication-file.ts';
import { enqueueVideoTranscode } from './transcode-video-kind.ts';

export type PublicationFileRow = StoredPublicationFile;

export interface ClaimedPublicationFile {
  id: number;
  kind: PublicationFile['kind'];
}

/**
 * Stores a received photo or video for a later publication; the received file stays in quarantine, for the caller to
 * discard. Fails with unsent_full, unsupported_media, unprocessable_image, unprocessable_video, video_too_long.
 */
export async function storePublicationFile(
  services: Services,
  viewer: Pick<SignedInViewer, 'userId'>,
  received: QuarantinedFile,
): Promise<PublicationFileRow> {
  return addPublicationFile(services, viewer, received);
}

/**
 * Sets the files of a publication in this order and releases the files no longer named. Each must belong to the owner
 * and be unclaimed or claimed by this publication; otherwise fails with not_found. The caller checks the allowed mix
 * (six photos or one video) from the result.
 */
export async function claimPublicationFiles(
  tx: Tx,
  ownerId: number,
  publishId: number,
  fileIds: readonly number[],
): Promise<ClaimedPublicationFile[]> {
  // Locks files in ascending order of ids, so that parallel calls for the same files do not deadlock.
  const { rows } = await sql<ClaimedPublicationFile & { position: number }>`
    with held as (
      select id from post_files
      where id = any (${[...fileIds]}::bigint[]) and owner_id = ${ownerId}
        and (state = 'unclaimed' or state = 'claimed' and publish_id = ${publishId})
      order by id for update)
    update post_files f set state = 'claimed', publish_id = ${publishId}, position = wanted.place
    from held join unnest(${[...fileIds]}::bigint[]) with ordinality wanted (id, place) on wanted.id = held.id
    where f.id = held.id
    returning f.id, f.kind, f.position`.execute(tx);
  if (rows.length !== fileIds.length || new Set(fileIds).size !== fileIds.length) throw new Failure('not_found');
  await releaseFiles(tx)
    .where('publish_id', '=', publishId)
    .where('id', '<>', sql<number>`all (${[...fileIds]}::bigint[])`)
    .execute();
  return rows.toSorted((a, b) => a.position - b.position).map(({ id, kind }) => ({ id, kind }));
}

/** Sets alternative texts in the order of the files; files without a text stay unchanged. */
export async function setAlts(tx: Tx, publishId: number, alts: readonly string[]): Promise<void> {
  if (alts.length === 0) return;
  await sql`
    update post_files f set alt = said.alt
    from (select id, row_number() over (order by position) as place from post_files where publish_id = ${publishId}) held
    join unnest(${[...alts]}::text[]) with ordinality said (alt, place) on said.place = held.place
    where f.id = held.id`.execute(tx);
}

/** Releases the files of a deleted publication; after the commit they are no longer served. */
export async function releasePublicationFiles(tx: Tx, publishId: number): Promise<void> {
  await releaseFiles(tx).where('publish_id', '=', publishId).execute();
}

/**
 * Sets the poster to another moment of the video and queues its creation. Photos and files of other publications are
 * ignored.
 */
export async function setPoster(services: Services, tx: Tx, fileId: number, ms: number): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('post_files')
    .set({ poster_ms: sql<number>`least(${ms}, duration_ms)` })
    .where('id', '=', fileId)
    .where('kind', '=', 'video')
    .where('state', '<>', 'garbage')
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await enqueueVideoTranscode(services, tx, fileId);
}

const COLUMNS = sql.join(FILE_COLUMNS.map((name) => sql.ref(name)));

export type JoinedFileRow = PresentableFileRow;
/** A column of queries of publications, for the alias `p`: a JSON array in order, or null. Served by post_files_publish. */
export const JOINED_FILES = `(
  select json_agg(file) from (
    select ${FILE_COLUMNS.join(', ')} from post_files where publish_id = p.id order by position
  ) file)`;

export const presentJoinedFiles = (rows: readonly JoinedFileRow[] | null): PublicationFile[] =>
  rows?.map(presentPublicationFile) ?? [];

/** Presents the files of publications in order, with one query; a publication without files is missing from the map. */
export async function presentPublicationFiles(
  { db }: Services,
  publishIds: readonly number[],
): Promise<Map<number, PublicationFile[]>> {
  const files = new Map<number, PublicationFile[]>();
  if (publishIds.length === 0) return files;
  // Served by post_files_publish.
  const { rows } = await sql<PresentableFileRow & { publish_id: number }>`-- named publication-files
    select publish_id, ${COLUMNS} from post_files
    where publish_id = any (${[...publishIds]}::bigint[]) order by publish_id, position`.execute(db);
  for (const row of rows) {
    const group = files.get(row.publish_id);
    if (group) group.push(presentPublicationFile(row));
    else files.set(row.publish_id, [presentPublicationFile(row)]);
  }
  return files;
}

export async function discardUnclaimedFiles(db: Db, ownerId: number, fileIds: readonly number[]): Promise<void> {
  if (fileIds.length === 0) return;
  await releaseFiles(db)
    .where('id', 'in', [...fileIds])
    .where('owner_id', '=', ownerId)
    .where('state', '=', 'unclaimed')
    .execute();
}

/** Runs before a user is erased. Deletes all uploaded files; the publications are erased too. */
export async function erasePublicationFiles(tx: Tx, userId: number): Promise<void> {
  await releaseFiles(tx).where('owner_id', '=', userId).execute();
}

export async function insertDemoPublicationFile(services: Services, ownerId: number, path: string): Promise<number> {
  const file = await services.media.quarantine.importFile(path);
  try {
    return (await storePublicationFile(services, { userId: ownerId }, file)).id;
  } finally {
    await services.media.quarantine.discard(file);
  }
}
