import type { PaymentKind } from '@app/contract/money/payments';
import { useEffect, useState } from 'react';
import { paymentsApi } from '#contract/money/payments';
import { usersApi } from '#contract/people/users';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { paymentOutcome } from './payment-outcome.ts';

export type PaymentState = 'waiting' | 'late' | 'paid' | 'unpaid';

/** Polling interval in milliseconds and number of polls before the page stops waiting. */
const POLL_INTERVAL_MS = 1500;
const POLL_ATTEMPTS = 20;

interface PaymentCheck {
  state: PaymentState;
  kind: PaymentKind;
  paidUntil: string | null;
  check(): void;
}

/** Polls until the server knows from the provider how the payment ended. */
export function usePaymentCheck(userId: number): PaymentCheck {
  const t = useText('payments');
  const [state, setState] = useState<PaymentState>('waiting');
  const [kind, setKind] = useState<PaymentKind>('subscription');
  const [paidUntil, setPaidUntil] = useState<string | null>(null);
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a further round asks again; the texts are only read
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    setState('waiting');

    async function poll(times: number): Promise<void> {
      try {
        // The server does not trust `payed`: the request makes it ask the provider.
        await call(usersApi.change, { params: { id: userId }, body: { payed: 1 } });
        const history = await call(paymentsApi.history);
        if (isOver) return;
        const outcome = paymentOutcome(history);
        setKind(outcome.kind);
        if (outcome.state !== 'waiting') {
          setPaidUntil(history.payed_until);
          setState(outcome.state);
          return;
        }
      } catch {
        if (isOver) return;
        toast.error(t('payments.update.failed'));
        setState('late');
        return;
      }
      if (times === 1) setState('late');
      else timer = setTimeout(() => void poll(times - 1), POLL_INTERVAL_MS);
    }

    void poll(POLL_ATTEMPTS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [userId, round]);

  return { state, kind, paidUntil, check: () => setRound((n) => n + 1) };
}
