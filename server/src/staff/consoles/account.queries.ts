import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';

export interface AccountDetails {
  sessions: number;
  devices: number;
  ads: number;
  publications: number;
  comments: number;
  complaints_by: number;
  complaints_about: number;
  invited: number;
  inviter_id: number | null;
  inviter_name: string | null;
  activated_at: Date | null;
  suspended_at: Date | null;
  deleted_at: Date | null;
  is_erased: boolean;
}

/** Counts of a user's rows; each count is an index range scan. */
export async function getAccountDetails(db: Db, id: number, now: Date): Promise<AccountDetails | undefined> {
  const { rows } = await sql<AccountDetails>`
    select
      (select count(*) from sessions s where s.user_id = u.id and s.expires_at > ${now}) as sessions,
      (select count(*) from known_devices d where d.user_id = u.id) as devices,
      (select count(*) from ads a where a.owner_id = u.id) as ads,
      (select count(*) from publications p where p.user_id = u.id and p.state = 'published' and p.deleted_at is null) as publications,
      (select count(*) from comments c where c.user_id = u.id and c.deleted_at is null)
        + (select count(*) from publication_comments c where c.user_id = u.id and c.deleted_at is null) as comments,
      (select count(*) from complaints c where c.user_id = u.id) as complaints_by,
      (select count(*) from complaints c where c.about_user_id = u.id) as complaints_about,
      (select count(*) from users o where o.invited_by = u.id) as invited,
      u.invited_by as inviter_id,
      (select concat_ws(' ', nullif(i.firstname, ''), nullif(i.lastname, '')) from users i where i.id = u.invited_by) as inviter_name,
      u.activated_at, u.suspended_at, u.deleted_at, u.password_hash = '' as is_erased
    from users u where u.id = ${id}`.execute(db);
  return rows[0];
}

interface SanctionRow {
  id: number;
  kind: string;
  rule: string;
  reason: string;
  created_at: Date;
  until_at: Date | null;
  ended_at: Date | null;
}

const SANCTIONS_SHOWN = 20;

/** Newest first. Served by sanctions_person. */
export function listSanctionsOf(db: Db, userId: number): Promise<SanctionRow[]> {
  return db
    .selectFrom('sanctions')
    .select(['id', 'kind', 'rule', 'reason', 'created_at', 'until_at', 'ended_at'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(SANCTIONS_SHOWN)
    .execute();
}

interface CommentRow {
  id: number;
  under: 'ad' | 'publication';
  message: string;
  link: string;
  created_at: Date;
  hidden: boolean;
}

const COMMENTS_SHOWN = 20;

/** Latest public comments of a user; comments for friends only are private even for staff. */
export async function listPublicCommentsOf(db: Db, userId: number): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    (select c.id, 'ad' as under, c.message, '/ad/' || c.ad_id || '?comment=' || c.id || '#comments' as link, c.created_at, c.hidden
      from comments c where c.user_id = ${userId} and c.deleted_at is null
      order by c.created_at desc, c.id desc limit ${COMMENTS_SHOWN})
    union all
    (select c.id, 'publication', c.message,
        '/user/' || p.user_id || '/social/' || p.id || '?comment=' || c.id || '#comments', c.created_at, c.hidden
      from publication_comments c join publications p on p.id = c.publish_id
      where c.user_id = ${userId} and c.deleted_at is null and p.audience = 'all' and p.state = 'published' and p.deleted_at is null
      order by c.created_at desc, c.id desc limit ${COMMENTS_SHOWN})
    order by created_at desc, under, id desc limit ${COMMENTS_SHOWN}`.execute(db);
  return rows;
}
