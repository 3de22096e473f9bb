import { expect, test } from 'vitest';
import { tablesOf, writesOf } from './table-owners.ts';

test('tables of a domain are read from its declaration', () => {
  expect(tablesOf('export interface AdsTables {\n  ads: AdsTable;\n  ad_photos: AdPhotosTable;\n}\n')).toEqual([
    'ads',
    'ad_photos',
  ]);
});

test('writes are seen in the query builder and in SQL, reads and locks are not', () => {
  const source = `
    db.insertInto('ads').values(x); tx.updateTable('users as u').set({}); tx.deleteFrom('codes');
    sql\`insert into idempotency_keys (a) values (1)\`; sql\`update payments set status = 'x'\`; sql\`delete from sessions where id = 1\`;
    sql\`select 1 from countries for update of ads skip locked\`; sql\`insert into a on conflict do update set b = 1\`;
    // delete from comments
  `;
  expect(writesOf('x.ts', source).map(({ table }) => table)).toEqual([
    'ads',
    'users',
    'codes',
    'idempotency_keys',
    'payments',
    'sessions',
    'a',
  ]);
});
