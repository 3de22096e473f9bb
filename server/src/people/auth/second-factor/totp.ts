import { randomBytes } from 'node:crypto';
import type { Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure, requireFound } from '../../../platform/failure.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import { seal, unseal } from '../../../platform/installation-keys/seal.ts';
import { readSiteTexts } from '../../../platform/site-settings/site-settings.public.ts';
import { findAccount } from '../../users/accounts.public.ts';
import type { Device } from '../devices/device-name.ts';
import { notifyOwner } from '../notify-owner.ts';
import { logSecurityEvent } from '../security-log.ts';
import { generateRecoveryCodes } from './recovery-codes.ts';
import {
  downgradeSessions,
  hasTotp,
  totpContext,
  totpKey,
  trySecondFactorCode,
  withSecondFactor,
} from './second-factor.ts';
import { describeSecret, findStep } from './totp-code.ts';

/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;
/** An unconfirmed secret expires, because others may have seen it. */
const SETUP_MS = 3600 * 1000;

export async function setUpTotp(services: Services, viewer: SignedInViewer, currentPassword: string | undefined) {
  const { db, clock, sessions } = services;
  await sessions.requireReauthentication(viewer, currentPassword);
  const account = requireFound(await findAccount(db, viewer.userId), 'session_expired');
  const secret = new Uint8Array(randomBytes(SECRET_BYTES));
  const sealed = seal(secret, await totpKey(db), totpContext(viewer.userId));
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('totp_secrets')
    .values({ user_id: viewer.userId, sealed, created_at: clock() })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ sealed, created_at: clock() })
        .where('totp_secrets.confirmed_at', 'is', null),
    )
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows) throw new Failure('already_exists', { text: 'errors.totp_exists' });
  const texts = await readSiteTexts(db);
  return describeSecret(secret, texts.t(viewer.lang, 'mail.frame.name'), account.login);
}

/** Enables the second factor. The recovery codes are readable only in this response. */
export async function confirmTotp(
  services: Services,
  viewer: SignedInViewer,
  typed: string,
  device: Device,
): Promise<{ codes: string[] }> {
  const { db } = services;
  const { userId } = viewer;
  if (await hasTotp(db, userId)) throw new Failure('already_exists', { text: 'errors.totp_exists' });
  const codes = await trySecondFactorCode(services, { userId, typed, device }, async (tx) => {
    if (!(await confirmSecret(services, tx, userId, typed))) return undefined;
    await services.sessions.markReauthenticated(tx, viewer, true);
    await reportSecurityChange(services, tx, userId, 'totp_on', device);
    return { result: await generateRecoveryCodes(db, tx, userId) };
  });
  return { codes };
}

async function confirmSecret({ db, clock }: Services, tx: Tx, userId: number, typed: string): Promise<boolean> {
  const pending = await tx
    .selectFrom('totp_secrets')
    .select('sealed')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .where('created_at', '>', new Date(clock().getTime() - SETUP_MS))
    .forUpdate()
    .executeTakeFirst();
  if (pending === undefined) throw new Failure('not_found', { text: 'errors.totp_setup_over' });
  const secret = unseal(pending.sealed, await totpKey(db), totpContext(userId));
  const step = findStep(new Uint8Array(secret), typed.replace(/[\s-]/g, ''), clock());
  if (step === undefined) return false;
  await tx
    .updateTable('totp_secrets')
    .set({ confirmed_at: clock(), last_step: step })
    .where('user_id', '=', userId)
    .execute();
  return true;
}

interface SecondFactorRequest {
  code: string;
  currentPassword: string | undefined;
  device: Device;
}

/** Requires a code, so that a stolen password or an open browser alone cannot get new recovery codes. */
export async function regenerateRecoveryCodes(
  services: Services,
  viewer: SignedInViewer,
  { code, currentPassword, device }: SecondFactorRequest,
): Promise<{ codes: string[] }> {
  const { userId } = viewer;
  await requireTotp(services, userId);
  await services.sessions.requireReauthentication(viewer, currentPassword);
  const codes = await withSecondFactor(services, { userId, typed: code, device }, async (tx) => {
    await reportSecurityChange(services, tx, userId, 'codes_made', device);
    return generateRecoveryCodes(services.db, tx, userId);
  });
  return { codes };
}

export async function disableTotp(
  services: Services,
  viewer: SignedInViewer,
  { code, currentPassword, device }: SecondFactorRequest,
): Promise<void> {
  const { userId } = viewer;
  await requireTotp(services, userId);
  await services.sessions.requireReauthentication(viewer, currentPassword);
  await withSecondFactor(services, { userId, typed: code, device }, async (tx) => {
    await deleteTotp(tx, userId);
    await reportSecurityChange(services, tx, userId, 'totp_off', device);
  });
}

export async function deleteTotp(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('totp_secrets').where('user_id', '=', userId).execute();
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx.deleteFrom('second_factor_resets').where('user_id', '=', userId).execute();
  await downgradeSessions(tx, userId);
}

async function requireTotp({ db }: Services, userId: number): Promise<void> {
  if (!(await hasTotp(db, userId))) throw new Failure('not_found');
}

async function reportSecurityChange(
  services: Services,
  tx: Tx,
  userId: number,
  kind: 'totp_on' | 'totp_off' | 'codes_made',
  device: Device,
): Promise<void> {
  const account = requireFound(await findAccount(tx, userId), 'session_expired');
  await logSecurityEvent(tx, { userId, kind, device, at: services.clock() });
  await notifyOwner(services, tx, kind, account, { device });
}
