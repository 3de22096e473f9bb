import { securityApi } from '@app/contract/people/security';
import { usersApi } from '@app/contract/people/users';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emailsTo } from '../../../../test/emails.ts';
import { createShiftedClock, createSignInHelpers, DAY_MS, MINUTE_MS, many } from '../../../../test/newcomers.ts';
import { createAuthenticator, type SoftwareAuthenticator } from '../../../../test/software-authenticator.ts';
import { type Actor, createWorld, type World } from '../../../../test/world.ts';

const { clock, later } = createShiftedClock();
let world: World;
let home: string;
const { signIn, statusOf } = createSignInHelpers(() => world);

beforeAll(async () => {
  world = await createWorld({ clock });
  home = world.services.config.publicUrl;
});
afterAll(() => world.close());

const startNew = async (person: Actor) => (await world.call(person, securityApi.passkeyOptions)).body;
const keep = (person: Actor, credential: ReturnType<SoftwareAuthenticator['create']>, name = 'Телефон') =>
  world.call(person, securityApi.addPasskey, { body: { credential, name } });
const startUse = async (person: Actor | null = null) =>
  (await world.call(person, securityApi.passkeySignInOptions)).body;
const enter = (credential: ReturnType<SoftwareAuthenticator['use']>, person: Actor | null = null) =>
  world.call(person, securityApi.passkeySignIn, { body: { credential } });

async function withPasskey() {
  const person = await world.user();
  const key = createAuthenticator(home);
  const { id } = (await keep(person, key.create(await startNew(person)))).body;
  return { person, key, id };
}

test('a passkey is made, signs in without a login, and counts as both factors', async () => {
  const person = await world.user();
  const key = createAuthenticator(home);
  const options = await startNew(person);
  expect(options).toMatchObject({
    rp: { id: 'localhost', name: 'Около' },
    user: { name: person.login },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [],
  });
  const handle = Buffer.from(options.user.id, 'base64url');
  expect(handle).toHaveLength(32);
  expect(handle.toString()).not.toBe(String(person.id));
  expect((await keep(person, key.create(options))).body).toMatchObject({ name: 'Телефон', last_used: null });
  expect((await startNew(person)).excludeCredentials).toMatchObject([{ id: key.id, transports: ['internal'] }]);

  const asked = await startUse();
  expect(asked).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] });
  const answer = await enter(key.use(asked));
  expect(answer).toMatchObject({ statusCode: 200, body: { user_id: person.id } });
  const mine = { ...person, token: answer.body.token };
  expect((await world.call(mine, securityApi.sessions)).body.sessions[0]?.method).toBe('passkey');
  expect((await world.call(mine, securityApi.factors)).body.passkeys[0]?.last_used).not.toBeNull();
  const letters = await emailsTo(world, `${person.login}@example.com`);
  expect(letters[0]).toMatchObject({ template: 'passkey_added', values: { name: 'Телефон' } });
});

test('a second step stands in nobody’s way who comes with a passkey', async () => {
  const { person, key } = await withPasskey();
  const { secret } = (await world.call(person, securityApi.setUpTotp)).body;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock().getTime() });
  await world.call(person, securityApi.confirmTotp, { body: { code } });
  expect((await signIn(person.login)).body.code).toBe('second_factor_required');
  expect((await enter(key.use(await startUse()))).statusCode).toBe(200);
});

test('each answer is good once, even when fifty arrive together', async () => {
  const { key } = await withPasskey();
  const credential = key.use(await startUse());
  const answers = await many(50, () => enter(credential));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.code === 'passkey_refused')).toHaveLength(49);
});

test('what is made for another person, an old question or none at all is refused', async () => {
  const [anna, boris] = [await world.user(), await world.user()];
  const key = createAuthenticator(home);
  const forAnna = key.create(await startNew(anna));
  expect((await keep(boris, forAnna)).body.code).toBe('passkey_refused');
  const late = key.create(await startNew(anna));
  later(5 * MINUTE_MS + 1000);
  expect((await keep(anna, late)).body.code).toBe('passkey_refused');
  await world.call(anna, securityApi.reauthenticate, { body: { password: 'proverka-parolya-1' } });
  const used = key.create(await startNew(anna));
  expect((await keep(anna, used)).statusCode).toBe(200);
  expect((await keep(anna, used)).body.code).toBe('passkey_refused');
  const signInQuestion = await startUse();
  expect((await keep(anna, key.create({ ...(await startNew(anna)), ...signInQuestion }))).body.code).toBe(
    'passkey_refused',
  );
});

