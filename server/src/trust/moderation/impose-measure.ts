import { APPEAL_DAYS, type MeasureKind, PER_DAY_DEFAULT } from '@app/contract/trust/measures';
import type { Insertable } from 'kysely';
import { notify } from '../../notifications/notifications/notifications.public.ts';
import { findAccount, updateUser } from '../../people/users/accounts.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/services.ts';
import { appealLink } from './measure-token.ts';
import type { MeasuresTable, Quoted } from './moderation.tables.ts';

export const MEASURES_PAGE = '/profile/measures';
const DAY_MS = 86_400_000;

export interface MeasureDraft {
  userId: number;
  kind: MeasureKind;
  object: string;
  caseId: number | null;
  rule: Insertable<MeasuresTable>['rule'];
  /** What the person reads. */
  reason: string;
  evidence: Partial<Quoted>;
  /** How long it runs; until it is lifted when it is left out. Warnings and hidden things do not run out. */
  days?: number | undefined;
  perDay?: number | undefined;
  decidedBy: number;
}

/** Decide something about a person and tell them by bell and letter, with the way to appeal. The answer is the id of the measure. */
export async function imposeMeasure(services: Services, tx: Tx, draft: MeasureDraft): Promise<number> {
  const { userId, kind, days, perDay } = draft;
  const now = services.clock();
  const endsByItself = kind === 'limit' || kind === 'freeze' || kind === 'suspend';
  const { id } = await tx
    .insertInto('measures')
    .values({
      user_id: userId,
      kind,
      object: draft.object,
      case_id: draft.caseId,
      rule: draft.rule,
      reason: draft.reason,
      evidence: JSON.stringify(draft.evidence),
      per_day: kind === 'limit' ? (perDay ?? PER_DAY_DEFAULT) : null,
      decided_by: draft.decidedBy,
      created_at: now,
      until_at: endsByItself && days !== undefined ? new Date(now.getTime() + days * DAY_MS) : null,
      ended_at: kind === 'warn' ? now : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (kind === 'freeze') await stopEverything(services, tx, userId);
  if (kind === 'suspend') await suspend(services, tx, userId, now);
  await tellPerson(services, tx, id);
  return id;
}

/** What runs ends, and every page learns of it by signing in again. */
async function stopEverything({ sessions, leaveLive }: Services, tx: Tx, userId: number): Promise<void> {
  await sessions.endOthers(tx, userId, null);
  await leaveLive(tx, userId);
}

async function suspend(services: Services, tx: Tx, userId: number, now: Date): Promise<void> {
  const account = await findAccount(tx, userId);
  if (account?.status !== 'active') return;
  await updateUser(tx, userId, { status: 'suspended', suspended_at: now }, now);
  await services.sessions.endOthers(tx, userId, null);
  await services.hideAds(tx, userId, true);
  await services.dropPending(tx, userId);
}

async function tellPerson(services: Services, tx: Tx, id: number): Promise<void> {
  const { mail } = services;
  const measure = await tx.selectFrom('measures').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const { kind, reason, user_id: userId } = measure;
  const title = measure.evidence.title ?? '';
  await notify(tx, services, {
    userId,
    kind: 'measure',
    link: MEASURES_PAGE,
    values: { what: kind, title, reason },
    dedupe: `measure:${id}`,
  });
  const account = await findAccount(tx, userId);
  if (account === undefined || account.deleted_at !== null || account.email === '') return;
  await mail.queue(tx, {
    to: account.email,
    lang: account.lang,
    template: 'measure',
    values: {
      kind,
      title,
      reason,
      per_day: measure.per_day ?? 0,
      hasUntil: measure.until_at === null ? 'no' : 'yes',
      until: measure.until_at?.toISOString() ?? '',
      days: APPEAL_DAYS,
      link: await appealLink(services, tx, id),
    },
  });
}
