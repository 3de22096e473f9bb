import type { Audience } from '@app/contract/people/privacy';
import { sql } from 'kysely';
import { notify } from '../../notifications/notifications/notifications.public.ts';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer, Viewer } from '../../platform/http/viewer.ts';
import { excerpt } from '../../platform/text/excerpt.ts';
import {
  claimPublicationFiles,
  presentPublicationFiles,
  setAlts,
} from '../publication-files/publication-files.public.ts';
import { findComment } from './comments/comments.queries.ts';
import { getCommentablePublication } from './lock-publication.ts';
import { publicationVisibleTo } from './may-view-publication.public.ts';
import { parseTags } from './parse-tags.ts';
import { mayViewHidden } from './publications.policy.ts';
import type { Commenters } from './publications.tables.ts';
import { publicationLink } from './publish-publication.ts';

export interface PublicationCard {
  id: number;
  authorId: number;
  author: string;
  /** The description in one line, cut at a word; '' where there is none. */
  text: string;
  photo: string | null;
  isVideo: boolean;
  mayShare: boolean;
}

interface CardRow {
  id: number;
  user_id: number;
  name: string;
  description: string;
  type: 0 | 1;
  may_share: boolean;
}

/** Returns cards by id with two queries; unpublished and invisible publications are missing. */
export async function listPublicationCards(
  services: Services,
  viewer: Viewer,
  ids: readonly number[],
): Promise<Map<number, PublicationCard>> {
  if (ids.length === 0) return new Map();
  const [{ rows }, files] = await Promise.all([
    sql<CardRow>`
      select p.id, p.user_id, trim(u.firstname || ' ' || u.lastname) as name, p.description, p.type, p.may_share
      from publications p join users u on u.id = p.user_id
      where p.id = any(${[...ids]}::bigint[]) and p.is_public and ${publicationVisibleTo(viewer)}`.execute(services.db),
    presentPublicationFiles(services, ids),
  ]);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        authorId: row.user_id,
        author: row.name,
        text: excerpt(row.description),
        photo: files.get(row.id)?.[0]?.preview || null,
        isVideo: row.type === 1,
        mayShare: row.may_share || row.user_id === viewer.userId,
      },
    ]),
  );
}

interface ComplaintSubject {
  authorId: number;
  evidence: { title: string; text: string; files?: number[] };
}

export async function getComplainedPublication(db: Db, viewer: SignedInViewer, id: number): Promise<ComplaintSubject> {
  const { user_id, description } = await getCommentablePublication(db, viewer, id);
  const files = await db
    .selectFrom('post_files')
    .select('id')
    .where('publish_id', '=', id)
    .orderBy('position')
    .execute();
  return {
    authorId: user_id,
    evidence: { title: excerpt(description), text: description, files: files.map((file) => file.id) },
  };
}

export async function getComplainedComment(
  db: Db,
  viewer: SignedInViewer,
  id: number,
): Promise<ComplaintSubject & { publishId: number }> {
  const comment = await findComment(db, id);
  if (comment === undefined || comment.deleted_at !== null) throw new Failure('not_found');
  const publication = await getCommentablePublication(db, viewer, comment.publish_id);
  const thread = comment.parent_id === null ? comment : await findComment(db, comment.parent_id);
  const isSeen = [comment, thread].every(
    (one) => one !== undefined && (!one.hidden || one.user_id === viewer.userId || mayViewHidden(viewer, publication)),
  );
  if (!isSeen) throw new Failure('not_found');
  const evidence = { title: excerpt(publication.description), text: comment.message };
  return { authorId: comment.user_id, publishId: publication.id, evidence };
}

