import type { Db, Tx } from '../../platform/database/tables.ts';
import { describeDevice } from './devices/device-name.ts';

export async function eraseAccountSecurity(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('totp_secrets').where('user_id', '=', userId).execute();
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx.deleteFrom('second_factor_resets').where('user_id', '=', userId).execute();
  await tx.deleteFrom('challenges').where('user_id', '=', userId).execute();
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
  await tx.deleteFrom('known_devices').where('user_id', '=', userId).execute();
  await tx.deleteFrom('registration_requests').where('user_id', '=', userId).execute();
  await tx.updateTable('invitation_codes').set({ used_by: null }).where('used_by', '=', userId).execute();
  await tx.deleteFrom('security_events').where('user_id', '=', userId).execute();
}

/** Secrets and hashes are not exported: they are of no use to the user. */
export async function exportAccountSecurityOf(db: Db, userId: number): Promise<Record<string, unknown>> {
  const [totp, passkeys, devices, events, requests] = await Promise.all([
    db.selectFrom('totp_secrets').select('confirmed_at').where('user_id', '=', userId).executeTakeFirst(),
    db
      .selectFrom('passkeys')
      .select(['name', 'created_at', 'last_used_at', 'is_synced'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
    db.selectFrom('known_devices').select('last_seen_at').where('user_id', '=', userId).execute(),
    db
      .selectFrom('security_events')
      .select(['kind', 'at', 'ip', 'user_agent', 'count'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('registration_requests')
      .select(['reason', 'state', 'requested_at', 'decided_at', 'answer'])
      .where('user_id', '=', userId)
      .execute(),
  ]);
  return {
    registration_request: requests,
    second_step_since: totp?.confirmed_at ?? null,
    passkeys,
    known_devices: devices,
    journal: events.map((event) => ({ ...event, device: describeDevice(event.user_agent).device })),
  };
}
