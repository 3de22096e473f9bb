import { INVITATION_STATES, type InvitationState } from '@app/contract/money/invitations';

/**
 * Where an invitation may go from each state. `review` is a hold: what happens meanwhile is noted, and a release leads to where
 * it would stand without the hold. A refusal and a reversal are final: whoever pays again earns nobody anything.
 */
const MOVES: Record<InvitationState, readonly InvitationState[]> = {
  invited: ['activated', 'review', 'refused'],
  activated: ['paid', 'review', 'refused'],
  paid: ['rewarded', 'reversed', 'review', 'refused'],
  rewarded: ['reversed'],
  review: ['invited', 'activated', 'paid', 'reversed', 'refused'],
  refused: [],
  reversed: [],
};

export function mayMove(from: InvitationState, to: InvitationState): boolean {
  return MOVES[from].includes(to);
}

/** The states that may turn into `to`: the `WHERE state IN (…)` of a conditional update. */
export function statesBefore(to: InvitationState): InvitationState[] {
  return INVITATION_STATES.filter((from) => mayMove(from, to));
}

/** What really happened to whoever was invited. */
export type InvitationEvent = 'activated' | 'paid' | 'refunded';

export interface InvitationFacts {
  state: InvitationState;
  activated_at: Date | null;
  paid_at: Date | null;
  reversed_at: Date | null;
}

/** How an invitation stands after an event; the same facts when it changes nothing. Events that come again change nothing. */
export function factsAfterEvent(facts: InvitationFacts, event: InvitationEvent, now: Date): InvitationFacts {
  const { state } = facts;
  if (event === 'activated') {
    if (facts.activated_at !== null) return facts;
    return { ...facts, activated_at: now, state: state === 'invited' ? 'activated' : state };
  }
  if (event === 'paid') {
    const isAwaited = state === 'activated' || (state === 'review' && facts.activated_at !== null);
    if (!isAwaited || facts.paid_at !== null) return facts;
    return { ...facts, paid_at: now, state: state === 'activated' ? 'paid' : state };
  }
  if (facts.paid_at === null || !mayMove(state, 'reversed')) return facts;
  return { ...facts, reversed_at: now, state: 'reversed' };
}

/** Where an invitation goes that nothing is wrong with after all. */
export function stateAfterReview(facts: InvitationFacts): InvitationState {
  if (facts.state !== 'review') return facts.state;
  if (facts.paid_at !== null) return 'paid';
  return facts.activated_at === null ? 'invited' : 'activated';
}
