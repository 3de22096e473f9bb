import { expect, test } from 'vitest';
import { parseConfig } from '../platform/config.ts';
import { mediaOriginsOf, pageContentPolicy } from './content-policy.ts';

test.each([
  [{}, []],
  [{ MEDIA_URL: 'https://one.test/, ws://two.test:7001' }, ['wss://one.test', 'ws://two.test:7001']],
  [
    { LIVEKIT_URL: 'wss://rooms.test', LIVEKIT_API_KEY: 'key', LIVEKIT_API_SECRET: 'secret' },
    ['wss://rooms.test', 'https://rooms.test'],
  ],
])('pages open sockets of rooms where the configuration says, and nowhere else: %j', (environment, origins) => {
  expect(mediaOriginsOf(parseConfig(environment))).toEqual(origins);
  expect(pageContentPolicy([], origins)).toContain(`connect-src ${["'self'", ...origins].join(' ')};`);
});
