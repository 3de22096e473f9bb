import { circleApi } from '@app/contract/people/circle';
import { PERSON_NOTE_MAX, PERSON_NOTES_MAX, personNotesApi } from '@app/contract/people/person-notes';
import { usersApi } from '@app/contract/people/users';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../../test/world.ts';
import { eraseUserData, listUserDataExporters } from '../../platform/domain/user-data.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const NOTE = 'Обещала вернуть палатку';
const write = (who: Actor | null, about: Actor, note: string) =>
  world.call(who, personNotesApi.set, { params: { id: about.id }, body: { note } });
const read = async (who: Actor, about: Actor) =>
  (await world.call(who, personNotesApi.get, { params: { id: about.id } })).body;
async function exportedOf({ id }: Actor): Promise<unknown[]> {
  const { notes } = (await listUserDataExporters().person_notes?.(world.services.db, id)) ?? {};
  const rows: unknown[] = [];
  for await (const row of notes as AsyncIterable<unknown>) rows.push(row);
  return rows;
}

test('a note is read by its author alone, changed and deleted', async () => {
  const [anna, igor, olga] = [await world.user(), await world.user(), await world.user()];
  expect(await read(anna, igor)).toEqual({ id: igor.id, note: '', changed: null });
  expect((await write(anna, igor, ` ${NOTE}\r\n`)).body).toMatchObject({ id: igor.id, note: NOTE });
  await write(anna, igor, `${NOTE}!`);
  expect((await read(anna, igor)).note).toBe(`${NOTE}!`);
  for (const [reader, about] of [
    [igor, anna],
    [igor, olga],
    [olga, igor],
  ] as const)
    expect((await read(reader, about)).note).toBe('');
  expect((await write(anna, igor, ' ')).body).toEqual({ id: igor.id, note: '', changed: null });
  expect(await read(anna, igor)).toEqual({ id: igor.id, note: '', changed: null });
});

test('guests, notes on oneself, on nobody and overlong ones are refused', async () => {
  const [anna, igor] = [await world.user(), await world.user()];
  expect((await write(null, igor, NOTE)).body.code).toBe('unauthorized');
  expect((await world.call(null, personNotesApi.get, { params: { id: igor.id } })).body.code).toBe('unauthorized');
  expect((await write(anna, anna, NOTE)).body.code).toBe('forbidden');
  expect((await write(anna, { ...igor, id: 999_999_999 }, NOTE)).body.code).toBe('not_found');
  expect((await write(anna, igor, 'я'.repeat(PERSON_NOTE_MAX + 1))).statusCode).toBe(400);
  expect((await write(anna, igor, 'я'.repeat(PERSON_NOTE_MAX))).statusCode).toBe(200);
});

test('a block takes no note away, and there is an end to them', async () => {
  const [anna, igor] = [await world.user(), await world.user()];
  await world.call(igor, circleApi.block, { params: { id: anna.id } });
  expect((await write(anna, igor, NOTE)).statusCode).toBe(200);
  const { db } = world.services;
  await sql`
    insert into person_notes (user_id, person_id, note)
    select ${anna.id}, u.id, 'х' from users u where u.id not in (${anna.id}, ${igor.id})`.execute(db);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from person_notes where user_id = ${anna.id}`.execute(db);
  await sql`
    with people as (
      insert into users (login, email, firstname, lastname, referral_code, password_hash, status)
      select 'note' || n, 'note' || n || '@example.com', 'И', 'Ф', translate('N' || lpad(n::text, 4, '0'), '01', 'AB'), '', 'active'
      from generate_series(1, ${PERSON_NOTES_MAX - (rows[0]?.count ?? 0)}) n returning id
    ) insert into person_notes (user_id, person_id, note) select ${anna.id}, id, 'х' from people`.execute(db);
  const late = await world.user();
  expect((await write(anna, late, NOTE)).body.code).toBe('notes_full');
  expect((await read(anna, late)).note).toBe('');
  expect((await write(anna, igor, `${NOTE}!`)).statusCode).toBe(200);
});

test('a note is in the export of its author only, and goes with either of the two', async () => {
  const [anna, igor, olga] = [await world.user(), await world.user(), await world.user()];
  await write(anna, igor, NOTE);
  await write(olga, anna, 'Сестра');
  expect(await exportedOf(anna)).toMatchObject([{ person_id: igor.id, note: NOTE }]);
  expect(await exportedOf(igor)).toEqual([]);
  const { db } = world.services;
  await db.transaction().execute((tx) => eraseUserData(world.services, tx, anna.id));
  expect(await exportedOf(anna)).toEqual([]);
  expect(await exportedOf(olga)).toEqual([]);
});

test('a short address leads to whose login it is, in any case of letters, and tells nothing else', async () => {
  const [anna, newcomer] = [await world.user({ login: 'Anna.Лебедева' }), await world.user()];
  await sql`update users set status = 'registered' where id = ${newcomer.id}`.execute(world.services.db);
  const find = (login: string) => world.call(null, usersApi.findByLogin, { params: { login } });
  for (const login of ['Anna.Лебедева', 'anna.лебедева']) expect((await find(login)).body).toEqual({ id: anna.id });
  for (const unknown of [newcomer.login, 'nobody', `${anna.login}@example.com`, 'a', 'а\u0000б', 'я'.repeat(41)])
    expect((await find(unknown)).body.code).toBe('not_found');
});
