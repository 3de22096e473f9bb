import type { SubscriptionOffer } from '@app/contract/money/payments';
import { useEffect, useState } from 'react';
import { paymentsApi } from '#contract/money/payments';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';

interface Offer {
  offer: SubscriptionOffer | null;
  hasFailed: boolean;
  load: () => void;
}

export function useOffer(): Offer {
  const [offer, setOffer] = useState<SubscriptionOffer | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further attempt asks again
  useEffect(() => {
    const aborter = new AbortController();
    setFailed(false);
    call(paymentsApi.offer, { signal: aborter.signal }).then(setOffer, (error: unknown) => {
      if (isApiError(error)) setFailed(true);
    });
    return () => aborter.abort();
  }, [attempt]);
  return { offer, hasFailed, load: () => setAttempt((n) => n + 1) };
}
