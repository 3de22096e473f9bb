import { COMPLAINT_ABOUT, type Complaint, type OwnComplaint } from '@app/contract/trust/complaints';
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import { containsPattern } from '../../platform/database/like-pattern.ts';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import type { Texts } from '../../platform/texts.ts';
import type { ComplaintsTable } from './complaints.tables.ts';

export type ComplaintRow = Selectable<ComplaintsTable>;

interface NamedComplaintRow extends ComplaintRow {
  user_name: string;
  about_name: string | null;
  is_about_gone: boolean | null;
}

const COMPLAINT_SELECT = sql`
  c.*, trim(u.firstname || ' ' || u.lastname) as user_name, trim(about.firstname || ' ' || about.lastname) as about_name,
  (about.deleted_at is not null or about.status = 'suspended') as is_about_gone
  from complaints c join users u on u.id = c.user_id left join users about on about.id = c.about_user_id`;

/**
 * Sort key of the staff list: open complaints in the order of arrival, which is by remaining time, then the others,
 * newest first.
 */
const ORDER = sql`(c.status <> 'open'), (case when c.status = 'open' then c.id else -c.id end)`;

interface Page {
  size: number;
  offset: number;
}

/** Nobody may read complaints about themselves, staff included; only superusers may. */
const notAboutMe = ({ isSuperuser, userId }: SignedInViewer): RawBuilder<boolean> =>
  isSuperuser ? sql`true` : sql`c.about_user_id is distinct from ${userId}`;

export async function listComplaintsForStaff(
  db: Db,
  viewer: SignedInViewer,
  { search, status, size, offset }: Page & { search?: string | undefined; status?: string | undefined },
): Promise<{ complains: Complaint[]; total: number }> {
  const terms = (search ?? '').trim();
  const like = containsPattern(terms);
  const where = sql`c.removed_at is null and ${notAboutMe(viewer)}
    ${status === undefined ? sql`` : sql`and c.status = ${status}`}
    ${
      terms === ''
        ? sql``
        : sql`and (c.message ilike ${like} or c.evidence ->> 'title' ilike ${like} or c.evidence ->> 'text' ilike ${like}
          or u.firstname || ' ' || u.lastname ilike ${like} or about.firstname || ' ' || about.lastname ilike ${like})`
    }`;
  const [page, counted] = await Promise.all([
    sql<NamedComplaintRow>`select ${COMPLAINT_SELECT} where ${where} order by ${ORDER} limit ${size} offset ${offset}`.execute(
      db,
    ),
    sql<{ total: number }>`
      select count(*) as total from complaints c join users u on u.id = c.user_id
      left join users about on about.id = c.about_user_id where ${where}`.execute(db),
  ]);
  return { complains: page.rows.map(presentForStaff), total: counted.rows[0]?.total ?? 0 };
}

export async function findComplaintForStaff(
  db: Db,
  viewer: SignedInViewer,
  id: number,
): Promise<Complaint | undefined> {
  const { rows } = await sql<NamedComplaintRow>`
    select ${COMPLAINT_SELECT} where c.id = ${id} and c.removed_at is null and ${notAboutMe(viewer)}`.execute(db);
  return rows[0] && presentForStaff(rows[0]);
}

export async function listOwnComplaints(
  db: Db,
  texts: Texts,
  viewer: SignedInViewer,
  { size, offset }: Page,
): Promise<{ complains: OwnComplaint[]; total: number }> {
  const [page, counted] = await Promise.all([
    sql<NamedComplaintRow>`select ${COMPLAINT_SELECT} where c.user_id = ${viewer.userId} order by c.id desc
      limit ${size} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total from complaints where user_id = ${viewer.userId}`.execute(db),
  ]);
  return { complains: page.rows.map((row) => presentOwn(row, texts, viewer)), total: counted.rows[0]?.total ?? 0 };
}

export async function findOwnComplaint(
  db: Db,
  texts: Texts,
  viewer: SignedInViewer,
  id: number,
): Promise<OwnComplaint | undefined> {
  const { rows } =
    await sql<NamedComplaintRow>`select ${COMPLAINT_SELECT} where c.id = ${id} and c.user_id = ${viewer.userId}`.execute(
      db,
    );
  return rows[0] && presentOwn(rows[0], texts, viewer);
}

function presentForStaff(row: NamedComplaintRow): Complaint {
  return {
    ...presentCommon(row),
    user_id: row.user_id,
    user_name: row.user_name,
    evidence: row.evidence,
    case_id: row.case_id,
  };
}

function presentOwn(row: NamedComplaintRow, texts: Texts, viewer: SignedInViewer): OwnComplaint {
  const presented = presentCommon(row);
  // Names of deleted users are not shown.
  return row.is_about_gone ? { ...presented, complain_name: texts.t(viewer.lang, 'comments.author.gone') } : presented;
}

function presentCommon(row: NamedComplaintRow): OwnComplaint {
  return {
    id: row.id,
    about: aboutOf(row),
    complain_id: row.about_user_id,
    complain_name: row.about_name ?? '',
    board_id: row.ad_id,
    board_name: aboutOf(row) === 'user' ? '' : row.evidence.title,
    comment_id: row.comment_id,
    publish_id: row.publish_id,
    publish_comment_id: row.publish_comment_id,
    audio_id: row.audio_id,
    holder: row.holder,
    reason: row.reason,
    message: row.message,
    status: row.status,
    timestamp: row.created_at.toISOString(),
    due: row.due_at.toISOString(),
    answer: row.answer,
  };
}

export function aboutOf({ object }: Pick<ComplaintRow, 'object'>): Complaint['about'] {
  return COMPLAINT_ABOUT.find((about) => object.startsWith(`${about}:`)) ?? 'ad';
}

/** Undefined when the same person's complaint about the same content is already open. */
export async function insertComplaint(tx: Tx, row: Insertable<ComplaintsTable>): Promise<number | undefined> {
  const inserted = await tx
    .insertInto('complaints')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'object']).where('status', '=', 'open').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

export interface ComplaintDecision {
  status: 'upheld' | 'rejected';
  answer: string;
  decided_by: number;
  decided_at: Date;
}

export function closeComplaint(tx: Tx, id: number, decision: ComplaintDecision): Promise<ComplaintRow | undefined> {
  return tx
    .updateTable('complaints')
    .set(decision)
    .where('id', '=', id)
    .where('status', '=', 'open')
    .where('removed_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

export async function hideFromStaff(tx: Tx, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('complaints')
    .set({ removed_at: now })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function findProfile(db: Db, userId: number): Promise<{ name: string; text: string } | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['firstname', 'lastname', 'position', 'description'])
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { firstname, lastname, position, description } = row;
  return { name: `${firstname} ${lastname}`.trim(), text: [position, description].filter(Boolean).join('\n\n') };
}
