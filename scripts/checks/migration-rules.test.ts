import { expect, test } from 'vitest';
import { refusedStatements, statementsOf } from './migration-rules.ts';

const refused = (sql: string, file = '0100_more.sql'): number => refusedStatements(file, sql).length;

test.each([
  'create index ads_x on ads (x)',
  'create unique index ads_x on public.ads (x)',
  'ALTER TABLE users\n  ADD CONSTRAINT named CHECK (login <> $$$$)',
  'alter table messages add foreign key (x) references users',
  'alter table messages add constraint m unique (x)',
  'alter table ads alter column price_roubles type bigint',
  'alter table ads alter price_roubles set not null',
  'alter table ads add column words tsvector generated always as (x) stored',
  'alter table ads add column key uuid default gen_random_uuid()',
  'update ads set x = 1',
  'delete from sessions where expires_at < now()',
])('%s stops a large site', (sql) => {
  expect(refused(sql)).toBe(1);
});

test.each([
  'create index cities_x on cities (x)',
  'create table notes (id int); create index notes_x on notes (id)',
  'create table ads (id int); create index ads_x on ads (id)',
  'alter table users add constraint named check (login is not null) not valid',
  'alter table messages add constraint m unique using index messages_m',
  "alter table ads add column audience text not null default 'all'",
  'alter table ads drop column x',
  '-- locks ads: an empty table until this version\ncreate index ads_x on ads (x)',
  'create function f() returns void language sql as $$ update ads set x = 1; $$',
])('%s does not', (sql) => {
  expect(refused(sql)).toBe(0);
});

test('outside a transaction stands only what can be repeated', () => {
  const file = '0100_more.concurrent.sql';
  expect(
    refused(
      'create index concurrently if not exists ads_x on ads (x);\n-- why\ndrop index concurrently if exists ads_y;',
      file,
    ),
  ).toBe(0);
  expect(refused('alter table ads validate constraint named', file)).toBe(0);
  expect(refused('create index concurrently ads_x on ads (x)', file)).toBe(1);
  expect(refused('alter table ads add column x int', file)).toBe(1);
});

test('comments and bodies are no statements', () => {
  expect(statementsOf('-- a;b\nselect 1;\n\ndo $x$ begin; end; $x$; select\n 2')).toEqual([
    'select 1',
    "do ''",
    'select 2',
  ]);
});
