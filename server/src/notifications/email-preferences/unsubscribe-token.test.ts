import { expect, test } from 'vitest';
import { parseTopic, signTopic } from './unsubscribe-token.ts';

const topic = { userId: 7, kind: 'saved_search', aboutId: 12 } as const;

test('a link says whose emails about what it stops', () => {
  expect(parseTopic('key', signTopic('key', topic))).toEqual(topic);
});

test('a link of another installation, or with anything changed, stops nothing', () => {
  const token = signTopic('key', topic);
  expect(parseTopic('another key', token)).toBeUndefined();
  expect(parseTopic('key', token.replace('s.7.', 's.8.'))).toBeUndefined();
  expect(parseTopic('key', token.replace('s.7.', 'n.7.'))).toBeUndefined();
  expect(parseTopic('key', token.slice(0, -1))).toBeUndefined();
  expect(parseTopic('key', `${token}a`)).toBeUndefined();
  expect(parseTopic('key', '')).toBeUndefined();
});
