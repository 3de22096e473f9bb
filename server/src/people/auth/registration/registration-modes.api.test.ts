import { authApi } from '@app/contract/people/auth';
import { registrationsApi } from '@app/contract/people/registrations';
import type { RegistrationMode } from '@app/contract/platform/site-settings';
import { siteApi } from '@app/contract/staff/site';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeTo, emailsTo } from '../../../../test/emails.ts';
import { createSignInHelpers, many, registration } from '../../../../test/newcomers.ts';
import { type Actor, createWorld, type World } from '../../../../test/world.ts';
import { readSiteSettings } from '../../../platform/site-settings/site-settings.public.ts';

let world: World;
let admin: Actor;
let manager: Actor;
let friendCode: string;
const { signUp, signIn, checkCode } = createSignInHelpers(() => world);

beforeAll(async () => {
  world = await createWorld();
  admin = await world.user({ groups: ['admin'] });
  manager = await world.user({ groups: ['manager'] });
  const friend = await world.user();
  const row = world.services.db.selectFrom('users').select('referral_code').where('id', '=', friend.id);
  friendCode = (await row.executeTakeFirstOrThrow()).referral_code;
});
afterAll(() => world.close());

async function setMode(mode: RegistrationMode): Promise<void> {
  const { version } = await readSiteSettings(world.services.db);
  expect((await world.call(admin, siteApi.save, { body: { version, registration: mode } })).statusCode).toBe(200);
}

async function newCode(): Promise<string> {
  const { body } = await world.call(manager, registrationsApi.createCodes, { body: { note: 'Соседу' } });
  return body.codes[0] ?? '';
}

const REASON = 'Живу в соседнем доме';
const NEW_PASSWORD = 'another-long-password-7';

describe.each<[RegistrationMode, string, number, string | undefined]>([
  ['open', 'nothing', 200, undefined],
  ['open', 'a single-use code', 200, undefined],
  ['open', 'a made-up code', 200, undefined],
  ['invited', 'nothing', 403, 'invitation_required'],
  ['invited', 'a single-use code', 200, undefined],
  ['invited', 'the code of a member', 200, undefined],
  ['invited', 'a made-up code', 403, 'invitation_required'],
  ['invited', 'the id of a member', 403, 'invitation_required'],
  ['approved', 'nothing', 400, 'invalid_input'],
  ['approved', 'a single-use code', 400, 'invalid_input'],
  ['approved', 'a reason', 200, undefined],
  ['closed', 'nothing', 403, 'registration_closed'],
  ['closed', 'a single-use code', 403, 'registration_closed'],
  ['closed', 'the code of a member', 403, 'registration_closed'],
])('registration is %s', (mode, what, status, code) => {
  test(`with ${what}: ${status}`, async () => {
    await setMode(mode);
    const given: Record<string, object> = {
      'a single-use code': { invitation_code: await newCode() },
      'the code of a member': { invitation_code: friendCode },
      'a made-up code': { invitation_code: 'ZZZZZZZZZZZZZZ' },
      'the id of a member': { invitation_user_id: admin.id },
      'a reason': { registration_reason: REASON },
    };
    const form = registration(given[what] ?? {});
    const answer = await signUp(form);
    expect([answer.statusCode, answer.body.code]).toEqual([status, code]);
    const stored = world.services.db.selectFrom('users').select('id').where('login', '=', form.user_login);
    expect(await stored.execute()).toHaveLength(status === 200 ? 1 : 0);
  });
});

test('of ten newcomers with one code one comes in, and staff see who', async () => {
  await setMode('invited');
  const code = await newCode();
  const typed = ` ${code.toLowerCase().slice(0, 7)}-${code.toLowerCase().slice(7)}`;
  const answers = await many(10, () => signUp(registration({ invitation_code: typed })));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array<number>(9).fill(403)]);
  const winner = answers.find(({ statusCode }) => statusCode === 200)?.body.user_id;
  const { body } = await world.call(manager, registrationsApi.listCodes);
  const shown = body.codes.find((one) => one.code === code);
  expect(shown?.used_by).toEqual({ id: winner, name: 'Анна Петрова' });
  const used = await world.call(manager, registrationsApi.removeCode, { params: { id: shown?.id ?? 0 } });
  expect([used.statusCode, used.body.code]).toEqual([409, 'conflict']);
});

test('a withdrawn code admits nobody', async () => {
  await setMode('invited');
  const code = await newCode();
  const { body } = await world.call(manager, registrationsApi.listCodes);
  const id = body.codes.find((one) => one.code === code)?.id ?? 0;
  expect((await world.call(manager, registrationsApi.removeCode, { params: { id } })).statusCode).toBe(200);
  expect((await signUp(registration({ invitation_code: code }))).statusCode).toBe(403);
});

