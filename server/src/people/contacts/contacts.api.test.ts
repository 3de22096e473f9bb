import { authApi, CODE_TRIES_MAX } from '@app/contract/people/auth';
import { CONTACT_REVERT_DAYS, contactsApi } from '@app/contract/people/contacts';
import { usersApi } from '@app/contract/people/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
import { type Actor, createWorld, PASSWORD, type World } from '../../../test/world.ts';
import { sweepContacts } from './sweep-contacts.job.ts';

const { clock, later } = createShiftedClock();
let world: World;
const door = createSignInHelpers(() => world);
beforeAll(async () => {
  world = await createWorld({ clock });
});
afterAll(() => world.close());

let addresses = 0;
const newAddress = (): string => `new.address${++addresses}@example.com`;
const newNumber = (): string => `+7916${String(5_000_000 + ++addresses)}`;

const change = (who: Actor, body: Parameters<typeof world.call<typeof usersApi.change>>[2] & object) =>
  world.call(who, usersApi.change, { params: { id: who.id }, ...body });
const setEmail = (who: Actor, email: string) => change(who, { body: { email } });
const setPhone = (who: Actor, phone: string) =>
  change(who, { body: { phone: phone.slice(2), country_code: '7', country_iso: 'RU' } });
const confirm = (who: Actor, kind: 'email' | 'phone', code: string, current_password?: string) =>
  world.call(who, contactsApi.confirm, { body: { kind, code, current_password } });
const me = async (who: Actor) => (await world.call(who, usersApi.get, { params: { id: who.id } })).body;

async function person(): Promise<Actor & { email: string; phone: string }> {
  const who = await world.user();
  await world.services.db
    .updateTable('sessions')
    .set({ reauthenticated_at: new Date(0) })
    .where('user_id', '=', who.id)
    .execute();
  const { email = '', phone = '' } = await me(who);
  return { ...who, email, phone };
}

async function moveEmail(who: Actor, email: string) {
  expect((await setEmail(who, email)).statusCode).toBe(200);
  const moved = await confirm(who, 'email', await codeTo(world, email), PASSWORD);
  expect(moved.statusCode).toBe(200);
}

async function wayBack(address: string, template: string): Promise<string> {
  const letter = (await emailsTo(world, address)).findLast((sent) => sent.template === template);
  return new URL(String(letter?.values.link)).searchParams.get('token') ?? '';
}

const takeBack = (token: string) => world.call(null, contactsApi.revert, { body: { token } });

test('another e-mail waits for its code while the rest is saved, and only its owner is told of it', async () => {
  const who = await person();
  const email = newAddress();
  const { statusCode, body } = await change(who, { body: { email, position: 'Столяр' } });
  expect(statusCode).toBe(200);
  expect(body).toMatchObject({ email: who.email, position: 'Столяр', email_pending: email, phone_pending: null });
  const stranger = await world.user();
  const seen = await world.call(stranger, usersApi.get, { params: { id: who.id } });
  expect(JSON.stringify(seen.body)).not.toContain(email);
  expect(seen.body).not.toHaveProperty('email_pending');
  expect(await emailsTo(world, email)).toMatchObject([{ template: 'email_code' }]);
  const pending = await world.call(who, contactsApi.pending);
  expect(pending.body).toMatchObject({ email: { value: email, sent_to: 'email', resend_after: 60 }, phone: null });
});

test('code and password together move the account, and both addresses hear of it', async () => {
  const who = await person();
  const email = newAddress();
  await setEmail(who, email);
  const { statusCode, body } = await confirm(who, 'email', await codeTo(world, email), PASSWORD);
  expect([statusCode, body]).toEqual([200, { kind: 'email', value: email }]);
  const now = await me(who);
  expect(now).toMatchObject({ email, email_pending: null });
  expect(Date.parse(now.verified?.email ?? '')).toBeGreaterThan(Date.parse(now.registered));
  const [told] = (await emailsTo(world, who.email)).filter(({ template }) => template === 'email_changed');
  expect(told?.values).toMatchObject({ value: `ne•••@example.com`, link: expect.stringContaining('/takeback?token=') });
  expect((await emailsTo(world, email)).map(({ template }) => template)).toEqual(['email_code', 'email_confirmed']);
  expect((await door.signIn(email)).statusCode).toBe(200);
  expect((await door.signIn(who.email)).statusCode).toBe(401);
});

