import type { Offer } from '@app/contract/market/deals';
import { dealsApi } from '#contract/market/deals';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { Dialog, DialogActions, DialogText } from '../../ui/dialog/dialog.tsx';
import { useSubmit } from '../../ui/form/use-submit.ts';

interface DealQuestionProps {
  what: 'confirm' | 'cancel';
  dealId: number;
  onDone: (offer: Offer) => void;
  onClose: () => void;
}

/** Asks before a deal is confirmed or cancelled, because neither can be taken back. */
export function DealQuestion({ what, dealId, onDone, onClose }: DealQuestionProps) {
  const t = useText('deals');
  const { isSending, submit } = useSubmit();
  const send = () =>
    submit(async () => {
      onDone(await call(dealsApi[what], { params: { id: dealId } }));
      onClose();
    });
  return (
    <Dialog title={t(`deals.${what}.title`)} onClose={onClose}>
      <DialogText>{t(`deals.${what}.text`)}</DialogText>
      <DialogActions>
        <button
          type="button"
          className={button(what === 'confirm' ? 'primary' : 'danger')}
          aria-busy={isSending}
          onClick={() => void send()}
        >
          {t(`deals.action.${what}`)}
        </button>
      </DialogActions>
    </Dialog>
  );
}
