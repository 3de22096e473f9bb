import { authApi } from '@app/contract/people/auth';
import { usersApi } from '@app/contract/people/users';
import { staffApi } from '@app/contract/staff/staff';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countWaiting } from '../../../test/count-waiting.ts';
import { type Actor, createWorld, PASSWORD, type World } from '../../../test/world.ts';
import { insertDemoAds } from '../../market/ads/ads.public.ts';
import { insertDemoPublications } from '../../publishing/publications/publications.public.ts';
import { expireSanctions } from '../../trust/moderation/expire-sanctions.job.ts';

let world: World;
let manager: Actor;
let admin: Actor;
let boss: Actor;
beforeAll(async () => {
  world = await createWorld();
  manager = await world.user({ groups: ['manager'] });
  admin = await world.user({ groups: ['admin'] });
  boss = await world.user({ is_superuser: true });
});
afterAll(() => world.close());

type Role = 'superuser' | 'admin' | 'manager' | null;
const setRole = (
  who: Actor,
  id: number,
  role: Role,
  permissions: ('audit.read' | 'staff.edit' | 'users.erase')[] = [],
) => world.call(who, staffApi.setRole, { params: { id }, body: { role, permissions } });
const account = (who: Actor, id: number) => world.call(who, staffApi.account, { params: { id } });
const list = (who: Actor, query: object = {}) => world.call(who, usersApi.list, { query: { size: 100, ...query } });
const grant = (id: number, permissions: string[]) =>
  sql`update users set permissions = ${permissions} where id = ${id}`.execute(world.services.db);

const passDays = (userId: number) =>
  sql`update sanctions set created_at = created_at - interval '9 days', until_at = until_at - interval '9 days'
    where user_id = ${userId}`.execute(world.services.db);

describe('roles', () => {
  test('a role changes also when its person uses a session at that moment, which is locked the other way round', async () => {
    const { db } = world.services;
    /** Undefined where the database ended the use of the session in place of the change: whoever waits longer goes on. */
    const changeInDeadlock = async () => {
      const person = await world.user({ groups: ['admin'] });
      let change: ReturnType<typeof setRole> | undefined;
      try {
        await db.transaction().execute(async (tx) => {
          await sql`update sessions set last_seen_at = now() where user_id = ${person.id}`.execute(tx);
          change = setRole(boss, person.id, null);
          await expect.poll(() => countWaiting(db)).toBe(1);
          await sql`select from users where id = ${person.id} for key share`.execute(tx);
        });
      } catch (error) {
        expect(error).toMatchObject({ code: '40P01' });
        await change;
        return undefined;
      }
      return change;
    };
    let changed: Awaited<ReturnType<typeof changeInDeadlock>>;
    for (let tries = 0; changed === undefined && tries < 10; tries += 1) changed = await changeInDeadlock();
    expect([changed?.statusCode, changed?.body.role]).toEqual([200, null]);
  });

  test('a superuser gives and takes roles; whoever loses anything is signed out at once', async () => {
    const person = await world.user();
    expect((await account(person, admin.id)).statusCode).toBe(403);
    expect((await setRole(boss, person.id, 'manager', ['audit.read'])).body).toMatchObject({
      role: 'manager',
      own_permissions: ['audit.read'],
    });
    expect((await account(person, admin.id)).statusCode).toBe(200);
    expect((await setRole(boss, person.id, null)).body.permissions).toEqual([]);
    expect((await account(person, admin.id)).statusCode).toBe(401);
    expect(await world.services.sessions.identify(person.token)).toBeUndefined();
  });

  test('nobody changes their own role, and the last superuser stays', async () => {
    expect((await setRole(boss, boss.id, 'admin')).body.code).toBe('own_role');
    const second = await world.user({ is_superuser: true });
    expect((await setRole(second, boss.id, 'admin')).statusCode).toBe(200);
    boss = {
      ...boss,
      token: await world.services.sessions.create(world.services.db, boss.id, { ip: '', userAgent: '' }),
    };
    expect((await setRole(boss, second.id, null)).body.code).toBe('forbidden');
    expect((await setRole(second, boss.id, 'superuser')).statusCode).toBe(200);
    await sql`update users set status = 'suspended' where id = ${second.id}`.execute(world.services.db);
    expect((await setRole(boss, second.id, null)).statusCode).toBe(200);
  });

  test('two superusers who take each other’s role at once leave one', async () => {
    const lone = await createWorld();
    try {
      const [one, two] = [await lone.user({ is_superuser: true }), await lone.user({ is_superuser: true })];
      const answers = await Promise.all(
        [
          [one, two],
          [two, one],
        ].map(([who, whom]) =>
          lone.call(who as Actor, staffApi.setRole, {
            params: { id: (whom as Actor).id },
            body: { role: null },
          }),
        ),
      );
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
      const { rows } = await sql<{ count: number }>`select count(*) as count from users where is_superuser`.execute(
        lone.services.db,
      );
      expect(rows[0]?.count).toBe(1);
    } finally {
      await lone.close();
    }
  });

  test('two superusers who suspend each other at once leave one, and the last one does not leave', async () => {
    const lone = await createWorld();
    try {
      const [one, two] = [await lone.user({ is_superuser: true }), await lone.user({ is_superuser: true })];
      const remove = (who: Actor, id: number) =>
        lone.call(who, usersApi.remove, {
          params: { id },
          ...(who.id === id && { body: { current_password: PASSWORD } }),
        });
      const answers = await Promise.all([remove(one, two.id), remove(two, one.id)]);
      const codes = answers.map(({ statusCode }) => statusCode);
      expect(codes.filter((code) => code === 200)).toHaveLength(1);
      const last = codes[0] === 200 ? one : two;
      expect((await remove(last, last.id)).body.code).toBe('last_superuser');
      await lone.user({ is_superuser: true });
      expect((await remove(last, last.id)).statusCode).toBe(200);
    } finally {
      await lone.close();
    }
  });

  test('whoever may edit staff without being a superuser makes no superuser, and gives nothing they lack', async () => {
    const keeper = await world.user({ groups: ['manager'] });
    await grant(keeper.id, ['staff.edit']);
    const person = await world.user();
    const superuser = await world.user({ is_superuser: true });
    expect((await setRole(keeper, person.id, 'superuser')).body.code).toBe('forbidden');
    expect((await setRole(keeper, person.id, 'admin')).body.code).toBe('forbidden');
    expect((await setRole(keeper, person.id, 'manager', ['staff.edit'])).body.code).toBe('forbidden');
    expect((await setRole(keeper, person.id, 'manager', ['users.erase'])).body.code).toBe('forbidden');
    expect((await setRole(keeper, superuser.id, null)).body.code).toBe('forbidden');
    expect((await setRole(keeper, person.id, 'manager')).statusCode).toBe(200);
    expect(
      (await world.call(keeper, usersApi.change, { params: { id: superuser.id }, body: { email: 'a@b.example' } }))
        .statusCode,
    ).toBe(403);
  });
});

