import type { Case } from '@app/contract/trust/cases';
import type { ComplaintReason } from '@app/contract/trust/complaints';
import { CASE_URGENT_HOURS } from '#contract/trust/cases';
import { COMPLAINT_REASONS } from '#contract/trust/complaints';
import type { Text } from '../../../platform/texts.ts';

type CaseText = Text<'moderation' | 'complaints'>;

const HOUR_MS = 3_600_000;
const OBJECTS = [
  'ad',
  'user',
  'comment',
  'publication',
  'publication_comment',
  'audio',
  'invitation',
  'measure',
] as const;

/** What kind of thing a case is about. */
export function objectLabel(t: CaseText, object: string): string {
  const [kind] = object.split(':', 1);
  return t(`moderation.object.${OBJECTS.find((one) => one === kind) ?? 'other'}`);
}

/** A reason of complaints in the reader's language; the name of a rule and a word that was found as they are. */
export function reasonLabel(t: CaseText, reason: string): string {
  const known: ComplaintReason | undefined = COMPLAINT_REASONS.find((one) => one === reason);
  return known === undefined ? reason : t(`complaints.reason.${known}`);
}

/** The rule that a case names already, for the form. */
export function ruleOf(reason: string): { rule?: ComplaintReason } {
  const rule = COMPLAINT_REASONS.find((one) => one === reason);
  return rule === undefined ? {} : { rule };
}

/** How much of its time a case has left, and whether that is little: whole hours, rounded down. */
export function formatTimeLeft(
  t: CaseText,
  { due }: Pick<Case, 'due'>,
  now: string,
): { text: string; urgency: 'late' | 'soon' | '' } {
  const left = Date.parse(due) - Date.parse(now);
  const hours = Math.floor(Math.abs(left) / HOUR_MS);
  if (left < 0) return { text: t('moderation.left.over', { hours }), urgency: 'late' };
  return { text: t('moderation.left.hours', { hours }), urgency: left < CASE_URGENT_HOURS * HOUR_MS ? 'soon' : '' };
}

/** How much complaints or signals weigh, to one decimal as the language writes it. */
export const weightLabel = (t: CaseText, weight: number): string =>
  t('moderation.weight', { weight: Math.round(weight * 10) / 10 });
