import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../../test/database.ts';
import { rewriteForServer } from './older-servers.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createEmptyDatabase();
});
afterAll(() => database.drop());

const SET_EXPRESSION =
  'alter table notes alter column is_shown\n  set expression as (hidden_at is null and held_at is null);';

test('a server that sets expressions gets the migration as it is', () => {
  expect(rewriteForServer(SET_EXPRESSION, 170_000)).toBe(SET_EXPRESSION);
});

test('an older one gets the column anew, with its indexes and triggers', async () => {
  const { pool } = database;
  await pool.query(`
    create table notes (
      id bigint primary key, hidden_at timestamptz, held_at timestamptz,
      is_shown boolean not null generated always as (hidden_at is null) stored);
    create index notes_shown on notes (id desc) where is_shown;
    create index notes_all on notes (held_at);
    create function count_note() returns trigger language plpgsql as 'begin return null; end';
    create trigger notes_count after update on notes for each row
      when (old.is_shown is distinct from new.is_shown) execute function count_note();
    insert into notes values (1, null, null), (2, null, now());`);
  await pool.query(rewriteForServer(SET_EXPRESSION, 150_000));
  const { rows } = await pool.query('select id from notes where is_shown');
  expect(rows).toEqual([{ id: 1 }]);
  const names = await pool.query<{ name: string }>(`
    select indexname as name from pg_indexes where tablename = 'notes'
    union all select tgname from pg_trigger where tgrelid = 'notes'::regclass order by 1`);
  expect(names.rows.map(({ name }) => name)).toEqual(['notes_all', 'notes_count', 'notes_pkey', 'notes_shown']);
});
