import { partOfServices } from '../../../platform/domain/part-of-services.ts';
import type { Services } from '../../../platform/domain/services.ts';
import type { PaymentProvider } from './provider.ts';
import { createSandboxProvider } from './sandbox-provider.ts';
import { createYookassaProvider } from './yookassa-provider.ts';

/** The payment provider that the configuration names. */
export const providerOf = partOfServices(({ config: { payment, publicUrl }, db, log }: Services): PaymentProvider => {
  if (payment.provider === 'yookassa') return createYookassaProvider({ ...payment, log });
  if (publicUrl.startsWith('https:'))
    log.warn('payments go to the sandbox, which takes no money: PAYMENT_PROVIDER names another');
  return createSandboxProvider({ db, publicUrl });
});
