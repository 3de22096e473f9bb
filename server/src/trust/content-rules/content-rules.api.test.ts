import { moderationApi } from '@app/contract/market/ad-review';
import { adsApi } from '@app/contract/market/ads';
import { chatApi } from '@app/contract/messaging/chat';
import { notificationsApi } from '@app/contract/notifications/notifications';
import { usersApi } from '@app/contract/people/users';
import { commentsApi } from '@app/contract/publishing/comments';
import { publicationsApi } from '@app/contract/publishing/publications';
import { casesApi } from '@app/contract/trust/cases';
import { type RuleDraft, rulesApi } from '@app/contract/trust/rules';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../../test/world.ts';
import { sweepContentFingerprints } from './sweep-content-fingerprints.job.ts';

const DAY_MS = 86_400_000;

let now = Date.parse('2026-11-22T12:00:00Z');
let world: World;
let admin: Actor;
let manager: Actor;
let anna: Actor;

beforeAll(async () => {
  world = await createWorld({ clock: () => new Date(now) });
  const long = new Date(now - 100 * DAY_MS);
  [admin, manager, anna] = [
    await world.user({ groups: ['admin'] }),
    await world.user({ groups: ['manager'] }),
    await world.user({ paid: true, registered_at: long }),
  ];
});
afterAll(() => world.close());
afterEach(async () => {
  await world.services.db.deleteFrom('moderation_rules').where('kind', '<>', 'stop_words').execute();
});

const draft = (change: Partial<RuleDraft> = {}) => ({
  name: 'Проба',
  kind: 'links' as const,
  subjects: ['ad' as const],
  action: 'hold' as const,
  settings: { hosts: ['spam.example.com'] },
  ...change,
});

type Change = Partial<Omit<RuleDraft, 'settings'>> & { settings?: object };
async function ruleOn(change: Change = {}) {
  const { body, statusCode } = await world.call(admin, rulesApi.add, { body: draft(change as Partial<RuleDraft>) });
  expect({ statusCode, body }).toMatchObject({ statusCode: 200 });
  await world.call(admin, rulesApi.switch, { params: { id: body.id }, body: { on: 1 } });
  return body.id;
}
const ruleOf = async (id: number) => (await world.call(admin, rulesApi.list)).body.rules.find((rule) => rule.id === id);
const publish = async (by: Actor, board_description: string, board_title = 'Лодка') =>
  (await world.call(by, adsApi.create, { body: { board_title, board_description, board_price: 100 } })).body;
const casesOf = async (adId: number) =>
  (
    await sql<{ kind: string; reason: string; state: string; note: string }>`
      select kind, reason, state, evidence ->> 'note' as note from moderation_cases where object = ${`ad:${adId}`} order by id`.execute(
      world.services.db,
    )
  ).rows;

