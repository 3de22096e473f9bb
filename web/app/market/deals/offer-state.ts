import type { DealAction, Offer } from '@app/contract/market/deals';
import { isoDayOf } from '@app/contract/platform/time-zones';
import { readerZone } from '../../platform/format/reader-zone.ts';
import type { Text } from '../../platform/texts.ts';
import type { DealCardState } from './deal-card.tsx';

type Loan = NonNullable<Offer['loan']>;

/** Whether a lent thing should be back, by the calendar of the reader. */
export const isOverdue = (loan: Loan | undefined): boolean =>
  loan?.lent === 1 && loan.return_on < isoDayOf(Date.now(), readerZone().timeZone);

/** Says in one line how far an offer and its deal are. */
export function offerState(t: Text<'deals'>, offer: Offer): DealCardState {
  const { state, mine, obstacle, loan } = offer;
  if (state === 'open') {
    if (obstacle !== null) return { text: t(`deals.state.${obstacle}`), tone: 'off' };
    return { text: t(mine === 1 ? 'deals.state.waits.mine' : 'deals.state.waits'), tone: 'open' };
  }
  if (state !== 'accepted') {
    const isDay = state === 'countered' && loan !== undefined;
    return { text: t(isDay ? 'deals.loan.state.countered' : `deals.state.${state}`), tone: 'off' };
  }
  return loan === undefined ? dealState(t, offer) : loanState(t, offer, loan);
}

function dealState(t: Text<'deals'>, { deal_state, confirmed, my_stars }: Offer): DealCardState {
  if (deal_state === 'done')
    return {
      text: my_stars === null ? t('deals.state.done') : t('deals.state.reviewed', { stars: my_stars }),
      tone: 'good',
    };
  if (confirmed.me === 1) return { text: t('deals.state.confirmed.me'), tone: 'good' };
  return { text: t(confirmed.other === 1 ? 'deals.state.confirmed.other' : 'deals.state.accepted'), tone: 'good' };
}

function loanState(t: Text<'deals'>, { deal_state, confirmed, my_stars, role }: Offer, loan: Loan): DealCardState {
  if (deal_state === 'done')
    return {
      text: my_stars === null ? t('deals.loan.state.done') : t('deals.loan.state.reviewed', { stars: my_stars }),
      tone: 'good',
    };
  if (loan.lent === 1) {
    const tone = isOverdue(loan) ? 'late' : 'good';
    if (loan.returned === 1)
      return { text: t(role === 'buyer' ? 'deals.loan.state.returned.me' : 'deals.loan.state.returned.other'), tone };
    if (tone === 'late') return { text: t('deals.loan.state.late'), tone };
    return { text: t('deals.loan.state.lent'), tone };
  }
  if (confirmed.me === 1) return { text: t('deals.loan.state.confirmed.me'), tone: 'good' };
  const isOther = confirmed.other === 1;
  return { text: t(isOther ? 'deals.loan.state.confirmed.other' : 'deals.loan.state.accepted'), tone: 'good' };
}

export function actionText(t: Text<'deals'>, { loan, role }: Offer, action: DealAction): string {
  if (action === 'return') return t(`deals.loan.action.return.${role}`);
  if (action === 'change_day' || (loan !== undefined && action === 'counter')) return t('deals.loan.action.day');
  return t(loan !== undefined && action === 'confirm' ? 'deals.loan.action.confirm' : `deals.action.${action}`);
}
