import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import type { Account } from '../users/accounts.public.ts';
import { type Device, describeDevice } from './devices/device-name.ts';

type SecurityEmailTemplate =
  | 'new_sign_in'
  | 'totp_on'
  | 'totp_off'
  | 'codes_made'
  | 'passkey_added'
  | 'passkey_removed'
  | 'second_step_reset'
  | 'second_step_reset_soon'
  | 'second_step_reset_done';

/** Sends an email about the account itself, regardless of the owner's email preferences. */
export async function notifyOwner(
  { mail, clock, config, sessions }: Services,
  tx: Tx,
  template: SecurityEmailTemplate,
  { email, lang }: Pick<Account, 'email' | 'lang'>,
  { device, ...values }: { device?: Device; due?: string; name?: string } = {},
): Promise<void> {
  const city = sessions.cities.findCity(device?.ip ?? '', lang);
  const deviceLabel = describeDevice(device?.userAgent ?? '').device;
  await mail.queue(tx, {
    template,
    to: email,
    lang,
    values: {
      when: clock().toISOString(),
      device: deviceLabel,
      hasDevice: deviceLabel === '' ? 'no' : 'yes',
      ip: device?.ip ?? '',
      city,
      hasCity: city === '' ? 'no' : 'yes',
      recovery: `${config.publicUrl}/recovery`,
      link: `${config.publicUrl}/profile/security`,
      ...values,
    },
  });
}