describe('what a rule finds', () => {
  test('a link to a named host makes an ad wait, its author is told, and staff have a case', async () => {
    const id = await ruleOn({ reason: 'Ссылки сюда не ставим' });
    const ad = await publish(anna, 'Подробности на https://www.shop.spam.example.com/boat');
    expect(ad.board_state).toBe('review');
    expect(await casesOf(ad.board_id)).toMatchObject([
      { kind: 'rule', reason: 'Проба', state: 'open', note: 'www.shop.spam.example.com' },
    ]);
    const { body } = await world.call(anna, notificationsApi.list, { query: {} });
    expect(body.list[0]).toMatchObject({ kind: 'ad_held', body: expect.stringContaining('Ссылки сюда не ставим') });
    expect(await ruleOf(id)).toMatchObject({ hits: 1, confirmed: 0, dismissed: 0 });
    expect((await publish(anna, 'Надувная, на ходу')).board_state).toBe('active');
  });

  test('a rule that only queues leaves the ad visible', async () => {
    await ruleOn({ action: 'queue' });
    const ad = await publish(anna, 'Смотрите spam.example.com');
    expect(ad.board_state).toBe('active');
    expect(await casesOf(ad.board_id)).toMatchObject([{ kind: 'rule', state: 'open' }]);
  });

  test('what staff let pass is let pass again, and counts against the rule', async () => {
    const id = await ruleOn();
    const ad = await publish(anna, 'Смотрите spam.example.com');
    await world.call(manager, moderationApi.decide, { body: { board_id: ad.board_id, decision: 'publish' } });
    expect(await ruleOf(id)).toMatchObject({ hits: 1, dismissed: 1 });
    const edited = await world.call(anna, adsApi.edit, {
      body: { board_id: ad.board_id, board_description: 'По-прежнему spam.example.com' },
    });
    expect(edited.body.board_state).toBe('active');
    const { body } = await world.call(manager, rulesApi.hits, { params: { id }, query: {} });
    expect(body).toMatchObject({ total: 1, hits: [{ object: `ad:${ad.board_id}`, outcome: 'dismissed', held: 1 }] });
  });

  test('another word, or another link, is found beside the one that staff let pass', async () => {
    await ruleOn({ kind: 'words', settings: { words: ['биткоин', 'кредит'] } });
    await ruleOn({ name: 'Ссылки', settings: { hosts: ['one.example.com', 'two.example.com'] } });
    const ad = await publish(anna, 'Меняю на биткоин');
    const pass = () =>
      world.call(manager, moderationApi.decide, { body: { board_id: ad.board_id, decision: 'publish' } });
    const edit = async (board_description: string) =>
      (await world.call(anna, adsApi.edit, { body: { board_id: ad.board_id, board_description } })).body.board_state;
    await pass();
    expect(await edit('Меняю на биткоин и кредит')).toBe('review');
    await pass();
    expect(await edit('Меняю на биткоин и кредит сегодня')).toBe('active');
    expect(await edit('Пишите на one.example.com')).toBe('review');
    await pass();
    expect(await edit('Пишите на one.example.com или two.example.com')).toBe('review');
    await pass();
    expect(await edit('Пишите на two.example.com или one.example.com')).toBe('active');
  });

  test('a rule that is off finds nothing', async () => {
    const id = await ruleOn();
    await world.call(admin, rulesApi.switch, { params: { id }, body: { on: 0 } });
    expect((await publish(anna, 'Смотрите spam.example.com')).board_state).toBe('active');
  });

  test('words are found in any form', async () => {
    await ruleOn({ kind: 'words', settings: { words: ['биткоин', 'срочная работа'] } });
    expect((await publish(anna, 'Меняю на биткоины')).board_state).toBe('review');
    expect((await publish(anna, 'Предлагаю срочную работу')).board_state).toBe('review');
    expect((await publish(anna, 'Срочно продам лодку')).board_state).toBe('active');
  });

  test('any link of a young account is found, and none of one that has been here for long', async () => {
    await ruleOn({ settings: { link_days: 7 } });
    const young = await world.user({ paid: true });
    expect((await publish(young, 'Мой сайт: boats.example.com')).board_state).toBe('review');
    expect((await publish(anna, 'Мой сайт: boats.example.com')).board_state).toBe('active');
  });

  test('services that make addresses short are known', async () => {
    await ruleOn({ settings: { shorteners: 1 } });
    expect((await publish(anna, 'Фото тут: bit.ly/2abc')).board_state).toBe('review');
  });

  test('a burst is so many things of one person within so many minutes', async () => {
    await ruleOn({ kind: 'burst', settings: { by: 'person', count: 3, minutes: 10 } });
    const busy = await world.user({ paid: true });
    expect((await publish(busy, 'Первая')).board_state).toBe('active');
    now += 20 * 60_000;
    expect((await publish(busy, 'Вторая')).board_state).toBe('active');
    expect((await publish(busy, 'Третья')).board_state).toBe('active');
    expect((await publish(busy, 'Четвёртая')).board_state).toBe('review');
  });

  test('the same text of different people is a burst, however the digits and signs in it differ', async () => {
    await ruleOn({ kind: 'burst', settings: { by: 'text', count: 3, minutes: 60 } });
    const people = [
      await world.user({ paid: true }),
      await world.user({ paid: true }),
      await world.user({ paid: true }),
    ];
    const states: (string | undefined)[] = [];
    for (const [n, person] of people.entries()) {
      const ad = await publish(person, `Пишите в личку, заработок ${n}000 рублей в день!!!`, 'Работа на дому');
      states.push(ad.board_state);
    }
    expect(states).toEqual(['active', 'active', 'review']);
  });

  test('a newcomer without friends is found, one with a friend is not', async () => {
    await ruleOn({ kind: 'newcomer', settings: { days: 3, friendless: 1 } });
    const [alone, social] = [await world.user({ paid: true }), await world.user({ paid: true })];
    await sql`insert into friends (user_id, friend_id, since) values (${social.id}, ${anna.id}, now()), (${anna.id}, ${social.id}, now())`.execute(
      world.services.db,
    );
    expect((await publish(alone, 'Первая лодка')).board_state).toBe('review');
    expect((await publish(social, 'Моя лодка')).board_state).toBe('active');
  });

  test('a publication waits, a comment and a page are only shown to staff, and so is the first message to a stranger', async () => {
    await ruleOn({ subjects: ['publication'] });
    await ruleOn({ subjects: ['comment', 'message', 'profile'], action: 'queue' });
    const [writer, ad] = [await world.user({ paid: true }), await publish(anna, 'Надувная')];
    const photo = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#79c' } })
      .png()
      .toBuffer();
    const { body: post } = await world.call(writer, publicationsApi.add, {
      body: { publish_description: 'Всё на spam.example.com' },
      files: [{ field: 'publish_content[]', name: 'a.png', type: 'image/png', bytes: photo }],
    });
    const { body: comment } = await world.call(writer, commentsApi.add, {
      body: { board_id: ad.board_id, message: 'Дешевле на spam.example.com' },
    });
    const send = (content: string) => world.call(writer, chatApi.send, { params: { id: anna.id }, body: { content } });
    const { body: message } = await send('Смотри spam.example.com');
    await send('И ещё раз spam.example.com');
    await world.call(writer, usersApi.change, {
      params: { id: writer.id },
      body: { description: 'Мой сайт spam.example.com' },
    });
    const { rows } = await sql<{ object: string }>`
      select object from moderation_cases where about_user_id = ${writer.id} order by id`.execute(world.services.db);
    expect(rows.map(({ object }) => object)).toEqual([
      `publication:${post.publish_id}`,
      `comment:${comment.id}`,
      `message:${message.id}`,
      `user:${writer.id}`,
    ]);
    const shown = await world.call(anna, publicationsApi.one, { params: { id: post.publish_id } });
    expect(shown.statusCode).toBe(404);
  });

  test('whom a publication names hears of it only once it does not wait any more', async () => {
    await ruleOn({ subjects: ['publication'] });
    const [writer, named] = [await world.user({ paid: true }), await world.user({ login: 'named.one' })];
    const photo = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#9c7' } })
      .png()
      .toBuffer();
    const { body: post } = await world.call(writer, publicationsApi.add, {
      body: { publish_description: 'Новая лодка' },
      files: [{ field: 'publish_content[]', name: 'a.png', type: 'image/png', bytes: photo }],
    });
    const publish_description = 'Смотри @named.one, всё на spam.example.com';
    await world.call(writer, publicationsApi.edit, { body: { publish_id: post.publish_id, publish_description } });
    const heard = async () =>
      (await world.call(named, notificationsApi.list, { query: {} })).body.list.map(({ kind }) => kind);
    expect(await heard()).toEqual([]);
    const { rows } = await sql<{ id: number }>`
      select id from moderation_cases where object = ${`publication:${post.publish_id}`}`.execute(world.services.db);
    const params = { id: rows[0]?.id ?? 0 };
    await world.call(manager, casesApi.claim, { params });
    await world.call(manager, casesApi.resolve, { params, body: { action: 'nothing' } });
    expect(await heard()).toEqual(['mention']);
  });

  test('what another rule only shows to staff is not lost when its author takes out the word it waited for', async () => {
    await ruleOn({ kind: 'words', settings: { words: ['биткоин'] } });
    await ruleOn({ name: 'Ссылки', action: 'queue' });
    const ad = await publish(anna, 'Меняю на биткоин, смотрите spam.example.com');
    expect(ad.board_state).toBe('review');
    const edited = await world.call(anna, adsApi.edit, {
      body: { board_id: ad.board_id, board_description: 'Смотрите spam.example.com' },
    });
    expect(edited.body.board_state).toBe('active');
    expect((await casesOf(ad.board_id)).filter(({ state }) => state === 'open')).toMatchObject([
      { kind: 'rule', reason: 'Ссылки', note: 'spam.example.com' },
    ]);
  });

  test('staff are looked at by no rule', async () => {
    await ruleOn();
    await sql`update users set paid_until = now() + interval '1 day' where id = ${manager.id}`.execute(
      world.services.db,
    );
    expect((await publish(manager, 'Смотрите spam.example.com')).board_state).toBe('active');
  });
});

