import type { CaseAction, CaseState } from '@app/contract/trust/cases';

/** What somebody does about a case. */
export type CaseMove = 'take' | 'back' | 'resolve' | 'reopen';

/** From where each leads where. Whoever decides has taken the case before: of several at once, one has it. */
const MOVES: Readonly<Record<CaseMove, { from: readonly CaseState[]; to: CaseState }>> = {
  take: { from: ['open', 'reopened'], to: 'taken' },
  back: { from: ['taken'], to: 'open' },
  resolve: { from: ['taken'], to: 'resolved' },
  reopen: { from: ['resolved'], to: 'reopened' },
};

/** The states that a move starts from: the `WHERE state IN (…)` of its conditional update. */
export const statesBefore = (move: CaseMove): readonly CaseState[] => MOVES[move].from;

/** Where a move leads from a state; undefined where it cannot be made. */
export function afterMove(state: CaseState, move: CaseMove): CaseState | undefined {
  const { from, to } = MOVES[move];
  return from.includes(state) ? to : undefined;
}

interface Resolution {
  /** Who decided; null when nobody had to. */
  by: number | null;
  outcome: CaseAction;
  /** What is said to those whom it concerns. */
  resolution?: string | undefined;
  now: Date;
}

/** What a decided case says, whoever had it and whatever was decided about it before. */
export const resolvedCase = ({ by, outcome, resolution = '', now }: Resolution) => ({
  state: 'resolved' as const,
  taken_by: null,
  taken_at: null,
  hidden_at: null,
  resolved_by: by,
  resolved_at: now,
  outcome,
  resolution,
});
