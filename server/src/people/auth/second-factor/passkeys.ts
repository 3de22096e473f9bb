import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import {
  type NewCredential,
  PASSKEY_CHALLENGE_TTL_SECONDS,
  PASSKEYS_MAX,
  type Passkey,
} from '@app/contract/people/security';
import {
  type AuthenticatorTransport,
  generateRegistrationOptions,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure, requireFound } from '../../../platform/failure.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import { getInstallationKey } from '../../../platform/installation-keys/installation-keys.ts';
import { readSiteTexts } from '../../../platform/site-settings/site-settings.public.ts';
import { findAccount } from '../../users/accounts.public.ts';
import type { PasskeysTable } from '../auth.tables.ts';
import { type Device, describeDevice } from '../devices/device-name.ts';
import { notifyOwner } from '../notify-owner.ts';
import { lockUserForShare, logSecurityEvent } from '../security-log.ts';
import { consumeChallenge, createChallenge } from './challenges.ts';
import { downgradeSessions } from './second-factor.ts';

/** EdDSA, ES256 and RS256 of COSE, which cover all common authenticators. */
const ALGORITHMS = [-8, -7, -257];

export interface RelyingParty {
  host: string;
  origin: string;
}

/**
 * Returns the relying party of the site; undefined when browsers allow no passkeys for the address (they require a
 * domain with HTTPS, or localhost).
 */
export function findRelyingParty({ publicUrl }: { publicUrl: string }): RelyingParty | undefined {
  const { hostname, protocol } = new URL(publicUrl);
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  const isSafe = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
  return isAddress || !isSafe ? undefined : { host: hostname, origin: publicUrl };
}

export function requireRelyingParty(config: { publicUrl: string }): RelyingParty {
  const party = findRelyingParty(config);
  if (party === undefined) throw new Failure('passkey_refused', { text: 'errors.passkey_impossible' });
  return party;
}

export async function userHandleOf(db: Db, userId: number): Promise<Buffer> {
  return createHmac('sha256', await getInstallationKey(db, 'passkeys'))
    .update(`user:${userId}`)
    .digest();
}

const challengeBytes = (challenge: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(challenge, 'base64url'));

export async function listPasskeys(db: Db, userId: number): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(PASSKEYS_MAX)
    .execute();
  return rows.map(presentPasskey);
}

const presentPasskey = (row: Pick<Selectable<PasskeysTable>, keyof Selectable<PasskeysTable>>): Passkey => ({
  id: row.id,
  name: row.name,
  created: row.created_at.toISOString(),
  last_used: row.last_used_at?.toISOString() ?? null,
  synced: row.is_synced ? 1 : 0,
});

export async function describeCredentials(db: Db, userId: number) {
  const rows = await db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .limit(PASSKEYS_MAX)
    .execute();
  return rows.map(({ credential_id, transports }) => ({
    id: credential_id,
    type: 'public-key' as const,
    transports: transports as AuthenticatorTransport[],
  }));
}

