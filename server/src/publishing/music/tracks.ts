import { AUDIENCES } from '@app/contract/people/privacy';
import type { BodyOf } from '@app/contract/platform/endpoint';
import { type musicApi, PLAYLIST_TRACKS_MAX, type Playlist, type Track } from '@app/contract/publishing/music';
import { sql } from 'kysely';
import { claimImages, releaseImages } from '../../files/media/media.public.ts';
import { visibleTo } from '../../people/relationships/relationships.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import { type IdempotencyKey, runIdempotent } from '../../platform/http/idempotency.ts';
import type { QuarantinedFile } from '../../platform/http/uploads.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { type Lyrics, parseLyrics } from './audio/parse-lyrics.ts';
import { invalidateServedTracks } from './audio/served-tracks.ts';
import { adjustTrackCount, getPlaylist, lockAuthoredPlaylist, requireAuthoredPlaylist } from './playlists.queries.ts';
import { requireUser } from './playlists.ts';
import { presentPlaylist, presentTracks } from './present-music.ts';
import { copyCover, getTrack, insertTrack, listTrackRows, lockRecordings, requireOwnTrack } from './tracks.queries.ts';

type ListedTracks = { music: Track[]; total: number; playlist: Playlist | null };

export async function getTrackForViewer(services: Services, viewer: SignedInViewer, id: number): Promise<Track> {
  const [track] = presentTracks([await getTrack(services.db, viewer, id)]);
  if (track === undefined) throw new Failure('not_found');
  return track;
}

export function listTracks(
  services: Services,
  viewer: SignedInViewer,
  { playlist_id, user_id, page, size }: BodyOf<(typeof musicApi)['list']>,
): Promise<ListedTracks> {
  const paging = sql`limit ${size} offset ${(page - 1) * size}`;
  return playlist_id
    ? listPlaylistTracks(services, viewer, playlist_id, paging)
    : listUserTracks(services, viewer, user_id ?? viewer.userId, paging);
}

type Sql = ReturnType<typeof sql>;

/** Served by tracks_order. */
async function listPlaylistTracks(
  services: Services,
  viewer: SignedInViewer,
  id: number,
  paging: Sql,
): Promise<ListedTracks> {
  const { db } = services;
  const playlist = await getPlaylist(db, viewer, id);
  const order = sql`order by t.position, t.id ${paging}`;
  const rows = await listTrackRows(db, viewer, sql`t.playlist_id = ${id}`, order);
  const music = presentTracks(rows);
  return { music, total: playlist.track_count, playlist: presentPlaylist(viewer, playlist) };
}

/** Served by tracks_owner; the total comes from the playlists' counters. */
async function listUserTracks(
  services: Services,
  viewer: SignedInViewer,
  ownerId: number,
  paging: Sql,
): Promise<ListedTracks> {
  const { db } = services;
  if (ownerId !== viewer.userId) await requireUser(db, ownerId);
  // The visible audiences are determined once per user instead of once per track.
  const { rows: open } = await sql<{ audience: string }>`
    select audience from unnest(${AUDIENCES}::text[]) audience
    where ${visibleTo(viewer, sql`${ownerId}::bigint`, sql`audience`)}`.execute(db);
  const audiences = open.map(({ audience }) => audience);
  const where = sql`t.user_id = ${ownerId} and t.audience = any(${audiences}::text[])`;
  const [rows, counted] = await Promise.all([
    listTrackRows(db, viewer, where, sql`order by t.id desc ${paging}`),
    sql<{ total: number }>`
      select coalesce(sum(track_count), 0)::bigint as total from playlists
      where user_id = ${ownerId} and audience = any(${audiences}::text[])`.execute(db),
  ]);
  return { music: presentTracks(rows), total: counted.rows[0]?.total ?? 0, playlist: null };
}

