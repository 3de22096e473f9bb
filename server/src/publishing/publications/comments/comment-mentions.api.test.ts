import { usersApi } from '@app/contract/people/users';
import { publicationsApi } from '@app/contract/publishing/publications';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, PASSWORD, type World } from '../../../../test/world.ts';
import { insertDemoPublications } from '../publications.public.ts';

let world: World;
let maria: Actor;
let anna: Actor;

beforeAll(async () => {
  world = await createWorld();
  [maria, anna] = await Promise.all([
    world.user({ firstname: 'Мария', login: 'maria_v' }),
    world.user({ firstname: 'Анна', login: 'anna.l' }),
  ]);
});
afterAll(() => world.close());

async function published(): Promise<number> {
  const row = { user_id: maria.id, description: 'Причал', file_ids: [], published_at: new Date() };
  const [id = 0] = await world.services.db.transaction().execute((tx) => insertDemoPublications(tx, [row]));
  return id;
}
const say = (who: Actor, publish_id: number, message: string, more: object = {}) =>
  world.call(who, publicationsApi.addComment, { body: { publish_id, message, ...more } as never });
const talk = (who: Actor | null, id: number) =>
  world.call(who, publicationsApi.comments, { params: { id }, query: {} });

test('comments and replies say who is named in them; whoever is not there is nobody', async () => {
  const id = await published();
  const { body: thread } = await say(maria, id, 'Спросите @ANNA.L. Или @nobody_here');
  expect(thread.mentions).toEqual({ 'ANNA.L': anna.id });
  const { body: reply } = await say(anna, id, '@maria_v, а вы?', { reply_to: thread.id });
  expect(reply.mentions).toEqual({ maria_v: maria.id });
  await say(anna, id, 'Почта a@maria_v не имя');
  const { list } = (await talk(null, id)).body;
  expect(list).toMatchObject([
    { message: 'Почта a@maria_v не имя' },
    { mentions: { 'ANNA.L': anna.id }, replies: [{ mentions: { maria_v: maria.id } }] },
  ]);
  expect(list[0]).not.toHaveProperty('mentions');
});

test('a person who left is named no more', async () => {
  const leaving = await world.user({ login: 'ulyana_l' });
  const id = await published();
  const { body } = await say(maria, id, 'Привет, @ulyana_l');
  expect(body.mentions).toEqual({ ulyana_l: leaving.id });
  await world.call(leaving, usersApi.remove, { params: { id: leaving.id }, body: { current_password: PASSWORD } });
  expect((await talk(anna, id)).body.list[0]).not.toHaveProperty('mentions');
});
