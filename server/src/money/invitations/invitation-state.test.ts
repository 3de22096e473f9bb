import { INVITATION_STATES, type InvitationState } from '@app/contract/money/invitations';
import { expect, test } from 'vitest';
import {
  factsAfterEvent,
  type InvitationEvent,
  type InvitationFacts,
  mayMove,
  stateAfterReview,
  statesBefore,
} from './invitation-state.ts';

const EARLIER = new Date('2026-01-01');
const NOW = new Date('2026-02-01');
const EVENTS: readonly InvitationEvent[] = ['activated', 'paid', 'refunded'];

function standing(state: InvitationState, marks: Partial<InvitationFacts> = {}): InvitationFacts {
  const isActive = ['activated', 'paid', 'rewarded', 'reversed'].includes(state);
  const isPaid = ['paid', 'rewarded', 'reversed'].includes(state);
  return {
    state,
    activated_at: isActive ? EARLIER : null,
    paid_at: isPaid ? EARLIER : null,
    reversed_at: state === 'reversed' ? EARLIER : null,
    ...marks,
  };
}

const LEGAL = new Set([
  'invited activated',
  'invited review',
  'invited refused',
  'activated paid',
  'activated review',
  'activated refused',
  'paid rewarded',
  'paid reversed',
  'paid review',
  'paid refused',
  'rewarded reversed',
  'review invited',
  'review activated',
  'review paid',
  'review reversed',
  'review refused',
]);

test.each(INVITATION_STATES.flatMap((from) => INVITATION_STATES.map((to) => [from, to] as const)))(
  'an invitation goes from %s to %s only where that was decided',
  (from, to) => {
    expect(mayMove(from, to)).toBe(LEGAL.has(`${from} ${to}`));
    expect(statesBefore(to).includes(from)).toBe(LEGAL.has(`${from} ${to}`));
  },
);

test.each(INVITATION_STATES.flatMap((state) => EVENTS.map((event) => [state, event] as const)))(
  'in %s the event %s moves along a legal way or nowhere, and again changes nothing',
  (state, event) => {
    for (const facts of [standing(state), standing(state, { activated_at: EARLIER })]) {
      const after = factsAfterEvent(facts, event, NOW);
      expect(after.state === state || mayMove(state, after.state)).toBe(true);
      expect(factsAfterEvent(after, event, new Date())).toEqual(after);
    }
  },
);

test('the straight way: activated, paid, and back when the money goes back', () => {
  const invited = standing('invited');
  const activated = factsAfterEvent(invited, 'activated', EARLIER);
  const paid = factsAfterEvent(activated, 'paid', NOW);
  expect([activated.state, paid.state, factsAfterEvent(paid, 'refunded', NOW).state]).toEqual([
    'activated',
    'paid',
    'reversed',
  ]);
  expect(paid).toMatchObject({ activated_at: EARLIER, paid_at: NOW });
  expect(factsAfterEvent(standing('rewarded'), 'refunded', NOW).state).toBe('reversed');
});

test('nobody is paid for before they are here, and what was refused or reversed stays so whatever is paid', () => {
  expect(factsAfterEvent(standing('invited'), 'paid', NOW)).toEqual(standing('invited'));
  for (const state of ['refused', 'reversed'] as const) {
    const facts = standing(state, { activated_at: EARLIER });
    for (const event of EVENTS) expect(factsAfterEvent(facts, event, NOW).state).toBe(state);
  }
  expect(factsAfterEvent(standing('refused', { activated_at: EARLIER }), 'paid', NOW).paid_at).toBeNull();
  expect(factsAfterEvent(standing('activated'), 'refunded', NOW)).toEqual(standing('activated'));
});

test('a hold keeps what happens meanwhile and its release leads to where it would stand', () => {
  const held = standing('review');
  const activated = factsAfterEvent(held, 'activated', EARLIER);
  const paid = factsAfterEvent(activated, 'paid', NOW);
  expect([held, activated, paid].map(({ state }) => state)).toEqual(['review', 'review', 'review']);
  expect([held, activated, paid].map(stateAfterReview)).toEqual(['invited', 'activated', 'paid']);
  expect(factsAfterEvent(paid, 'refunded', NOW).state).toBe('reversed');
  for (const state of INVITATION_STATES) {
    if (state !== 'review') expect(stateAfterReview(standing(state))).toBe(state);
  }
});
