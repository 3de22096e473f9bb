import { expect, test } from 'vitest';
import { explainStartFailure } from './start-failure.ts';

const SETTINGS = { host: '127.0.0.1', port: 7000, folder: '/srv/okolo/media-node' };
const explain = (details: object) => explainStartFailure(Object.assign(new Error('details'), details), SETTINGS);

test('a setting that does not work is named', () => {
  expect(explain({ code: 'EADDRINUSE', syscall: 'listen' })).toBe(
    'MEDIA_PORT 7000 at 127.0.0.1 is taken by another program',
  );
  expect(explain({ code: 'EACCES', syscall: 'listen' })).toBe('MEDIA_PORT cannot be used: details');
  expect(explain({ code: 'EACCES', path: '/srv/okolo/media-node' })).toBe('DATA_DIR cannot be used: details');
});

test('a defect keeps its stack', () => {
  expect(explainStartFailure(new TypeError('x is not a function'), SETTINGS)).toBeUndefined();
  expect(explain({ code: 'ENOENT', path: '/etc/x', syscall: 'open' })).toBeUndefined();
  expect(explainStartFailure('text', SETTINGS)).toBeUndefined();
});
