import type { CaseAction, CaseState } from '@app/contract/trust/cases';

export type CaseMove = 'take' | 'back' | 'resolve' | 'reopen';

/** Transitions of a case. A decision requires a claim, so that of several staff members only one decides. */
const MOVES: Readonly<Record<CaseMove, { from: readonly CaseState[]; to: CaseState }>> = {
  take: { from: ['open', 'reopened'], to: 'taken' },
  back: { from: ['taken'], to: 'open' },
  resolve: { from: ['taken'], to: 'resolved' },
  reopen: { from: ['resolved'], to: 'reopened' },
};

/** States for the `WHERE state IN (…)` of the conditional update of a transition. */
export const statesBefore = (move: CaseMove): readonly CaseState[] => MOVES[move].from;

export function afterMove(state: CaseState, move: CaseMove): CaseState | undefined {
  const { from, to } = MOVES[move];
  return from.includes(state) ? to : undefined;
}

interface Resolution {
  by: number | null;
  outcome: CaseAction;
  resolution?: string | undefined;
  now: Date;
}

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