async function duringCall<Answer>(change: RawBuilder<unknown>, call: () => Promise<Answer>): Promise<Answer> {
  const { db } = world.services;
  const { answer } = await db.transaction().execute(async (tx) => {
    await change.execute(tx);
    const answer = call();
    await expect.poll(() => countWaiting(db)).toBe(1);
    return { answer };
  });
  return answer;
}

describe('what was decided a moment ago', () => {
  test('whoever has just been suspended gives no role any more', async () => {
    const [giver, person] = [await world.user({ is_superuser: true }), await world.user()];
    const gone = sql`update users set status = 'suspended', suspended_at = now() where id = ${giver.id}`;
    const answer = await duringCall(gone, () => setRole(giver, person.id, 'admin'));
    expect(answer.body.code).toBe('forbidden');
  });

  test('whoever has just become staff is not changed by those below any more', async () => {
    const person = await world.user();
    const risen = sql`update users set groups = '{admin}' where id = ${person.id}`;
    const answer = await duringCall(risen, () =>
      world.call(manager, usersApi.change, { params: { id: person.id }, body: { password: 'drugoj-parol-22' } }),
    );
    expect(answer.body.code).toBe('forbidden');
  });
});

describe('accounts of staff', () => {
  const doors = (who: Actor, id: number) => [
    () => world.call(who, usersApi.change, { params: { id }, body: { password: 'drugoj-parol-22' } }),
    () => world.call(who, usersApi.change, { params: { id }, body: { email: `x${Math.random()}@example.com` } }),
    () => world.call(who, usersApi.change, { params: { id }, body: { firstname: 'Иной' } }),
    () => world.call(who, usersApi.remove, { params: { id } }),
  ];

  test('managers and administrators neither change nor suspend them, in bulk neither', async () => {
    for (const who of [manager, admin]) {
      for (const target of [
        boss.id,
        (await world.user({ groups: ['admin'] })).id,
        (await world.user({ groups: ['manager'] })).id,
      ]) {
        for (const door of doors(who, target)) expect((await door()).body.code).toBe('forbidden');
        const many = await world.call(who, staffApi.suspend, { body: { ids: [target] } });
        expect(many.body).toEqual({ done: [], left: [target] });
      }
    }
  });

  test('those below see of them what the table shows', async () => {
    const { body } = await world.call(manager, usersApi.get, { params: { id: admin.id } });
    expect(body).toMatchObject({ email: expect.any(String), phone: expect.any(String), referral: expect.any(String) });
    for (const field of [
      'login',
      'permissions',
      'groups',
      'is_superuser',
      'virtualpay',
      'bonus',
      'payed_until',
      'bank',
    ]) {
      expect(body).not.toHaveProperty(field);
    }
    const shown = (await account(manager, admin.id)).body;
    expect(shown).not.toHaveProperty('permissions');
    expect(shown.user).not.toHaveProperty('login');
    expect(shown.can).toMatchObject({ edit: 0, suspend: 0, erase: 0, export: 0, roles: 0 });
    expect((await account(boss, admin.id)).body.permissions).toContain('audit.read');
  });
});

