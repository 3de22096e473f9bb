import { notificationsApi } from '@app/contract/notifications/notifications';
import { usersApi } from '@app/contract/people/users';
import { type ApprovalKind, approvalsApi, staffApi } from '@app/contract/staff/staff';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runQueuedJobs } from '../../../test/queued-jobs.ts';
import { type Actor, createWorld, PASSWORD, type World } from '../../../test/world.ts';
import { eraseUserData } from '../../platform/domain/user-data.ts';
import { sweepApprovals } from './sweep-approvals.job.ts';

const HOUR_MS = 3_600_000;
const reason = 'Запрос суда № 5';

let world: World;
let now = Date.now();
let one: Actor;
let other: Actor;
let boss: Actor;
beforeAll(async () => {
  world = await createWorld({ clock: () => new Date(now) });
  one = await world.user({ groups: ['admin'], lastname: 'Первая' });
  other = await world.user({ groups: ['admin'], lastname: 'Второй' });
  boss = await world.user({ is_superuser: true });
});
afterAll(() => world.close());

const ask = (who: Actor, body: { kind: Exclude<ApprovalKind, 'erase_user'>; user_id?: number; search?: string }) =>
  world.call(who, approvalsApi.request, { body: { ...body, reason } });
const approve = (who: Actor, id: number) => world.call(who, approvalsApi.approve, { params: { id } });
const refuse = (who: Actor, id: number) =>
  world.call(who, approvalsApi.refuse, { params: { id }, body: { answer: 'Нет' } });
const withdraw = (who: Actor, id: number) => world.call(who, approvalsApi.withdraw, { params: { id } });
const download = (who: Actor | null, id: number) =>
  world.app.inject({ url: `/api/approvals/${id}/file`, headers: who === null ? {} : { cookie: `token=${who.token}` } });
const askForArchive = async (): Promise<number> =>
  (await ask(one, { kind: 'export_user', user_id: (await world.user()).id })).body.id;
const actionsOf = async (actor: Actor): Promise<string[]> => {
  const { rows } = await sql<{ action: string }>`
    select action from audit_entries where actor_id = ${actor.id} order by id`.execute(world.services.db);
  return rows.map(({ action }) => action);
};
const bellsOf = async (who: Actor): Promise<string[]> =>
  (await world.call(who, notificationsApi.list)).body.list
    .filter(({ kind }) => kind === 'approval')
    .map(({ body }) => body);

