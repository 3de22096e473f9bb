import type { CaseDetails } from '@app/contract/trust/cases';
import { sql } from 'kysely';
import { recordStaffAction } from '../../platform/audit-log/record-staff-action.public.ts';
import type { Db } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { requireFound } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { type CaseRow, findCase } from './cases.queries.ts';
import { findCaseOptions } from './find-case-options.ts';
import { findModerationTarget, parseObjectRef } from './moderation-target.public.ts';

const COMPLAINTS_MAX = 100;
const SANCTIONS_MAX = 20;

/** Returns a case and records the view in the audit log, since the case shows complainers and earlier sanctions. */
export async function viewCase(services: Services, viewer: SignedInViewer, id: number): Promise<CaseDetails> {
  const whole = await presentCaseDetails(services, viewer, id);
  await recordStaffAction(services.db, viewer, services.clock(), {
    action: 'moderation.read',
    object: `case:${id}`,
    aboutUserId: whole.about?.id ?? null,
    details: { about: whole.object },
  });
  return whole;
}

export async function presentCaseDetails(services: Services, viewer: SignedInViewer, id: number): Promise<CaseDetails> {
  const { db } = services;
  const found = requireFound(await findCase(db, viewer, id));
  const { row, presented } = found;
  const [{ target, actions, canHide }, complaints, sanctions, against] = await Promise.all([
    findCaseOptions(services, viewer, row),
    listComplaints(db, id),
    listSanctions(db, row),
    findAppealedSanction(db, row),
  ]);
  return {
    ...presented,
    thing: (against?.object ? await findTarget(services, against.object) : target) ?? null,
    actions,
    can_hide: canHide ? 1 : 0,
    complaints,
    measures: sanctions,
    against,
  };
}

async function findTarget(services: Services, object: string): Promise<CaseDetails['thing']> {
  const { kind, id } = parseObjectRef(object);
  return (await findModerationTarget(kind)?.find(services, id)) ?? null;
}

interface ComplaintRow {
  id: number;
  user_id: number;
  name: string;
  reason: CaseDetails['complaints'][number]['reason'];
  message: string;
  holder: string;
  weight: number;
  created_at: Date;
}

async function listComplaints(db: Db, caseId: number): Promise<CaseDetails['complaints']> {
  const { rows } = await sql<ComplaintRow>`
    select c.id, c.user_id, trim(u.firstname || ' ' || u.lastname) as name, c.reason, c.message, c.holder, c.weight, c.created_at
    from complaints c join users u on u.id = c.user_id where c.case_id = ${caseId}
    order by c.weight desc, c.id limit ${COMPLAINTS_MAX}`.execute(db);
  return rows.map(({ user_id, name, created_at, ...row }) => ({
    ...row,
    user: { id: user_id, name },
    timestamp: created_at.toISOString(),
  }));
}

async function listSanctions(db: Db, { about_user_id }: CaseRow): Promise<CaseDetails['measures']> {
  if (about_user_id === null) return [];
  const rows = await db
    .selectFrom('sanctions')
    .select(['id', 'kind', 'rule', 'reason', 'created_at', 'ended_at'])
    .where('user_id', '=', about_user_id)
    .orderBy('id', 'desc')
    .limit(SANCTIONS_MAX)
    .execute();
  return rows.map(({ created_at, ended_at, ...row }) => ({
    ...row,
    timestamp: created_at.toISOString(),
    running: ended_at === null ? (1 as const) : (0 as const),
  }));
}

async function findAppealedSanction(db: Db, { kind, object }: CaseRow): Promise<CaseDetails['against']> {
  if (kind !== 'appeal') return null;
  const { rows } = await sql<{
    kind: NonNullable<CaseDetails['against']>['kind'];
    object: string;
    reason: string;
    appeal: string;
    decided_by: number | null;
    name: string | null;
  }>`
    select m.kind, m.object, m.reason, m.appeal, m.decided_by, trim(u.firstname || ' ' || u.lastname) as name
    from sanctions m left join users u on u.id = m.decided_by where m.id = ${parseObjectRef(object).id}`.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  const { decided_by, name, ...rest } = row;
  return { ...rest, decided_by: decided_by === null ? null : { id: decided_by, name: name ?? '' } };
}
