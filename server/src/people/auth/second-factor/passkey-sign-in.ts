import type { Session } from '@app/contract/people/auth';
import { type CredentialAssertion, PASSKEY_CHALLENGE_TTL_SECONDS } from '@app/contract/people/security';
import { type AuthenticatorTransport, verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure } from '../../../platform/failure.ts';
import { isSignedIn, type Viewer } from '../../../platform/http/viewer.ts';
import { findAccount, mayReturn } from '../../users/accounts.public.ts';
import type { PasskeysTable } from '../auth.tables.ts';
import { countSecurityFailure } from '../security-log.ts';
import { assertMaySignIn, openSession, presentSession, type SignInContext } from '../sign-in.ts';
import { consumeChallenge, createChallenge } from './challenges.ts';
import { describeCredentials, rejectCredential, requireRelyingParty, userHandleOf } from './passkeys.ts';

type SignInCredential = z.output<typeof CredentialAssertion>;

export async function startPasskeySignIn({ db, clock, config }: Services, viewer: Viewer) {
  const party = requireRelyingParty(config);
  const challenge = await createChallenge(
    db,
    { purpose: 'passkey_sign_in', userId: null, seconds: PASSKEY_CHALLENGE_TTL_SECONDS },
    clock(),
  );
  return {
    rpId: party.host,
    challenge,
    timeout: PASSKEY_CHALLENGE_TTL_SECONDS * 1000,
    userVerification: 'required' as const,
    allowCredentials: viewer.userId === null ? [] : await describeCredentials(db, viewer.userId),
  };
}

/**
 * Signs in by passkey. A passkey needs user verification, so no second factor follows. In a session of the same user
 * this counts as re-authentication.
 */
export async function signInByPasskey(
  services: Services,
  viewer: Viewer,
  { credential, ...context }: SignInContext & { credential: SignInCredential },
): Promise<Session> {
  const { db, clock, sessions } = services;
  const passkey = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credential.id)
    .executeTakeFirst();
  const counter = await verifyAssertion(services, credential, passkey, context);
  const account = passkey && (await findAccount(db, passkey.user_id));
  if (account === undefined || !mayReturn(account, clock())) throw new Failure('passkey_refused');
  await assertMaySignIn(services, account);

  const recordUse = async (tx: Db): Promise<void> => {
    const { numUpdatedRows } = await tx
      .updateTable('passkeys')
      .set({ counter, last_used_at: clock() })
      .where('id', '=', passkey?.id ?? 0)
      .where((eb) => eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb.val(counter === 0)])]))
      .executeTakeFirst();
    // The passkey was deleted meanwhile, or a cloned authenticator used the counter first.
    if (numUpdatedRows === 0n) throw new Failure('passkey_refused');
  };
  if (isSignedIn(viewer) && viewer.userId === account.id && context.token !== undefined) {
    await db.transaction().execute(async (tx) => {
      await recordUse(tx);
      await sessions.markReauthenticated(tx, viewer, true);
    });
    return presentSession(services, account.id, context.token);
  }
  return openSession(services, viewer, account, context, 'passkey', recordUse);
}

async function verifyAssertion(
  services: Services,
  credential: SignInCredential,
  passkey: Selectable<PasskeysTable> | undefined,
  { device }: SignInContext,
): Promise<number> {
  const { db, clock, config } = services;
  const party = requireRelyingParty(config);
  const { id, rawId, type, authenticatorAttachment, response } = credential;
  try {
    if (passkey === undefined) throw new Error('the passkey is unknown');
    await checkUserHandle(db, passkey.user_id, response.userHandle);
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId,
        type,
        authenticatorAttachment: authenticatorAttachment ?? undefined,
        clientExtensionResults: {},
        response: { ...response, userHandle: response.userHandle ?? undefined },
      },
      expectedChallenge: (challenge) => consumeChallenge(db, challenge, 'passkey_sign_in', null, clock()),
      expectedOrigin: party.origin,
      expectedRPID: party.host,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
        transports: passkey.transports as AuthenticatorTransport[],
      },
    });
    if (!verified) throw new Error('the signature is wrong');
    return authenticationInfo.newCounter;
  } catch (error) {
    if (passkey !== undefined) {
      await countSecurityFailure(db, { userId: passkey.user_id, kind: 'sign_in_failed', device, at: clock() });
    }
    return rejectCredential(error);
  }
}

async function checkUserHandle(db: Db, userId: number, handle: string | null | undefined): Promise<void> {
  if (handle == null) return;
  if (!(await userHandleOf(db, userId)).equals(Buffer.from(handle, 'base64url')))
    throw new Error('the user handle belongs to another user');
}
