import type { Case, CaseState } from '@app/contract/trust/cases';
import { type Selectable, sql, type Updateable } from 'kysely';
import { containsPattern } from '../../platform/database/like-pattern.ts';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { type CaseMove, statesBefore } from './case-state.ts';
import type { ModerationCasesTable } from './moderation.tables.ts';

export type CaseRow = Selectable<ModerationCasesTable>;

interface NamedCaseRow extends CaseRow {
  about_name: string | null;
  taken_name: string | null;
  resolved_name: string | null;
}

const CASE_SELECT = sql`
  c.*, trim(about.firstname || ' ' || about.lastname) as about_name,
  trim(taker.firstname || ' ' || taker.lastname) as taken_name, trim(judge.firstname || ' ' || judge.lastname) as resolved_name
  from moderation_cases c left join users about on about.id = c.about_user_id
  left join users taker on taker.id = c.taken_by left join users judge on judge.id = c.resolved_by`;

/** Staff may not decide about themselves or see who complained; superusers see everything. */
const notAboutMe = ({ isSuperuser, userId }: SignedInViewer) =>
  isSuperuser ? sql`true` : sql`c.about_user_id is distinct from ${userId}`;

export interface CaseFilter {
  kind?: string | undefined;
  mine?: 0 | 1 | undefined;
  overdue?: 0 | 1 | undefined;
  done?: 0 | 1 | undefined;
  search?: string | undefined;
  size: number;
  offset: number;
}

/** Open cases by remaining time, decided ones newest first. Served by moderation_cases_queue, moderation_cases_done. */
export async function listCases(
  db: Db,
  viewer: SignedInViewer,
  filter: CaseFilter,
  now: Date,
): Promise<{ cases: Case[]; total: number }> {
  const { kind, mine, overdue, done, search = '', size, offset } = filter;
  const like = containsPattern(search.trim());
  const where = sql`${done ? sql`c.state = 'resolved'` : sql`c.state <> 'resolved'`} and ${notAboutMe(viewer)}
    ${kind === undefined ? sql`` : sql`and c.kind = ${kind}`}
    ${mine ? (done ? sql`and c.resolved_by = ${viewer.userId}` : sql`and c.taken_by = ${viewer.userId}`) : sql``}
    ${overdue ? (done ? sql`and c.resolved_at > c.due_at` : sql`and c.due_at < ${now}`) : sql``}
    ${
      search.trim() === ''
        ? sql``
        : sql`and (c.object ilike ${like} or c.reason ilike ${like} or c.evidence ->> 'title' ilike ${like}
            or c.evidence ->> 'text' ilike ${like} or about.firstname || ' ' || about.lastname ilike ${like})`
    }`;
  const order = done ? sql`c.resolved_at desc, c.id desc` : sql`c.due_at, c.id`;
  const [page, counted] = await Promise.all([
    sql<NamedCaseRow>`select ${CASE_SELECT} where ${where} order by ${order} limit ${size} offset ${offset}`.execute(
      db,
    ),
    sql<{
      total: number;
    }>`select count(*) as total from moderation_cases c left join users about on about.id = c.about_user_id
      where ${where}`.execute(db),
  ]);
  return { cases: page.rows.map(presentCase), total: counted.rows[0]?.total ?? 0 };
}

interface CaseCounts {
  waiting: number;
  mine: number;
  overdue: number;
  oldest: string | null;
  complaints: number;
  kinds: Record<Case['kind'], number>;
}

export async function countCases(db: Db, viewer: SignedInViewer, now: Date): Promise<CaseCounts> {
  const { rows } = await sql<{ kind: Case['kind']; waiting: number; mine: number; overdue: number; oldest: Date }>`
    select kind, count(*) as waiting, count(*) filter (where taken_by = ${viewer.userId}) as mine,
      count(*) filter (where due_at < ${now}) as overdue, min(opened_at) as oldest
    from moderation_cases c where state <> 'resolved' and ${notAboutMe(viewer)} group by kind`.execute(db);
  const complaints = await sql<{ count: number }>`
    select count(*) as count from complaints where status = 'open' and removed_at is null`.execute(db);
  const kinds = { complaint: 0, rule: 0, hold: 0, claim: 0, farm: 0, appeal: 0 };
  const sum = { waiting: 0, mine: 0, overdue: 0 };
  for (const { kind, waiting, mine, overdue } of rows) {
    kinds[kind] = waiting;
    sum.waiting += waiting;
    sum.mine += mine;
    sum.overdue += overdue;
  }
  const [oldest] = rows.map((row) => row.oldest).sort((one, other) => one.getTime() - other.getTime());
  return { ...sum, oldest: oldest?.toISOString() ?? null, kinds, complaints: complaints.rows[0]?.count ?? 0 };
}

export async function findCase(
  db: Db,
  viewer: SignedInViewer,
  id: number,
): Promise<{ row: CaseRow; presented: Case } | undefined> {
  const { rows } = await sql<NamedCaseRow>`select ${CASE_SELECT} where c.id = ${id} and ${notAboutMe(viewer)}`.execute(
    db,
  );
  return rows[0] && { row: rows[0], presented: presentCase(rows[0]) };
}

function presentCase(row: NamedCaseRow): Case {
  const person = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });
  const { title = '', text = '', files, note } = row.evidence;
  return {
    id: row.id,
    kind: row.kind,
    object: row.object,
    about: person(row.about_user_id, row.about_name),
    state: row.state,
    reason: row.reason,
    signals: row.signals,
    weight: row.weight,
    opened: row.opened_at.toISOString(),
    due: row.due_at.toISOString(),
    hidden: row.hidden_at === null ? 0 : 1,
    taken_by: person(row.taken_by, row.taken_name),
    resolved_by: person(row.resolved_by, row.resolved_name),
    resolved: row.resolved_at?.toISOString() ?? null,
    outcome: row.outcome,
    resolution: row.resolution,
    evidence: { title, text, ...(files && { files }), ...(note !== undefined && { note }) },
  };
}

/** Applies a transition by a conditional update: of several at once, one succeeds. */
export function moveCase(
  tx: Tx,
  id: number,
  move: CaseMove,
  change: Updateable<ModerationCasesTable> & { state: CaseState },
  takenBy?: number,
): Promise<CaseRow | undefined> {
  let query = tx
    .updateTable('moderation_cases')
    .set(change)
    .where('id', '=', id)
    .where('state', 'in', [...statesBefore(move)]);
  if (takenBy !== undefined) query = query.where('taken_by', '=', takenBy);
  return query.returningAll().executeTakeFirst();
}
