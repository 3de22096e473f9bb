import { APPEAL_DAYS, PUBLISHING_LIMIT_DEFAULT, type SanctionKind } from '@app/contract/trust/sanctions';
import type { Insertable } from 'kysely';
import { notify } from '../../notifications/notifications/notifications.public.ts';
import { findAccount, updateUser } from '../../people/users/accounts.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import { emit } from '../../platform/domain/events.ts';
import type { Services } from '../../platform/domain/services.ts';
import type { CaseEvidence, SanctionsTable } from './moderation.tables.ts';
import { appealLink } from './sanction-token.ts';

export const SANCTIONS_PAGE = '/profile/measures';
const DAY_MS = 86_400_000;

export interface SanctionDraft {
  userId: number;
  kind: SanctionKind;
  object: string;
  caseId: number | null;
  rule: Insertable<SanctionsTable>['rule'];
  reason: string;
  evidence: Partial<CaseEvidence>;
  /** Duration; default: until lifted. Warnings and hidden content have none. */
  days?: number | undefined;
  perDay?: number | undefined;
  decidedBy: number;
}

/** Applies a sanction and notifies the person by bell and email, with the way to appeal. Returns the sanction's id. */
export async function applySanction(services: Services, tx: Tx, draft: SanctionDraft): Promise<number> {
  const { userId, kind, days, perDay } = draft;
  const now = services.clock();
  const endsByItself = kind === 'limit' || kind === 'freeze' || kind === 'suspend';
  const { id } = await tx
    .insertInto('sanctions')
    .values({
      user_id: userId,
      kind,
      object: draft.object,
      case_id: draft.caseId,
      rule: draft.rule,
      reason: draft.reason,
      evidence: JSON.stringify(draft.evidence),
      per_day: kind === 'limit' ? (perDay ?? PUBLISHING_LIMIT_DEFAULT) : null,
      decided_by: draft.decidedBy,
      created_at: now,
      until_at: endsByItself && days !== undefined ? new Date(now.getTime() + days * DAY_MS) : null,
      ended_at: kind === 'warn' ? now : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (kind === 'freeze') await endAllActivity(services, tx, userId);
  if (kind === 'suspend') await suspendAccount(services, tx, userId, now);
  await notifySanctionApplied(services, tx, id);
  return id;
}

/** Ends all sessions, so that every open page learns of the suspension. */
async function endAllActivity(services: Services, tx: Tx, userId: number): Promise<void> {
  await services.sessions.endOthers(tx, userId, null);
  await emit(services, tx, { type: 'user.frozen', userId });
}

async function suspendAccount(services: Services, tx: Tx, userId: number, now: Date): Promise<void> {
  const account = await findAccount(tx, userId);
  if (account?.status !== 'active') return;
  await updateUser(tx, userId, { status: 'suspended', suspended_at: now }, now);
  await services.sessions.endOthers(tx, userId, null);
  await emit(services, tx, { type: 'user.visibilityChanged', userId, isHidden: true });
  await emit(services, tx, { type: 'user.deactivated', userId });
}

async function notifySanctionApplied(services: Services, tx: Tx, id: number): Promise<void> {
  const { mail } = services;
  const sanction = await tx.selectFrom('sanctions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const { kind, reason, user_id: userId } = sanction;
  const title = sanction.evidence.title ?? '';
  await notify(tx, services, {
    userId,
    kind: 'measure',
    link: SANCTIONS_PAGE,
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
      per_day: sanction.per_day ?? 0,
      hasUntil: sanction.until_at === null ? 'no' : 'yes',
      until: sanction.until_at?.toISOString() ?? '',
      days: APPEAL_DAYS,
      link: await appealLink(services, id),
    },
  });
}
