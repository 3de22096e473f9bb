import { APPEAL_DAYS, type Sanction } from '@app/contract/trust/sanctions';
import type { Db } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import type { SanctionRow } from './end-sanction.ts';
import { parseObjectRef } from './moderation-target.public.ts';

const DAY_MS = 86_400_000;

export const appealUntil = ({ created_at }: Pick<SanctionRow, 'created_at'>): Date =>
  new Date(created_at.getTime() + APPEAL_DAYS * DAY_MS);

export async function listOwnSanctions(
  services: Services,
  { userId }: SignedInViewer,
  { size, offset }: { size: number; offset: number },
): Promise<{ measures: Sanction[]; total: number }> {
  const { db } = services;
  const [rows, { total }] = await Promise.all([
    db
      .selectFrom('sanctions')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .limit(size)
      .offset(offset)
      .execute(),
    db
      .selectFrom('sanctions')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow(),
  ]);
  return { measures: rows.map((row) => presentSanction(services, row)), total };
}

export function findSanction(db: Db, id: number): Promise<SanctionRow | undefined> {
  return db.selectFrom('sanctions').selectAll().where('id', '=', id).executeTakeFirst();
}

export function presentSanction(services: Services, row: SanctionRow): Sanction {
  const now = services.clock();
  const isAppealed = row.appealed_at !== null;
  const until = appealUntil(row);
  return {
    id: row.id,
    kind: row.kind,
    title: row.evidence.title ?? '',
    link: linkOf(row),
    rule: row.rule,
    reason: row.reason,
    timestamp: row.created_at.toISOString(),
    until: row.until_at?.toISOString() ?? null,
    running: row.ended_at === null && (row.until_at === null || row.until_at > now) ? 1 : 0,
    per_day: row.per_day,
    appeal_until: isAppealed || until <= now || row.lifted_by !== null ? null : until.toISOString(),
    appeal: row.appeal,
    appeal_state: !isAppealed ? '' : row.appeal_outcome === '' ? 'waiting' : row.appeal_outcome,
    answer: row.answer,
  };
}

/** Address of the content's page, if it follows from the id alone. */
function linkOf({ object, user_id }: SanctionRow): string {
  const { kind, id } = parseObjectRef(object);
  if (kind === 'ad') return `/ad/${id}`;
  if (kind === 'publication') return `/user/${user_id}/social/${id}`;
  return '';
}
