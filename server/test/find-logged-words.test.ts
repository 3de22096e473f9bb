import { expect, test } from 'vitest';
import { findLoggedWords } from './find-logged-words.ts';

const entry = (members: object): string => `${JSON.stringify({ level: 50, ...members })}\n`;
const TOKEN = 'nV3l-token-of-somebody';

test.each([
  ['an address', { reason: 'no such person: anna@example.com' }],
  ['a phone number', { said: 'to +79265550177' }],
  ['a text', { err: { message: 'Чижик' } }],
  ['a token', { url: `/api?token=${TOKEN}` }],
  ['a code', { values: { code: 403217 } }],
])('%s in an entry is found', (_what, members) => {
  const bad = entry(members);
  expect(findLoggedWords(entry({ msg: 'request' }) + bad, [TOKEN, '403217'])).toEqual([bad.trimEnd()]);
});

test('ids, packages, the name of the product and other numbers are no words of people', () => {
  const entries = [
    { msg: 'Около is open', url: 'http://localhost:3000' },
    { time: 1790403217000, user: 7, path: '/объявление' },
    { err: { stack: 'at f (node_modules/@fastify/static/index.js:40:3217)' } },
  ];
  expect(findLoggedWords(entries.map(entry).join(''), [TOKEN, '403217', ''])).toEqual([]);
});