/** Adds a track with the recording of a visible track; nothing is stored again. */
export async function addToPlaylist(
  services: Services,
  viewer: SignedInViewer,
  { audio_id, playlist_id }: BodyOf<(typeof musicApi)['addToPlaylist']>,
  idempotency: IdempotencyKey | undefined,
): Promise<Track> {
  const { db } = services;
  await getTrack(db, viewer, audio_id);
  await requireAuthoredPlaylist(db, viewer, playlist_id);
  const { id } = await db.transaction().execute((tx) =>
    runIdempotent(tx, idempotency, async () => {
      const source = await tx
        .selectFrom('tracks')
        .select(['user_id', 'added_by', 'is_sent', 'recording_id', 'title', 'artist', 'lyrics', 'cover_image_id'])
        .where('id', '=', audio_id)
        .executeTakeFirst();
      if (source === undefined) throw new Failure('not_found');
      const recording = requireFound((await lockRecordings(tx, [source.recording_id])).get(source.recording_id));
      if (recording.state === 'taken_down') throw new Failure('taken_down');
      const playlist = await lockAuthoredPlaylist(tx, viewer.userId, playlist_id);
      if (playlist.track_count >= PLAYLIST_TRACKS_MAX) throw new Failure('playlist_full');
      const coverImageId = await copyCover(tx, source.cover_image_id, viewer.userId);
      const { recording_id: recordingId, title, artist, lyrics } = source;
      // A copy of one's own upload still counts as one's own upload.
      const isSent = source.is_sent && (source.added_by ?? source.user_id) === viewer.userId;
      const trackId = await insertTrack(tx, playlist, {
        addedBy: viewer.userId,
        recordingId,
        title,
        artist,
        lyrics,
        coverImageId,
        isSent,
      });
      if (trackId === undefined) throw new Failure('already_exists');
      await adjustTrackCount(tx, playlist_id, 1, recording.duration_ms);
      return trackId;
    }),
  );
  return getTrackForViewer(services, viewer, id);
}

export async function removeTrack(
  { db }: Services,
  viewer: SignedInViewer,
  { audio_id, playlist_id }: BodyOf<(typeof musicApi)['remove']>,
): Promise<{ audio_id: number }> {
  const found = await requireOwnTrack(db, viewer, audio_id);
  if (playlist_id && playlist_id !== found.playlist_id) throw new Failure('not_found');
  await db.transaction().execute(async (tx) => {
    await lockAuthoredPlaylist(tx, viewer.userId, found.playlist_id);
    const gone = await tx
      .deleteFrom('tracks')
      .where('id', '=', audio_id)
      .returning(['cover_image_id', 'is_down'])
      .executeTakeFirst();
    if (gone === undefined) throw new Failure('not_found');
    if (!gone.is_down) await adjustTrackCount(tx, found.playlist_id, -1, -found.duration_ms);
    if (gone.cover_image_id !== null) await releaseImages(tx, [gone.cover_image_id]);
  });
  invalidateServedTracks(db);
  return { audio_id };
}

export async function editTrack(
  services: Services & Services,
  viewer: SignedInViewer,
  { audio_id, title, artist, lyrics }: BodyOf<(typeof musicApi)['edit']>,
  file: QuarantinedFile | undefined,
): Promise<Track> {
  const { db, media } = services;
  const found = await requireOwnTrack(db, viewer, audio_id);
  const image = file && (await media.createImage(file, 'photo', viewer.userId));
  await db.transaction().execute(async (tx) => {
    await lockAuthoredPlaylist(tx, viewer.userId, found.playlist_id);
    if (image !== undefined) await claimImages(tx, viewer.userId, [image.id]);
    const { rows } = await sql<{ was: number | null }>`
      with before as (select id, cover_image_id from tracks where id = ${audio_id})
      update tracks t set title = coalesce(${title ?? null}, title), artist = coalesce(${artist ?? null}, artist),
        lyrics = coalesce(${lyrics ?? null}, lyrics), cover_image_id = coalesce(${image?.id ?? null}::bigint, t.cover_image_id)
      from before where t.id = before.id returning before.cover_image_id as was`.execute(tx);
    if (rows[0] === undefined) throw new Failure('not_found');
    if (image !== undefined && rows[0].was !== null) await releaseImages(tx, [rows[0].was]);
  });
  return getTrackForViewer(services, viewer, audio_id);
}

export async function getLyrics(
  { db }: Services,
  viewer: SignedInViewer,
  id: number,
): Promise<Lyrics & { source: string }> {
  await getTrack(db, viewer, id);
  const row = await db.selectFrom('tracks').select('lyrics').where('id', '=', id).executeTakeFirst();
  const source = row?.lyrics ?? '';
  return { ...parseLyrics(source), source };
}