describe('exporting personal data', () => {
  test('a table of people is made once somebody else agrees, and only whoever asked gets it', async () => {
    await world.user({ lastname: 'Выгрузкина', firstname: '=cmd' });
    const asked = await ask(one, { kind: 'export_people', search: 'Выгрузкина' });
    const { id } = asked.body;
    expect(asked.body).toMatchObject({ state: 'open', can: { approve: 0, refuse: 0, withdraw: 1 } });
    expect(await bellsOf(other)).toEqual(['Просит одобрить выгрузку личных данных']);
    expect((await ask(one, { kind: 'export_people' })).body.code).toBe('approval_waits');
    expect((await approve(one, id)).body.code).toBe('approval_own');
    expect((await download(one, id)).statusCode).toBe(404);

    const answers = await Promise.all([approve(other, id), approve(boss, id), approve(other, id)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    await runQueuedJobs(world);
    expect(await bellsOf(one)).toContain('Файл готов, его можно скачать');

    const file = await download(one, id);
    expect(file.headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'no-store' });
    const lines = file.body.trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain("Выгрузкина,'=cmd");
    for (const stranger of [null, other, boss, await world.user()]) {
      expect([401, 403, 404]).toContain((await download(stranger, id)).statusCode);
    }
    expect(await actionsOf(one)).toEqual(expect.arrayContaining(['approvals.ask', 'users.export']));
    expect([...(await actionsOf(other)), ...(await actionsOf(boss))]).toContain('approvals.approve');
  });

  test('whoever decides about a table of people sees how many they are at that moment, and the log keeps it', async () => {
    const asker = await world.user({ groups: ['admin'] });
    await world.user({ lastname: 'Посчитайкина' });
    const asked = await ask(asker, { kind: 'export_people', search: 'посчитайкина' });
    const { id } = asked.body;
    expect(asked.body.people).toBe(1);
    await world.user({ lastname: 'Посчитайкина' });
    const shown = async () =>
      (await world.call(other, approvalsApi.list, { query: { size: 100 } })).body.approvals.find((it) => it.id === id);
    expect((await shown())?.people).toBe(2);
    expect((await approve(other, id)).statusCode).toBe(200);
    expect((await shown())?.people).toBeNull();
    const { rows } = await sql<{ details: object }>`
      select details from audit_entries where action = 'approvals.approve' and object = ${`approval:${id}`}`.execute(
      world.services.db,
    );
    expect(rows).toEqual([{ details: { kind: 'export_people', asked_by: asker.id, people: 2 } }]);
    await runQueuedJobs(world);
    expect((await download(asker, id)).body.trim().split('\r\n')).toHaveLength(1 + 2);
    const ofOne = await ask(asker, { kind: 'export_user', user_id: (await world.user()).id });
    expect(ofOne.body.people).toBeNull();
  });

  test('the archive of one person is the one that they would get themselves, for three days', async () => {
    const person = await world.user({ lastname: 'Архивин' });
    const { id } = (await ask(one, { kind: 'export_user', user_id: person.id })).body;
    expect((await approve(other, id)).body.state).toBe('approved');
    await runQueuedJobs(world);
    const file = await download(one, id);
    expect(file.headers['content-type']).toBe('application/zip');
    expect(file.rawPayload.subarray(0, 2).toString()).toBe('PK');

    now += 73 * HOUR_MS;
    const later = {
      ...one,
      token: await world.services.sessions.create(world.services.db, one.id, { ip: '', userAgent: '' }),
    };
    expect((await download(later, id)).statusCode).toBe(410);
    await sweepApprovals.run(world.services, {});
    const { rows } = await sql<{ storage_key: string | null }>`
      select storage_key from approvals where id = ${id}`.execute(world.services.db);
    expect(rows[0]?.storage_key).toBeNull();
    expect(await world.services.storage.has(`private/approvals/${id}.zip`)).toBe(false);
    now -= 73 * HOUR_MS;
  });

  test('nobody approves with a session that did not prove itself lately', async () => {
    const id = await askForArchive();
    await sql`update sessions set reauthenticated_at = now() - interval '1 hour' where user_id = ${other.id}`.execute(
      world.services.db,
    );
    expect((await approve(other, id)).body.code).toBe('current_password_required');
    const proved = await world.call(other, approvalsApi.approve, {
      params: { id },
      body: { current_password: PASSWORD },
    });
    expect(proved.body.state).toBe('approved');
    await sql`update sessions set reauthenticated_at = ${new Date(now)} where user_id = ${other.id}`.execute(
      world.services.db,
    );
  });

  test('a superuser who is alone needs nobody, and the log says so', async () => {
    const lone = await createWorld();
    try {
      const superuser = await lone.user({ is_superuser: true });
      const person = await lone.user();
      const asked = await lone.call(superuser, approvalsApi.request, {
        body: { kind: 'export_user', user_id: person.id, reason },
      });
      expect(asked.body.state).toBe('approved');
      const { rows } = await sql<{ details: object }>`
        select details from audit_entries where action = 'approvals.ask'`.execute(lone.services.db);
      expect(rows).toEqual([{ details: { kind: 'export_user', alone: true } }]);
    } finally {
      await lone.close();
    }
  });
});

describe('the counter of what waits', () => {
  const waiting = async (who: Actor) => (await world.call(who, approvalsApi.counts)).body.waiting;
  const heard = async (who: Actor): Promise<number> => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from user_events where user_id = ${who.id} and event ->> 'type' = 'approvals'`.execute(
      world.services.db,
    );
    return rows[0]?.n ?? 0;
  };

  test('tells what others ask for and this person may decide, not their own, and staff’s pages hear of each change', async () => {
    const [mine, theirs, bosss, heardBefore] = [
      await waiting(one),
      await waiting(other),
      await waiting(boss),
      await heard(other),
    ];
    const id = await askForArchive();
    expect([await waiting(one), await waiting(other), await waiting(boss)]).toEqual([mine, theirs + 1, bosss + 1]);
    expect(await heard(other)).toBe(heardBefore + 1);
    const colleague = await world.user({ groups: ['manager'] });
    expect((await ask(boss, { kind: 'export_user', user_id: colleague.id })).statusCode).toBe(200);
    expect([await waiting(one), await waiting(other)]).toEqual([mine, theirs + 1]);
    expect((await refuse(other, id)).statusCode).toBe(200);
    expect(await waiting(other)).toBe(theirs);
    expect(await heard(boss)).toBe(await heard(one));
    expect(await heard(other)).toBeGreaterThanOrEqual(heardBefore + 2);
    expect((await world.call(await world.user({ groups: ['manager'] }), approvalsApi.counts)).statusCode).toBe(403);
  });
});

describe('what is not carried out', () => {
  test('a refused, withdrawn or late request is over for everybody', async () => {
    const refused = await askForArchive();
    expect((await refuse(other, refused)).body).toMatchObject({ state: 'refused', answer: 'Нет' });
    const withdrawn = await askForArchive();
    expect((await withdraw(other, withdrawn)).body.code).toBe('not_found');
    expect((await withdraw(one, withdrawn)).body.state).toBe('withdrawn');
    for (const id of [refused, withdrawn]) expect((await approve(boss, id)).body.code).toBe('approval_over');

    const late = await askForArchive();
    now += 72 * HOUR_MS;
    const again = {
      ...other,
      token: await world.services.sessions.create(world.services.db, other.id, { ip: '', userAgent: '' }),
    };
    expect((await approve(again, late)).body.code).toBe('approval_over');
    const { approvals } = (await world.call(again, approvalsApi.list, { query: { size: 100 } })).body;
    expect(approvals.find(({ id }) => id === late)?.state).toBe('expired');
    now -= 72 * HOUR_MS;
  });

  test('what somebody asked who is no longer of the staff is not approved', async () => {
    const asker = await world.user({ groups: ['admin'] });
    const person = await world.user();
    const { id } = (await ask(asker, { kind: 'export_user', user_id: person.id })).body;
    await sql`update users set groups = '{manager}' where id = ${asker.id}`.execute(world.services.db);
    expect((await approve(other, id)).body.code).toBe('conflict');
  });

  test('the data of staff are taken out by superusers alone', async () => {
    const colleague = await world.user({ groups: ['manager'] });
    expect((await ask(one, { kind: 'export_user', user_id: colleague.id })).body.code).toBe('forbidden');
    const { id } = (await ask(boss, { kind: 'export_user', user_id: colleague.id })).body;
    expect((await approve(other, id)).body.code).toBe('forbidden');
  });

  test('a request says why', async () => {
    const person = await world.user();
    const answer = await world.call(one, approvalsApi.request, {
      body: { kind: 'export_user', user_id: person.id, reason: ' ' },
    });
    expect(answer.body.fields).toHaveProperty('reason');
    await world.call(boss, staffApi.suspend, { body: { ids: [person.id] } });
    const silent = await world.call(boss, usersApi.erase, { params: { id: person.id } });
    expect(silent.body.fields).toHaveProperty('reason');
  });
});

describe('erasing a person', () => {
  test('a person let back in meanwhile is not erased', async () => {
    const person = await world.user();
    await world.call(boss, staffApi.suspend, { body: { ids: [person.id] } });
    const { approval_id: id = 0 } = (
      await world.call(boss, usersApi.erase, { params: { id: person.id }, body: { reason } })
    ).body;
    expect((await world.call(null, usersApi.get, { params: { id: person.id } })).statusCode).toBe(410);
    await world.call(one, staffApi.restore, { body: { ids: [person.id] } });
    expect((await approve(other, id)).body.code).toBe('conflict');
    expect((await world.call(null, usersApi.get, { params: { id: person.id } })).statusCode).toBe(200);
  });

  test('a person let back in and suspended anew is not erased for what was asked before', async () => {
    const person = await world.user();
    await world.call(boss, staffApi.suspend, { body: { ids: [person.id] } });
    const { approval_id: id = 0 } = (
      await world.call(boss, usersApi.erase, { params: { id: person.id }, body: { reason } })
    ).body;
    await world.call(one, staffApi.restore, { body: { ids: [person.id] } });
    now += 1000;
    await world.call(one, staffApi.suspend, { body: { ids: [person.id] } });
    expect((await approve(other, id)).body.code).toBe('conflict');
    await world.call(one, staffApi.restore, { body: { ids: [person.id] } });
    expect((await world.call(null, usersApi.get, { params: { id: person.id } })).statusCode).toBe(200);
  });

  test('an archive that was made of somebody, or is being made, is gone when they are erased', async () => {
    const person = await world.user();
    const { id } = (await ask(one, { kind: 'export_user', user_id: person.id })).body;
    await approve(other, id);
    await runQueuedJobs(world);
    const { id: late } = (await ask(one, { kind: 'export_user', user_id: person.id })).body;
    await approve(other, late);
    const { db, storage } = world.services;
    await db.transaction().execute((tx) => eraseUserData(world.services, tx, person.id));
    expect((await download(one, id)).statusCode).toBe(410);
    await runQueuedJobs(world);
    expect((await download(one, late)).statusCode).toBe(404);
    await sweepApprovals.run(world.services, {});
    expect(await Promise.all([id, late].map((one) => storage.has(`private/approvals/${one}.zip`)))).toEqual([
      false,
      false,
    ]);
  });

  test('what was written about an erased person when it was asked for goes with them', async () => {
    const person = await world.user();
    await world.call(boss, staffApi.suspend, { body: { ids: [person.id] } });
    const { approval_id: id = 0 } = (
      await world.call(boss, usersApi.erase, { params: { id: person.id }, body: { reason } })
    ).body;
    expect((await approve(other, id)).body.state).toBe('done');
    await runQueuedJobs(world);
    const { approvals } = (await world.call(boss, approvalsApi.list, { query: { size: 100 } })).body;
    expect(approvals.find((approval) => approval.id === id)).toMatchObject({ state: 'done', reason: '' });
  });
});