test('a session without the password cannot move the account to another address, whatever codes its thief gets', async () => {
  const who = await person();
  const email = newAddress();
  await setEmail(who, email);
  const code = await codeTo(world, email);
  const answers = [
    await confirm(who, 'email', code),
    await confirm(who, 'email', code, ''),
    await confirm(who, 'email', code, 'ne-tot-parol'),
  ];
  expect(answers.map(({ body }) => body.code)).toEqual([
    'current_password_required',
    'current_password_required',
    'current_password_wrong',
  ]);
  expect((await me(who)).email).toBe(who.email);
  expect((await confirm(who, 'email', code, PASSWORD)).statusCode).toBe(200);
});

test('a password proved in this session a moment ago need not be typed again', async () => {
  const who = await world.user();
  const email = newAddress();
  await setEmail(who, email);
  expect((await confirm(who, 'email', await codeTo(world, email))).statusCode).toBe(200);
});

test('codes cannot be guessed: five tries, a quarter of an hour, three an hour', async () => {
  const who = await person();
  const email = newAddress();
  await setEmail(who, email);
  const code = await codeTo(world, email);
  const wrong = code === '000000' ? '111111' : '000000';
  const tries = await many(50, () => confirm(who, 'email', wrong, PASSWORD));
  expect(tries.every(({ body }) => ['code_wrong', 'too_many_requests'].includes(body.code ?? ''))).toBe(true);
  await many(CODE_TRIES_MAX, () => confirm(who, 'email', wrong, PASSWORD));
  expect((await confirm(who, 'email', code, PASSWORD)).body.code).toBe('code_wrong');

  const early = await world.call(who, contactsApi.resend, { body: { kind: 'email' } });
  expect([early.statusCode, early.body.code]).toEqual([429, 'resend_too_early']);
  later(MINUTE_MS + 1);
  expect((await world.call(who, contactsApi.resend, { body: { kind: 'email' } })).statusCode).toBe(200);
  later(16 * MINUTE_MS);
  expect((await confirm(who, 'email', await codeTo(world, email), PASSWORD)).body.code).toBe('code_wrong');
  expect((await world.call(who, contactsApi.pending)).body.email).toMatchObject({ value: email, expires: null });
  expect((await world.call(who, contactsApi.resend, { body: { kind: 'email' } })).statusCode).toBe(200);
  later(2 * MINUTE_MS);
  const fourth = await world.call(who, contactsApi.resend, { body: { kind: 'email' } });
  expect(fourth.body.code).toBe('too_many_attempts');
  const anew = await change(who, { body: { email: newAddress(), position: 'Пекарь' } });
  expect([anew.body.code, (await me(who)).position]).toEqual(['too_many_attempts', '']);
});

test('the same address typed again waits on without another email; another one takes its place and its code', async () => {
  const who = await person();
  const [first, second] = [newAddress(), newAddress()];
  await setEmail(who, first);
  await setEmail(who, first.toUpperCase());
  expect(await emailsTo(world, first)).toHaveLength(1);
  await setEmail(who, second);
  expect((await confirm(who, 'email', await codeTo(world, first), PASSWORD)).body.code).toBe('code_wrong');
  expect((await confirm(who, 'email', await codeTo(world, second), PASSWORD)).body).toMatchObject({ value: second });
});

test('a change that is given up leaves nothing to confirm', async () => {
  const who = await person();
  const email = newAddress();
  await setEmail(who, email);
  const code = await codeTo(world, email);
  expect((await world.call(who, contactsApi.cancel, { params: { kind: 'email' } })).statusCode).toBe(200);
  expect((await world.call(who, contactsApi.cancel, { params: { kind: 'email' } })).statusCode).toBe(200);
  expect((await me(who)).email_pending).toBeNull();
  expect((await confirm(who, 'email', code, PASSWORD)).body.code).toBe('code_wrong');
  expect((await world.call(who, contactsApi.resend, { body: { kind: 'email' } })).body.code).toBe('not_found');
});

test('of fifty right confirmations at once one changes the address, and one email tells of it', async () => {
  const who = await world.user();
  const { email: old = '' } = await me(who);
  const email = newAddress();
  await setEmail(who, email);
  const code = await codeTo(world, email);
  const answers = await many(50, () => confirm(who, 'email', code));
  expect(countBy(answers)).toEqual({ 200: 1, 400: 49 });
  const told = (await emailsTo(world, old)).filter(({ template }) => template === 'email_changed');
  expect(told).toHaveLength(1);
});

test('two people who claim one address: the first to prove it has it, the other keeps their own', async () => {
  const [one, other] = [await world.user(), await world.user()];
  const email = newAddress();
  await Promise.all([setEmail(one, email), setEmail(other, email)]);
  const codes = (await emailsTo(world, email)).map(({ values }) => String(values.code));
  const answers = await Promise.all([one, other].flatMap((who) => codes.map((code) => confirm(who, 'email', code))));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.code === 'email_taken')).toHaveLength(1);
  const third = await world.user();
  const taken = await setEmail(third, email.toUpperCase());
  expect([taken.body.code, taken.body.fields]).toEqual([
    'email_taken',
    { email: 'Этот адрес электронной почты уже зарегистрирован' },
  ]);
});