describe('a trial', () => {
  const attempt = async (change: Change) =>
    (await world.call(admin, rulesApi.try, { body: draft(change as Partial<RuleDraft>) })).body;

  test('says how many things of the last seven days a rule would have found, and shows some', async () => {
    const before = await attempt({ settings: { hosts: ['later.example.com'] } });
    await publish(anna, 'Зайдите на later.example.com');
    await publish(anna, 'Опять later.example.com');
    const found = await attempt({ settings: { hosts: ['later.example.com'] } });
    expect(found).toMatchObject({ checked: before.checked + 2, hits: 2, people: 1 });
    expect(found.samples.map(({ found, user }) => [found, user.id])).toEqual([
      ['later.example.com', anna.id],
      ['later.example.com', anna.id],
    ]);
    now += 8 * DAY_MS;
    expect(await attempt({ settings: { hosts: ['later.example.com'] } })).toMatchObject({ hits: 0 });
    await sweepContentFingerprints.run(world.services, {});
    expect(await attempt({ settings: { hosts: ['later.example.com'] } })).toMatchObject({ checked: 0 });
  });

  test('changes nothing', async () => {
    const ad = await publish(anna, 'Зайдите на calm.example.com');
    await attempt({ settings: { hosts: ['calm.example.com'] } });
    expect(await casesOf(ad.board_id)).toEqual([]);
    const read = await world.call(null, adsApi.get, { params: { id: ad.board_id } });
    expect(read.body.board_state).toBe('active');
  });
});

