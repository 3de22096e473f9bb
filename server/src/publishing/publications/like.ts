import { IMAGE_SRC_WIDTH, imageUrl } from '@app/contract/files/media';
import type { QueryOf, ResponseOf } from '@app/contract/platform/endpoint';
import type { publicationsApi } from '@app/contract/publishing/publications';
import { sql } from 'kysely';
import { notify } from '../../notifications/notifications/notifications.public.ts';
import { isBlockBetween } from '../../people/relationships/relationships.public.ts';
import { bit } from '../../platform/bit.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer, Viewer } from '../../platform/http/viewer.ts';
import { getReadablePublication, lockCommentablePublication } from './lock-publication.ts';
import { publicationLink } from './publish-publication.ts';
import { publishReaderEvent } from './publish-reader-event.ts';

interface LikeState {
  liked: 0 | 1;
  count: number;
}

/** Likes or unlikes a publication. The like and the counter change under the lock of the publication and agree. */
export async function likePublication(
  services: Services,
  viewer: SignedInViewer,
  id: number,
  isLiked: boolean,
): Promise<LikeState> {
  let isChanged = false;
  const answer = await services.db.transaction().execute(async (tx) => {
    const publication = await lockCommentablePublication(tx, viewer, id);
    if (publication.is_blocked) throw new Failure('blocked');
    const change = await setLike(services, tx, viewer.userId, id, isLiked);
    isChanged = change !== 0;
    if (!isChanged) return { liked: bit(isLiked), count: publication.like_count };
    const { like_count } = await tx
      .updateTable('publications')
      .set({ like_count: sql<number>`like_count + ${change}` })
      .where('id', '=', id)
      .returning('like_count')
      .executeTakeFirstOrThrow();
    if (isLiked && publication.user_id !== viewer.userId)
      await notify(tx, services, {
        userId: publication.user_id,
        kind: 'like',
        actorId: viewer.userId,
        link: publicationLink(publication),
        values: { what: 'publication' },
        // Repeated liking and unliking notifies once.
        dedupe: `like:publication:${id}:${viewer.userId}`,
      });
    return { liked: bit(isLiked), count: like_count };
  });
  services.publicCache.invalidate();
  if (isChanged) publishReaderEvent(services, id, { type: 'likes' });
  return answer;
}

async function setLike(
  { clock }: Services,
  tx: Tx,
  userId: number,
  publishId: number,
  isLiked: boolean,
): Promise<-1 | 0 | 1> {
  if (isLiked) {
    const { rows } = await sql`
      insert into publication_likes (publish_id, user_id, created_at) values (${publishId}, ${userId}, ${clock()})
      on conflict do nothing returning 1`.execute(tx);
    return rows.length > 0 ? 1 : 0;
  }
  const { numDeletedRows } = await tx
    .deleteFrom('publication_likes')
    .where('publish_id', '=', publishId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n ? -1 : 0;
}

export async function getLiked({ db }: Services, viewer: Viewer, id: number): Promise<LikeState> {
  const { like_count } = await getReadablePublication(db, viewer, id);
  const { rows } = await sql`
    select from publication_likes where publish_id = ${id} and user_id = ${viewer.userId}`.execute(db);
  return { liked: bit(rows.length > 0), count: like_count };
}

interface LikerRow {
  id: number;
  firstname: string;
  lastname: string;
  avatar: string | null;
}

/** Latest first, without inactive users and users with a block in either direction. */
export async function listLikers(
  { db }: Services,
  viewer: SignedInViewer,
  id: number,
  { page, size }: QueryOf<typeof publicationsApi.likers>,
): Promise<ResponseOf<typeof publicationsApi.likers>> {
  const { like_count } = await getReadablePublication(db, viewer, id);
  const { rows } = await sql<LikerRow>`
    select u.id, u.firstname, u.lastname, avatar.base_key as avatar
    from publication_likes l join users u on u.id = l.user_id left join media_images avatar on avatar.id = u.photo_image_id
    where l.publish_id = ${id} and u.status = 'active' and u.deleted_at is null
      and not ${isBlockBetween(sql`u.id`, sql`${viewer.userId}::bigint`)}
    order by l.created_at desc, l.user_id desc limit ${size} offset ${(page - 1) * size}`.execute(db);
  return {
    list: rows.map(({ avatar, ...person }) => ({
      ...person,
      photo: avatar === null ? null : imageUrl(avatar, IMAGE_SRC_WIDTH.avatar),
    })),
    total: like_count,
  };
}
