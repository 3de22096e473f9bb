import { INVITATION_STATES, type InvitationState } from '@app/contract/money/invitations';

/**
 * Allowed transitions of each state. In `review`, events are recorded without effect, and a release leads to the state
 * that they imply. Rejected and reversed invitations are final: a later payment earns no reward.
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

export function statesBefore(to: InvitationState): InvitationState[] {
  return INVITATION_STATES.filter((from) => mayMove(from, to));
}

export type InvitationEvent = 'activated' | 'paid' | 'refunded';

export interface InvitationFacts {
  state: InvitationState;
  activated_at: Date | null;
  paid_at: Date | null;
  reversed_at: Date | null;
}

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

export function stateAfterReview(facts: InvitationFacts): InvitationState {
  if (facts.state !== 'review') return facts.state;
  if (facts.paid_at !== null) return 'paid';
  return facts.activated_at === null ? 'invited' : 'activated';
}
