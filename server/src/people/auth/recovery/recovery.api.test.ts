import { authApi } from '@app/contract/people/auth';
import { usersApi } from '@app/contract/people/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeTo, emailsTo } from '../../../../test/emails.ts';
import { countBy, createSignInHelpers, many } from '../../../../test/newcomers.ts';
import { type Actor, createWorld, PASSWORD, type World } from '../../../../test/world.ts';

let world: World;
const { signIn, register, statusOf } = createSignInHelpers(() => world);

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const recover = (user: string) => world.call(null, authApi.recovery, { body: { user } });
const emailOf = (actor: Actor) => `${actor.login}@example.com`;

async function grantFor(actor: Actor): Promise<string> {
  const { body } = await recover(actor.login);
  const code = await codeTo(world, emailOf(actor));
  const confirmed = await world.call(null, authApi.recoveryConfirm, {
    body: { user_id: body.user_id, email_code: code },
  });
  expect(confirmed.statusCode).toBe(200);
  return confirmed.body.grant;
}

const change = (actor: Actor, grant?: string, first = 'Novyj-parol-42', second = first) =>
  world.call(null, authApi.recoveryChange, {
    body: { user_id: actor.id, first_password: first, second_password: second, grant },
  });

test('the code from the email sets a new password, ends every session and tells the owner', async () => {
  const person = await world.user();
  const grant = await grantFor(person);
  expect((await change(person, grant)).statusCode).toBe(200);
  expect((await signIn(person.login)).statusCode).toBe(401);
  expect((await signIn(person.login, 'Novyj-parol-42')).statusCode).toBe(200);
  expect(await statusOf(person.token)).toBe(401);
  expect((await emailsTo(world, emailOf(person))).map((letter) => letter.template)).toContain('password_changed');
  expect((await change(person, grant, 'Eshche-odin-43')).body.code).toBe('grant_required');
});

test('without the grant, or with another person’s, nothing changes', async () => {
  const [anna, boris] = [await world.user(), await world.user()];
  const grant = await grantFor(boris);
  expect((await change(anna)).body.code).toBe('grant_required');
  expect((await change(anna, grant)).body.code).toBe('grant_required');
  expect((await change(boris, grant)).statusCode).toBe(200);
});

test('the new password must be repeated and uncommon', async () => {
  const person = await world.user();
  const grant = await grantFor(person);
  const mismatch = await change(person, grant, 'Novyj-parol-42', 'Novyj-parol-43');
  expect(mismatch).toMatchObject({ statusCode: 400, body: { message: 'Ваши пароли не совпадают' } });
  const empty = await change(person, grant, '');
  const text = 'Необходимо задать пароль';
  expect(empty).toMatchObject({ statusCode: 400, body: { message: text, fields: { first_password: text } } });
  expect((await change(person, grant, '12345')).body.fields).toEqual({ first_password: 'Минимум 6 символов' });
  expect((await change(person, grant, 'qwerty123')).body.code).toBe('password_common');
  expect((await change(person, grant)).statusCode).toBe(200);
});

test('nobody can tell a name that exists from one that does not', async () => {
  const person = await world.user();
  const known = await recover(person.login);
  const unknown = await recover('no-such-person');
  const again = await recover('No-Such-Person');
  expect([known.statusCode, unknown.statusCode]).toEqual([200, 200]);
  expect(Object.keys(unknown.body)).toEqual(Object.keys(known.body));
  expect(again.body.user_id).toBe(unknown.body.user_id);
  const decoy = await world.call(null, usersApi.get, { params: { id: unknown.body.user_id } });
  expect(decoy.statusCode).toBe(200);

  const confirm = (id: number) =>
    world.call(null, authApi.recoveryConfirm, { body: { user_id: id, email_code: 'x00000' } });
  const ofKnown = await many(7, () => confirm(known.body.user_id));
  const ofUnknown = await many(7, () => confirm(unknown.body.user_id));
  expect(ofUnknown.map((answer) => answer.body)).toEqual(ofKnown.map((answer) => answer.body));
});

test('three codes an hour, for names that exist and for those that do not', async () => {
  const person = await world.user();
  for (const name of [person.login, 'still-no-such-person']) {
    const answers = await many(5, () => recover(name));
    expect(countBy(answers)).toEqual({ 200: 3, 429: 2 });
  }
  const byMail = await recover(emailOf(person));
  expect(byMail.statusCode).toBe(200);
  const stored = await world.services.db.selectFrom('codes').select('id').where('user_id', '=', person.id).execute();
  expect(stored).toHaveLength(3);
});

test('whoever proves a code before activating is activated by it', async () => {
  const person = await register();
  await recover(person.user_email);
  const code = await codeTo(world, person.user_email);
  const { body } = await world.call(null, authApi.recoveryConfirm, {
    body: { user_id: person.id, email_code: code },
  });
  await world.call(null, authApi.recoveryChange, {
    body: { user_id: person.id, first_password: PASSWORD, second_password: PASSWORD, grant: body.grant },
  });
  expect((await signIn(person.user_login)).statusCode).toBe(200);
});
