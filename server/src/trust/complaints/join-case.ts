import { type CaseKind, HIDE_WEIGHT } from '@app/contract/trust/cases';
import type { ComplaintReason } from '@app/contract/trust/complaints';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/services.ts';
import { noteHidden } from '../moderation/close-cases.public.ts';
import { readObject } from '../moderation/moderated-thing.public.ts';
import { openCase } from '../moderation/open-case.public.ts';
import type { Evidence } from './complaints.tables.ts';
import { weighComplainer } from './weigh-complainer.ts';

interface Joining {
  id: number;
  userId: number;
  object: string;
  aboutUserId: number | null;
  reason: ComplaintReason;
  holder: string;
  evidence: Evidence;
}

/**
 * Let a complaint join the case of what it is about. Once those of a case weigh enough together, the thing is out of sight until staff
 * have looked, and its owner is told. The thing is locked by now: see {@link lockThing}.
 */
export async function joinCase(services: Services, tx: Tx, complaint: Joining): Promise<void> {
  const { id, userId, object, aboutUserId, reason, holder, evidence } = complaint;
  const now = services.clock();
  const weight = await weighComplainer(tx, userId);
  const opened = await openCase(tx, {
    kind: kindOf(object, reason),
    object,
    aboutUserId,
    reason,
    evidence: { ...evidence, ...(holder !== '' && { note: holder }) },
    weight,
    now,
  });
  await tx.updateTable('complaints').set({ case_id: opened.id, weight }).where('id', '=', id).execute();
  if (opened.isHidden || opened.weight < HIDE_WEIGHT) return;
  const thing = readObject(object);
  if (await services.moderatedThings[thing.kind]?.hold?.(services, tx, thing.id)) await noteHidden(tx, opened.id, now);
}

/** Things before cases, as everybody holds them. */
export async function lockThing({ moderatedThings }: Services, tx: Tx, object: string): Promise<void> {
  const { kind, id } = readObject(object);
  await moderatedThings[kind]?.lock?.(tx, id);
}

/** Who holds the rights to a recording claims it; everything else is looked at by the rules. */
const kindOf = (object: string, reason: ComplaintReason): CaseKind =>
  reason === 'copyright' && object.startsWith('audio:') ? 'claim' : 'complaint';
