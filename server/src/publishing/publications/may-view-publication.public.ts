import { type RawBuilder, sql } from 'kysely';
import { visibleTo } from '../../people/relationships/relationships.public.ts';
import type { Db } from '../../platform/database/tables.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

/**
 * SQL condition that `viewer` may see the publication `p` of the caller's query: published, its author active, the
 * viewer in its audience. Drafts, held and blocked publications are visible only to their author.
 */
export function publicationVisibleTo(viewer: Pick<Viewer, 'userId'>): RawBuilder<boolean> {
  const own = viewer.userId === null ? sql`false` : sql`p.user_id = ${viewer.userId}::bigint`;
  return sql<boolean>`(p.deleted_at is null and not p.author_hidden
    and ((p.state = 'published' and p.held_at is null and p.blocked_at is null) or ${own}) and ${visibleTo(viewer, sql`p.user_id`, sql`p.audience`)})`;
}

/** Staff see what they decide about, whatever its audience: what is withheld, and what an open case is about. */
export function publicationReviewableBy({ isStaff }: Pick<Viewer, 'isStaff'>): RawBuilder<boolean> {
  if (!isStaff) return sql`false`;
  return sql<boolean>`(p.deleted_at is null and p.state = 'published' and (p.held_at is not null or p.blocked_at is not null
    or exists (select from moderation_cases c where c.object = 'publication:' || p.id and c.state <> 'resolved')))`;
}

export async function mayUserViewPublication(db: Db, userId: number, publishId: number): Promise<boolean> {
  const { rows } =
    await sql`select from publications p where p.id = ${publishId} and ${publicationVisibleTo({ userId })}`.execute(db);
  return rows.length > 0;
}

/** Also decides about the publication's files. */
export async function mayViewPublication(db: Db, viewer: Viewer, publishId: number): Promise<boolean> {
  const { rows } =
    await sql`select from publications p where p.id = ${publishId} and (${publicationVisibleTo(viewer)} or ${publicationReviewableBy(viewer)})`.execute(
      db,
    );
  return rows.length > 0;
}