test('the link in the email takes the change back once: sessions end, the password is nobody’s, recovery goes to the old address', async () => {
  const who = await person();
  await moveEmail(who, newAddress());
  const token = await wayBack(who.email, 'email_changed');
  const shown = await world.call(null, contactsApi.revertible, { query: { token } });
  expect(shown.body).toMatchObject({ kind: 'email', value: 'pe•••@example.com' });
  expect((await me(who)).email).not.toBe(who.email);

  const answers = await many(20, () => takeBack(token));
  expect(countBy(answers)).toEqual({ 200: 1, 404: 19 });
  expect(await door.statusOf(who.token)).toBe(401);
  expect((await door.signIn(who.email)).statusCode).toBe(401);
  expect((await world.call(null, contactsApi.revertible, { query: { token } })).statusCode).toBe(404);

  await world.call(null, authApi.recovery, { body: { user: who.email } });
  const proved = await world.call(null, authApi.recoveryConfirm, {
    body: { user_id: who.id, email_code: await codeTo(world, who.email) },
  });
  const password = 'sovsem-novyj-1';
  const body = { user_id: who.id, first_password: password, second_password: password, grant: proved.body.grant };
  expect((await world.call(null, authApi.recoveryChange, { body })).statusCode).toBe(200);
  expect((await door.signIn(who.email, password)).statusCode).toBe(200);
});

test('whoever changes contacts twice gains nothing: the first email undoes all of it, and later emails undo nothing more', async () => {
  const who = await person();
  const [evil, worse] = [newAddress(), newAddress()];
  await moveEmail(who, evil);
  const number = newNumber();
  await setPhone(who, number);
  await confirm(who, 'phone', await codeTo(world, number), PASSWORD);
  await moveEmail(who, worse);
  const [first, second] = [await wayBack(who.email, 'email_changed'), await wayBack(evil, 'email_changed')];
  const third = await wayBack(evil, 'phone_changed');
  expect((await takeBack(first)).statusCode).toBe(200);
  expect((await takeBack(second)).statusCode).toBe(404);
  expect((await takeBack(third)).statusCode).toBe(404);
  const { email, phone } = await world.services.db
    .selectFrom('users')
    .select(['email', 'phone'])
    .where('id', '=', who.id)
    .executeTakeFirstOrThrow();
  expect({ email, phone }).toEqual({ email: who.email, phone: who.phone });
  expect((await emailsTo(world, worse)).at(-1)).toMatchObject({ template: 'contact_dropped' });
});

test('taking back also takes away passkeys that are younger than the theft, and leaves older ones', async () => {
  const who = await person();
  const { db } = world.services;
  const passkey = (name: string, created_at: Date) => ({
    user_id: who.id,
    credential_id: `${name}-${who.id}`,
    public_key: Buffer.from(name),
    counter: 0,
    transports: [],
    is_synced: false,
    name,
    created_at,
  });
  const monthAgo = new Date(clock().getTime() - 30 * DAY_MS);
  await db
    .insertInto('passkeys')
    .values([passkey('own', monthAgo), passkey('evil', clock())])
    .execute();
  await moveEmail(who, newAddress());
  expect((await takeBack(await wayBack(who.email, 'email_changed'))).statusCode).toBe(200);
  const left = await db.selectFrom('passkeys').select('name').where('user_id', '=', who.id).execute();
  expect(left).toEqual([{ name: 'own' }]);
});

test('an old address is kept for its owner while the link works, then anybody may have it', async () => {
  const who = await person();
  const other = await world.user();
  await moveEmail(who, newAddress());
  expect((await setEmail(other, who.email)).body.code).toBe('email_taken');
  expect((await door.signUp({ ...registration(), user_email: who.email })).body.code).toBe('email_taken');
  expect((await setEmail(who, who.email)).statusCode).toBe(200);
  await world.services.db
    .updateTable('contact_returns')
    .set({ expires_at: new Date(0) })
    .where('user_id', '=', who.id)
    .execute();
  expect((await setEmail(other, who.email)).statusCode).toBe(200);
});

test('a recovery code that lies in the old mailbox opens nothing after the move', async () => {
  const who = await person();
  await world.call(null, authApi.recovery, { body: { user: who.email } });
  const stale = await codeTo(world, who.email);
  await moveEmail(who, newAddress());
  const proved = await world.call(null, authApi.recoveryConfirm, { body: { user_id: who.id, email_code: stale } });
  expect(proved.body.code).toBe('code_wrong');
});

