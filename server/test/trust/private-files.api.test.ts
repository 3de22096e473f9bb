import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../world.ts';
import { ACTORS } from './row.ts';
import { createStage, type Stage } from './scene.ts';

let world: World;
let stage: Stage;
beforeAll(async () => {
  world = await createWorld();
  stage = await createStage(world);
});
afterAll(() => world.close());

const NOWHERE = '/media/chat/00000000-0000-4000-8000-000000000000/file.bin';

test.each(['unsentFile', 'receivedVoice'] as const)(
  'of all who may knock, the owner alone gets their file, and the others hear what they hear of a file that is not there: %s',
  async (kind) => {
    for (const actor of ACTORS) {
      const scene = await stage.scene();
      const { url } = await scene[kind]();
      const who = await stage.actor(actor, scene);
      for (const headers of [{ cookie: `token=${who?.token}` }, { authorization: `Bearer ${who?.token}` }]) {
        const ask = (address: string) => world.app.inject({ url: address, headers: who === null ? {} : headers });
        const [answer, missing] = [await ask(url), await ask(NOWHERE)];
        expect({ actor, status: missing.statusCode }).toEqual({ actor, status: 404 });
        if (actor === 'owner') expect({ actor, status: answer.statusCode }).toEqual({ actor, status: 200 });
        else expect({ actor, body: answer.body }).toEqual({ actor, body: missing.body });
      }
    }
  },
);

test('no key of the store leads to a file that is not public', async () => {
  const scene = await stage.scene();
  const { id } = await scene.unsentFile();
  const { storage_key } = await world.services.db
    .selectFrom('chat_files')
    .select('storage_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const headers = { cookie: `token=${scene.owner.token}` };
  expect(await world.services.storage.has(`${storage_key}-400.webp`)).toBe(true);
  for (const key of [
    `${storage_key}-400.webp`,
    `./${storage_key}-400.webp`,
    `chat/../${storage_key}-400.webp`,
    `${storage_key}-400.webp`.replaceAll('/', '%2F'),
    `${storage_key}-400.webp`.replace('private', '%70rivate'),
  ]) {
    const { statusCode } = await world.app.inject({ url: `/media/${key}`, headers });
    expect({ key, statusCode }).toEqual({ key, statusCode: 404 });
  }
});
