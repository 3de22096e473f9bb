import { securityApi } from '@app/contract/people/security';
import { PASSWORD } from '../../world.ts';
import { ACTORS, allGet, everyone, NOBODY, row, setFor, signedIn } from '../row.ts';

const SOMEBODY = ACTORS.filter((kind) => !NOBODY.includes(kind));
const signedInGet = (outcome: 'not_found' | 'passkey_refused') => setFor(signedIn, SOMEBODY, outcome);
/** Fails with not_found for everybody else, staff included. */
const ownerOnly = setFor(signedInGet('not_found'), ['owner'], 'ok');
const NONSENSE = 'bm9uc2Vuc2U';
const credential = { id: NONSENSE, rawId: NONSENSE, type: 'public-key' as const };

export const securityRows = [
  row(securityApi.sessions, signedIn),
  row(securityApi.renameSession, ownerOnly, async (scene) => ({
    params: { id: await scene.session() },
    body: { name: 'Дача' },
  })),
  row(securityApi.endSession, ownerOnly, async (scene) => ({ params: { id: await scene.session() } })),
  row(securityApi.endOtherSessions, signedIn),
  row(securityApi.reauthenticate, signedIn, () => ({ body: { password: PASSWORD } })),
  row(securityApi.factors, signedIn),
  row(securityApi.securityLog, signedIn),
  row(securityApi.confirmTotp, signedInGet('not_found'), () => ({ body: { code: '000000' } })),
  row(securityApi.setUpTotp, signedIn),
  row(securityApi.generateRecoveryCodes, signedInGet('not_found'), () => ({ body: { code: '000000' } })),
  row(securityApi.disableTotp, signedInGet('not_found'), () => ({ body: { code: '000000' } })),
  row(securityApi.cancelReset, signedIn),
  row(securityApi.secondFactor, allGet('gone'), () => ({ body: { challenge: NONSENSE, code: '000000' } })),
  row(securityApi.requestSecondFactorReset, allGet('gone'), () => ({ body: { challenge: NONSENSE } })),
  row(securityApi.passkeySignInOptions, everyone),
  row(securityApi.passkeySignIn, allGet('passkey_refused'), () => ({
    body: {
      credential: {
        ...credential,
        response: { clientDataJSON: NONSENSE, authenticatorData: NONSENSE, signature: NONSENSE },
      },
    },
  })),
  row(securityApi.passkeyOptions, signedIn),
  row(securityApi.addPasskey, signedInGet('passkey_refused'), () => ({
    body: { credential: { ...credential, response: { clientDataJSON: NONSENSE, attestationObject: NONSENSE } } },
  })),
  row(securityApi.renamePasskey, ownerOnly, async (scene) => ({
    params: { id: await scene.passkey() },
    body: { name: 'Телефон' },
  })),
  row(securityApi.removePasskey, ownerOnly, async (scene) => ({ params: { id: await scene.passkey() } })),
];
