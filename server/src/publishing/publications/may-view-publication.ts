import { type RawBuilder, sql } from 'kysely';
import { visibleTo } from '../../people/circle/circle.public.ts';
import type { Db } from '../../platform/database/tables.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

/**
 * The condition under which `viewer` may see the publication `p` of the caller's query: it came out, its author is here, and the
 * viewer is in its audience. Drafts, and what staff look at or took down, are their author's alone.
 */
export function publicationVisibleTo(viewer: Pick<Viewer, 'userId'>): RawBuilder<boolean> {
  const own = viewer.userId === null ? sql`false` : sql`p.user_id = ${viewer.userId}::bigint`;
  return sql<boolean>`(p.deleted_at is null and not p.author_hidden
    and ((p.state = 'published' and p.held_at is null and p.blocked_at is null) or ${own}) and ${visibleTo(viewer, sql`p.user_id`, sql`p.audience`)})`;
}

/** Whether this person may see a publication, who is not asking just now. */
export async function mayUserViewPublication(db: Db, userId: number, publishId: number): Promise<boolean> {
  const { rows } =
    await sql`select from publications p where p.id = ${publishId} and ${publicationVisibleTo({ userId })}`.execute(db);
  return rows.length > 0;
}

/** Whether this viewer may see a publication, and so its files. */
export async function mayViewPublication(db: Db, viewer: Viewer, publishId: number): Promise<boolean> {
  const { rows } =
    await sql`select from publications p where p.id = ${publishId} and ${publicationVisibleTo(viewer)}`.execute(db);
  return rows.length > 0;
}
