import { CO_AUTHORS_MAX, type CoAuthor, type Playlist } from '@app/contract/publishing/music';
import { sql } from 'kysely';
import { notify, withdrawNotification } from '../../notifications/notifications/notifications.public.ts';
import { lockPair } from '../../people/circle/lock-pair.public.ts';
import { findBlocked, isFriend } from '../../people/relationships/relationships.public.ts';
import { findUserSummaries } from '../../people/users/accounts.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Listener } from '../../platform/domain/domain.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { invalidateServedTracks } from './audio/served-tracks.ts';
import { deleteCoAuthor, listCoAuthorRows } from './co-authors.queries.ts';
import { findPlaylist, getPlaylist, lockPlaylist, requireOwnPlaylist } from './playlists.queries.ts';
import { presentPlaylist } from './present-music.ts';

interface CoAuthors {
  list: CoAuthor[];
}

/** Leaves out people who are away, and those across a block from the viewer. */
export async function listCoAuthors({ db }: Services, viewer: SignedInViewer, id: number): Promise<CoAuthors> {
  await getPlaylist(db, viewer, id);
  const rows = await listCoAuthorRows(db, id);
  const ids = rows.map(({ user_id }) => user_id);
  const [people, blocked] = await Promise.all([findUserSummaries(db, ids), findBlocked(db, viewer.userId, ids)]);
  return {
    list: rows.flatMap(({ user_id, added_at }) => {
      const person = people.get(user_id);
      return person === undefined || blocked.has(user_id) ? [] : [{ ...person, timestamp: added_at.toISOString() }];
    }),
  };
}

/** Makes a friend a co-author of an own playlist. Both people are locked: the end of their friendship comes before or after. */
export async function addCoAuthor(
  services: Services,
  viewer: SignedInViewer,
  id: number,
  friendId: number,
): Promise<CoAuthors> {
  const { db, clock } = services;
  const { name } = await requireOwnPlaylist(db, viewer, id);
  await db.transaction().execute(async (tx) => {
    const pair = await lockPair(tx, viewer.userId, friendId);
    await lockPlaylist(tx, viewer.userId, id);
    if (!pair.isActive(friendId) || !(await areFriends(tx, viewer.userId, friendId)))
      throw new Failure('co_author_not_friend');
    const rows = await listCoAuthorRows(tx, id);
    if (rows.some(({ user_id }) => user_id === friendId)) return;
    if (rows.length >= CO_AUTHORS_MAX) throw new Failure('co_authors_full', { values: { max: CO_AUTHORS_MAX } });
    const now = clock();
    await tx.insertInto('playlist_co_authors').values({ playlist_id: id, user_id: friendId, added_at: now }).execute();
    await notify(tx, services, {
      userId: friendId,
      kind: 'co_author',
      actorId: viewer.userId,
      link: `/user/${viewer.userId}/audio/${id}`,
      values: { title: name },
      // Inviting, removing and inviting again rings once a day.
      dedupe: `co_author:${id}:${now.toISOString().slice(0, 10)}`,
    });
  });
  invalidateServedTracks(db);
  return listCoAuthors(services, viewer, id);
}

async function areFriends(tx: Tx, oneId: number, otherId: number): Promise<boolean> {
  const { rows } = await sql<{ are: boolean }>`
    select ${isFriend(sql`${oneId}::bigint`, sql`${otherId}::bigint`)} as are`.execute(tx);
  return rows[0]?.are === true;
}

/** The owner removes anybody, a co-author leaves. What the co-author added stays in the playlist. */
export async function removeCoAuthor(
  { db }: Services,
  viewer: SignedInViewer,
  id: number,
  userId: number,
): Promise<{ id: number; user_id: number; playlist: Playlist | null }> {
  const playlist = await getPlaylist(db, viewer, id);
  if (userId !== viewer.userId && playlist.user_id !== viewer.userId) throw new Failure('forbidden');
  await db.transaction().execute((tx) => deleteCoAuthor(tx, id, userId));
  invalidateServedTracks(db);
  const left = await findPlaylist(db, viewer, id);
  return { id, user_id: userId, playlist: left ? presentPlaylist(viewer, left) : null };
}

/** Only friends write into a playlist: with the friendship ends what either let the other do. */
export const endCoAuthorship: Listener<'friendship.ended'> = async (services, tx, { userId, otherId }) => {
  const { rows } = await sql<{ owner_id: number; user_id: number }>`
    delete from playlist_co_authors a using playlists p
    where p.id = a.playlist_id
      and (p.user_id, a.user_id) in ((${userId}::bigint, ${otherId}::bigint), (${otherId}::bigint, ${userId}::bigint))
    returning p.user_id as owner_id, a.user_id`.execute(tx);
  const ended = new Map(rows.map((row) => [row.user_id, row.owner_id]));
  for (const [invitedId, actorId] of ended)
    await withdrawNotification(tx, services, { userId: invitedId, kind: 'co_author', actorId });
  invalidateServedTracks(services.db);
};
