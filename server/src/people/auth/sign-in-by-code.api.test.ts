import { authApi } from '@app/contract/people/auth';
import { securityApi } from '@app/contract/people/security';
import type { AnyEndpoint } from '@app/contract/platform/endpoint';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeTo, emailsTo } from '../../../test/emails.ts';
import {
  countBy,
  createShiftedClock,
  createSignInHelpers,
  DAY_MS,
  MINUTE_MS,
  many,
  registration,
} from '../../../test/newcomers.ts';
import { type Actor, createWorld, PASSWORD, type TestResponse, type World } from '../../../test/world.ts';
import { callInProcess } from '../../platform/http/bind.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

const { clock, later } = createShiftedClock();
let world: World;
const { signUp, signIn, checkCode, statusOf } = createSignInHelpers(() => world);

beforeAll(async () => {
  world = await createWorld({ clock });
});
afterAll(() => world.close());

const cookieOf = <E extends AnyEndpoint>(answer: TestResponse<E>, name: string): string =>
  answer.cookies.find((one) => one.name === name)?.value ?? '';

async function registerInBrowser() {
  const form = registration();
  const answer = await signUp(form);
  return { ...form, id: answer.body.user_id, proof: cookieOf(answer, 'registration') };
}

const withProof = (proof: string) => ({ cookie: `registration=${proof}` });

async function confirm({ id, user_email }: { id: number; user_email: string }, proof: string, sign_in: 0 | 1 = 1) {
  const { body } = await checkCode(id, await codeTo(world, user_email));
  return world.call(null, authApi.confirm, {
    body: { user_id: id, grant: body.grant, sign_in },
    headers: withProof(proof),
  });
}

const correct = (id: number, email: string, proof: string) =>
  world.call(null, authApi.correctEmail, { params: { user_id: id }, body: { email }, headers: withProof(proof) });

describe('activation', () => {
  test('the code signs in the browser that registered', async () => {
    const person = await registerInBrowser();
    const confirmed = await confirm(person, person.proof);
    expect(confirmed.body).toMatchObject({
      user_id: person.id,
      session: { user_id: person.id, user_firstname: 'Анна' },
    });
    expect(cookieOf(confirmed, 'token')).toBe(confirmed.body.session?.token);
    expect(await statusOf(cookieOf(confirmed, 'token'))).toBe(200);
    expect((await emailsTo(world, person.user_email)).map(({ template }) => template)).toEqual(['activation']);
  });

  test('a page that is rendered gets the countdown, and never the address', async () => {
    const person = await registerInBrowser();
    const guest: Viewer = {
      userId: null,
      sessionId: null,
      isStaff: false,
      isSuperuser: false,
      isPaid: false,
      lang: 'ru',
      ip: '127.0.0.1',
    };
    const state = await callInProcess(world.app, guest, authApi.activationState, { params: { user_id: person.id } });
    expect(state).toEqual({ user_id: person.id, resend_after: expect.any(Number) });
    const answer = await world.call(null, authApi.activationState, {
      params: { user_id: person.id },
      headers: withProof(person.proof),
    });
    expect(answer.body.email).toBe(person.user_email);
  });

  test('a client that does not ask is answered as before', async () => {
    const person = await registerInBrowser();
    const confirmed = await confirm(person, person.proof, 0);
    expect(confirmed.body).toEqual({ user_id: person.id });
    expect(confirmed.cookies.map(({ name }) => name)).not.toContain('token');
    expect((await signIn(person.user_login)).statusCode).toBe(200);
  });

  test('without the proof, with another person’s or with a late one, the code only activates', async () => {
    const other = await registerInBrowser();
    for (const [proof, waitMs] of [
      ['', 0],
      [other.proof, 0],
      ['own', DAY_MS + MINUTE_MS],
    ] as const) {
      const person = await registerInBrowser();
      later(waitMs);
      if (waitMs > 0) await world.call(null, authApi.sendAgain, { body: { user_id: person.id } });
      const confirmed = await confirm(person, proof === 'own' ? person.proof : proof);
      expect(confirmed.body).toEqual({ user_id: person.id });
      expect(cookieOf(confirmed, 'token')).toBe('');
    }
  });

  test('the proof without the code, a used grant, and five wrong tries open nothing', async () => {
    const person = await registerInBrowser();
    const headers = withProof(person.proof);
    const bare = await world.call(null, authApi.confirm, { body: { user_id: person.id, sign_in: 1 }, headers });
    expect(bare.body.code).toBe('grant_required');
    const code = await codeTo(world, person.user_email);
    await many(5, () => checkCode(person.id, code === '000000' ? '000001' : '000000'));
    expect((await checkCode(person.id, code)).body.code).toBe('code_wrong');

    const second = await registerInBrowser();
    const { body } = await checkCode(second.id, await codeTo(world, second.user_email));
    const answers = await many(5, () =>
      world.call(null, authApi.confirm, {
        body: { user_id: second.id, grant: body.grant, sign_in: 1 },
        headers: withProof(second.proof),
      }),
    );
    expect(countBy(answers)).toEqual({ 200: 1, 403: 4 });
    const sessions = world.services.db.selectFrom('sessions').select('id').where('user_id', '=', second.id);
    expect(await sessions.execute()).toHaveLength(1);
  });

  test('staff activate without being signed in as the person', async () => {
    const person = await registerInBrowser();
    const manager = await world.user({ groups: ['manager'] });
    const { body } = await world.call(manager, authApi.confirm, { body: { user_id: person.id, sign_in: 1 } });
    expect(body).toEqual({ user_id: person.id });
  });
});