describe('what somebody who was stopped wrote', () => {
  async function talkative(): Promise<{ person: Actor; adId: number; publishId: number }> {
    const [person, owner] = await Promise.all([world.user(), world.user()]);
    const { db } = world.services;
    const at = new Date(Date.now() - 60_000);
    const [adId = 0] = await db.transaction().execute((tx) =>
      insertDemoAds(tx, [
        {
          owner_id: owner.id,
          title: 'Лодка',
          description: 'Надувная',
          price_roubles: 100,
          category_id: null,
          country_id: null,
          city_id: null,
          created_at: at,
          image_ids: [],
        },
      ]),
    );
    const row = { user_id: owner.id, description: 'День', published_at: at, commenters: 'all' as const, file_ids: [] };
    const [publishId = 0, closedId = 0] = await db.transaction().execute((tx) =>
      insertDemoPublications(tx, [
        { ...row, audience: 'all' },
        { ...row, audience: 'friends' },
      ]),
    );
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    await sql`insert into comments (ad_id, user_id, message, created_at, hidden)
      select ${adId}, ${person.id}, 'Комментарий ' || n, ${ago(30)}, false from generate_series(1, 25) n`.execute(db);
    await sql`insert into comments (ad_id, user_id, message, created_at, hidden, deleted_at)
      values (${adId}, ${person.id}, '', ${ago(1)}, false, ${ago(0)})`.execute(db);
    await sql`insert into publication_comments (publish_id, user_id, message, created_at, hidden)
      values (${publishId}, ${person.id}, 'Под записью', ${ago(2)}, true),
        (${closedId}, ${person.id}, 'Среди своих', ${ago(1)}, false)`.execute(db);
    return { person, adId, publishId };
  }

  test('stands on their card with its place, the newest twenty, without what is said among friends', async () => {
    const { person, adId, publishId } = await talkative();
    const before = await account(manager, person.id);
    expect(before.body).toMatchObject({ comments: 27, recent_comments: [] });
    await world.call(admin, staffApi.suspend, { body: { ids: [person.id] } });
    const { recent_comments: recent } = (await account(manager, person.id)).body;
    expect(recent).toHaveLength(20);
    expect(recent[0]).toMatchObject({
      under: 'publication',
      text: 'Под записью',
      link: expect.stringMatching(new RegExp(`^/user/\\d+/social/${publishId}\\?comment=\\d+#comments$`)),
      hidden: 1,
    });
    expect(recent[1]).toMatchObject({ under: 'ad', text: 'Комментарий 25', hidden: 0 });
    expect(recent[1]?.link).toBe(`/ad/${adId}?comment=${recent[1]?.id}#comments`);
    expect(recent.map(({ text }) => text)).not.toContain('Среди своих');
  });

  test('is shown of somebody limited too, until the sanction is over', async () => {
    const { person } = await talkative();
    const values = (until: Date | null) => sql`
      insert into sanctions (user_id, kind, object, rule, reason, evidence, per_day, decided_by, created_at, until_at)
      values (${person.id}, 'limit', '', 'spam', 'Спам', '{}', 3, ${admin.id}, now() - interval '2 days', ${until})`;
    await values(new Date(Date.now() - 60_000)).execute(world.services.db);
    expect((await account(manager, person.id)).body.recent_comments).toEqual([]);
    await values(null).execute(world.services.db);
    expect((await account(manager, person.id)).body.recent_comments).toHaveLength(20);
  });
});

