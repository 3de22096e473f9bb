import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import { type ExportedData, iteratePages } from '../../platform/exported-data.ts';

interface Row {
  id: number;
}

export async function exportPublicationsOf(db: Db, userId: number): Promise<ExportedData> {
  const list = (select: (afterId: number, limit: number) => RawBuilder<Row>) =>
    iteratePages<Row>(async (after, limit) => (await select(after?.id ?? 0, limit).execute(db)).rows);
  return {
    publications: list(
      (after, limit) => sql`
        select p.id, p.type, p.is_text, p.description, p.audience, p.commenters, p.may_share, p.state, p.publish_at, p.published_at,
          p.edited_at, p.deleted_at, p.board_id, p.like_count, p.comments_count, p.tags, c.name_native as city, place.district
        from publications p left join publication_places place on place.publish_id = p.id left join cities c on c.id = place.city_id
        where p.user_id = ${userId} and p.id > ${after} order by p.id limit ${limit}`,
    ),
    rewordings: list(
      (after, limit) => sql`
        select e.id, e.publish_id, e.description, e.replaced_at from publication_edits e join publications p on p.id = e.publish_id
        where p.user_id = ${userId} and e.id > ${after} order by e.id limit ${limit}`,
    ),
    likes: list(
      (after, limit) => sql`
        select publish_id as id, created_at from publication_likes
        where user_id = ${userId} and publish_id > ${after} order by publish_id limit ${limit}`,
    ),
    comments: list(
      (after, limit) => sql`
        select id, publish_id, parent_id, message, hidden, created_at, edited_at, deleted_at from publication_comments
        where user_id = ${userId} and id > ${after} order by id limit ${limit}`,
    ),
    comment_rewordings: list(
      (after, limit) => sql`
        select e.id, e.comment_id, e.message, e.replaced_at
        from publication_comment_edits e join publication_comments c on c.id = e.comment_id
        where c.user_id = ${userId} and e.id > ${after} order by e.id limit ${limit}`,
    ),
    comment_likes: list(
      (after, limit) => sql`
        select comment_id as id, created_at from publication_comment_likes
        where user_id = ${userId} and comment_id > ${after} order by comment_id limit ${limit}`,
    ),
    received_comments: list(
      (after, limit) => sql`
        select c.id, c.publish_id, c.parent_id, c.message, c.created_at, c.user_id as author_id,
          case when u.deleted_at is null and u.status = 'active' then u.firstname || ' ' || u.lastname end as author
        from publication_comments c join publications p on p.id = c.publish_id join users u on u.id = c.user_id
        where p.user_id = ${userId} and c.user_id <> ${userId} and c.deleted_at is null and c.id > ${after}
        order by c.id limit ${limit}`,
    ),
    mentions: list(
      (after, limit) => sql`
        select publish_id as id, min(login) as login from publication_mentions
        where user_id = ${userId} and publish_id > ${after} group by publish_id order by publish_id limit ${limit}`,
    ),
    feed_mark: (
      await sql`select published_at, publish_id, marked_at, seen_at, caught_up_at from feed_positions where user_id = ${userId}`.execute(
        db,
      )
    ).rows,
  };
}
