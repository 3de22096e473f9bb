import { contactsApi } from '@app/contract/people/contacts';
import { exportsApi } from '@app/contract/people/exports';
import { securityApi } from '@app/contract/people/security';
import { usersApi } from '@app/contract/people/users';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeTo } from '../emails.ts';
import { type Actor, createWorld, type World } from '../world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

async function steal(): Promise<Actor> {
  const owner = await world.user();
  await sql`update sessions set reauthenticated_at = 'epoch' where user_id = ${owner.id}`.execute(world.services.db);
  return owner;
}

const EVIL = 'thief@evil.example';
const PASSKEY = 'Ключ';

const ATTACKS: Readonly<Record<string, (thief: Actor) => Promise<{ body: { code?: string } }>>> = {
  'setting a password': (thief) =>
    world.call(thief, usersApi.change, { params: { id: thief.id }, body: { password: 'parol-vora-77' } }),
  'moving the account to another mailbox': async (thief) => {
    await world.call(thief, usersApi.change, { params: { id: thief.id }, body: { email: EVIL } });
    return world.call(thief, contactsApi.confirm, { body: { kind: 'email', code: await codeTo(world, EVIL) } });
  },
  'setting up a second step': (thief) => world.call(thief, securityApi.setUpTotp),
  'adding a passkey': (thief) => world.call(thief, securityApi.passkeyOptions),
  'taking a passkey away': async (thief) => {
    const { rows } = await sql<{ id: number }>`
      insert into passkeys (user_id, credential_id, public_key, counter, transports, is_synced, name, created_at)
      values (${thief.id}, 'stolen', ${Buffer.of(0)}, 0, '{}', false, ${PASSKEY}, now()) returning id`.execute(
      world.services.db,
    );
    return world.call(thief, securityApi.removePasskey, { params: { id: rows[0]?.id ?? 0 } });
  },
  'asking for the archive': (thief) => world.call(thief, exportsApi.start),
  'deleting the account': (thief) => world.call(thief, usersApi.remove, { params: { id: thief.id } }),
};

test.each(Object.keys(ATTACKS))('a stolen session alone is not enough for %s', async (name) => {
  const thief = await steal();
  const look = () =>
    sql`select email, password_hash, status, deleted_at from users where id = ${thief.id}`.execute(world.services.db);
  const before = await look();
  const answer = await ATTACKS[name]?.(thief);
  expect(answer?.body.code).toBe('current_password_required');
  expect((await look()).rows).toEqual(before.rows);
});

test('a proof is not prolonged without proving anything', async () => {
  const thief = await steal();
  for (const body of [{}, { password: '' }, { password: 'parol-vora-77' }, { code: '000000' }]) {
    expect((await world.call(thief, securityApi.reauthenticate, { body })).statusCode).not.toBe(200);
  }
  expect((await world.call(thief, securityApi.setUpTotp)).body.code).toBe('current_password_required');
});