test('another site’s page, an authenticator that checked nobody, and a key that nobody has are refused', async () => {
  const { key } = await withPasskey();
  expect((await enter(key.use(await startUse(), { origin: 'https://evil.example' }))).body.code).toBe(
    'passkey_refused',
  );
  expect((await enter(key.use(await startUse(), { isVerified: false }))).body.code).toBe('passkey_refused');
  expect((await enter(key.use({ ...(await startUse()), rpId: 'evil.example' }))).body.code).toBe('passkey_refused');
  expect((await enter(createAuthenticator(home).use(await startUse()))).body.code).toBe('passkey_refused');
  const forged = key.use(await startUse());
  const other = key.use(await startUse());
  forged.response.signature = other.response.signature;
  expect((await enter(forged)).body.code).toBe('passkey_refused');
  const person = await world.user();
  const unchecked = createAuthenticator(home).create(await startNew(person), { isVerified: false });
  expect((await keep(person, unchecked)).body.code).toBe('passkey_refused');
});

test('a count of signatures that goes back betrays a copy', async () => {
  const { person, key } = await withPasskey();
  expect((await enter(key.use(await startUse(), { counter: 50 }))).statusCode).toBe(200);
  for (const counter of [50, 49, 0]) {
    expect((await enter(key.use(await startUse(), { counter }))).body.code).toBe('passkey_refused');
  }
  expect((await enter(key.use(await startUse(), { counter: 51 }))).statusCode).toBe(200);
  const { events } = (await world.call(person, securityApi.securityLog)).body;
  expect(events.find(({ kind }) => kind === 'sign_in_failed')?.count).toBe(3);
});

test('one authenticator’s key belongs to one account', async () => {
  const { key } = await withPasskey();
  const other = await world.user();
  const stolen = key.create(await startNew(other));
  expect(await keep(other, stolen)).toMatchObject({ statusCode: 409, body: { code: 'already_exists' } });
});

test('in a session of its owner a passkey proves who sits there', async () => {
  const { person, key } = await withPasskey();
  later(6 * MINUTE_MS);
  const change = () =>
    world.call(person, usersApi.change, { params: { id: person.id }, body: { password: 'drugoj-parol-22' } });
  expect((await change()).body.code).toBe('current_password_required');
  const asked = await startUse(person);
  expect(asked.allowCredentials).toMatchObject([{ id: key.id }]);
  expect((await enter(key.use(asked), person)).body.token).toBe(person.token);
  expect((await change()).statusCode).toBe(200);
});

test('suspended people do not come in, and those who left come back', async () => {
  const { person, key } = await withPasskey();
  const admin = await world.user({ is_superuser: true });
  await world.call(admin, usersApi.remove, { params: { id: person.id } });
  expect((await enter(key.use(await startUse()))).body.code).toBe('suspended');
  const leaving = await withPasskey();
  const { db } = world.services;
  const leave = (at: Date) =>
    db.updateTable('users').set({ deleted_at: at }).where('id', '=', leaving.person.id).execute();
  await leave(new Date(clock().getTime() - 31 * DAY_MS));
  expect((await enter(leaving.key.use(await startUse()))).body.code).toBe('passkey_refused');
  await leave(clock());
  const back = await enter(leaving.key.use(await startUse()));
  expect(back.statusCode).toBe(200);
  expect(await statusOf(back.body.token)).toBe(200);
});

test('a passkey can be renamed and taken back by its owner, after a proof', async () => {
  const { person, key, id } = await withPasskey();
  const stranger = await world.user();
  const rename = (who: Actor) =>
    world.call(who, securityApi.renamePasskey, { params: { id }, body: { name: 'Ключ на брелоке' } });
  const remove = (who: Actor) => world.call(who, securityApi.removePasskey, { params: { id } });
  expect((await rename(stranger)).statusCode).toBe(404);
  expect((await remove(stranger)).statusCode).toBe(404);
  expect((await rename(person)).body.name).toBe('Ключ на брелоке');
  later(6 * MINUTE_MS);
  expect((await remove(person)).body.code).toBe('current_password_required');
  await enter(key.use(await startUse(person)), person);
  expect((await remove(person)).statusCode).toBe(200);
  expect((await enter(key.use(await startUse()))).body.code).toBe('passkey_refused');
});

test('twenty passkeys are enough', async () => {
  const person = await world.user();
  const options = await many(21, () => startNew(person));
  const answers = await many(21, (index) => {
    const made = options[index];
    if (made === undefined) throw new Error('no options');
    return keep(person, createAuthenticator(home).create(made));
  });
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(20).fill(200), 409]);
  expect((await world.call(person, securityApi.passkeyOptions)).statusCode).toBe(409);
});

test('where the site has no domain, passkeys are refused with a word why', async () => {
  const bare = await createWorld({ environment: { PUBLIC_URL: 'http://127.0.0.1:3000' } });
  try {
    const person = await bare.user();
    const answer = await bare.call(person, securityApi.passkeyOptions);
    expect(answer).toMatchObject({ statusCode: 403, body: { code: 'passkey_refused' } });
    expect(answer.body.message).toBe('По этому адресу сайта ключи доступа не работают');
    expect((await bare.call(null, securityApi.passkeySignInOptions)).statusCode).toBe(403);
    expect((await bare.call(person, securityApi.factors)).body.passkey_host).toBe('');
  } finally {
    await bare.close();
  }
});
