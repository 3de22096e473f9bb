import { securityApi } from '@app/contract/people/security';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bind } from '../../platform/http/bind.ts';
import { readCredential } from '../../platform/http/guards.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Services } from '../../platform/services.ts';
import { clearSessionCookies, setSessionCookies } from './cookies.ts';
import { recogniseDevice } from './devices/device-cookie.ts';
import type { Device } from './devices/device-name.ts';
import { listJournal } from './journal.ts';
import { endOtherSessions, endSession, listSessions, nameSession } from './own-sessions.ts';
import { showFactors } from './second-factor/factors.ts';
import { signInByPasskey, startPasskeySignIn } from './second-factor/passkey-sign-in.ts';
import { addPasskey, namePasskey, removePasskey, startPasskey } from './second-factor/passkeys.ts';
import { passSecondFactor } from './second-factor/second-factor.ts';
import { askSecondStepReset, passSecondStep } from './second-factor/second-step.ts';
import { cancelReset } from './second-factor/second-step-reset.ts';
import { confirmTotp, disableTotp, remakeCodes, setUpTotp } from './second-factor/totp.ts';

/** What guards an account, and signing in by more than a password. */
export function registerSecurity(app: FastifyInstance, services: Services): void {
  registerOwnSessions(app, services);
  registerSecondStep(app, services);
  registerPasskeys(app, services);
}

const deviceOf = ({ ip }: Viewer, request: FastifyRequest): Device => ({
  ip,
  userAgent: request.headers['user-agent'],
});

function registerOwnSessions(app: FastifyInstance, services: Services): void {
  const { db, clock, sessions } = services;
  bind(app, services, securityApi.sessions, async ({ viewer }) => ({ sessions: await listSessions(services, viewer) }));
  bind(app, services, securityApi.nameSession, async ({ viewer, params: { id }, body: { name } }) => {
    await nameSession(services, viewer, id, name);
    return { id, name };
  });
  bind(app, services, securityApi.endSession, async ({ viewer, params: { id }, request, reply }) => {
    await endSession(services, viewer, id, deviceOf(viewer, request));
    if (id === viewer.sessionId) clearSessionCookies(services, reply);
    return { id };
  });
  bind(app, services, securityApi.endOtherSessions, async ({ viewer, request }) => ({
    ended: await endOtherSessions(services, viewer, deviceOf(viewer, request)),
  }));
  bind(app, services, securityApi.prove, async ({ viewer, body: { password, code }, request }) => {
    const { userId, sessionId } = viewer;
    if (code) {
      const tried = { userId, typed: code, device: deviceOf(viewer, request) };
      await passSecondFactor(services, tried, (tx) => sessions.markProved(tx, sessionId, true));
    } else {
      await sessions.requireRecentProof(viewer, password);
      await sessions.markProved(db, sessionId);
    }
    return {};
  });
  bind(app, services, securityApi.journal, async ({ viewer }) => ({
    events: await listJournal(db, viewer.userId, clock()),
  }));
  bind(app, services, securityApi.factors, ({ viewer }) => showFactors(services, viewer));
}

function registerSecondStep(app: FastifyInstance, services: Services): void {
  bind(app, services, securityApi.setUpTotp, ({ viewer, body }) => setUpTotp(services, viewer, body?.current_password));
  bind(app, services, securityApi.confirmTotp, ({ viewer, body: { code }, request }) =>
    confirmTotp(services, viewer, code, deviceOf(viewer, request)),
  );
  bind(app, services, securityApi.makeCodes, ({ viewer, body, request }) =>
    remakeCodes(services, viewer, {
      code: body.code,
      currentPassword: body.current_password,
      device: deviceOf(viewer, request),
    }),
  );
  bind(app, services, securityApi.disableTotp, async ({ viewer, body, request }) => {
    await disableTotp(services, viewer, {
      code: body.code,
      currentPassword: body.current_password,
      device: deviceOf(viewer, request),
    });
    return {};
  });
  bind(app, services, securityApi.cancelReset, async ({ viewer, request }) => {
    await services.db
      .transaction()
      .execute((tx) => cancelReset(services, tx, viewer.userId, deviceOf(viewer, request)));
    return {};
  });
  bind(app, services, securityApi.secondStep, async ({ viewer, body, request, reply }) => {
    const session = await passSecondStep(services, viewer, {
      ...body,
      device: deviceOf(viewer, request),
      deviceKey: recogniseDevice(services, request, reply),
      token: undefined,
    });
    setSessionCookies(services, request, reply, session.token);
    return session;
  });
  bind(app, services, securityApi.askReset, ({ viewer, body: { challenge }, request }) =>
    askSecondStepReset(services, challenge, deviceOf(viewer, request)),
  );
}

function registerPasskeys(app: FastifyInstance, services: Services): void {
  bind(app, services, securityApi.passkeySignInOptions, ({ viewer }) => startPasskeySignIn(services, viewer));
  bind(app, services, securityApi.passkeySignIn, async ({ viewer, body: { credential }, request, reply }) => {
    const session = await signInByPasskey(services, viewer, {
      credential,
      device: deviceOf(viewer, request),
      deviceKey: recogniseDevice(services, request, reply),
      token: readCredential(request)?.token,
    });
    setSessionCookies(services, request, reply, session.token);
    return session;
  });
  bind(app, services, securityApi.passkeyOptions, ({ viewer, body }) =>
    startPasskey(services, viewer, body?.current_password),
  );
  bind(app, services, securityApi.addPasskey, ({ viewer, body: { credential, name }, request }) =>
    addPasskey(services, viewer, credential, { name, device: deviceOf(viewer, request) }),
  );
  bind(app, services, securityApi.namePasskey, ({ viewer, params: { id }, body: { name } }) =>
    namePasskey(services, viewer, id, name),
  );
  bind(app, services, securityApi.removePasskey, async ({ viewer, params: { id }, request }) => {
    await removePasskey(services, viewer, id, deviceOf(viewer, request));
    return { id };
  });
}