export async function startPasskeyRegistration(
  services: Services,
  viewer: SignedInViewer,
  currentPassword: string | undefined,
) {
  const { db, clock, config, sessions } = services;
  const party = requireRelyingParty(config);
  await sessions.requireReauthentication(viewer, currentPassword);
  const [account, present] = await Promise.all([
    findAccount(db, viewer.userId),
    describeCredentials(db, viewer.userId),
  ]);
  if (account === undefined) throw new Failure('session_expired');
  assertBelowPasskeyLimit(present.length);
  const challenge = await createChallenge(
    db,
    { purpose: 'passkey_add', userId: viewer.userId, seconds: PASSKEY_CHALLENGE_TTL_SECONDS },
    clock(),
  );
  const siteName = (await readSiteTexts(db)).t(viewer.lang, 'mail.frame.name');
  const {
    pubKeyCredParams,
    timeout = 0,
    user,
  } = await generateRegistrationOptions({
    rpName: siteName,
    rpID: party.host,
    userName: account.login,
    userDisplayName: account.firstname,
    userID: new Uint8Array(await userHandleOf(db, viewer.userId)),
    challenge: challengeBytes(challenge),
    timeout: PASSKEY_CHALLENGE_TTL_SECONDS * 1000,
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return {
    rp: { id: party.host, name: siteName },
    user,
    challenge,
    pubKeyCredParams: pubKeyCredParams.map(({ alg }) => ({ alg, type: 'public-key' as const })),
    timeout,
    attestation: 'none' as const,
    excludeCredentials: present,
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true,
      userVerification: 'required' as const,
    },
  };
}

function assertBelowPasskeyLimit(count: number): void {
  if (count >= PASSKEYS_MAX)
    throw new Failure('conflict', { text: 'errors.passkeys_full', values: { max: PASSKEYS_MAX } });
}

/** Stores a passkey created for a challenge of this user. It counts as strong authentication of the session. */
export async function addPasskey(
  services: Services,
  viewer: SignedInViewer,
  credential: z.output<typeof NewCredential>,
  { name, device }: { name: string; device: Device },
): Promise<Passkey> {
  const { db, clock, sessions } = services;
  const { userId } = viewer;
  const registration = await verifyRegistration(services, userId, credential);
  const account = requireFound(await findAccount(db, userId), 'session_expired');
  const passkeyName = name || describeDevice(device.userAgent ?? '').device || 'Passkey';
  return db.transaction().execute(async (tx) => {
    // Locks the user row, because the number of passkeys is limited.
    await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
    assertBelowPasskeyLimit((await describeCredentials(tx, userId)).length);
    const row = await tx
      .insertInto('passkeys')
      .values({
        user_id: userId,
        credential_id: registration.credential.id,
        public_key: Buffer.from(registration.credential.publicKey),
        counter: registration.credential.counter,
        transports: credential.response.transports ?? [],
        is_synced: registration.credentialBackedUp,
        name: passkeyName,
        created_at: clock(),
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) throw new Failure('already_exists');
    await sessions.markReauthenticated(tx, viewer, true);
    await logSecurityEvent(tx, { userId, kind: 'passkey_added', device, at: clock() });
    await notifyOwner(services, tx, 'passkey_added', account, { device, name: passkeyName });
    return presentPasskey(row);
  });
}

async function verifyRegistration(
  { db, clock, config }: Services,
  userId: number,
  { id, rawId, type, authenticatorAttachment, response }: z.output<typeof NewCredential>,
) {
  const party = requireRelyingParty(config);
  const isOwnChallenge = (challenge: string) => consumeChallenge(db, challenge, 'passkey_add', userId, clock());
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId,
        type,
        authenticatorAttachment: authenticatorAttachment ?? undefined,
        clientExtensionResults: {},
        response,
      },
      expectedChallenge: isOwnChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.host,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (verified) return registrationInfo;
  } catch (error) {
    rejectCredential(error);
  }
  throw new Failure('passkey_refused');
}

/** Maps the library's plain errors about invalid credentials to a failure; database errors are rethrown. */
export function rejectCredential(error: unknown): never {
  if (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    /^[0-9A-Z]{5}$|^E[A-Z]+$/.test(error.code)
  )
    throw error;
  throw new Failure('passkey_refused');
}

export async function renamePasskey(
  { db }: Services,
  viewer: SignedInViewer,
  id: number,
  name: string,
): Promise<Passkey> {
  const row = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', viewer.userId)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw new Failure('not_found');
  return presentPasskey(row);
}

export async function removePasskey(
  services: Services,
  viewer: SignedInViewer,
  id: number,
  device: Device,
): Promise<void> {
  const { db, clock, sessions } = services;
  const { userId } = viewer;
  const own = await db
    .selectFrom('passkeys')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (own === undefined) throw new Failure('not_found');
  await sessions.requireReauthentication(viewer);
  await db.transaction().execute(async (tx) => {
    await lockUserForShare(tx, userId);
    const removed = await tx
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('name')
      .executeTakeFirst();
    const account = await findAccount(tx, userId);
    if (removed === undefined || account === undefined) throw new Failure('not_found');
    await downgradeSessions(tx, userId);
    await logSecurityEvent(tx, { userId, kind: 'passkey_removed', device, at: clock() });
    await notifyOwner(services, tx, 'passkey_removed', account, { device, name: removed.name });
  });
}
