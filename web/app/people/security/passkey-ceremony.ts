import type { Session } from '@app/contract/people/auth';
import { securityApi } from '#contract/people/security';
import { call } from '../../platform/call.ts';

// A browser library of some size, for the moment in which somebody uses a passkey.
const library = () => import('@simplewebauthn/browser');

/** Why no passkey works on this page: its address is not that of the site's passkeys, or the browser knows none. */
export type PasskeyObstacle = 'wrongAddress' | 'oldBrowser';

/** Ask it in the browser only. `host` is the domain that the passkeys belong to. */
export function findObstacle(host: string): PasskeyObstacle | null {
  const { hostname } = window.location;
  if (host === '' || (hostname !== host && !hostname.endsWith(`.${host}`))) return 'wrongAddress';
  return typeof window.PublicKeyCredential === 'function' ? null : 'oldBrowser';
}

/** The person closed the browser's window, or it waited for nobody: not a failure to talk about. */
export function isCancelled(error: unknown): boolean {
  return error instanceof Error && ['AbortError', 'NotAllowedError'].includes(error.name);
}

/** This authenticator holds a passkey of the account already. */
export const isKnownAlready = (error: unknown): boolean => error instanceof Error && error.name === 'InvalidStateError';

/** Have the browser make a passkey for the signed-in person, and keep it. */
export async function createPasskey(): Promise<void> {
  const [{ startRegistration }, options] = await Promise.all([library(), call(securityApi.passkeyOptions)]);
  const credential = await startRegistration({
    optionsJSON: {
      ...options,
      excludeCredentials: options.excludeCredentials.map(({ id, type }) => ({ id, type })),
    },
  });
  const { id, rawId, type, response } = credential;
  const { clientDataJSON, attestationObject, transports } = response;
  await call(securityApi.addPasskey, {
    body: { credential: { id, rawId, type, response: { clientDataJSON, attestationObject, transports } } },
  });
}

/** Sign in by passkey, or prove with it who sits here. */
export async function signInByPasskey(): Promise<Session> {
  return answerChallenge(false);
}

/**
 * Let the browser offer passkeys among its suggestions of a field: nothing happens until the person picks one.
 * Undefined where browsers cannot do that.
 */
export async function offerPasskey(): Promise<Session | undefined> {
  const canOffer = await window.PublicKeyCredential.isConditionalMediationAvailable?.();
  return canOffer ? answerChallenge(true) : undefined;
}

async function answerChallenge(isQuiet: boolean): Promise<Session> {
  const [{ startAuthentication }, options] = await Promise.all([library(), call(securityApi.passkeySignInOptions)]);
  const { id, rawId, type, response } = await startAuthentication({
    optionsJSON: { ...options, allowCredentials: options.allowCredentials.map(({ id, type }) => ({ id, type })) },
    useBrowserAutofill: isQuiet,
  });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return call(securityApi.passkeySignIn, {
    body: { credential: { id, rawId, type, response: { clientDataJSON, authenticatorData, signature, userHandle } } },
  });
}

/** Take back a question that the browser still shows or holds ready. */
export async function cancelPasskey(): Promise<void> {
  const { WebAuthnAbortService } = await library();
  WebAuthnAbortService.cancelCeremony();
}