describe('the table of people', () => {
  test('is sorted by any column, narrowed by state, and each look is in the log', async () => {
    for (const [lastname, firstname] of [
      ['Яблокова', 'Анна'],
      ['Арбузова', 'Яна'],
      ['Малинина', 'Мария'],
    ] as const)
      await world.user({ lastname: `${lastname} Сортова`, firstname });
    const names = async (query: object) =>
      (await list(manager, { search: 'сортова', ...query })).body.list.map(({ firstname }) => firstname);
    expect(await names({ sort: 'lastname' })).toEqual(['Яна', 'Мария', 'Анна']);
    expect(await names({ sort: 'firstname', order: 'desc' })).toEqual(['Яна', 'Мария', 'Анна']);
    expect(await names({ sort: 'lastname', order: 'desc', size: 1, page: 2 })).toEqual(['Мария']);
    expect(await names({})).toEqual(['Мария', 'Яна', 'Анна']);
    const staffIds = (await list(manager, { state: 'staff' })).body.list.map(({ id }) => id);
    expect(staffIds).toEqual(expect.arrayContaining([boss.id, admin.id, manager.id]));
    const { rows } = await sql<{ details: object }>`
      select details from audit_entries where actor_id = ${manager.id} and action = 'users.list' order by id limit 1`.execute(
      world.services.db,
    );
    expect(rows[0]?.details).toMatchObject({ search: 'сортова', found: 3 });
  });

  test('many are suspended with one call and let back in with another', async () => {
    const ids = [(await world.user()).id, (await world.user()).id];
    const done = await world.call(manager, staffApi.suspend, { body: { ids: [...ids, 999_999] } });
    expect(done.body).toEqual({ done: ids, left: [999_999] });
    for (const id of ids) expect((await world.call(null, usersApi.get, { params: { id } })).statusCode).toBe(410);
    await world.call(manager, staffApi.restore, { body: { ids } });
    for (const id of ids) expect((await world.call(null, usersApi.get, { params: { id } })).statusCode).toBe(200);
  });

  test('of those who are suspended at once, who was suspended before is told apart', async () => {
    const [before, now] = [(await world.user()).id, (await world.user()).id];
    await world.call(admin, staffApi.suspend, { body: { ids: [before], reason: 'Обман' } });
    const answer = await world.call(manager, staffApi.suspend, { body: { ids: [before, now] } });
    expect(answer.body).toEqual({ done: [before, now], left: [], already: [before] });
    const back = await world.call(manager, staffApi.restore, { body: { ids: [now, manager.id] } });
    expect(back.body).toMatchObject({ done: [now] });
    expect((await account(manager, before)).body.state).toBe('suspended');
  });

  test('whoever was never activated is not by being let back in, in whichever way', async () => {
    const { db } = world.services;
    const stateOf = async (id: number) => (await account(manager, id)).body.state;
    const newcomer = async (): Promise<number> => {
      const { id } = await world.user();
      await sql`update users set status = 'registered', activated_at = null where id = ${id}`.execute(db);
      return id;
    };
    const [taken, timed] = [await newcomer(), await newcomer()];
    await world.call(manager, staffApi.suspend, { body: { ids: [taken] } });
    await world.call(manager, staffApi.suspend, { body: { ids: [timed], reason: 'Рассылка', days: 1 } });
    await world.call(manager, staffApi.restore, { body: { ids: [taken] } });
    await passDays(timed);
    await expireSanctions.run(world.services, {});
    expect([await stateOf(taken), await stateOf(timed)]).toEqual(['registered', 'registered']);
    await world.call(manager, staffApi.suspend, { body: { ids: [taken] } });
    expect((await world.call(manager, authApi.confirm, { body: { user_id: taken } })).statusCode).toBe(200);
    expect(await stateOf(taken)).toBe('active');
  });

  test('somebody suspended for a reason has a sanction with its end, which ends when they are let back in', async () => {
    const person = await world.user();
    await world.call(manager, staffApi.suspend, { body: { ids: [person.id], reason: 'Рассылка', days: 3 } });
    const [measure] = (await account(manager, person.id)).body.measures;
    expect(measure).toMatchObject({ kind: 'suspend', reason: 'Рассылка', running: 1 });
    expect(Date.parse(measure?.until ?? '') - Date.parse(measure?.timestamp ?? '')).toBe(3 * 86_400_000);
    await world.call(manager, staffApi.restore, { body: { ids: [person.id] } });
    expect((await account(manager, person.id)).body).toMatchObject({ state: 'active', measures: [{ running: 0 }] });
  });

  test.each(['one by one', 'with many'])(
    'somebody suspended for some days and then, %s, until further notice stays suspended',
    async (how) => {
      const { id } = await world.user();
      await world.call(manager, staffApi.suspend, { body: { ids: [id], reason: 'Рассылка', days: 3 } });
      if (how === 'with many') await world.call(admin, staffApi.suspend, { body: { ids: [id] } });
      else await world.call(admin, usersApi.remove, { params: { id } });
      await passDays(id);
      await expireSanctions.run(world.services, {});
      expect((await account(manager, id)).body).toMatchObject({ state: 'suspended', measures: [{ running: 1 }] });
    },
  );
});
