import type { Session } from '@app/contract/people/auth';
import { PASSKEY_CHALLENGE_TTL_SECONDS, type UsedCredential } from '@app/contract/people/security';
import { type AuthenticatorTransport, verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../../platform/database/tables.ts';
import { Failure } from '../../../platform/failure.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import type { Services } from '../../../platform/services.ts';
import { findAccount, mayReturn } from '../../users/accounts.public.ts';
import type { PasskeysTable } from '../auth.tables.ts';
import { countFailure } from '../journal.ts';
import { openSession, refuseClosed, type SignInPlace, showSession } from '../sign-in.ts';
import { askChallenge, takeChallenge } from './challenges.ts';
import { describeCredentials, refuseCredential, requireRelyingParty, userHandleOf } from './passkeys.ts';

type Used = z.output<typeof UsedCredential>;

/** A challenge for whoever comes. Who is signed in is asked for a passkey of theirs. */
export async function startPasskeySignIn({ db, clock, config }: Services, viewer: Viewer) {
  const party = requireRelyingParty(config);
  const challenge = await askChallenge(
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
 * Sign in by passkey: it is something one has, unlocked by something one knows or is, so no second step follows.
 * In a session of the same person it proves there who they are.
 */
export async function signInByPasskey(
  services: Services,
  viewer: Viewer,
  { credential, ...place }: SignInPlace & { credential: Used },
): Promise<Session> {
  const { db, clock, sessions } = services;
  const passkey = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credential.id)
    .executeTakeFirst();
  const counter = await verifyUse(services, credential, passkey, place);
  const account = passkey && (await findAccount(db, passkey.user_id));
  if (account === undefined || !mayReturn(account, clock())) throw new Failure('passkey_refused');
  await refuseClosed(services, account);

  const noteUse = async (tx: Db): Promise<void> => {
    const { numUpdatedRows } = await tx
      .updateTable('passkeys')
      .set({ counter, last_used_at: clock() })
      .where('id', '=', passkey?.id ?? 0)
      .where((eb) => eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb.val(counter === 0)])]))
      .executeTakeFirst();
    // Taken back meanwhile, or a copy of it was quicker.
    if (numUpdatedRows === 0n) throw new Failure('passkey_refused');
  };
  if (viewer.userId === account.id && viewer.sessionId !== null && place.token !== undefined) {
    const { sessionId } = viewer;
    await db.transaction().execute(async (tx) => {
      await noteUse(tx);
      await sessions.markProved(tx, sessionId, true);
    });
    return showSession(services, account.id, place.token);
  }
  return openSession(services, viewer, account, place, 'passkey', noteUse);
}

/** The count of signatures that it says, once everything about it is right. */
async function verifyUse(
  services: Services,
  credential: Used,
  passkey: Selectable<PasskeysTable> | undefined,
  { device }: SignInPlace,
): Promise<number> {
  const { db, clock, config } = services;
  const party = requireRelyingParty(config);
  const { id, rawId, type, authenticatorAttachment, response } = credential;
  try {
    if (passkey === undefined) throw new Error('nobody has such a passkey');
    await checkHandle(db, passkey.user_id, response.userHandle);
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId,
        type,
        authenticatorAttachment: authenticatorAttachment ?? undefined,
        clientExtensionResults: {},
        response: { ...response, userHandle: response.userHandle ?? undefined },
      },
      expectedChallenge: (challenge) => takeChallenge(db, challenge, 'passkey_sign_in', null, clock()),
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
      await countFailure(db, { userId: passkey.user_id, kind: 'sign_in_failed', device, at: clock() });
    }
    return refuseCredential(error);
  }
}

async function checkHandle(db: Db, userId: number, handle: string | null | undefined): Promise<void> {
  if (handle == null) return;
  if (!(await userHandleOf(db, userId)).equals(Buffer.from(handle, 'base64url'))) throw new Error('another’s handle');
}
