import { expect, test } from 'vitest';
import { parseDatabaseUrl } from './database-server.ts';

test('a single address stays as it is', () => {
  const url = 'postgres://me:secret@db.example:6000/okolo?sslmode=require';
  expect(parseDatabaseUrl(url)).toEqual({ connectionString: url });
  const socket = 'postgres://me@localhost/okolo?host=%2Fvar%2Frun';
  expect(parseDatabaseUrl(socket)).toEqual({ connectionString: socket });
});

test('several hosts are read as libpq reads them', () => {
  const url = 'postgresql://me:a%2Cb@one,two:5433,[::1]:5434/okolo?sslmode=require&target_session_attrs=read-write';
  expect(parseDatabaseUrl(url)).toEqual({
    connectionString: 'postgresql://me:a%2Cb@one/okolo?sslmode=require',
    hosts: [
      { host: 'one', port: 5432 },
      { host: 'two', port: 5433 },
      { host: '::1', port: 5434 },
    ],
  });
  expect(parseDatabaseUrl('postgres://me@one/okolo?target_session_attrs=primary').hosts).toHaveLength(1);
});

test('a standby may be asked for by its kind', () => {
  const url = 'postgres://me@one,two/okolo?target_session_attrs=standby';
  expect(parseDatabaseUrl(url, 'standby').hosts).toHaveLength(2);
  expect(() => parseDatabaseUrl(url.replace('standby', 'read-write'), 'standby')).toThrow('must lead to a standby');
});

test.each([
  ['postgres://me@one,two/okolo?target_session_attrs=standby', /target_session_attrs=standby/],
  ['postgres://me@one,two:port/okolo', /"two:port", which is no host/],
  ['postgres://me@one,/okolo', /"", which is no host/],
  ['postgres://me@one,two/okolo?host=three', /names hosts twice/],
])('%s is refused', (url, reason) => {
  expect(() => parseDatabaseUrl(url)).toThrow(reason);
});
