import { authApi } from '@app/contract/people/auth';
import type { FastifyInstance } from 'fastify';
import { listDomains } from '../../platform/domain/domain.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import { bind } from '../../platform/http/bind.ts';
import { parseCredential } from '../../platform/http/guards.ts';
import { findUserByReferral } from '../users/accounts.public.ts';
import { activateUser } from './activate-user.ts';
import { exchangeCode } from './codes.ts';
import { clearGrantCookie, clearSessionCookies, GRANT_COOKIE, setGrantCookie, setSessionCookies } from './cookies.ts';
import { recognizeDevice } from './devices/device-cookie.ts';
import { recoverPassword, setRecoveredPassword } from './recovery/recover-password.ts';
import { getResendState, resendCode } from './recovery/resend-code.ts';
import { presentSession, signIn } from './sign-in.ts';
import { signUp } from './sign-up.ts';

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

function registerSessions(app: FastifyInstance, services: Services): void {
  bind(app, services, authApi, {
    login: async ({ viewer, body, request, reply }) => {
      const session = await signIn(services, viewer, {
        name: body.login,
        password: body.password,
        device: { ip: viewer.ip, userAgent: request.headers['user-agent'] },
        deviceKey: recognizeDevice(services, request, reply),
        token: parseCredential(request)?.token,
      });
      setSessionCookies(services, request, reply, session.token);
      return session;
    },
    refresh: async ({ body, request, reply }) => {
      const token = body?.token || parseCredential(request)?.token;
      const refreshed = token && (await services.sessions.refresh(token));
      if (!refreshed) {
        clearSessionCookies(services, reply);
        throw new Failure('session_expired');
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
      return signedUp;
    },
    sendAgain: ({ body }) => resendCode(services, body.user_id),
    activationState: ({ params }) => getResendState(services, params.user_id),
    checkCode: async ({ body, reply }) => {
      const grant = await exchangeCode(services, 'activation', body.user_id, body.sms_code);
      setGrantCookie(services, reply, grant);
      return { user_id: body.user_id, grant };
    },
    confirm: async ({ viewer, body, request, reply }) => {
      const grant = body.grant || request.cookies[GRANT_COOKIE];
      const confirmed = await activateUser(services, viewer, body.user_id, grant);
      clearGrantCookie(services, reply);
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
      const changed = await setRecoveredPassword(services, {
        userId: body.user_id,
        password: body.first_password,
        repeated: body.second_password,
        grant: body.grant || request.cookies[GRANT_COOKIE],
        device: { ip: viewer.ip, userAgent: request.headers['user-agent'] },
      });
      clearGrantCookie(services, reply);
      return changed;
    },
  });
}
