import type { Offer } from '@app/contract/market/deals';
import { dealsApi } from '#contract/market/deals';
import { loansApi } from '#contract/market/loans';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { Dialog, DialogActions, DialogText } from '../../ui/dialog/dialog.tsx';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { actionText } from './offer-state.ts';

interface DealQuestionProps {
  what: 'confirm' | 'cancel' | 'return';
  offer: Offer;
  onDone: (offer: Offer) => void;
  onClose: () => void;
}

/** Asks before a deal is confirmed or cancelled, or a lent thing is back, because none of it can be taken back. */
export function DealQuestion({ what, offer, onDone, onClose }: DealQuestionProps) {
  const t = useText('deals');
  const { isSending, submit } = useSubmit();
  const send = () =>
    submit(async () => {
      const api = what === 'return' ? loansApi.return : dealsApi[what];
      onDone(await call(api, { params: { id: offer.deal_id } }));
      onClose();
    });
  const about =
    what === 'cancel' || (what === 'confirm' && !offer.loan)
      ? (`deals.${what}` as const)
      : (`deals.loan.${what}` as const);
  return (
    <Dialog title={t(`${about}.title`)} onClose={onClose}>
      <DialogText>{t(`${about}.text`)}</DialogText>
      <DialogActions>
        <button
          type="button"
          className={button(what === 'cancel' ? 'danger' : 'primary')}
          aria-busy={isSending}
          onClick={() => void send()}
        >
          {actionText(t, offer, what)}
        </button>
      </DialogActions>
    </Dialog>
  );
}
