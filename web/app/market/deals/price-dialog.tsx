import type { Offer } from '@app/contract/market/deals';
import { parseRoubles } from '@app/contract/platform/typed-sum';
import { useId, useRef, useState } from 'react';
import { dealsApi } from '#contract/market/deals';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { randomKey } from '../../platform/random-key.ts';
import { Dialog, DialogForm } from '../../ui/dialog/dialog.tsx';
import { useMoneyInput } from '../../ui/form/use-money-input.ts';
import { useSubmit } from '../../ui/form/use-submit.ts';
import styles from './deal-form.module.css';

interface PriceDialogProps {
  /** The ad that the price is offered for, or the offer that it answers. */
  about: { board_id: number } | { offer_id: number };
  /** Whole roubles that the field begins with; 0 for none. */
  price: number;
  onSent: (offer: Offer) => void;
  onClose: () => void;
}

export function PriceDialog({ about, price, onSent, onClose }: PriceDialogProps) {
  const t = useText('deals');
  const [typed, setTyped] = useState(price > 0 ? String(price) : '');
  const [isWrong, setWrong] = useState(false);
  const key = useRef(randomKey());
  const noteId = useId();
  const { isSending, submit } = useSubmit();
  const { input, problem, note } = useMoneyInput({ value: typed, onChange: change });
  const offered = parseRoubles(typed) ?? 0;
  const said = problem ?? (isWrong ? t('deals.price.wrong') : undefined);

  function change(value: string): void {
    setTyped(value);
    setWrong(false);
    key.current = randomKey();
  }

  async function send(): Promise<void> {
    setWrong(offered < 1);
    if (offered < 1) return input.ref.current?.focus();
    await submit(async () => {
      const idempotencyKey = key.current;
      onSent(
        'offer_id' in about
          ? await call(dealsApi.counter, {
              params: { id: about.offer_id },
              body: { price: offered },
              idempotencyKey,
            })
          : await call(dealsApi.offer, { body: { board_id: about.board_id, price: offered }, idempotencyKey }),
      );
      onClose();
    });
  }

  const isCounter = 'offer_id' in about;
  return (
    <Dialog title={t(isCounter ? 'deals.price.counter' : 'deals.price.title')} onClose={onClose}>
      <DialogForm verb={t('deals.price.send')} isSending={isSending} onSubmit={() => void send()}>
        <label className={styles.label}>
          {t('deals.price.label')}
          <input
            {...input}
            className={styles.field}
            aria-invalid={said !== undefined || undefined}
            aria-describedby={noteId}
          />
        </label>
        <p
          id={noteId}
          className={said === undefined ? 'caption' : 'wrong'}
          role={said === undefined ? 'status' : 'alert'}
        >
          {said ?? note ?? (isCounter ? '' : t('deals.price.hint'))}
        </p>
      </DialogForm>
    </Dialog>
  );
}