async function apply() {
  await setMode('approved');
  const form = registration({ registration_reason: REASON });
  const { body } = await signUp(form);
  const id = body.user_id;
  const queued = async () => {
    const { body: page } = await world.call(manager, registrationsApi.list);
    return page.requests.filter((one) => one.user_id === id);
  };
  expect(await queued()).toEqual([]);
  const { body: checked } = await checkCode(id, await codeTo(world, form.user_email));
  const confirmed = await world.call(null, authApi.confirm, {
    body: { user_id: id, grant: checked.grant, sign_in: 1 },
  });
  expect(confirmed.body).toEqual({ user_id: id, waiting: 1 });
  expect(await queued()).toMatchObject([{ name: 'Анна Петрова', login: form.user_login, reason: REASON }]);
  expect((await signIn(form.user_login)).body.code).toBe('registration_waits');
  return { form, id };
}

const decide = (id: number, accept: 0 | 1, answer = '', actor = manager) =>
  world.call(actor, registrationsApi.decide, { params: { user_id: id }, body: { accept, answer } });

test('whoever is accepted gets an email and signs in, even after the mode has changed', async () => {
  const { form, id } = await apply();
  await setMode('closed');
  const answers = await Promise.all([decide(id, 1), decide(id, 1, '', admin)]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  const letters = await emailsTo(world, form.user_email);
  expect(letters.filter(({ template }) => template === 'registration_accepted')).toHaveLength(1);
  expect((await signIn(form.user_login)).statusCode).toBe(200);
  const entry = world.services.db
    .selectFrom('audit_entries')
    .select('about_user_id')
    .where('action', '=', 'users.accept');
  expect(await entry.execute()).toContainEqual({ about_user_id: id });
});

test('whoever is refused gets the reason by email and stays outside', async () => {
  const { form, id } = await apply();
  expect((await decide(id, 0, 'Мы только для своего дома')).statusCode).toBe(200);
  const [letter] = (await emailsTo(world, form.user_email)).filter(
    ({ template }) => template === 'registration_refused',
  );
  expect(letter?.values.answer).toBe('Мы только для своего дома');
  expect((await signIn(form.user_login)).body.code).toBe('not_activated');
  expect((await decide(id, 1)).statusCode).toBe(409);
});

test('staff who activate an applicant by hand approve the request with that', async () => {
  const { form, id } = await apply();
  expect((await world.call(manager, authApi.confirm, { body: { user_id: id } })).statusCode).toBe(200);
  expect((await signIn(form.user_login)).statusCode).toBe(200);
  const { body } = await world.call(manager, registrationsApi.list, { query: { state: 'accepted', size: 100 } });
  expect(body.requests.map(({ user_id }) => user_id)).toContain(id);
});

async function recover(id: number, { user_login: user, user_email }: { user_login: string; user_email: string }) {
  await world.call(null, authApi.recovery, { body: { user } });
  const email_code = await codeTo(world, user_email);
  const { body } = await world.call(null, authApi.recoveryConfirm, { body: { user_id: id, email_code } });
  return world.call(null, authApi.recoveryChange, {
    body: { user_id: id, first_password: NEW_PASSWORD, second_password: NEW_PASSWORD, grant: body.grant, sign_in: 1 },
  });
}

test('a forgotten password lets nobody in whom staff have not approved', async () => {
  const applicant = await apply();
  const recovered = await recover(applicant.id, applicant.form);
  expect([recovered.statusCode, recovered.body]).toEqual([200, { user_id: applicant.id }]);
  expect((await signIn(applicant.form.user_login, NEW_PASSWORD)).body.code).toBe('registration_waits');
  await decide(applicant.id, 0);
  expect((await recover(applicant.id, applicant.form)).body.code).toBe('forbidden');
  expect((await signIn(applicant.form.user_login, NEW_PASSWORD)).body.code).toBe('not_activated');

  const form = registration({ registration_reason: REASON });
  const { body } = await signUp(form);
  await recover(body.user_id, form);
  const { body: page } = await world.call(manager, registrationsApi.list, { query: { size: 100 } });
  expect(page.requests.map(({ user_id }) => user_id)).toContain(body.user_id);
  expect((await signIn(form.user_login, NEW_PASSWORD)).body.code).toBe('registration_waits');
});

test('a member reads neither requests nor codes', async () => {
  const member = await world.user();
  expect((await world.call(member, registrationsApi.list)).statusCode).toBe(403);
  expect((await world.call(member, registrationsApi.listCodes)).statusCode).toBe(403);
});
