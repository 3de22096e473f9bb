import { securityApi } from '@app/contract/people/security';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Services } from '../../platform/domain/services.ts';
import { bind } from '../../platform/http/bind.ts';
import { parseCredential } from '../../platform/http/guards.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { clearSessionCookies } from './cookies.ts';
import { recognizeDevice } from './devices/device-cookie.ts';
import type { Device } from './devices/device-name.ts';
import { endOtherSessions, endSession, listSessions, renameSession } from './own-sessions.ts';
import { attachSession } from './renew-session.public.ts';
import { getFactors } from './second-factor/factors.ts';
import { signInByPasskey, startPasskeySignIn } from './second-factor/passkey-sign-in.ts';
import { addPasskey, removePasskey, renamePasskey, startPasskeyRegistration } from './second-factor/passkeys.ts';
import { withSecondFactor } from './second-factor/second-factor.ts';
import { cancelReset } from './second-factor/second-factor-reset.ts';
import { requestSecondFactorReset, signInWithSecondFactor } from './second-factor/second-factor-sign-in.ts';
import { confirmTotp, disableTotp, regenerateRecoveryCodes, setUpTotp } from './second-factor/totp.ts';
import { listSecurityLog } from './security-log.ts';

export function registerSecurity(app: FastifyInstance, services: Services): void {
  registerOwnSessions(app, services);
  registerSecondFactor(app, services);
  registerPasskeys(app, services);
}

const deviceOf = ({ ip }: Viewer, request: FastifyRequest): Device => ({
  ip,
  userAgent: request.headers['user-agent'],
});

function registerOwnSessions(app: FastifyInstance, services: Services): void {
  const { db, clock, sessions } = services;
  bind(app, services, securityApi, {
    sessions: async ({ viewer }) => ({
      sessions: await listSessions(services, viewer),
      city_source: sessions.cities.maker,
    }),
    renameSession: async ({ viewer, params: { id }, body: { name } }) => {
      await renameSession(services, viewer, id, name);
      return { id, name };
    },
    endSession: async ({ viewer, params: { id }, request, reply }) => {
      await endSession(services, viewer, id, deviceOf(viewer, request));
      if (id === viewer.sessionId) clearSessionCookies(services, reply);
      return { id };
    },
    endOtherSessions: async ({ viewer, request }) => ({
      ended: await endOtherSessions(services, viewer, deviceOf(viewer, request)),
    }),
    reauthenticate: async ({ viewer, body: { password, code }, request }) => {
      const { userId } = viewer;
      if (code) {
        const tried = { userId, typed: code, device: deviceOf(viewer, request) };
        await withSecondFactor(services, tried, (tx) => sessions.markReauthenticated(tx, viewer, true));
      } else {
        await sessions.requireReauthentication(viewer, password);
        await sessions.markReauthenticated(db, viewer);
      }
      return {};
    },
    securityLog: async ({ viewer }) => ({
      events: await listSecurityLog(db, viewer.userId, clock()),
    }),
    factors: ({ viewer }) => getFactors(services, viewer),
  });
}

function registerSecondFactor(app: FastifyInstance, services: Services): void {
  bind(app, services, securityApi, {
    setUpTotp: ({ viewer, body }) => setUpTotp(services, viewer, body?.current_password),
    confirmTotp: ({ viewer, body: { code }, request }) =>
      confirmTotp(services, viewer, code, deviceOf(viewer, request)),
    generateRecoveryCodes: ({ viewer, body, request }) =>
      regenerateRecoveryCodes(services, viewer, {
        code: body.code,
        currentPassword: body.current_password,
        device: deviceOf(viewer, request),
      }),
    disableTotp: async ({ viewer, body, request }) => {
      await disableTotp(services, viewer, {
        code: body.code,
        currentPassword: body.current_password,
        device: deviceOf(viewer, request),
      });
      return {};
    },
    cancelReset: async ({ viewer, request }) => {
      await services.db
        .transaction()
        .execute((tx) => cancelReset(services, tx, viewer.userId, deviceOf(viewer, request)));
      return {};
    },
    secondFactor: async ({ viewer, body, request, reply }) => {
      const session = await signInWithSecondFactor(services, viewer, {
        ...body,
        device: deviceOf(viewer, request),
        deviceKey: recognizeDevice(services, request, reply),
        token: undefined,
      });
      return { ...session, token: await attachSession(services, viewer, { request, reply }, session.token) };
    },
    requestSecondFactorReset: ({ viewer, body: { challenge }, request }) =>
      requestSecondFactorReset(services, challenge, deviceOf(viewer, request)),
  });
}

function registerPasskeys(app: FastifyInstance, services: Services): void {
  bind(app, services, securityApi, {
    passkeySignInOptions: ({ viewer }) => startPasskeySignIn(services, viewer),
    passkeySignIn: async ({ viewer, body: { credential }, request, reply }) => {
      const session = await signInByPasskey(services, viewer, {
        credential,
        device: deviceOf(viewer, request),
        deviceKey: recognizeDevice(services, request, reply),
        token: parseCredential(request)?.token,
      });
      return { ...session, token: await attachSession(services, viewer, { request, reply }, session.token) };
    },
    passkeyOptions: ({ viewer, body }) => startPasskeyRegistration(services, viewer, body?.current_password),
    addPasskey: ({ viewer, body: { credential, name }, request }) =>
      addPasskey(services, viewer, credential, { name, device: deviceOf(viewer, request) }),
    renamePasskey: ({ viewer, params: { id }, body: { name } }) => renamePasskey(services, viewer, id, name),
    removePasskey: async ({ viewer, params: { id }, request }) => {
      await removePasskey(services, viewer, id, deviceOf(viewer, request));
      return { id };
    },
  });
}
