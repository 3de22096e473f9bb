import type { BodyOf } from '@app/contract/platform/endpoint';
import { type musicApi, PLAYLISTS_MAX, type Playlist } from '@app/contract/publishing/music';
import { sql } from 'kysely';
import { claimImages, type MediaImage, releaseImages } from '../../files/media/media.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import { type IdempotencyKey, runIdempotent } from '../../platform/http/idempotency.ts';
import type { QuarantinedFile } from '../../platform/http/uploads.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import type { SearchTerms } from '../../platform/search/parse-search.ts';
import { searchWithCorrection } from '../../platform/search/search-with-correction.ts';
import { invalidateServedTracks } from './audio/served-tracks.ts';
import { getPlaylist, listPlaylistRows, lockPlaylist, requireOwnPlaylist } from './playlists.queries.ts';
import { playlistVisibleTo, presentPlaylist } from './present-music.ts';

const SPACE = 'music';

export async function getPlaylistForViewer({ db }: Services, viewer: SignedInViewer, id: number): Promise<Playlist> {
  return presentPlaylist(viewer, await getPlaylist(db, viewer, id));
}

/** Creates a playlist. The limit per user holds for parallel calls too. */
export async function addPlaylist(
  services: Services,
  viewer: SignedInViewer,
  { name, audience = 'all', may_share = 1 }: BodyOf<(typeof musicApi)['addPlaylist']>,
  file: QuarantinedFile | undefined,
  idempotency: IdempotencyKey | undefined,
): Promise<Playlist> {
  const { db } = services;
  const image = await createPlaylistImage(services, viewer, file);
  const { id } = await db.transaction().execute((tx) =>
    runIdempotent(tx, idempotency, async () => {
      await requirePlaylistSpace(tx, viewer.userId);
      if (image !== undefined) await claimImages(tx, viewer.userId, [image.id]);
      const row = await tx
        .insertInto('playlists')
        .values({ user_id: viewer.userId, name, audience, may_share: may_share === 1, image_id: image?.id ?? null })
        .returning('id')
        .executeTakeFirstOrThrow();
      return row.id;
    }),
  );
  return getPlaylistForViewer(services, viewer, id);
}

async function requirePlaylistSpace(tx: Tx, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('playlists', ${userId}))`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from playlists where user_id = ${userId}`.execute(tx);
  if ((rows[0]?.count ?? 0) >= PLAYLISTS_MAX) throw new Failure('playlists_full');
}

function createPlaylistImage(
  { media }: Services,
  { userId }: SignedInViewer,
  file: QuarantinedFile | undefined,
): Promise<MediaImage | undefined> {
  return file === undefined ? Promise.resolve(undefined) : media.createImage(file, 'photo', userId);
}

/** Omitted fields stay. The audience is copied to the tracks, because the search reads them alone. */
export async function editPlaylist(
  services: Services,
  viewer: SignedInViewer,
  { id, name, audience, may_share, order, remove_image }: BodyOf<(typeof musicApi)['editPlaylist']>,
  file: QuarantinedFile | undefined,
): Promise<Playlist> {
  const { db } = services;
  await requireOwnPlaylist(db, viewer, id);
  const image = await createPlaylistImage(services, viewer, file);
  await db.transaction().execute(async (tx) => {
    const locked = await lockPlaylist(tx, viewer.userId, id);
    const mayShare = may_share === undefined ? undefined : may_share === 1;
    const isPictureGone = image !== undefined || remove_image === 1;
    if (image !== undefined) await claimImages(tx, viewer.userId, [image.id]);
    await sql`
      update playlists set name = coalesce(${name ?? null}, name), audience = coalesce(${audience ?? null}, audience),
        may_share = coalesce(${mayShare ?? null}::boolean, may_share),
        image_id = ${isPictureGone ? (image?.id ?? null) : locked.image_id}
      where id = ${id}`.execute(tx);
    if (isPictureGone && locked.image_id !== null) await releaseImages(tx, [locked.image_id]);
    if (order !== undefined) await setOrder(tx, id, order);
    if (audience !== undefined && audience !== locked.audience) {
      await tx.updateTable('tracks').set({ audience }).where('playlist_id', '=', id).execute();
    }
  });
  invalidateServedTracks(db);
  return getPlaylistForViewer(services, viewer, id);
}

/** Accepts only an order of exactly the present tracks; otherwise the order is outdated. */
async function setOrder(tx: Tx, playlistId: number, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ is_same: boolean }>`
    select coalesce(array_agg(id order by id), '{}') = (select coalesce(array_agg(id order by id), '{}')
      from unnest(${ids}::bigint[]) given (id)) as is_same
    from tracks where playlist_id = ${playlistId} and not is_down`.execute(tx);
  if (rows[0]?.is_same !== true) throw new Failure('conflict');
  await sql`
    update tracks t set position = given.place
    from unnest(${ids}::bigint[]) with ordinality given (id, place)
    where t.id = given.id and t.position <> given.place`.execute(tx);
  // Tracks taken down move to the end, in case they are reinstated.
  await sql`update tracks set position = position + ${ids.length} where playlist_id = ${playlistId} and is_down`.execute(
    tx,
  );
}

export async function removePlaylist({ db }: Services, viewer: SignedInViewer, id: number): Promise<{ id: number }> {
  await requireOwnPlaylist(db, viewer, id);
  await db.transaction().execute(async (tx) => {
    const { image_id } = await lockPlaylist(tx, viewer.userId, id);
    await deletePlaylists(tx, [id], image_id === null ? [] : [image_id]);
  });
  invalidateServedTracks(db);
  return { id };
}

export async function deletePlaylists(tx: Tx, ids: readonly number[], imageIds: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const entries = await tx.deleteFrom('tracks').where('playlist_id', 'in', ids).returning('cover_image_id').execute();
  await tx.deleteFrom('playlists').where('id', 'in', ids).execute();
  const covers = entries.flatMap(({ cover_image_id }) => (cover_image_id === null ? [] : [cover_image_id]));
  await releaseImages(tx, [...imageIds, ...covers]);
}

export async function listPlaylists(
  { db, pool }: Services,
  viewer: SignedInViewer,
  { user_id, search, page, size }: BodyOf<(typeof musicApi)['playlists']>,
): Promise<{ playlists: Playlist[]; total: number }> {
  const ownerId = user_id ?? viewer.userId;
  if (ownerId !== viewer.userId) await requireUser(db, ownerId);
  const find = async (terms: SearchTerms | undefined) => {
    const matches = terms
      ? sql`p.search @@ search_query(${terms.words}, ${terms.last}, ${terms.beginnings})`
      : sql`true`;
    const coAuthored = sql`union all select playlist_id from playlist_co_authors where user_id = ${ownerId}`;
    const where = sql<boolean>`p.id in (
      select id from playlists where user_id = ${ownerId} ${ownerId === viewer.userId ? coAuthored : sql``})
      and ${playlistVisibleTo(viewer)} and ${matches}`;
    return listPlaylistRows(db, viewer, where, size, (page - 1) * size);
  };
  const { found } = await searchWithCorrection({ pool, space: SPACE }, search, find);
  return { playlists: found.rows.map((row) => presentPlaylist(viewer, row)), total: found.total };
}

/** Fails with not_found for users who are not active. */
export async function requireUser(db: Services['db'], id: number): Promise<void> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (user === undefined) throw new Failure('not_found');
}
