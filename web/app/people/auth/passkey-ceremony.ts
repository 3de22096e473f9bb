import type { Session } from '@app/contract/people/auth';
import { securityApi } from '#contract/people/security';
import { call } from '../../platform/call.ts';

// The library is large and loaded only when a passkey is used.
const library = () => import('@simplewebauthn/browser');

/**
 * Why passkeys do not work on this page: the host is not the passkeys' domain, or the browser does not support them.
 */
export type PasskeyObstacle = 'wrongAddress' | 'oldBrowser';

/** Call in the browser only. `host` is the relying party id. */
export function findObstacle(host: string): PasskeyObstacle | null {
  const { hostname } = window.location;
  if (host === '' || (hostname !== host && !hostname.endsWith(`.${host}`))) return 'wrongAddress';
  return typeof window.PublicKeyCredential === 'function' ? null : 'oldBrowser';
}

/** The user closed the browser's dialog, or it timed out; neither is reported as an error. */
export function isCancelled(error: unknown): boolean {
  return error instanceof Error && ['AbortError', 'NotAllowedError'].includes(error.name);
}

/** The authenticator already has a passkey of this account. */
export const isKnownAlready = (error: unknown): boolean => error instanceof Error && error.name === 'InvalidStateError';

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

export async function signInByPasskey(): Promise<Session> {
  return answerChallenge(false);
}

/**
 * Offers passkeys in the autofill of a field and resolves when the user picks one. Undefined where the browser does not
 * support that, or the offer is no longer wanted when the browser has said that it does.
 */
export async function offerPasskey(isWanted: () => boolean): Promise<Session | undefined> {
  const canOffer = await window.PublicKeyCredential.isConditionalMediationAvailable?.();
  return canOffer && isWanted() ? answerChallenge(true) : undefined;
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

export async function cancelPasskey(): Promise<void> {
  const { WebAuthnAbortService } = await library();
  WebAuthnAbortService.cancelCeremony();
}
