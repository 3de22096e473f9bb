import { expect, test } from 'vitest';
import { ConfigError } from './config.ts';
import { explainStartFailure } from './start-failure.ts';

const failure = (details: object) => Object.assign(new Error('details'), details);
const external = { DATABASE_URL: 'postgres://db.example/okolo' };

test('a setting that does not work is named', () => {
  expect(explainStartFailure(new ConfigError('PORT must be a port number'), {})).toBe('PORT must be a port number');
  expect(
    explainStartFailure(failure({ code: 'EADDRINUSE', syscall: 'listen', address: '0.0.0.0', port: 80 }), {}),
  ).toBe('PORT 80 at 0.0.0.0 is taken by another program');
  expect(explainStartFailure(failure({ code: 'EACCES', syscall: 'listen' }), {})).toMatch(/^PORT /);
  expect(explainStartFailure(failure({ code: 'ENOTFOUND', syscall: 'getaddrinfo' }), external)).toMatch(
    /^DATABASE_URL /,
  );
  for (const code of ['28P01', '3D000', '57P03']) {
    expect(explainStartFailure(failure({ code }), external)).toMatch(/^DATABASE_URL /);
  }
  expect(
    explainStartFailure(failure({ code: 'EACCES', path: '/srv/okolo/quarantine' }), { DATA_DIR: '/srv/okolo' }),
  ).toMatch(/^DATA_DIR /);
});

test('a defect keeps its stack', () => {
  expect(explainStartFailure(new TypeError('x is not a function'), external)).toBeUndefined();
  expect(explainStartFailure(failure({ code: '23505' }), external)).toBeUndefined();
  expect(explainStartFailure(failure({ code: 'ECONNREFUSED' }), {})).toBeUndefined();
  expect(explainStartFailure(failure({ code: 'ENOENT', path: '/etc/x', syscall: 'open' }), external)).toBeUndefined();
  expect(explainStartFailure('text', external)).toBeUndefined();
});
