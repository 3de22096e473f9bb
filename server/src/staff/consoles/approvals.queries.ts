import type { Permission } from '@app/contract/platform/permissions';
import { permissionsOf } from '@app/contract/platform/permissions';
import type { ApprovalKind } from '@app/contract/staff/staff';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import type { ApprovalsTable } from './staff.tables.ts';

export type ApprovalRow = Selectable<ApprovalsTable>;

export interface NamedApproval extends ApprovalRow {
  about_name: string | null;
  asker_name: string;
  decider_name: string | null;
  about_staff: boolean | null;
  about_superuser: boolean | null;
}

const fullNameSql = (table: 'about' | 'asker' | 'decider') =>
  sql<string>`concat_ws(' ', nullif(${sql.ref(`${table}.firstname`)}, ''), nullif(${sql.ref(`${table}.lastname`)}, ''))`;

const selectApprovals = (db: Db) =>
  db
    .selectFrom('approvals')
    .leftJoin('users as about', 'about.id', 'approvals.about_user_id')
    .innerJoin('users as asker', 'asker.id', 'approvals.asked_by')
    .leftJoin('users as decider', 'decider.id', 'approvals.decided_by')
    .selectAll('approvals')
    .select([
      fullNameSql('about').as('about_name'),
      fullNameSql('asker').as('asker_name'),
      fullNameSql('decider').as('decider_name'),
    ])
    .select(['about.is_superuser as about_superuser'])
    .select(sql<boolean | null>`about.is_superuser or about.groups && '{admin,manager}'`.as('about_staff'));

export function findApproval(db: Db, id: number): Promise<NamedApproval | undefined> {
  return selectApprovals(db).where('approvals.id', '=', id).executeTakeFirst();
}

interface ApprovalFilter {
  kinds: readonly ApprovalKind[];
  state: 'waiting' | 'done' | undefined;
  size: number;
  offset: number;
  now: Date;
}

export async function listApprovals(
  db: Db,
  { kinds, state, size, offset, now }: ApprovalFilter,
): Promise<{ rows: NamedApproval[]; total: number; waiting: number }> {
  const isWaiting = sql<boolean>`(approvals.state = 'open' and approvals.expires_at > ${now})`;
  const condition =
    state === undefined ? sql<boolean>`true` : state === 'waiting' ? isWaiting : sql<boolean>`not ${isWaiting}`;
  const [rows, counts] = await Promise.all([
    selectApprovals(db)
      .where('approvals.kind', 'in', kinds)
      .where(condition)
      .orderBy('approvals.id', 'desc')
      .limit(size)
      .offset(offset)
      .execute(),
    db
      .selectFrom('approvals')
      .select([
        sql<number>`count(*) filter (where ${condition})`.as('total'),
        sql<number>`count(*) filter (where ${isWaiting})`.as('waiting'),
      ])
      .where('kind', 'in', kinds)
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, ...counts };
}

/** Number of requests that the viewer may decide, by the rule of `mayDecide`. */
export async function countForDecision(
  db: Db,
  { kinds, viewer, now }: { kinds: readonly ApprovalKind[]; viewer: SignedInViewer; now: Date },
): Promise<number> {
  let query = db
    .selectFrom('approvals')
    .select((is) => is.fn.countAll<number>().as('waiting'))
    .where('state', '=', 'open')
    .where('expires_at', '>', now)
    .where('kind', 'in', kinds)
    .where('asked_by', '<>', viewer.userId);
  if (!viewer.isSuperuser) {
    query = query.where(
      sql<boolean>`not exists (select from users about where about.id = approvals.about_user_id
        and (about.is_superuser or about.groups && '{admin,manager}'))`,
    );
  }
  const { waiting } = await query.executeTakeFirstOrThrow();
  return waiting;
}

/** Fails with approval_waits when the same request is already open. */
export async function insertApproval(tx: Tx, approval: Insertable<ApprovalsTable>, now: Date): Promise<number> {
  // Expired requests must not block a new one, even if the sweep has not run.
  await expireApprovals(tx, now);
  const row = await tx
    .insertInto('approvals')
    .values(approval)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) throw new Failure('approval_waits');
  return row.id;
}

export function lockApproval(tx: Tx, id: number): Promise<ApprovalRow | undefined> {
  return tx.selectFrom('approvals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function updateApproval(tx: Db, id: number, change: Updateable<ApprovalsTable>): Promise<void> {
  await tx.updateTable('approvals').set(change).where('id', '=', id).execute();
}

export async function expireApprovals(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('approvals')
    .set({ state: 'expired' })
    .where('state', '=', 'open')
    .where('expires_at', '<=', now)
    .execute();
}

/** Above the number of staff of one installation. */
const STAFF_MAX = 500;

export async function listPermissionHolders(
  db: Db,
  permission: Permission,
  { exceptId = 0, superusersOnly = false }: { exceptId?: number; superusersOnly?: boolean } = {},
): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'is_superuser', 'groups', 'permissions'])
    .where(sql<boolean>`(is_superuser or groups <> '{}')`)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .where('id', '<>', exceptId)
    .orderBy('id')
    .limit(STAFF_MAX)
    .execute();
  return rows
    .filter((row) => (!superusersOnly || row.is_superuser) && permissionsOf(row).includes(permission))
    .map(({ id }) => id);
}

const FILES_AT_ONCE = 500;

/** Returns expired files; their rows are updated after the files were deleted from storage. */
export async function listExpiredFiles(db: Db, now: Date): Promise<{ id: number; key: string }[]> {
  const rows = await db
    .selectFrom('approvals')
    .select(['id', 'storage_key'])
    .where('file_until', '<=', now)
    .where('storage_key', 'is not', null)
    .orderBy('file_until')
    .limit(FILES_AT_ONCE)
    .execute();
  return rows.flatMap(({ id, storage_key }) => (storage_key === null ? [] : [{ id, key: storage_key }]));
}

export async function clearApprovalFile(db: Db, id: number): Promise<void> {
  await db.updateTable('approvals').set({ storage_key: null, file_until: null }).where('id', '=', id).execute();
}

/** Fails requests approved before this time and not executed since, because their job is lost or gave up. */
export function failAbandonedApprovals(tx: Tx, before: Date): Promise<Pick<ApprovalRow, 'asked_by' | 'kind'>[]> {
  return tx
    .updateTable('approvals')
    .set({ state: 'failed' })
    .where('state', '=', 'approved')
    .where('decided_at', '<=', before)
    .returning(['asked_by', 'kind'])
    .execute();
}