describe('writing rules', () => {
  test('a rule that could find nothing, or would hold what cannot wait, is refused', async () => {
    const wrong = [
      draft({ settings: {} as RuleDraft['settings'] }),
      draft({ settings: { hosts: ['не адрес'] } as never }),
      draft({ kind: 'words', settings: { words: [] } as never }),
      draft({ kind: 'words', settings: { words: ['для'] } as never }),
      draft({ subjects: ['ad', 'message'] }),
      draft({ subjects: [] }),
    ];
    for (const body of wrong) {
      const { statusCode, body: response } = await world.call(admin, rulesApi.add, { body });
      expect([statusCode, response.code]).toEqual([400, 'invalid_input']);
    }
    expect((await world.call(admin, rulesApi.add, { body: draft({ kind: 'stop_words' }) })).statusCode).toBe(409);
    expect((await world.call(manager, rulesApi.add, { body: draft() })).statusCode).toBe(403);
  });

  test('of two who edit one revision one is refused', async () => {
    const id = await ruleOn();
    const edit = (name: string) =>
      world.call(admin, rulesApi.edit, { params: { id }, body: { ...draft({ name }), revision: 1 } });
    const answers = await Promise.all([edit('Раз'), edit('Два'), edit('Три')]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
  });

  test('the list of stop words can be switched off, and is never removed', async () => {
    await world.call(admin, moderationApi.addBlocklistWord, { body: { word: 'мышьяк', reason: 'Яд' } });
    const stop = (await world.call(manager, rulesApi.list)).body.rules[0];
    expect(stop?.kind).toBe('stop_words');
    const id = stop?.id ?? 0;
    expect((await publish(anna, 'Мышьяк в банке')).board_state).toBe('review');
    await world.call(admin, rulesApi.switch, { params: { id }, body: { on: 0 } });
    expect((await publish(anna, 'Мышьяк в банке')).board_state).toBe('active');
    await world.call(admin, rulesApi.switch, { params: { id }, body: { on: 1 } });
    expect((await world.call(admin, rulesApi.remove, { params: { id } })).statusCode).toBe(409);
    expect((await ruleOf(id))?.hits).toBe(1);
  });

  test('every change is written down', async () => {
    const id = await ruleOn();
    await world.call(admin, rulesApi.remove, { params: { id } });
    const entries = await world.services.db
      .selectFrom('audit_entries')
      .select('actor_id')
      .where('object', '=', `rule:${id}`)
      .execute();
    expect(entries).toEqual([1, 2, 3].map(() => ({ actor_id: admin.id })));
  });
});
