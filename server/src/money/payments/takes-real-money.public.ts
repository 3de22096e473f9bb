import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/database/tables.ts';
import { readSiteSettings } from '../../platform/site-settings/site-settings.public.ts';

const PROVIDER_DOMAIN = /(?:^|\.)yookassa\.ru$/;

/** Whether payments move money: neither the sandbox, nor a test shop of the provider, nor a stand-in at another address. */
export function takesRealMoney(payment: Config['payment']): boolean {
  return (
    payment.provider === 'yookassa' &&
    PROVIDER_DOMAIN.test(new URL(payment.apiUrl).hostname) &&
    !payment.secretKey.startsWith('test_')
  );
}

/** Nobody pays to an operator whose requisites are samples: receipts and documents would name nobody. */
export async function mayTakePayments({ db, config }: { db: Db; config: Config }): Promise<boolean> {
  return !takesRealMoney(config.payment) || (await readSiteSettings(db)).settings.requisites !== null;
}
