import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAnotherNode, type TestNode } from '../../../test/nodes.ts';
import { createWorld, type World } from '../../../test/world.ts';
import { findTopic, unsubscribeLinks } from '../../notifications/email-preferences/email-preferences.public.ts';
import { parseConfig } from '../config.ts';
import { getInstallationKey } from './installation-keys.ts';

const [FIRST, SECOND] = ['the-first-key-of-the-operator-0123', 'the-second-key-of-the-operator-012'];

let world: World;
const nodes: TestNode[] = [];
beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => {
  for (const node of nodes) await node.close();
  await world.close();
});

async function keyOn(secretsKeys: readonly string[]): Promise<Buffer> {
  const node = await startAnotherNode(world, { config: { secretsKeys } });
  nodes.push(node);
  return getInstallationKey(node.services.db, 'totp');
}
async function storedKey(): Promise<Buffer> {
  const { rows } = await sql<{ value: Buffer }>`select value from secrets where name = 'totp'`.execute(
    world.services.db,
  );
  return rows[0]?.value ?? Buffer.alloc(0);
}

test('a key of the operator seals what the database holds, another one takes over, and none opens it without', async () => {
  const plain = await getInstallationKey(world.services.db, 'totp');
  expect(await storedKey()).toEqual(plain);
  expect(await keyOn([FIRST])).toEqual(plain);
  const sealed = await storedKey();
  expect(sealed.includes(plain)).toBe(false);
  expect(sealed.subarray(0, 4).toString()).toBe('ok1:');
  expect(await keyOn([FIRST])).toEqual(plain);
  expect(await storedKey()).toEqual(sealed);

  await expect(keyOn([])).rejects.toThrow('SECRETS_KEY does not open');
  await expect(keyOn([SECOND])).rejects.toThrow('SECRETS_KEY does not open');
  expect(await keyOn([SECOND, FIRST])).toEqual(plain);
  expect(await storedKey()).not.toEqual(sealed);
  expect(await keyOn([SECOND])).toEqual(plain);
});

test('keys of links are sealed like the others, and links that were sent before go on', async () => {
  const topic = { userId: 7, kind: 'digest', aboutId: 0 } as const;
  const before = (await unsubscribeLinks(world.services))(topic);
  const node = await startAnotherNode(world, { config: { secretsKeys: [SECOND] } });
  nodes.push(node);
  const { db } = node.services;
  for (const name of ['invitations', 'appeals', 'unsubscribe']) await getInstallationKey(db, name);
  expect((await unsubscribeLinks(node.services))(topic)).toBe(before);
  expect(await findTopic(db, new URL(before).searchParams.get('token') ?? '')).toEqual(topic);
  const { rows } = await sql<{ name: string; start: string }>`
    select name, encode(substr(value, 1, 4), 'escape') as start from secrets
    where name in ('invitations', 'appeals', 'unsubscribe') order by name`.execute(world.services.db);
  expect(rows).toEqual(['appeals', 'invitations', 'unsubscribe'].map((name) => ({ name, start: 'ok1:' })));
});

test('a new key is sealed from the beginning, and nodes that make it at once agree', async () => {
  const some = await Promise.all(
    Array.from({ length: 3 }, () => startAnotherNode(world, { config: { secretsKeys: [FIRST] } })),
  );
  nodes.push(...some);
  const [one, ...others] = await Promise.all(some.map(({ services }) => getInstallationKey(services.db, 'fresh')));
  for (const other of others) expect(other).toEqual(one);
  const { rows } = await sql`select from secrets where name = 'fresh' and value = ${one}`.execute(world.services.db);
  expect(rows).toEqual([]);
});

test('keys of the operator stand in one setting, the newest first, and a short one stops the start', () => {
  expect(parseConfig({ SECRETS_KEY: `${SECOND}\n${FIRST}` }).secretsKeys).toEqual([SECOND, FIRST]);
  expect(parseConfig({}).secretsKeys).toEqual([]);
  expect(() => parseConfig({ SECRETS_KEY: 'short' })).toThrow('SECRETS_KEY');
});