export async function onVideoFailed(services: Services, tx: Tx, publishId: number): Promise<void> {
  const row = await tx
    .selectFrom('publications')
    .select(['id', 'user_id'])
    .where('id', '=', publishId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return;
  await notify(tx, services, {
    userId: row.user_id,
    kind: 'video_failed',
    link: publicationLink(row),
    values: {},
    publishId,
  });
}

/** Hides the publications of a deleted or suspended user, or shows them again. */
export async function setPublicationsHidden(tx: Tx, userId: number, isHidden: boolean): Promise<void> {
  await tx
    .updateTable('publications')
    .set({ author_hidden: isHidden })
    .where('user_id', '=', userId)
    .where('author_hidden', '<>', isHidden)
    .execute();
}

/**
 * Erases the user's publications, likes and earlier versions of comments. Comments on others' publications stay without
 * a name. Rows are locked in one order, because several users may be erased at once.
 */
export async function erasePublications(tx: Tx, userId: number): Promise<void> {
  await sql`
    select from publications
    where user_id = ${userId} or id in (select publish_id from publication_likes where user_id = ${userId})
    order by id for update`.execute(tx);
  await tx.deleteFrom('publications').where('user_id', '=', userId).execute();
  await sql`
    with gone as (delete from publication_likes where user_id = ${userId} returning publish_id)
    update publications set like_count = like_count - 1 from gone where id = gone.publish_id`.execute(tx);
  await sql`
    select from publication_comments where id in (select comment_id from publication_comment_likes where user_id = ${userId})
    order by id for update`.execute(tx);
  await sql`
    with gone as (delete from publication_comment_likes where user_id = ${userId} returning comment_id)
    update publication_comments set like_count = like_count - 1 from gone where id = gone.comment_id`.execute(tx);
  await sql`
    delete from publication_comment_edits
    where comment_id in (select id from publication_comments where user_id = ${userId})`.execute(tx);
  await tx.deleteFrom('publication_mentions').where('user_id', '=', userId).execute();
  await tx.deleteFrom('feed_positions').where('user_id', '=', userId).execute();
}

export interface DemoPublication {
  user_id: number;
  description: string;
  audience?: Audience;
  board_id?: number;
  commenters?: Commenters;
  published_at: Date;
  file_ids: readonly number[];
  alts?: readonly string[];
  likes?: readonly number[];
  comments?: readonly DemoPublicationComment[];
}

export interface DemoPublicationComment {
  user_id: number;
  message: string;
  created_at: Date;
  likes?: readonly number[];
  replies?: readonly { user_id: number; message: string; created_at: Date }[];
}

export async function insertDemoPublications(tx: Tx, rows: readonly DemoPublication[]): Promise<number[]> {
  const ids: number[] = [];
  for (const row of rows) ids.push(await insertOne(tx, row));
  return ids;
}

async function insertOne(tx: Tx, row: DemoPublication): Promise<number> {
  const { user_id, description, published_at, audience, board_id, commenters, likes = [], comments = [] } = row;
  const { id } = await tx
    .insertInto('publications')
    .values({
      user_id,
      description,
      audience,
      board_id,
      commenters,
      state: 'published',
      published_at,
      changed_at: published_at,
      tags: parseTags(description),
      like_count: likes.length,
      comments_count: comments.reduce((count, { replies = [] }) => count + 1 + replies.length, 0),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    insert into publication_places (publish_id, city_id, district, published_at)
    select ${id}, city_id, district, ${published_at} from users where id = ${user_id} and city_id is not null`.execute(
    tx,
  );
  const files = await claimPublicationFiles(tx, user_id, id, row.file_ids);
  if (row.alts) await setAlts(tx, id, row.alts);
  if (files.some(({ kind }) => kind === 'video'))
    await tx.updateTable('publications').set({ type: 1 }).where('id', '=', id).execute();
  if (likes.length > 0)
    await tx
      .insertInto('publication_likes')
      .values(likes.map((liker) => ({ publish_id: id, user_id: liker, created_at: published_at })))
      .execute();
  await sql`
    insert into publication_mentions (publish_id, user_id, login)
    select ${id}, u.id, m[1] from regexp_matches(${description}, '@([A-Za-z0-9_.-]*[A-Za-z0-9_])', 'g') m
    join users u on lower(u.login) = lower(m[1]) where u.id <> ${user_id} on conflict do nothing`.execute(tx);
  for (const comment of comments) await insertThread(tx, id, comment);
  return id;
}

async function insertThread(
  tx: Tx,
  publishId: number,
  { likes = [], replies = [], ...comment }: DemoPublicationComment,
): Promise<void> {
  const { id } = await tx
    .insertInto('publication_comments')
    .values({ ...comment, publish_id: publishId, replies_count: replies.length, like_count: likes.length })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (likes.length > 0)
    await tx
      .insertInto('publication_comment_likes')
      .values(likes.map((liker) => ({ comment_id: id, user_id: liker, created_at: comment.created_at })))
      .execute();
  if (replies.length > 0)
    await tx
      .insertInto('publication_comments')
      .values(replies.map((reply) => ({ ...reply, publish_id: publishId, parent_id: id })))
      .execute();
}
