import { authApi } from '@app/contract/people/auth';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { listDomains } from '../../platform/domain/domain.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import { bind } from '../../platform/http/bind.ts';
import { parseCredential } from '../../platform/http/guards.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { findAccount, findUserByReferral } from '../users/accounts.public.ts';
import { exchangeCode } from './codes.ts';
import {
  clearGrantCookie,
  clearRegistrationCookie,
  clearSessionCookies,
  GRANT_COOKIE,
  REGISTRATION_COOKIE,
  setGrantCookie,
  setRegistrationCookie,
  setSessionCookies,
} from './cookies.ts';
import { recognizeDevice } from './devices/device-cookie.ts';
import { recoverPassword, setRecoveredPassword } from './recovery/recover-password.ts';
import { getResendState, resendCode } from './recovery/resend-code.ts';
import { activateUser } from './registration/activate-user.ts';
import { checkSignUp } from './registration/check-sign-up.ts';
import { correctEmail } from './registration/correct-email.ts';
import { createRegistrationProof, hasRegistrationProof } from './registration/registration-proof.ts';
import { signUp } from './registration/sign-up.ts';
import { attachSession } from './renew-session.public.ts';
import { presentSession, type SignInContext, signIn } from './sign-in.ts';

export function registerAuth(app: FastifyInstance, services: Services): void {
  registerSessions(app, services);
  registerActivation(app, services);
  registerRecovery(app, services);
  bind(app, services, authApi, {
    referral: async ({ body }) => {
      const user = requireFound(await findUserByReferral(services.db, body.user_referral), 'referral_unknown');
      return { user_id: user.id, user };
    },
  });
}

const signInContext = (
  services: Services,
  viewer: Viewer,
  request: FastifyRequest,
  reply: FastifyReply,
): SignInContext => ({
  device: { ip: viewer.ip, userAgent: request.headers['user-agent'] },
  deviceKey: recognizeDevice(services, request, reply),
  token: parseCredential(request)?.token,
});

async function giveRegistrationProof(services: Services, reply: FastifyReply, userId: number): Promise<void> {
  setRegistrationCookie(services, reply, await createRegistrationProof(services.db, services.clock, userId));
}

function registerSessions(app: FastifyInstance, services: Services): void {
  bind(app, services, authApi, {
    login: async ({ viewer, body, request, reply }) => {
      const name = body.login;
      try {
        const context = signInContext(services, viewer, request, reply);
        const session = await signIn(services, viewer, { ...context, name, password: body.password });
        return { ...session, token: await attachSession(services, viewer, { request, reply }, session.token) };
      } catch (error) {
        // The right password proves as much as the registration itself.
        if (error instanceof Failure && error.code === 'not_activated')
          await giveRegistrationProof(services, reply, Number(error.options.details?.user_id));
        throw error;
      }
    },
    refresh: async ({ body, request, reply }) => {
      const token = body?.token || parseCredential(request)?.token;
      const refreshed = token && (await services.sessions.refresh(token));
      if (!refreshed) {
        clearSessionCookies(services, reply);
        const reason = token ? await services.sessions.findEndReason(token) : undefined;
        throw new Failure('session_expired', reason === undefined ? {} : { details: { reason } });
      }
      setSessionCookies(services, request, reply, refreshed.token);
      return presentSession(services, refreshed.userId, refreshed.token);
    },
    logout: async ({ viewer, reply }) => {
      if (viewer.sessionId !== null) await services.sessions.end(viewer.sessionId);
      clearSessionCookies(services, reply);
      return {};
    },
  });
}

function registerActivation(app: FastifyInstance, services: Services): void {
  bind(app, services, authApi, {
    signup: async ({ viewer, body, files, idempotency, request, reply }) => {
      const { cookies } = request;
      const signedUp = await signUp(services, viewer, { form: body, photo: files.photo?.[0], idempotency, cookies });
      for (const { onSignUpResponse } of listDomains())
        await onSignUpResponse?.(services, request, reply, signedUp.user_id);
      await giveRegistrationProof(services, reply, signedUp.user_id);
      return signedUp;
    },
    checkSignUp: ({ body }) => checkSignUp(services, body),
    sendAgain: ({ body }) => resendCode(services, body.user_id),
    activationState: async ({ params: { user_id }, cookies }) => {
      const { db, clock } = services;
      const state = await getResendState(services, user_id);
      const isKnown = await hasRegistrationProof(db, clock, user_id, cookies[REGISTRATION_COOKIE]);
      const account = isKnown ? await findAccount(db, user_id) : undefined;
      return account?.status === 'registered' ? { ...state, email: account.email } : state;
    },
    correctEmail: ({ params: { user_id }, body, request }) =>
      correctEmail(services, { userId: user_id, email: body.email, proof: request.cookies[REGISTRATION_COOKIE] }),
    checkCode: async ({ body, reply }) => {
      const grant = await exchangeCode(services, 'activation', body.user_id, body.sms_code);
      setGrantCookie(services, reply, grant);
      return { user_id: body.user_id, grant };
    },
    confirm: async ({ viewer, body, request, reply }) => {
      const grant = body.grant || request.cookies[GRANT_COOKIE];
      const proof = body.sign_in === 1 ? request.cookies[REGISTRATION_COOKIE] : undefined;
      const registrant = proof && { ...signInContext(services, viewer, request, reply), proof };
      const confirmed = await activateUser(services, viewer, body.user_id, grant, registrant || undefined);
      clearGrantCookie(services, reply);
      if (confirmed.session !== undefined) {
        await attachSession(services, viewer, { request, reply }, confirmed.session.token);
        clearRegistrationCookie(services, reply);
      }
      return confirmed;
    },
  });
}

function registerRecovery(app: FastifyInstance, services: Services): void {
  bind(app, services, authApi, {
    recovery: ({ body }) => recoverPassword(services, body.user),
    recoveryConfirm: async ({ body, reply }) => {
      const grant = await exchangeCode(services, 'recovery', body.user_id, body.email_code);
      setGrantCookie(services, reply, grant);
      return { user_id: body.user_id, grant };
    },
    recoveryChange: async ({ viewer, body, request, reply }) => {
      const changed = await setRecoveredPassword(services, viewer, {
        userId: body.user_id,
        password: body.first_password,
        repeated: body.second_password,
        grant: body.grant || request.cookies[GRANT_COOKIE],
        device: { ip: viewer.ip, userAgent: request.headers['user-agent'] },
        signIn: body.sign_in === 1 ? signInContext(services, viewer, request, reply) : undefined,
      });
      clearGrantCookie(services, reply);
      if (changed.session !== undefined)
        await attachSession(services, viewer, { request, reply }, changed.session.token);
      return changed;
    },
  });
}