test('a made-up or outdated link restores nothing', async () => {
  const who = await person();
  await moveEmail(who, newAddress());
  const token = await wayBack(who.email, 'email_changed');
  expect((await takeBack('b'.repeat(43))).body.code).toBe('not_found');
  later(CONTACT_REVERT_DAYS * DAY_MS + 1000);
  expect((await takeBack(token)).body.code).toBe('not_found');
  await setPhone(await person(), newNumber());
  later(CONTACT_REVERT_DAYS * DAY_MS + 1000);
  await sweepContacts.run(world.services, {});
  const { db } = world.services;
  expect(await db.selectFrom('contact_returns').selectAll().execute()).toEqual([]);
  expect(await db.selectFrom('contact_changes').selectAll().execute()).toEqual([]);
});

test('a number is proved by a message to itself; the mail and the old number hear of the change', async () => {
  const who = await person();
  const number = newNumber();
  const { body } = await setPhone(who, number);
  expect(body).toMatchObject({ phone: who.phone, phone_pending: number });
  expect(await emailsTo(world, number)).toMatchObject([{ template: 'phone', values: { code: expect.any(String) } }]);
  expect((await confirm(who, 'phone', await codeTo(world, number), PASSWORD)).statusCode).toBe(200);
  const now = await me(who);
  expect(now).toMatchObject({ phone: number, phone_pending: null });
  expect(now.verified?.phone).not.toBeNull();
  expect((await emailsTo(world, who.phone)).map(({ template }) => template)).toEqual(['phone_changed']);
  expect((await emailsTo(world, who.email)).map(({ template }) => template)).toEqual(['phone_changed']);
  expect((await takeBack(await wayBack(who.email, 'phone_changed'))).statusCode).toBe(200);
});

test('where no message can be sent the code goes to the account’s mail, and the number counts as changed but not as proved', async () => {
  const elsewhere = await createWorld({ environment: { SMTP_URL: 'smtp://127.0.0.1:9' } });
  const who = await elsewhere.user();
  const number = newNumber();
  const own = async () => (await elsewhere.call(who, usersApi.get, { params: { id: who.id } })).body;
  const { email = '' } = await own();
  await elsewhere.call(who, usersApi.change, { params: { id: who.id }, body: { phone: number.slice(1) } });
  const waiting = await elsewhere.call(who, contactsApi.pending);
  expect(waiting.body.phone).toMatchObject({ value: number, sent_to: 'account_email' });
  const body = { kind: 'phone' as const, code: await codeTo(elsewhere, email) };
  expect((await elsewhere.call(who, contactsApi.confirm, { body })).statusCode).toBe(200);
  expect(await own()).toMatchObject({ phone: number, verified: { phone: null } });
  await elsewhere.close();
});

test('what staff set counts at once, proves nothing, tells both addresses and ends every way back', async () => {
  const who = await person();
  const [evil, right] = [newAddress(), newAddress()];
  await moveEmail(who, evil);
  const manager = await world.user({ groups: ['manager'] });
  const { body } = await world.call(manager, usersApi.change, { params: { id: who.id }, body: { email: right } });
  expect(body).toMatchObject({ email: right, verified: { email: null } });
  for (const address of [evil, right])
    expect((await emailsTo(world, address)).at(-1)).toMatchObject({ template: 'contact_set' });
  expect((await takeBack(await wayBack(who.email, 'email_changed'))).body.code).toBe('not_found');
});

test('another spelling of the same mailbox and the same number in other digits need no proof', async () => {
  const who = await person();
  const { body } = await change(who, {
    body: { email: who.email.toUpperCase(), phone: `8${who.phone.slice(2)}`, country_code: '7' },
  });
  expect(body).toMatchObject({ email: who.email.toUpperCase(), phone: who.phone, email_pending: null });
  expect(body).toMatchObject({ phone_pending: null });
});

test('a list of addresses cannot be tried for who is here: of fifty at once twenty are told to be taken', async () => {
  const [who, others] = [await person(), await Promise.all(Array.from({ length: 50 }, () => person()))];
  const answers = await Promise.all(others.map(({ email }) => setEmail(who, email)));
  expect(countBy(answers)).toEqual({ 409: 20, 429: 30 });
  expect((await setPhone(who, others[0]?.phone ?? '')).body.code).toBe('too_many_attempts');
  expect((await change(who, { body: { position: 'Столяр' } })).statusCode).toBe(200);
  later(60 * MINUTE_MS);
  expect((await setEmail(who, others[0]?.email ?? '')).body.code).toBe('email_taken');
});
