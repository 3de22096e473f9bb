import type { Case } from '@app/contract/trust/cases';
import type { ComplaintReason } from '@app/contract/trust/complaints';
import { CASE_URGENT_HOURS } from '#contract/trust/cases';
import { COMPLAINT_ABOUT, COMPLAINT_REASONS } from '#contract/trust/complaints';
import type { Text } from '../../../platform/texts.ts';

type CaseText = Text<'moderation' | 'complaints'>;

const HOUR_MS = 3_600_000;
const OBJECTS = [...COMPLAINT_ABOUT, 'invitation', 'measure'] as const;

export function objectLabel(t: CaseText, object: string): string {
  const [kind] = object.split(':', 1);
  return t(`moderation.object.${OBJECTS.find((one) => one === kind) ?? 'other'}`);
}

/** Localized complaint reason; rule names and found words are shown unchanged. */
export function reasonLabel(t: CaseText, reason: string): string {
  const known: ComplaintReason | undefined = COMPLAINT_REASONS.find((one) => one === reason);
  return known === undefined ? reason : t(`complaints.reason.${known}`);
}

/** Preselected rule for the form when the case's reason is a rule. */
export function ruleOf(reason: string): { rule?: ComplaintReason } {
  const rule = COMPLAINT_REASONS.find((one) => one === reason);
  return rule === undefined ? {} : { rule };
}

/** Formats the time left for a case in whole hours, rounded down, and says whether little time is left. */
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

/** Weight of complaints or signals with one decimal, in the format of the language. */
export const weightLabel = (t: CaseText, weight: number): string =>
  t('moderation.weight', { weight: Math.round(weight * 10) / 10 });
