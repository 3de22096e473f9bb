import type { Offer } from '@app/contract/market/deals';
import { isoDayOf } from '@app/contract/platform/time-zones';
import { useId, useRef } from 'react';
import { LOAN_DAYS_MAX, loansApi } from '#contract/market/loans';
import { call } from '../../../platform/call.ts';
import { readerZone } from '../../../platform/format/reader-zone.ts';
import { useText } from '../../../platform/i18n.tsx';
import { randomKey } from '../../../platform/random-key.ts';
import { Dialog, DialogForm } from '../../../ui/dialog/dialog.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import styles from '../deal-form.module.css';

/** The ad that is asked for, an open offer that is answered, or the deal whose day of return is to change. */
export type LoanAbout = { board_id: number } | { offer_id: number } | { deal_id: number };

interface LoanDialogProps {
  about: LoanAbout;
  /** The day, as YYYY-MM-DD, that the field begins with; '' for none. */
  day: string;
  onSent: (offer: Offer) => void;
  onClose: () => void;
}

const DAY_MS = 86_400_000;

/** Asks until when a thing is lent. */
export function LoanDialog({ about, day, onSent, onClose }: LoanDialogProps) {
  const t = useText('deals');
  const id = useId();
  const key = useRef(randomKey());
  const { timeZone } = readerZone();
  const first = isoDayOf(Date.now(), timeZone);
  const last = isoDayOf(Date.now() + (LOAN_DAYS_MAX - 1) * DAY_MS, timeZone);
  const form = useForm<{ return_on: string }>({
    initial: () => ({ return_on: day < first ? '' : day }),
    check: ({ return_on }) => ({
      return_on: return_on < first || return_on > last ? t('deals.loan.day.wrong') : undefined,
    }),
    onChange: () => {
      key.current = randomKey();
    },
    send: async ({ return_on }) => {
      onSent(await sendDay(about, return_on, key.current));
      onClose();
    },
  });
  const wrong = form.errors.return_on;
  return (
    <Dialog title={t('board_id' in about ? 'ads.loan.ask' : 'deals.loan.day.title')} onClose={onClose}>
      <DialogForm
        ref={form.props.ref}
        verb={t('deals.price.send')}
        isSending={form.isSending}
        onSubmit={() => form.props.onSubmit()}
      >
        <div>
          <label className={styles.label}>
            {t('deals.loan.day.label')}
            <input
              {...form.input('return_on')}
              type="date"
              className={styles.field}
              min={first}
              max={last}
              aria-describedby={id}
            />
          </label>
          <p
            id={id}
            className={wrong === undefined ? 'caption' : 'wrong'}
            role={wrong === undefined ? undefined : 'alert'}
          >
            {wrong ?? t('deal_id' in about ? 'deals.loan.day.change' : 'deals.loan.day.hint')}
          </p>
        </div>
      </DialogForm>
    </Dialog>
  );
}

function sendDay(about: LoanAbout, return_on: string, idempotencyKey: string): Promise<Offer> {
  if ('board_id' in about) return call(loansApi.request, { body: { ...about, return_on }, idempotencyKey });
  const body = { return_on };
  return 'offer_id' in about
    ? call(loansApi.counterDay, { params: { id: about.offer_id }, body, idempotencyKey })
    : call(loansApi.proposeDay, { params: { id: about.deal_id }, body, idempotencyKey });
}
