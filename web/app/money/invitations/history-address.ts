import type { InvitationState, InvitationTotals } from '@app/contract/money/invitations';
import { INVITATION_STATES, INVITE_HISTORY_PAGE_SIZE, INVITE_HISTORY_SIZES } from '#contract/money/invitations';
import { parsePage } from '../../platform/loading/page-loading.ts';

/** Parses page and page size of the address; invalid values become the first page of ten. */
export function parseHistoryAddress(query: URLSearchParams): { page: number; size: number } {
  const size = Number(query.get('size'));
  return {
    page: parsePage(query),
    size: INVITE_HISTORY_SIZES.find((known) => known === size) ?? INVITE_HISTORY_PAGE_SIZE,
  };
}

export function historyHref(userId: number, { page, size }: { page: number; size: number }): string {
  const query = new URLSearchParams();
  if (size !== INVITE_HISTORY_PAGE_SIZE) query.set('size', String(size));
  if (page > 1) query.set('page', String(page));
  return `/user/invite_history/${userId}${query.size > 0 ? `?${query}` : ''}`;
}

/** States shown even when their count is zero. */
const ALWAYS: ReadonlySet<InvitationState> = new Set(['activated', 'paid']);

/**
 * Totals shown in the summary, in the order in which an invitation passes through the states. Everybody who subscribed
 * counts as paid, as the list tells it, also after the reward.
 */
export function shownTotals(totals: InvitationTotals, subscribed: number): { state: InvitationState; count: number }[] {
  const countOf = (state: InvitationState): number => (state === 'paid' ? subscribed : (totals[state] ?? 0));
  return INVITATION_STATES.map((state) => ({ state, count: countOf(state) })).filter(
    ({ state, count }) => count > 0 || ALWAYS.has(state),
  );
}
