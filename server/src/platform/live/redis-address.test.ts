import { expect, test } from 'vitest';
import { parseRedisUrl } from './redis-address.ts';

test('a server is named by host, port, database and who asks', () => {
  expect(parseRedisUrl('redis://localhost')).toEqual({ host: 'localhost', port: 6379, db: 0 });
  expect(parseRedisUrl('redis://:pass%40word@[::1]:6380/2')).toEqual({
    ...{ host: '::1', port: 6380, db: 2, password: 'pass@word' },
  });
});

test('rediss is TLS', () => {
  expect(parseRedisUrl('rediss://me:secret@redis.example')).toEqual({
    ...{ host: 'redis.example', port: 6379, db: 0, username: 'me', password: 'secret', tls: {} },
  });
});

test('redis+sentinel names those who know the server', () => {
  expect(parseRedisUrl('redis+sentinel://:secret@one,two:26380,[::1]/okolo/1?sentinel_password=other')).toEqual({
    sentinels: [
      { host: 'one', port: 26_379 },
      { host: 'two', port: 26_380 },
      { host: '::1', port: 26_379 },
    ],
    ...{ name: 'okolo', db: 1, password: 'secret', sentinelPassword: 'other' },
  });
  expect(parseRedisUrl('rediss+sentinel://one/okolo')).toEqual({
    ...{ sentinels: [{ host: 'one', port: 26_379 }], name: 'okolo', db: 0 },
    ...{ tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true },
  });
});

test.each([
  ['http://localhost', /must be an address starting with redis:/],
  ['redis://one,two', /names several hosts, which needs redis\+sentinel/],
  ['redis://one/cache', /"\/cache", which is no database/],
  ['redis+sentinel://one,two', /must name the group/],
  ['redis+sentinel://one,two:port/okolo', /"two:port", which is no host/],
])('%s is refused', (url, reason) => {
  expect(() => parseRedisUrl(url)).toThrow(reason);
});