describe('the address of a registration', () => {
  const stateOf = (id: number, proof: string) =>
    world.call(null, authApi.activationState, { params: { user_id: id }, headers: withProof(proof) });

  test('is shown to the browser that registered and to the right password, and to nobody else', async () => {
    const person = await registerInBrowser();
    const other = await registerInBrowser();
    expect((await stateOf(person.id, person.proof)).body.email).toBe(person.user_email);
    expect((await stateOf(person.id, other.proof)).body).not.toHaveProperty('email');
    expect((await stateOf(person.id, '')).body).not.toHaveProperty('email');
    const refused = await signIn(person.user_login);
    expect((await stateOf(person.id, cookieOf(refused, 'registration'))).body.email).toBe(person.user_email);
    expect(cookieOf(await signIn(person.user_login, 'drugoj-parol-9'), 'registration')).toBe('');
    await confirm(person, person.proof, 0);
    expect((await stateOf(person.id, person.proof)).body).not.toHaveProperty('email');
  });

  test('is corrected there: a new code goes to the new address, and the old code ends', async () => {
    const person = await registerInBrowser();
    const old = await codeTo(world, person.user_email);
    const email = `right-${person.user_email}`;
    const corrected = await correct(person.id, email, person.proof);
    expect(corrected).toMatchObject({ statusCode: 200, body: { user_id: person.id, resend_after: 60, email } });
    const fresh = await codeTo(world, email);
    if (old !== fresh) expect((await checkCode(person.id, old)).body.code).toBe('code_wrong');
    const confirmed = await confirm({ id: person.id, user_email: email }, person.proof);
    expect(confirmed.body.session?.user_id).toBe(person.id);
    expect((await correct(person.id, `late-${email}`, person.proof)).body.code).toBe('forbidden');
  });

  test('is corrected by nobody else, to no address in use, and not without end', async () => {
    const person = await registerInBrowser();
    const other = await registerInBrowser();
    const active = await world.user();
    const refusals = await Promise.all([
      correct(person.id, 'a@example.com', ''),
      correct(person.id, 'a@example.com', other.proof),
      correct(active.id, 'a@example.com', person.proof),
    ]);
    expect(refusals.map(({ body }) => body.code)).toEqual(['forbidden', 'forbidden', 'forbidden']);
    const taken = await correct(person.id, `${active.login}@example.com`, person.proof);
    expect(taken).toMatchObject({ statusCode: 409, body: { code: 'email_taken' } });
    expect(taken.body.fields).toHaveProperty('email');
    expect((await correct(person.id, person.user_email, person.proof)).body.code).toBe('resend_too_early');
    const answers = await many(6, (n) => correct(person.id, `n${n}-${person.user_email}`, person.proof));
    expect(countBy(answers)).toEqual({ 200: 4, 429: 2 });
  });
});

describe('recovery', () => {
  const NEW_PASSWORD = 'Novyj-parol-42';

  async function recover(actor: Actor, sign_in?: 1) {
    await world.call(null, authApi.recovery, { body: { user: actor.login } });
    const email_code = await codeTo(world, `${actor.login}@example.com`);
    const { body } = await world.call(null, authApi.recoveryConfirm, { body: { user_id: actor.id, email_code } });
    return world.call(null, authApi.recoveryChange, {
      body: { ...body, first_password: NEW_PASSWORD, second_password: NEW_PASSWORD, sign_in },
    });
  }

  test('the new password signs in who asks for it, and nobody else', async () => {
    const [asks, asksNot] = [await world.user(), await world.user()];
    const changed = await recover(asks, 1);
    expect(changed.body.session).toMatchObject({ user_id: asks.id });
    expect(await statusOf(cookieOf(changed, 'token'))).toBe(200);
    expect(await statusOf(asks.token)).toBe(401);
    const plain = await recover(asksNot);
    expect(plain.body).toEqual({ user_id: asksNot.id });
    expect(cookieOf(plain, 'token')).toBe('');
  });

  test('a second factor is still asked for', async () => {
    const person = await world.user();
    const started = await world.call(person, securityApi.setUpTotp, { body: { current_password: PASSWORD } });
    const totp = new TOTP({ secret: started.body.secret });
    await world.call(person, securityApi.confirmTotp, {
      body: { code: totp.generate({ timestamp: clock().getTime() }) },
    });
    const changed = await recover(person, 1);
    expect(changed.body.session).toBeUndefined();
    expect(cookieOf(changed, 'token')).toBe('');
    const challenge = changed.body.challenge ?? '';
    const wrong = await world.call(null, securityApi.secondFactor, { body: { challenge, code: '000000' } });
    expect(wrong.body.code).toBe('second_factor_wrong');
    later(MINUTE_MS);
    const code = totp.generate({ timestamp: clock().getTime() });
    const opened = await world.call(null, securityApi.secondFactor, { body: { challenge, code } });
    expect(opened.body).toMatchObject({ user_id: person.id });
  });

  test('who is suspended gets no session', async () => {
    const person = await world.user();
    await world.call(null, authApi.recovery, { body: { user: person.login } });
    await world.services.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', person.id).execute();
    const email_code = await codeTo(world, `${person.login}@example.com`);
    const { body } = await world.call(null, authApi.recoveryConfirm, { body: { user_id: person.id, email_code } });
    const refused = await world.call(null, authApi.recoveryChange, {
      body: { ...body, first_password: NEW_PASSWORD, second_password: NEW_PASSWORD, sign_in: 1 },
    });
    expect(refused.body.code).toBe('grant_required');
  });
});
